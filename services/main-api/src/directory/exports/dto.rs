//! Requests for files of contacts and companies.

use domain::{CompanyId, ContactId};
use list_file::ListFormat;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::directory::dto::{CompanyFilter, CompanySort, ContactFilter, ContactSort};

/// Which contacts: those with these ids, or all that match the filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExportContactsRequest {
    pub format: ListFormat,
    /// 50,000 at most.
    #[serde(default)]
    #[schema(max_items = 50_000)]
    pub contact_ids: Option<Vec<ContactId>>,
    /// Used without `contact_ids`; 100,000 contacts at most may match.
    #[serde(default)]
    pub filter: Option<ContactFilter>,
    /// Order of the rows; `name` when absent.
    #[serde(default)]
    #[schema(inline)]
    pub sort: Option<ContactSort>,
}

/// Which companies: those with these ids, or all that match the filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExportCompaniesRequest {
    pub format: ListFormat,
    /// 50,000 at most.
    #[serde(default)]
    #[schema(max_items = 50_000)]
    pub company_ids: Option<Vec<CompanyId>>,
    /// Used without `company_ids`; 100,000 companies at most may match.
    #[serde(default)]
    pub filter: Option<CompanyFilter>,
    /// Order of the rows; `name` when absent.
    #[serde(default)]
    #[schema(inline)]
    pub sort: Option<CompanySort>,
}
