//! Request and response bodies of the user endpoints.

use auth::Role;
use domain::UserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::domain::Theme;
use crate::field;

/// The signed-in user's profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Always `OK`.
    #[schema(example = "OK")]
    pub result: String,
    pub user_id: UserId,
    pub fname: String,
    /// May be empty.
    pub lname: String,
    /// Printed under letters.
    #[schema(required = true)]
    pub job_title: Option<String>,
    pub email: String,
    /// The new address, until the link mailed to it is opened.
    #[schema(required = true)]
    pub pending_email: Option<String>,
    #[schema(required = true)]
    pub phone_number: Option<String>,
    #[schema(required = true)]
    pub location: Option<String>,
    #[schema(required = true)]
    pub bio: Option<String>,
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    pub role: Role,
    /// Theme of the user interface.
    pub preferred_theme: Theme,
}

/// Identifies the profile.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// Must be the signed-in user; optional.
    pub user_id: Option<UserId>,
}

/// The profile as submitted by the form.
#[derive(Deserialize, ToSchema)]
pub struct UpdateProfileRequest {
    /// Must be the signed-in user; optional.
    #[serde(default)]
    pub user_id: Option<UserId>,
    /// A new address needs `current_password` and takes effect when the link mailed to it is
    /// opened.
    pub email: String,
    /// Required only when the e-mail address changes.
    #[serde(default)]
    #[schema(format = Password)]
    pub current_password: Option<String>,
    pub fname: String,
    #[serde(default)]
    pub lname: Option<String>,
    /// Absent: unchanged; null: removed.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub job_title: Option<Option<String>>,
    /// Empty, or at least seven of digits, spaces and `- + ( ) .`
    #[serde(default)]
    pub phone_number: Option<String>,
    #[serde(default)]
    pub location: Option<String>,
    #[serde(default)]
    pub bio: Option<String>,
}

/// Theme of the user interface.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreferredThemeRequest {
    pub preferred_theme: Theme,
}

/// Theme of the user interface, as stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreferredThemeResponse {
    /// Always `OK`.
    pub result: String,
    pub preferred_theme: Theme,
}

/// An image of the signed-in user.
#[derive(Debug, ToSchema)]
pub struct AvatarForm {
    pub user_id: Option<String>,
    /// PNG, JPEG or WebP of at most 20971520 bytes.
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    pub avatar: String,
}

/// The avatar was stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadAvatarResponse {
    /// Always `OK`.
    pub result: String,
    /// Path of the avatar; changes with each upload.
    pub avatar_url: String,
}

/// A user as an admin sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserEntry {
    /// The user's id.
    pub user_id: UserId,
    pub fname: String,
    /// May be empty.
    pub lname: String,
    pub email: String,
    pub role: Role,
    /// Whether the user can sign in.
    pub active: bool,
    /// Whether the invitation has not been used yet.
    pub invited: bool,
}

/// The firm's users.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsersResponse {
    /// Ordered by name.
    pub users: Vec<UserEntry>,
}

/// People of the firm to whom work can be assigned.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeopleResponse {
    /// Ordered by name; only those who can sign in.
    pub people: Vec<FirmPerson>,
}

/// A person of the firm, as every user sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirmPerson {
    pub user_id: UserId,
    /// Full name.
    pub name: String,
}

/// A new user.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InviteUserRequest {
    /// The invitation is sent to this address.
    pub email: String,
    pub fname: String,
    #[serde(default)]
    pub lname: Option<String>,
    pub role: Role,
}

/// Changes of a user; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateUserRequest {
    pub user_id: UserId,
    #[serde(default)]
    pub role: Option<Role>,
    /// Whether the user can sign in.
    #[serde(default)]
    pub active: Option<bool>,
}

/// The user after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserResponse {
    /// Always true.
    pub success: bool,
    pub user: UserEntry,
}
