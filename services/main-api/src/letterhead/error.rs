//! What can go wrong with a letterhead.

use http_kit::{ApiError, ErrorCode};

/// A failure of a letterhead call.
#[derive(Debug, thiserror::Error)]
pub enum LetterheadError {
    /// The user of the token does not exist any more.
    #[error("no such user")]
    UserGone,
    /// The picture does not exist, or somebody else's it is.
    #[error("no such picture")]
    NoImage,
    /// The picture is larger than allowed.
    #[error("the picture is too large")]
    TooLarge,
    /// The picture is no PNG, JPEG or WebP.
    #[error("not a picture that is accepted")]
    NoPicture,
    /// The form has no part `image`, or is broken.
    #[error("the form has no picture")]
    NoUpload(&'static str),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<LetterheadError> for ApiError {
    fn from(error: LetterheadError) -> Self {
        match error {
            LetterheadError::UserGone => Self::new(ErrorCode::UserNotFound, "User not found."),
            LetterheadError::NoImage => Self::new(
                ErrorCode::LetterheadPictureNotFound,
                "There is no such picture.",
            ),
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
