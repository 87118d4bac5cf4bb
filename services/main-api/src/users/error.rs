//! What can go wrong with a user's data.

use http_kit::{ApiError, ErrorCode};

use crate::accounts::AccountError;

/// Said of an avatar that is too large.
pub const TOO_LARGE: &str = "Image too large (max 20MB). Choose a smaller file.";

/// A failure of a user call.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// The user does not exist, or belongs to another firm.
    #[error("no such user")]
    NotFound,
    /// Another account has this e-mail address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// Another e-mail address was sent without the password.
    #[error("the password is needed")]
    PasswordNeeded,
    /// The password is wrong.
    #[error("the password is wrong")]
    WrongPassword,
    /// The firm would be left without an admin.
    #[error("the last admin")]
    LastAdmin,
    /// The picture is larger than allowed.
    #[error("the picture is too large")]
    TooLarge,
    /// The picture is no PNG, JPEG or WebP.
    #[error("not a picture that is accepted")]
    NoPicture,
    /// The form has no part `avatar`, or is broken.
    #[error("the form has no picture")]
    NoUpload(&'static str),
    /// The storage failed.
    #[error("the storage failed")]
    Storage(#[from] std::io::Error),
    /// A session could not be ended.
    #[error("accounts failed")]
    Account(#[from] AccountError),
    /// The database failed.
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
