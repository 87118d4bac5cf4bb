//! Errors of links and of signing.

use http_kit::{ApiError, ErrorCode};
use serde_json::json;

use crate::letter_register::RegisterError;
use crate::mail::quota::Spent;

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// Unknown and malformed tokens alike; for the firm, no such link of the letter.
    #[error("there is no such link")]
    NotFound,
    /// Reason for programs, and the sentence.
    #[error("the link is closed: {0}")]
    Closed(&'static str, &'static str),
    #[error("the letter or the link does not allow this: {0}")]
    Refused(&'static str),
    #[error("there is no key to seal letters")]
    NotSetUp,
    /// Too many changes in a minute.
    #[error("too many requests by this link")]
    TooMany,
    /// A field is invalid; holds its name and the message.
    #[error("{1}")]
    Field(&'static str, String),
    #[error("the daily recipient limit is reached")]
    Spent(Spent),
    #[error(transparent)]
    Register(#[from] RegisterError),
    /// The file of the letter cannot be read.
    #[error("the file cannot be read")]
    File(#[from] object_store::Error),
    /// main-api did not return the sender's name.
    #[error("main-api did not return the sender's name")]
    Sender(#[source] reqwest::Error),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::NotFound => Self::new(
                ErrorCode::LetterLinkNotFound,
                "There is no letter at this link.",
            ),
            LinkError::Closed(why, sentence) => {
                Self::new(ErrorCode::LetterLinkClosed, sentence).with("why", json!(why))
            }
            LinkError::Refused(sentence) => Self::new(ErrorCode::LetterLinkRefused, sentence),
            LinkError::NotSetUp => Self::new(
                ErrorCode::SigningNotSetUp,
                "Signing is not set up on this installation.",
            ),
            LinkError::TooMany => Self::new(
                ErrorCode::TooManyRequests,
                "There are too many requests by this link. Please try again in a minute.",
            )
            .retry_after(60),
            LinkError::Field(field, sentence) => Self::invalid(field, sentence),
            LinkError::Spent(spent) => spent.problem("email"),
            LinkError::Register(error) => error.into(),
            LinkError::File(cause) => Self::new(
                ErrorCode::Unavailable,
                "The letter's file cannot be read right now. Please try again in a moment.",
            )
            .caused_by(cause),
            LinkError::Sender(cause) => Self::new(
                ErrorCode::MailUnavailable,
                "Mail cannot be sent right now. Please try again in a moment.",
            )
            .caused_by(cause),
            LinkError::Database(error) => error.into(),
        }
    }
}
