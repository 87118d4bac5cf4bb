//! Errors of notes.

use http_kit::{ApiError, ErrorCode};

use crate::deals::DealError;

#[derive(Debug, thiserror::Error)]
pub enum NoteError {
    /// Also when the note belongs to another firm.
    #[error("no such note")]
    NotFound,
    #[error("neither the author nor an admin")]
    OfAnother,
    /// Holds the current version.
    #[error("the note was changed meanwhile")]
    Changed(i64),
    #[error("the text is not valid")]
    Text(&'static str),
    #[error("the mentioned people are not valid")]
    Mentions(&'static str),
    #[error("main-api did not list the firm's people")]
    People(#[source] reqwest::Error),
    #[error(transparent)]
    Deal(#[from] DealError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<NoteError> for ApiError {
    fn from(error: NoteError) -> Self {
        match error {
            NoteError::NotFound => Self::new(ErrorCode::DealNoteNotFound, "Note not found."),
            NoteError::OfAnother => Self::new(
                ErrorCode::DealNoteOfAnother,
                "Only its author or an admin can change this note.",
            ),
            NoteError::Changed(version) => Self::new(
                ErrorCode::DealRecordChanged,
                "This note was changed meanwhile. Please reload it.",
            )
            .with("version", version),
            NoteError::Text(sentence) => Self::invalid("text", sentence),
            NoteError::Mentions(sentence) => Self::invalid("mentions", sentence),
            NoteError::People(error) => DealError::People(error).into(),
            NoteError::Deal(error) => error.into(),
            NoteError::Database(error) => error.into(),
        }
    }
}
