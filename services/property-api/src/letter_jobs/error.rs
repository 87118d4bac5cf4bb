//! Errors of letters that are made together.

use domain::PropertyId;
use http_kit::{ApiError, ErrorCode};
use serde_json::json;
use typeset::TypesetError;

use super::dto::SkippedProperty;
use crate::letter_register::RegisterError;
use crate::letter_templates::TemplatesError;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum LetterJobError {
    /// Invalid fields by path, with their messages.
    #[error("fields are invalid")]
    Fields(Vec<(String, String)>),
    /// The project does not have these properties.
    #[error("there are no such properties in the project")]
    NoProperties(Vec<PropertyId>),
    /// Letters cannot be made for these properties.
    #[error("letters lack something")]
    Blocked(Vec<SkippedProperty>),
    /// Also when the job belongs to another firm.
    #[error("there are no such letters made together")]
    NotFound,
    /// The job does not have this letter.
    #[error("there is no such letter in the job")]
    NoLetter,
    /// PDFs are still being made.
    #[error("the letters are not made yet")]
    Unfinished,
    #[error("the letters were taken back")]
    Undone,
    /// The letters cannot be taken back, for this reason.
    #[error("the letters cannot be taken back")]
    Kept(String),
    /// The idempotency key belongs to another request.
    #[error("the key belongs to another request")]
    KeyReused,
    #[error("the print file cannot be made")]
    Print(#[from] TypesetError),
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error(transparent)]
    Template(#[from] TemplatesError),
    /// main-api did not return the letterhead.
    #[error("main-api did not return the letterhead")]
    Letterhead(#[source] reqwest::Error),
    /// A task of this service was aborted.
    #[error("a task was aborted")]
    Task(#[from] tokio::task::JoinError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LetterJobError> for ApiError {
    fn from(error: LetterJobError) -> Self {
        match error {
            LetterJobError::Fields(fields) => {
                let fields = fields.into_iter();
                fields.fold(Self::validation(), |problem, (field, sentence)| {
                    problem.field(field, sentence)
                })
            }
            LetterJobError::NoProperties(ids) => {
                let sentence = "A property is not in the project.";
                Self::new(ErrorCode::PropertyNotFound, sentence)
                    .field("property_ids", sentence)
                    .with("property_ids", json!(ids))
            }
            LetterJobError::Blocked(skipped) => {
                let sentence = match skipped.len() {
                    1 => "A letter cannot be made.".to_owned(),
                    count => format!("{count} letters cannot be made."),
                };
                Self::new(ErrorCode::LetterJobBlocked, sentence).with("skipped", json!(skipped))
            }
            LetterJobError::NotFound => RegisterError::NoJob.into(),
            LetterJobError::NoLetter => RegisterError::NotFound.into(),
            LetterJobError::Unfinished => Self::new(
                ErrorCode::LetterJobUnfinished,
                "The letters are still being made.",
            ),
            LetterJobError::Undone => {
                Self::new(ErrorCode::LetterJobUndone, "The letters were taken back.")
            }
            LetterJobError::Kept(sentence) => Self::new(ErrorCode::LetterJobUndoRefused, sentence),
            LetterJobError::KeyReused => RegisterError::KeyReused.into(),
            LetterJobError::Print(cause) => Self::new(
                ErrorCode::LetterPrintUnavailable,
                "The print file cannot be made right now. Please try again in a moment.",
            )
            .caused_by(cause),
            LetterJobError::Property(error) => error.into(),
            LetterJobError::Template(error) => error.into(),
            LetterJobError::Letterhead(cause) => Self::new(
                ErrorCode::Unavailable,
                "The letterhead cannot be read right now. Please try again in a moment.",
            )
            .caused_by(cause),
            LetterJobError::Task(cause) => Self::internal(cause),
            LetterJobError::Database(error) => error.into(),
        }
    }
}
