//! Errors of users.

use http_kit::{ApiError, ErrorCode};

use crate::accounts::AccountError;

/// Message for an avatar above the size limit.
pub const TOO_LARGE: &str = "Image too large (max 20MB). Choose a smaller file.";

#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// Also when the user belongs to another firm.
    #[error("no such user")]
    NotFound,
    /// Another account has this e-mail address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// The e-mail address changes, but the password was not sent.
    #[error("the password is needed")]
    PasswordNeeded,
    #[error("the password is wrong")]
    WrongPassword,
    /// The change would leave the firm without an admin.
    #[error("the last admin")]
    LastAdmin,
    /// The image exceeds the size limit.
    #[error("the image is too large")]
    TooLarge,
    /// The image is not a PNG, JPEG or WebP.
    #[error("not an accepted image")]
    NoPicture,
    /// The form has no part `avatar`, or is malformed.
    #[error("the form has no image")]
    NoUpload(&'static str),
    #[error("the storage failed")]
    Storage(#[from] std::io::Error),
    /// A session could not be ended.
    #[error("accounts failed")]
    Account(#[from] AccountError),
    #[error("the database failed")]
    Database(#[source] diesel::result::Error),
}

impl From<diesel::result::Error> for UserError {
    fn from(error: diesel::result::Error) -> Self {
        match db::violation(&error) {
            Some(violation) if violation.name == "users_email_unique" => Self::EmailTaken,
            _ => Self::Database(error),
        }
    }
}

impl From<UserError> for ApiError {
    fn from(error: UserError) -> Self {
        match error {
            UserError::NotFound => Self::new(ErrorCode::UserNotFound, "User not found."),
            UserError::EmailTaken => Self::new(
                ErrorCode::EmailTaken,
                "This email address is already in use.",
            ),
            UserError::PasswordNeeded => Self::invalid(
                "current_password",
                "Enter your password to change your email address.",
            )
            .code(ErrorCode::CurrentPasswordNeeded),
            UserError::WrongPassword => {
                Self::invalid("current_password", "Current password is incorrect.")
                    .code(ErrorCode::CurrentPasswordWrong)
            }
            UserError::LastAdmin => Self::new(
                ErrorCode::LastAdmin,
                "The firm needs at least one active admin.",
            ),
            UserError::TooLarge => Self::new(ErrorCode::PictureTooLarge, TOO_LARGE),
            UserError::NoPicture => Self::new(
                ErrorCode::PictureNotSupported,
                "Choose a png, jpeg or webp image.",
            ),
            UserError::NoUpload(sentence) => Self::invalid("avatar", sentence),
            UserError::Storage(error) => Self::internal(error),
            UserError::Account(error) => error.into(),
            UserError::Database(error) => error.into(),
        }
    }
}
