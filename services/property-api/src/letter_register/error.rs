//! Errors of numbered letters.

use chrono::{DateTime, Utc};
use http_kit::{ApiError, ErrorCode};

use crate::mail::quota::Spent;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    /// Also when the letter belongs to another firm.
    #[error("there is no such letter")]
    NotFound,
    /// Also when the job belongs to another firm.
    #[error("there are no such letters made together")]
    NoJob,
    /// Also when the approval or withdrawal belongs to another firm.
    #[error("there is no such command")]
    NoCommand,
    /// A field is invalid; holds its name and the message.
    #[error("{1}")]
    Field(&'static str, String),
    /// Somebody changed the letter meanwhile.
    #[error("the letter was changed")]
    Changed {
        version: i64,
        /// Of the last change, if a person made it.
        name: Option<String>,
        at: DateTime<Utc>,
    },
    /// The state cannot follow, for these reasons.
    #[error("the letter cannot get this state")]
    Refused(Vec<String>),
    /// The settings are at this version.
    #[error("the settings were changed")]
    SettingsChanged(i64, String, DateTime<Utc>),
    /// The idempotency key belongs to another request.
    #[error("the key belongs to another request")]
    KeyReused,
    /// The daily limit of recipients is reached.
    #[error("the daily recipient limit is reached")]
    Spent(Spent),
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api did not return the sender's name.
    #[error("main-api did not return the sender's name")]
    Sender(#[source] reqwest::Error),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<RegisterError> for ApiError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::NotFound => {
                Self::new(ErrorCode::LetterNotFound, "There is no such letter.")
            }
            RegisterError::NoJob => Self::new(
                ErrorCode::LetterJobNotFound,
                "There are no such letters made together.",
            ),
            RegisterError::NoCommand => Self::new(
                ErrorCode::LetterCommandNotFound,
                "This can no longer be undone.",
            ),
            RegisterError::Field(field, sentence) => Self::invalid(field, sentence),
            RegisterError::Changed { version, name, at } => {
                let name = name.unwrap_or_else(|| "The system".to_owned());
                Self::new(ErrorCode::LetterStateChanged, changed(&name, at, "letter"))
                    .with("version", version)
                    .with("changed_by_name", name)
                    .with("changed_at", at.to_rfc3339())
            }
            RegisterError::Refused(refusals) => {
                Self::new(ErrorCode::LetterStateRefused, refusals.join(" "))
                    .with("refusals", refusals)
            }
            RegisterError::SettingsChanged(version, name, at) => Self::new(
                ErrorCode::LetterSettingsChanged,
                changed(&name, at, "settings"),
            )
            .with("version", version)
            .with("changed_by_name", name)
            .with("changed_at", at.to_rfc3339()),
            RegisterError::KeyReused => Self::invalid(
                "request_key",
                "This key belongs to another request. Use a new one.",
            )
            .code(ErrorCode::RequestKeyReused),
            RegisterError::Spent(spent) => spent.problem("letters"),
            RegisterError::Property(error) => error.into(),
            RegisterError::Sender(cause) => Self::new(
                ErrorCode::MailUnavailable,
                "Mail cannot be sent right now. Please try again in a moment.",
            )
            .caused_by(cause),
            RegisterError::Database(error) => error.into(),
        }
    }
}

fn changed(name: &str, at: DateTime<Utc>, what: &str) -> String {
    let at = at.format("%B %-d, %H:%M UTC");
    format!("{name} changed the {what} on {at}.")
}
