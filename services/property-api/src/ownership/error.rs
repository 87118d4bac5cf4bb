//! Errors of a property's contacts.

use http_kit::{ApiError, ErrorCode};

use super::directory::DirectoryError;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum OwnershipError {
    /// Also when the contact belongs to another firm.
    #[error("no such contact")]
    NoContact,
    /// The contact in the directory has no phone number of ten digits.
    #[error("the contact has no phone number of ten digits")]
    NeedsPhone,
    /// A field is too long or contains characters that cannot be stored; holds its name and the
    /// message.
    #[error("a field is not valid")]
    Field(&'static str, &'static str),
    #[error(transparent)]
    Property(#[from] PropertyError),
    /// main-api rejected the request or is unavailable.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
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
                "The contact directory is unavailable. Please try again in a moment.",
            )
            .caused_by(error),
            OwnershipError::Database(error) => error.into(),
        }
    }
}
