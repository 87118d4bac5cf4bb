//! What can go wrong with a message before it is queued.

use http_kit::{ApiError, ErrorCode};

use super::quota::Spent;
use crate::properties::PropertyError;

/// A failure of a mail call.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// Nobody, or too many.
    #[error("the recipients are not valid")]
    Recipients(#[source] domain::Invalid),
    /// The unsubscribed recipients.
    #[error("a recipient is on the suppression list")]
    Suppressed(Vec<String>),
    /// A file that the property does not have.
    #[error("a file is not the property's")]
    NoFile,
    /// Too many or too large files.
    #[error("the files are too many or too large")]
    Files(&'static str),
    /// Too many recipients for a day.
    #[error("the daily recipient limit is reached")]
    Spent(Spent),
    /// The property could not be found.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api could not be asked for the sender's name.
    #[error("main-api did not return the sender's name")]
    Sender(#[source] reqwest::Error),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<MessageError> for ApiError {
    fn from(error: MessageError) -> Self {
        match error {
            MessageError::Recipients(invalid) => Self::invalid("to", invalid.to_string()),
            MessageError::Suppressed(addresses) => Self::invalid(
                "to",
                format!("Unsubscribed recipients: {}.", addresses.join(", ")),
            )
            .code(ErrorCode::MailSuppressed),
            MessageError::NoFile => {
                Self::invalid("attachments", "A selected file no longer exists.")
            }
            MessageError::Files(sentence) => Self::invalid("attachments", sentence),
            MessageError::Spent(spent) => spent.problem("to"),
            MessageError::Property(error) => error.into(),
            MessageError::Sender(cause) => Self::new(
                ErrorCode::MailUnavailable,
                "Mail cannot be sent right now. Please try again in a moment.",
            )
            .caused_by(cause),
            MessageError::Database(error) => error.into(),
        }
    }
}
