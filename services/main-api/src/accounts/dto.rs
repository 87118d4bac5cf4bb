//! Request and response bodies of the account endpoints.
//!
//! Separate from database rows, so that tables can change without breaking clients.

use domain::{CustomerId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::Theme;

/// E-mail address and password.
#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    #[schema(example = "analyst@meridian.example")]
    pub username: String,
    #[schema(format = Password)]
    pub password: String,
}

/// A successful sign-in. The tokens are also set as cookies.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoginResponse {
    /// Always `Login Successful`.
    #[schema(example = "Login Successful")]
    pub login_result: String,
    /// Access token (JWT, 15 minutes), for `Authorization: Bearer`.
    pub token: String,
    pub user_id: UserId,
    pub email: String,
    pub fname: String,
    /// `admin` or `user`.
    pub role: String,
    /// Theme of the user interface.
    pub preferred_theme: Theme,
    pub customer_id: CustomerId,
    /// Folder of the firm's files within the storage; not a file-system path.
    pub postgres_files_dir: String,
    /// Message for the user.
    pub message: String,
}

/// A refresh token in the body, for clients without cookies.
#[derive(Default, Deserialize, ToSchema)]
pub struct RefreshRequest {
    /// Opaque refresh token; the cookie is used when it is absent.
    #[serde(default)]
    pub refresh_token: Option<String>,
}

/// A new access token.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefreshResponse {
    /// Access token (JWT).
    pub token: String,
    /// Seconds until it expires.
    pub expires_in: u64,
}

/// `{"result": "OK"}`
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultOk {
    /// Always `OK`.
    #[schema(example = "OK")]
    pub result: String,
}

impl ResultOk {
    pub fn new() -> Self {
        Self {
            result: "OK".to_owned(),
        }
    }
}

impl Default for ResultOk {
    fn default() -> Self {
        Self::new()
    }
}

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    pub user_id: UserId,
    pub email: String,
    pub fname: String,
    /// `admin` or `user`.
    pub role: String,
    /// Theme of the user interface.
    pub preferred_theme: Theme,
    pub customer_id: CustomerId,
    pub customer_name: String,
}

/// Settings that the app needs before sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct PublicConfig {
    /// Script URL of the voice assistant's provider; null if none is configured.
    #[schema(required = true)]
    pub voice_assistant_url: Option<String>,
    /// Credit line of stored site images; null when the provider requires none.
    #[schema(required = true, example = "USGS The National Map: Orthoimagery")]
    pub site_image_credit: Option<String>,
    /// Whether this installation contains sample firms and parcels.
    pub sample_data: bool,
    /// `smtp`, or `folder` if mail is only written to files.
    #[schema(example = "folder")]
    pub mail_mode: String,
}

/// The account whose password is to be reset.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// The account's e-mail address.
    pub email: String,
}

/// The token of the link that was mailed to a new address.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmEmailRequest {
    /// The token in the link.
    pub token: String,
}

/// The address used from now on.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConfirmEmailResponse {
    pub email: String,
    /// Message for the user.
    pub message: String,
}

/// The token of a reset link and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPasswordRequest {
    /// The token in the link.
    pub token: String,
    /// At least 12 characters, and not easy to guess.
    #[schema(format = Password)]
    pub new_password: String,
}

/// Changes the signed-in user's password.
#[derive(Deserialize, ToSchema)]
pub struct ChangePasswordRequest {
    pub user_id: UserId,
    #[serde(rename = "currentPassword")]
    #[schema(format = Password)]
    pub current_password: String,
    /// At least 12 characters, and not easy to guess.
    #[serde(rename = "newPassword")]
    #[schema(format = Password)]
    pub new_password: String,
}

/// A message for the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageResponse {
    pub message: String,
}

impl MessageResponse {
    pub fn new(sentence: &str) -> Self {
        Self {
            message: sentence.to_owned(),
        }
    }
}
