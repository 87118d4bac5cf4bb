//! Request and response bodies of changes of many companies.

use domain::{CompanyCommandId, CompanyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::directory::dto::CompanyFilter;

/// What to change of which companies: those with these ids, or all that match the filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeCompaniesRequest {
    /// 50,000 at most.
    #[serde(default)]
    #[schema(max_items = 50_000)]
    pub company_ids: Option<Vec<CompanyId>>,
    /// Used without `company_ids`; 50,000 companies at most may match.
    #[serde(default)]
    pub filter: Option<CompanyFilter>,
    /// Number of companies that the user saw with the filter. If it is not the current one nothing is
    /// changed, and the 409 has `count` to confirm.
    #[serde(default)]
    pub seen: Option<usize>,
    pub change: CompaniesChange,
}

/// A change of many companies.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CompaniesChange {
    /// Adds tags to those that the companies have: 20 at most for each company.
    AddTags {
        /// 40 characters at most each, without commas.
        #[schema(min_items = 1, max_items = 20)]
        tags: Vec<String>,
    },
    /// Removes tags, in upper or lower case.
    RemoveTags {
        #[schema(min_items = 1, max_items = 20)]
        tags: Vec<String>,
    },
    /// Sets the industry.
    SetIndustry {
        /// None when null.
        #[serde(default)]
        #[schema(max_length = 120)]
        industry: Option<String>,
    },
    /// Sets who is responsible.
    Assign {
        /// A person of the firm; nobody when null.
        #[serde(default)]
        user_id: Option<UserId>,
    },
    /// Removes the companies from the directory. Contacts keep the company's name.
    Remove,
}

/// What was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesChanged {
    /// For undoing it; null if nothing was changed.
    #[schema(required = true)]
    pub command_id: Option<CompanyCommandId>,
    /// Companies that were changed or removed.
    pub changed: usize,
    /// Companies that were as wanted before.
    pub unchanged: usize,
    /// Ids without a company.
    pub not_found: usize,
}

/// Which change to undo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoChangeCompaniesRequest {
    pub command_id: CompanyCommandId,
}

/// What was undone.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompaniesRestored {
    /// Companies that are as before.
    pub restored: usize,
    /// Companies that were left as they are.
    pub left: Vec<CompanyLeft>,
}

/// A company that an undo left as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyLeft {
    pub company_id: CompanyId,
    /// Why, for the user.
    pub sentence: String,
}
