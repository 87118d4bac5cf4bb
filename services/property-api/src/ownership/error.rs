//! What can go wrong with a property's contacts.

use http_kit::{ApiError, ErrorCode};

use super::directory::DirectoryError;
use crate::properties::PropertyError;

/// A failure of a contact call.
#[derive(Debug, thiserror::Error)]
pub enum OwnershipError {
    /// No such contact, or another firm's.
    #[error("no such contact")]
    NoContact,
    /// The directory's contact has no phone number of ten digits.
    #[error("the contact has no phone number of ten digits")]
    NeedsPhone,
    /// A field is too long or holds what cannot be stored.
    #[error("a field is not valid")]
    Field(&'static str, &'static str),
    /// The property could not be found.
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api refused or is away.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<OwnershipError> for ApiError {
    fn from(error: OwnershipError) -> Self {
        match error {
            OwnershipError::NoContact => {
                Self::new(ErrorCode::ContactNotFound, "Contact not found.")
            }
            OwnershipError::NeedsPhone => Self::invalid(
                "phone_number",
                "Selected contact does not have a valid 10-digit phone number.",
            )
            .code(ErrorCode::ContactPhoneMissing),
            OwnershipError::Field(name, sentence) => Self::validation().field(name, sentence),
            OwnershipError::Property(error) => error.into(),
            OwnershipError::Directory(DirectoryError::Refused(refusal)) => {
                let error = match refusal.code {
                    Some(code) => Self::new(code, refusal.sentence),
                    None => Self::from_status(refusal.status).sentence(refusal.sentence),
                };
                refusal
                    .fields
                    .into_iter()
                    .fold(error, |error, (name, sentence)| error.field(name, sentence))
            }
            OwnershipError::Directory(error) => Self::new(
                ErrorCode::DirectoryUnavailable,
                "The contact directory is not answering. Please try again in a moment.",
            )
            .caused_by(error),
            OwnershipError::Database(error) => error.into(),
        }
    }
}
