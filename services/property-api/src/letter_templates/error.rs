//! Errors of templates.

use chrono::{DateTime, Utc};
use http_kit::{ApiError, ErrorCode};
use letter_of_intent::Finding;

use crate::properties::PropertyError;

const TAKEN: &str = "There is a template of this name already.";

#[derive(Debug, thiserror::Error)]
pub enum TemplatesError {
    /// Also when the template belongs to another firm.
    #[error("there is no such template")]
    NotFound,
    /// Fields and messages.
    #[error("fields are invalid")]
    Fields(Vec<(String, String)>),
    /// Somebody changed it meanwhile.
    #[error("the template was changed")]
    Changed {
        version: i64,
        name: String,
        at: DateTime<Utc>,
    },
    /// What prevents publishing.
    #[error("the template cannot be published")]
    Blocked(Vec<Finding>),
    /// Why its state does not allow this.
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
    /// A stored template cannot be read, which was checked when it was stored.
    #[error("a stored template cannot be read")]
    Stored(#[from] letter_of_intent::TemplateError),
}

impl TemplatesError {
    pub fn field(field: &str, sentence: impl Into<String>) -> Self {
        Self::Fields(vec![(field.to_owned(), sentence.into())])
    }

    pub fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }
}

impl From<TemplatesError> for ApiError {
    fn from(error: TemplatesError) -> Self {
        match error {
            TemplatesError::NotFound => Self::new(
                ErrorCode::LetterTemplateNotFound,
                "There is no such template.",
            ),
            TemplatesError::Fields(fields) => fields
                .into_iter()
                .fold(Self::validation(), |problem, (field, sentence)| {
                    problem.field(field, sentence)
                }),
            TemplatesError::Changed { version, name, at } => {
                let when = at.format("%B %-d, %H:%M UTC");
                let sentence = format!("{name} changed this on {when}.");
                Self::new(ErrorCode::LetterTemplateChanged, sentence)
                    .with("version", version)
                    .with("changed_by_name", name)
                    .with("changed_at", at.to_rfc3339())
            }
            TemplatesError::Blocked(findings) => {
                let sentences: Vec<&str> = findings
                    .iter()
                    .map(|finding| finding.sentence.as_str())
                    .collect();
                Self::new(ErrorCode::LetterTemplateBlocked, sentences.join(" "))
                    .field("html", sentences.join(" "))
                    .with("findings", serde_json::json!(findings))
            }
            TemplatesError::Refused(sentence) => {
                Self::new(ErrorCode::LetterTemplateRefused, sentence)
            }
            TemplatesError::Property(error) => error.into(),
            TemplatesError::Stored(cause) => Self::internal(cause),
            TemplatesError::Database(error) => {
                let is_taken = db::violation(&error)
                    .is_some_and(|violation| violation.name == "letter_templates_name_unique");
                if is_taken {
                    Self::invalid("name", TAKEN)
                } else {
                    error.into()
                }
            }
        }
    }
}
