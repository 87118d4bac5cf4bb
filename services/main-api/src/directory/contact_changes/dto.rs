//! Request and response bodies of changes of many contacts.

use domain::{ContactCommandId, ContactId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::directory::dto::ContactFilter;

/// What to change of which contacts: those with these ids, or all that match the filter.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeContactsRequest {
    /// 50,000 at most.
    #[serde(default)]
    #[schema(max_items = 50_000)]
    pub contact_ids: Option<Vec<ContactId>>,
    /// Used without `contact_ids`; 50,000 contacts at most may match.
    #[serde(default)]
    pub filter: Option<ContactFilter>,
    /// Number of contacts that the user saw with the filter. If it is not the current one nothing is
    /// changed, and the 409 has `count` to confirm.
    #[serde(default)]
    pub seen: Option<usize>,
    pub change: ContactsChange,
}

/// A change of many contacts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ContactsChange {
    /// Adds tags to those that the contacts have: 20 at most for each contact.
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
    /// Sets who is responsible.
    Assign {
        /// A person of the firm; nobody when null.
        #[serde(default)]
        user_id: Option<UserId>,
    },
    /// Sets the company.
    SetCompany {
        /// None when null.
        #[serde(default)]
        #[schema(max_length = 200)]
        company_name: Option<String>,
    },
    /// Removes the contacts from the directory.
    Remove,
}

/// What was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsChanged {
    /// For undoing it; null if nothing was changed.
    #[schema(required = true)]
    pub command_id: Option<ContactCommandId>,
    /// Contacts that were changed or removed.
    pub changed: usize,
    /// Contacts that were as wanted before.
    pub unchanged: usize,
    /// Ids without a contact.
    pub not_found: usize,
}

/// Which change to undo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoChangeContactsRequest {
    pub command_id: ContactCommandId,
}

/// What was undone.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactsRestored {
    /// Contacts that are as before.
    pub restored: usize,
    /// Contacts that were left as they are.
    pub left: Vec<ContactLeft>,
}

/// A contact that an undo left as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContactLeft {
    pub contact_id: ContactId,
    /// Why, for the user.
    pub sentence: String,
}
