//! Errors of personal access tokens.

use http_kit::{ApiError, ErrorCode};

use super::domain::MAX_ACTIVE;

#[derive(Debug, thiserror::Error)]
pub enum PersonalAccessTokenError {
    /// Also when it belongs to a colleague (unless an admin asks) or to another firm.
    #[error("no such token")]
    NotFound,
    /// An active token of the user has this name.
    #[error("the name is taken")]
    NameTaken,
    #[error("too many active tokens")]
    LimitReached,
    /// The user was deactivated meanwhile.
    #[error("the user is not active")]
    UserInactive,
    #[error("the database failed")]
    Database(#[from] diesel::result::Error),
}

impl From<PersonalAccessTokenError> for ApiError {
    fn from(error: PersonalAccessTokenError) -> Self {
        match error {
            PersonalAccessTokenError::NotFound => Self::new(
                ErrorCode::PersonalAccessTokenNotFound,
                "Access token not found.",
            ),
            PersonalAccessTokenError::NameTaken => Self::new(
                ErrorCode::PersonalAccessTokenNameTaken,
                "You already have an active access token with this name.",
            ),
            PersonalAccessTokenError::LimitReached => Self::new(
                ErrorCode::PersonalAccessTokenLimitReached,
                format!(
                    "You already have {MAX_ACTIVE} active access tokens. Revoke one that you no longer need."
                ),
            ),
            PersonalAccessTokenError::UserInactive => Self::new(
                ErrorCode::SessionEnded,
                "Your session has ended. Please log in again.",
            ),
            PersonalAccessTokenError::Database(error) => error.into(),
        }
    }
}
