//! Request and response bodies of mentions.

use chrono::{DateTime, Utc};
use domain::{DealNoteId, ProjectId, PropertyId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::mention_store::MentionRow;

/// Notes that mention the signed-in person.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteMentions {
    /// The newest 50, newest first.
    pub mentions: Vec<NoteMention>,
    /// Of all.
    pub unread: i64,
}

/// A note that mentions the signed-in person.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteMention {
    /// A newer mention has a higher one.
    pub mention_id: i64,
    pub note_id: DealNoteId,
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    pub parcel_number: String,
    #[schema(required = true)]
    pub address: Option<String>,
    /// Of the note, its first 200 characters.
    pub text: String,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub is_read: bool,
}

impl From<MentionRow> for NoteMention {
    fn from(row: MentionRow) -> Self {
        let text = row.excerpt();
        Self {
            mention_id: row.mention_id,
            note_id: row.note_id,
            project_id: row.project_id,
            property_id: row.property_id,
            parcel_number: row.parcel_number,
            address: row.address,
            text,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            is_read: row.read_at.is_some(),
        }
    }
}

/// Up to which mention the signed-in person has read.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReadNoteMentionsRequest {
    pub mention_id: i64,
}

/// What is left.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoteMentionsRead {
    pub unread: i64,
}
