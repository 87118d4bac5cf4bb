//! Companies.

use domain::CompanyId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::field;

/// A company as a form sends it. The name is required.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CompanyFields {
    /// Name.
    #[serde(default, deserialize_with = "field::null_as_default")]
    #[schema(required = true, max_length = 200)]
    pub company_name: String,
    /// Industry.
    #[serde(default)]
    pub industry: Option<String>,
    /// City of the office.
    #[serde(default)]
    pub office_city: Option<String>,
    /// State of the office.
    #[serde(default)]
    pub office_state: Option<String>,
    /// Number of employees.
    #[serde(default, deserialize_with = "field::id")]
    #[schema(value_type = Option<i32>)]
    pub number_of_employees: Option<i64>,
}

/// A company.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Company {
    /// Key.
    pub company_id: CompanyId,
    /// Name.
    pub company_name: String,
    /// Industry.
    #[schema(required = true)]
    pub industry: Option<String>,
    /// City of the office.
    #[schema(required = true)]
    pub office_city: Option<String>,
    /// State of the office.
    #[schema(required = true)]
    pub office_state: Option<String>,
    /// Number of employees.
    #[schema(required = true)]
    pub number_of_employees: Option<i32>,
}

/// Which companies to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompaniesQuery {
    /// Part of the name.
    pub q: Option<String>,
    /// Most companies to answer (1 to 200); all of them when absent.
    pub limit: Option<i64>,
}

/// Companies by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesResponse {
    /// The companies.
    pub companies: Vec<Company>,
}

/// The company that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddCompanyResponse {
    /// Always true.
    pub success: bool,
    /// Its key.
    pub company_id: CompanyId,
    /// All of it.
    pub company: Company,
}
