//! Errors of the letterhead endpoints.

use http_kit::{ApiError, ErrorCode};

#[derive(Debug, thiserror::Error)]
pub enum LetterheadError {
    /// The token's user no longer exists.
    #[error("no such user")]
    UserGone,
    /// The image does not exist or belongs to another user.
    #[error("no such image")]
    NoImage,
    /// The image exceeds the size limit.
    #[error("the image is too large")]
    TooLarge,
    /// The image is not a PNG, JPEG or WebP.
    #[error("not an accepted image")]
    NoPicture,
    /// The form has no part `image`, or is malformed.
    #[error("the form has no image")]
    NoUpload(&'static str),
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LetterheadError> for ApiError {
    fn from(error: LetterheadError) -> Self {
        match error {
            LetterheadError::UserGone => Self::new(ErrorCode::UserNotFound, "User not found."),
            LetterheadError::NoImage => {
                Self::new(ErrorCode::LetterheadPictureNotFound, "Image not found.")
            }
            LetterheadError::TooLarge => Self::new(
                ErrorCode::PictureTooLarge,
                "Image too large (max 2MB). Choose a smaller file.",
            ),
            LetterheadError::NoPicture => Self::new(
                ErrorCode::PictureNotSupported,
                "Choose a png, jpeg or webp image.",
            ),
            LetterheadError::NoUpload(sentence) => Self::invalid("image", sentence),
            LetterheadError::Database(error) => error.into(),
        }
    }
}
