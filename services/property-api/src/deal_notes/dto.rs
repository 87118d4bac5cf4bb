//! Request and response bodies of notes.

use chrono::{DateTime, Utc};
use domain::{DealNoteId, ProjectId, PropertyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::mention_store::Mentioned;
use super::ops::Note;

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
    /// Whom the text mentions.
    pub mentions: Vec<MentionedPerson>,
}

/// A person whom a note mentions.
#[derive(Debug, Serialize, ToSchema)]
pub struct MentionedPerson {
    pub user_id: UserId,
    /// The text has it after an `@`.
    pub name: String,
}

impl From<Mentioned> for MentionedPerson {
    fn from(Mentioned { user_id, name }: Mentioned) -> Self {
        Self { user_id, name }
    }
}

impl From<Note> for DealNote {
    fn from(Note { row, mentions }: Note) -> Self {
        Self {
            note_id: row.note_id,
            text: row.text,
            created_by: row.created_by,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            edited_at: row.edited_at,
            version: row.version,
            mentions: mentions.into_iter().map(MentionedPerson::from).collect(),
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
    /// Active people of the firm, whose name the text has after an `@`; at most 50.
    #[serde(default)]
    pub mentions: Vec<UserId>,
}

/// A new text of a note.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateDealNoteRequest {
    /// 1 to 5,000 characters.
    pub text: String,
    /// As in a new note; those whom the note mentions already may have left.
    #[serde(default)]
    pub mentions: Vec<UserId>,
    /// The version that the caller knows.
    pub version: i64,
}
