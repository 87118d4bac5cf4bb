//! Errors of attachments.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_RANGE, HeaderValue};
use http_kit::{ApiError, ErrorCode};

use crate::offers::approval::Unsaved;
use crate::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    /// Also when the file belongs to another firm.
    #[error("no such attachment")]
    NotFound,
    /// A field is missing or invalid; holds its name and the message.
    #[error("the field {0} is not valid")]
    Field(&'static str, String),
    /// A file, or all files together, exceed the size limit.
    #[error("the upload is too large")]
    TooLarge(&'static str),
    /// The request is not a multipart form.
    #[error("not a multipart form")]
    NotMultipart,
    /// The form is incomplete or malformed.
    #[error("the form cannot be read")]
    Unreadable(Option<String>),
    /// The requested range is outside a file of this size.
    #[error("the range lies outside the file")]
    Range(u64),
    /// The file is a letter whose price another person must approve, or is not known.
    #[error("the letter is not saved without an approval: {0:?}")]
    Approval(Unsaved),
    /// The object store failed or is full.
    #[error("the object store failed")]
    Storage(#[from] object_store::Error),
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<AttachmentError> for ApiError {
    fn from(error: AttachmentError) -> Self {
        match error {
            AttachmentError::NotFound => {
                Self::new(ErrorCode::AttachmentNotFound, "Attachment not found.")
            }
            AttachmentError::Field(name, sentence) => Self::validation().field(name, sentence),
            AttachmentError::TooLarge(sentence) => {
                Self::new(ErrorCode::AttachmentTooLarge, sentence)
            }
            AttachmentError::NotMultipart => Self::new(
                ErrorCode::AttachmentNotMultipart,
                "Please send the files as multipart/form-data.",
            ),
            AttachmentError::Unreadable(cause) => {
                let error = Self::new(
                    ErrorCode::AttachmentUnreadable,
                    "The upload could not be read. Please try again.",
                );
                match cause {
                    Some(cause) => error.caused_by(cause),
                    None => error,
                }
            }
            AttachmentError::Range(size) => {
                let error = Self::from_status(StatusCode::RANGE_NOT_SATISFIABLE);
                match HeaderValue::from_str(&format!("bytes */{size}")) {
                    Ok(value) => error.header(CONTENT_RANGE, value),
                    Err(_not_a_header) => error,
                }
            }
            AttachmentError::Approval(why) => why.problem(),
            AttachmentError::Storage(cause) => Self::new(
                ErrorCode::AttachmentStorageUnavailable,
                "The file storage is unavailable or full. Nothing was changed; please try again.",
            )
            .caused_by(cause),
            AttachmentError::Property(error) => error.into(),
            AttachmentError::Database(error) => error.into(),
        }
    }
}
