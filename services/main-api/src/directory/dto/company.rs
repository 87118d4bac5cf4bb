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

/// Filters and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompaniesQuery {
    pub q: Option<String>,
    /// Most companies returned (1 to 200); all of them when absent.
    pub limit: Option<i64>,
}

/// Companies by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesResponse {
    pub companies: Vec<Company>,
}

/// The new company.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddCompanyResponse {
    /// Always true.
    pub success: bool,
    pub company_id: CompanyId,
    pub company: Company,
}
