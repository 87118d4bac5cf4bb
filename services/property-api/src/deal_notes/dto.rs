//! Request and response bodies of notes.

use chrono::{DateTime, Utc};
use domain::{DealNoteId, ProjectId, PropertyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::NoteRow;

/// Notes about a deal.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealNotes {
    /// The newest 500, newest first.
    pub notes: Vec<DealNote>,
}

/// A note about a deal.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealNote {
    pub note_id: DealNoteId,
    pub text: String,
    pub created_by: UserId,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    /// Null if it was never edited.
    #[schema(required = true)]
    pub edited_at: Option<DateTime<Utc>>,
    pub version: i64,
}

impl From<NoteRow> for DealNote {
    fn from(row: NoteRow) -> Self {
        Self {
            note_id: row.note_id,
            text: row.text,
            created_by: row.created_by,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            edited_at: row.edited_at,
            version: row.version,
        }
    }
}

/// A new note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddDealNoteRequest {
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    /// 1 to 5,000 characters.
    pub text: String,
}

/// A new text of a note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateDealNoteRequest {
    /// 1 to 5,000 characters.
    pub text: String,
    /// The version that the caller knows.
    pub version: i64,
}
