//! Companies.

use domain::CompanyId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::field;

/// A company as submitted by a form. The name is required.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CompanyFields {
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 200)]
    pub company_name: String,
    #[serde(default)]
    pub industry: Option<String>,
    #[serde(default)]
    pub office_city: Option<String>,
    #[serde(default)]
    pub office_state: Option<String>,
    #[serde(default, deserialize_with = "field::id")]
    #[schema(value_type = Option<i32>)]
    pub number_of_employees: Option<i64>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Company {
    pub company_id: CompanyId,
    pub company_name: String,
    #[schema(required = true)]
    pub industry: Option<String>,
    #[schema(required = true)]
    pub office_city: Option<String>,
    #[schema(required = true)]
    pub office_state: Option<String>,
    #[schema(required = true)]
    pub number_of_employees: Option<i32>,
}

/// Sort order; `-` is descending. Companies without the value come last in both directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum CompanySort {
    #[default]
    #[serde(rename = "name")]
    Name,
    #[serde(rename = "-name")]
    NameDescending,
    #[serde(rename = "industry")]
    Industry,
    #[serde(rename = "-industry")]
    IndustryDescending,
    #[serde(rename = "city")]
    City,
    #[serde(rename = "-city")]
    CityDescending,
    /// Number of employees.
    #[serde(rename = "employees")]
    Employees,
    #[serde(rename = "-employees")]
    EmployeesDescending,
}

/// Filters, sorting and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompaniesQuery {
    pub q: Option<String>,
    /// Only this company.
    pub company_id: Option<CompanyId>,
    /// Sort order; `name` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: CompanySort,
    /// Page size (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Companies in the requested order.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesResponse {
    pub companies: Vec<Company>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages; null above 1,000.
    #[schema(required = true)]
    pub total: Option<usize>,
}

/// Values of `industry` that occur, sorted; the 200 most frequent.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyFilters {
    pub industries: Vec<String>,
}

/// The new company.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddCompanyResponse {
    /// Always true.
    pub success: bool,
    pub company_id: CompanyId,
    pub company: Company,
}
