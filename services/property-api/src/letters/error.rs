//! Errors of drafts and versions.

use http_kit::{ApiError, ErrorCode};
use serde_json::json;

use super::store::DraftRow;
use crate::offers::approval::Unsaved;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum LetterError {
    /// The text exceeds the size limit.
    #[error("the letter is too large")]
    TooLarge,
    /// A field is invalid; holds its name and the message.
    #[error("{1}")]
    Field(&'static str, &'static str),
    /// Another user stored the draft in the meantime; holds that draft.
    #[error("another user changed the letter")]
    Changed(Box<DraftRow>),
    /// Another person must approve the price first, or it is not known.
    #[error("the letter is not saved without an approval: {0:?}")]
    Approval(Unsaved),
    /// The version does not exist.
    #[error("there is no such version")]
    NotFound,
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LetterError> for ApiError {
    fn from(error: LetterError) -> Self {
        match error {
            LetterError::TooLarge => {
                Self::new(ErrorCode::LetterTooLarge, "The letter is larger than 1 MB.")
            }
            LetterError::Field(field, sentence) => Self::invalid(field, sentence),
            LetterError::Changed(draft) => changed(&draft),
            LetterError::Approval(why) => why.problem(),
            LetterError::NotFound => Self::new(
                ErrorCode::LetterVersionNotFound,
                "There is no such version of the letter.",
            ),
            LetterError::Property(error) => error.into(),
            LetterError::Database(error) => error.into(),
        }
    }
}

/// Contains the stored draft, so that the screen can show both texts.
fn changed(draft: &DraftRow) -> ApiError {
    let name = match draft.updated_by_name.as_str() {
        "" => "Another user",
        name => name,
    };
    ApiError::new(
        ErrorCode::LetterChanged,
        format!("{name} changed this letter."),
    )
    .with(
        "draft",
        json!({
            "html": draft.html,
            "version": draft.version,
            "updated_at": draft.updated_at,
            "updated_by": draft.updated_by,
            "updated_by_name": draft.updated_by_name,
            "kept_terms": draft.kept_terms,
        }),
    )
}
