//! Whose records a list shows.

use domain::{Invalid, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const NOBODY: &str = "none";

/// The person who is responsible: a user's id, or `none`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, example = "none")]
pub struct Assignee(String);

impl Assignee {
    /// Nobody when none.
    pub fn person(&self) -> Option<UserId> {
        self.0.parse().ok()
    }
}

impl TryFrom<String> for Assignee {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        if text == NOBODY || text.parse::<UserId>().is_ok() {
            Ok(Self(text))
        } else {
            Err(Invalid::new("Use a user's id, or none."))
        }
    }
}
