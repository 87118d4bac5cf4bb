//! What can go wrong with sign-in and passwords, and how a client hears of it.
//!
//! One table from failure to status, so that no handler decides on its own. Unknown and wrong look
//! the same.

use http_kit::{ApiError, ErrorCode};

use super::passwords::PasswordError;

/// A failure of an account call.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No such account, wrong password, or a deactivated one: never told apart.
    #[error("e-mail address or password is wrong")]
    WrongCredentials,
    /// Too many attempts; come back after so many seconds.
    #[error("too many attempts")]
    TooManyAttempts(u64),
    /// The session is over, or the refresh token is not (or no longer) valid.
    #[error("the session is not valid")]
    SessionOver,
    /// The reset link is unknown, used or too old.
    #[error("the reset link is not valid")]
    ResetLink,
    /// The link that confirms an e-mail address is unknown, used or too old.
    #[error("the confirmation link is not valid")]
    ConfirmLink,
    /// Another account has the e-mail address that is to be confirmed.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// The new password breaks a rule; the sentence says which.
    #[error("the new password is not acceptable")]
    NewPassword(String),
    /// The current password is wrong.
    #[error("the current password is wrong")]
    CurrentPassword,
    /// Another user's id.
    #[error("not the signed-in user")]
    NotYours,
    /// Hashing failed.
    #[error("password hashing failed")]
    Hashing(#[from] PasswordError),
    /// The token could not be signed.
    #[error("the access token could not be signed")]
    Signing(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::WrongCredentials => {
                ApiError::new(ErrorCode::WrongCredentials, "Invalid email or password.")
                    .with("login_result", "Login Failed")
            }
            AccountError::TooManyAttempts(seconds) => ApiError::new(
                ErrorCode::TooManyAttempts,
                "Too many attempts. Please try again later.",
            )
            .retry_after(seconds),
            AccountError::SessionOver => ApiError::new(
                ErrorCode::SessionEnded,
                "Your session has ended. Please log in again.",
            ),
            AccountError::ResetLink => ApiError::invalid(
                "token",
                "This reset link is no longer valid. Please request a new one.",
            )
            .code(ErrorCode::ResetLinkInvalid),
            AccountError::ConfirmLink => ApiError::invalid(
                "token",
                "This link is no longer valid. Please change the address in your profile again.",
            )
            .code(ErrorCode::ConfirmLinkInvalid),
            AccountError::EmailTaken => ApiError::new(
                ErrorCode::EmailTaken,
                "This email address is already in use.",
            ),
            AccountError::NewPassword(sentence) => {
                ApiError::invalid("newPassword", sentence).code(ErrorCode::PasswordRefused)
            }
            AccountError::CurrentPassword => {
                ApiError::invalid("currentPassword", "Current password is incorrect.")
                    .code(ErrorCode::CurrentPasswordWrong)
            }
            AccountError::NotYours => ApiError::new(ErrorCode::UserNotFound, "User not found."),
            AccountError::Database(error) => error.into(),
            error @ (AccountError::Hashing(_) | AccountError::Signing(_)) => {
                ApiError::internal(error)
            }
        }
    }
}
