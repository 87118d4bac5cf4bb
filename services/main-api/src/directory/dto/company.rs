//! Companies.

use chrono::{DateTime, Utc};
use domain::{CompanyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::assignee::Assignee;
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
    /// Comma-separated words.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub tags: Option<String>,
}

/// Changes of a company: an absent field stays unchanged; null or empty clears it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateCompanyRequest {
    pub company_id: CompanyId,
    /// The version that was changed; without it the last change wins.
    #[serde(default)]
    pub version: Option<i64>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub company_name: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub industry: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub office_city: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub office_state: Option<Option<String>>,
    #[serde(default, deserialize_with = "field::given_id")]
    #[schema(value_type = Option<i32>)]
    pub number_of_employees: Option<Option<i64>>,
    /// Comma-separated words.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub tags: Option<Option<String>>,
}

impl UpdateCompanyRequest {
    /// Applies the changes to the current fields.
    pub fn apply(self, fields: &mut CompanyFields) {
        if let Some(company_name) = self.company_name {
            fields.company_name = company_name.unwrap_or_default();
        }
        if let Some(industry) = self.industry {
            fields.industry = industry;
        }
        if let Some(office_city) = self.office_city {
            fields.office_city = office_city;
        }
        if let Some(office_state) = self.office_state {
            fields.office_state = office_state;
        }
        if let Some(number_of_employees) = self.number_of_employees {
            fields.number_of_employees = number_of_employees;
        }
        if let Some(tags) = self.tags {
            fields.tags = tags;
        }
    }
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
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
    /// Who is responsible.
    #[schema(required = true)]
    pub assigned_to: Option<UserId>,
    #[schema(required = true)]
    pub assigned_to_name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Number of contacts with this company's name; only in the list.
    #[schema(required = true)]
    pub contacts: Option<i64>,
    /// Incremented by each change.
    pub version: i64,
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
    /// Only companies with this tag.
    pub tag: Option<String>,
    /// Only companies that this person is responsible for: a user's id, or `none`.
    pub assigned_to: Option<Assignee>,
    /// Sort order; `name` when absent.
    #[serde(default)]
    #[param(inline)]
    pub sort: CompanySort,
    /// Page size (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Which companies of the directory; those that match all of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyFilter {
    /// Contained in the name, as `q` of the list.
    #[serde(default)]
    pub q: Option<String>,
    /// Of one of these industries, if there are any.
    #[serde(default)]
    pub industries: Vec<String>,
    /// With this tag.
    #[serde(default)]
    pub tag: Option<String>,
    /// That this person is responsible for: a user's id, or `none`.
    #[serde(default)]
    pub assigned_to: Option<Assignee>,
}

/// Companies in the requested order.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesResponse {
    pub companies: Vec<Company>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages.
    #[schema(required = true)]
    pub total: Option<usize>,
    /// Figures of all pages; on the first page only.
    #[schema(required = true)]
    pub totals: Option<CompanyTotals>,
}

/// Figures of companies.
#[derive(Debug, Clone, Copy, Serialize, ToSchema, diesel::Queryable)]
pub struct CompanyTotals {
    pub count: i64,
    /// Sum of those that are known; null if none is.
    #[schema(required = true)]
    pub employees: Option<i64>,
    pub without_employees: i64,
}

/// Values that occur, sorted; the 200 most frequent of each.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyFilters {
    pub industries: Vec<String>,
    /// In lower case.
    pub tags: Vec<String>,
}

/// The changed company.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateCompanyResponse {
    /// Always true.
    pub success: bool,
    pub company: Company,
}

/// The new company.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddCompanyResponse {
    /// Always true.
    pub success: bool,
    pub company_id: CompanyId,
    pub company: Company,
}
