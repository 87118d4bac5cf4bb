//! The rules of changes of many contacts. No I/O.

use domain::tags::{TagChange, TooManyTags};

use crate::directory::DirectoryError;
use crate::directory::domain::blank_as_none;

/// Most contacts of one change. The request with so many ids is within the body limit of 2 MiB.
pub const MAX_CONTACTS: usize = 50_000;
const MAX_COMPANY: usize = 200;

/// The fields that a change sets.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, diesel::Queryable)]
pub struct Fields {
    pub tags: Option<String>,
    pub assigned_to: Option<String>,
    pub company_name: Option<String>,
}

/// A change of fields that passed validation; the person is one of the firm.
#[derive(Debug)]
pub enum Edit {
    Tags(TagChange),
    Assign(Option<String>),
    SetCompany(Option<String>),
}

impl Edit {
    /// The fields after the change.
    pub fn apply(&self, before: &Fields) -> Result<Fields, TooManyTags> {
        let mut after = before.clone();
        match self {
            Self::Tags(change) => after.tags = change.apply(before.tags.as_deref())?,
            Self::Assign(name) => after.assigned_to.clone_from(name),
            Self::SetCompany(name) => after.company_name.clone_from(name),
        }
        Ok(after)
    }

    /// What was done to `count` contacts, for the activity list.
    pub fn sentence(&self, count: usize) -> String {
        let (of, were, have) = if count == 1 {
            ("contact", "was", "has")
        } else {
            ("contacts", "were", "have")
        };
        match self {
            Self::Tags(change) => change.sentence(count, of),
            Self::Assign(Some(name)) => format!("{count} {of} {were} assigned to {name}."),
            Self::Assign(None) => format!("{count} {of} {were} assigned to nobody."),
            Self::SetCompany(Some(name)) => format!("{count} {of} got the company {name}."),
            Self::SetCompany(None) => format!("{count} {of} {have} no company any more."),
        }
    }
}

/// The company's name of a change, or none.
pub fn company(name: Option<String>) -> Result<Option<String>, DirectoryError> {
    let name = blank_as_none(name);
    match name {
        Some(name) if name.chars().count() > MAX_COMPANY => Err(DirectoryError::Field(
            "change.company_name",
            format!("Use at most {MAX_COMPANY} characters."),
        )),
        name => Ok(name),
    }
}
