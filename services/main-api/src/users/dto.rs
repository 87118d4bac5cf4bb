//! Bodies of the user calls, as on the wire.

use auth::Role;
use domain::UserId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::domain::Theme;
use crate::field;

/// The own profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct Profile {
    /// Always `OK`.
    #[schema(example = "OK")]
    pub result: String,
    /// The user.
    pub user_id: UserId,
    /// First name.
    pub fname: String,
    /// Last name; may be empty.
    pub lname: String,
    /// What the user does at the firm; stands under letters.
    #[schema(required = true)]
    pub job_title: Option<String>,
    /// E-mail address.
    pub email: String,
    /// The address that replaces it once the link that was mailed there is opened.
    #[schema(required = true)]
    pub pending_email: Option<String>,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: Option<String>,
    /// Location.
    #[schema(required = true)]
    pub location: Option<String>,
    /// A few sentences.
    #[schema(required = true)]
    pub bio: Option<String>,
    /// Path of the avatar.
    #[schema(required = true)]
    pub avatar_url: Option<String>,
    /// What the user may do.
    pub role: Role,
    /// Chosen look of the screens.
    pub preferred_theme: Theme,
}

/// Whose profile.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// The signed-in user; may be left out.
    pub user_id: Option<UserId>,
}

/// The profile as the form sends it.
#[derive(Deserialize, ToSchema)]
pub struct UpdateProfileRequest {
    /// The signed-in user; may be left out.
    #[serde(default)]
    pub user_id: Option<UserId>,
    /// E-mail address. Another one than until now needs the password, and changes only when the link that is mailed there
    /// is opened.
    pub email: String,
    /// The user's password; needed with another e-mail address only.
    #[serde(default)]
    #[schema(format = Password)]
    pub current_password: Option<String>,
    /// First name.
    pub fname: String,
    /// Last name.
    #[serde(default)]
    pub lname: Option<String>,
    /// What the user does at the firm; stays when left out, null removes it.
    #[serde(default, deserialize_with = "field::given")]
    #[schema(value_type = Option<String>)]
    pub job_title: Option<Option<String>>,
    /// Empty, or at least seven of digits, spaces and `- + ( ) .`
    #[serde(default)]
    pub phone_number: Option<String>,
    /// Location.
    #[serde(default)]
    pub location: Option<String>,
    /// A few sentences.
    #[serde(default)]
    pub bio: Option<String>,
}

/// Chosen look of the screens.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PreferredThemeRequest {
    /// Light, dark, or as the device says.
    pub preferred_theme: Theme,
}

/// Chosen look of the screens, as stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreferredThemeResponse {
    /// Always `OK`.
    pub result: String,
    /// Light, dark, or as the device says.
    pub preferred_theme: Theme,
}

/// A picture of the signed-in user.
#[derive(Debug, ToSchema)]
pub struct AvatarForm {
    /// The signed-in user.
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
    /// Key.
    pub user_id: UserId,
    /// First name.
    pub fname: String,
    /// Last name; may be empty.
    pub lname: String,
    /// E-mail address.
    pub email: String,
    /// What the user may do.
    pub role: Role,
    /// Whether the user can sign in.
    pub active: bool,
    /// Whether the invitation was not used yet.
    pub invited: bool,
}

/// The firm's users.
#[derive(Debug, Serialize, ToSchema)]
pub struct UsersResponse {
    /// By name.
    pub users: Vec<UserEntry>,
}

/// A new user.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InviteUserRequest {
    /// E-mail address; the invitation goes there.
    pub email: String,
    /// First name.
    pub fname: String,
    /// Last name.
    #[serde(default)]
    pub lname: Option<String>,
    /// What the new user may do.
    pub role: Role,
}

/// Changes of a user; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateUserRequest {
    /// Which user.
    pub user_id: UserId,
    /// What the user may do.
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
    /// All of it.
    pub user: UserEntry,
}
