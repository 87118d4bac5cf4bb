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
    /// These asked not to be written to.
    #[error("a recipient asked not to be written to")]
    Suppressed(Vec<String>),
    /// A file that the property does not have.
    #[error("a file is not the property's")]
    NoFile,
    /// Too many or too large files.
    #[error("the files are too many or too large")]
    Files(&'static str),
    /// Too many recipients for a day.
    #[error("the recipients of this day are spent")]
    Spent(Spent),
    /// The property could not be found.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api could not be asked for the sender's name.
    #[error("main-api did not name the sender")]
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
                format!("{} asked not to be written to.", addresses.join(", ")),
            )
            .code(ErrorCode::MailSuppressed),
            MessageError::NoFile => {
                Self::invalid("attachments", "A chosen file is not there any more.")
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
