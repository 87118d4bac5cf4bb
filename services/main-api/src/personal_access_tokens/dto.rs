//! Request and response bodies of personal access tokens.

use auth::Scope;
use chrono::{DateTime, NaiveDate, Utc};
use domain::{PersonalAccessTokenId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::PersonalAccessTokenStatus;

/// A new token of the signed-in user.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CreatePersonalAccessTokenRequest {
    /// Unique among the user's active tokens.
    #[schema(example = "QGIS", min_length = 1, max_length = 80)]
    pub name: String,
    /// What the token allows; at least one.
    #[schema(min_items = 1)]
    pub scopes: Vec<Scope>,
    /// Validity in days; 90 when absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 366)]
    pub expires_in_days: Option<i64>,
}

/// The token to be revoked.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RevokePersonalAccessTokenRequest {
    pub token_id: PersonalAccessTokenId,
}

/// Search and paging.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PersonalAccessTokensQuery {
    /// Words, each contained in the token's name, or the name or e-mail address of its user.
    pub q: Option<String>,
    /// Page size (1 to 200); all of them when absent.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A token as its user sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonalAccessTokenEntry {
    pub token_id: PersonalAccessTokenId,
    pub name: String,
    /// The first ten characters of the token.
    #[schema(example = "swp_7Kq2Xd")]
    pub prefix: String,
    pub scopes: Vec<Scope>,
    pub status: PersonalAccessTokenStatus,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The last day of use (UTC); null if it was never used.
    #[schema(required = true)]
    pub last_used_on: Option<NaiveDate>,
}

/// A token as an admin sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserPersonalAccessTokenEntry {
    #[serde(flatten)]
    pub token: PersonalAccessTokenEntry,
    /// Who issued the token.
    pub user_id: UserId,
    pub fname: String,
    /// May be empty.
    pub lname: String,
    pub email: String,
}

/// The signed-in user's tokens, newest first; ended ones for 30 days.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonalAccessTokensResponse {
    pub tokens: Vec<PersonalAccessTokenEntry>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages.
    #[schema(required = true)]
    pub total: Option<usize>,
}

/// The tokens of the firm's users, newest first; ended ones for 30 days.
#[derive(Debug, Serialize, ToSchema)]
pub struct AllPersonalAccessTokensResponse {
    pub tokens: Vec<UserPersonalAccessTokenEntry>,
    /// Pass it as `cursor` for the next page; null at the end.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of rows on all pages.
    #[schema(required = true)]
    pub total: Option<usize>,
}

/// The new token.
#[derive(Serialize, ToSchema)]
pub struct CreatePersonalAccessTokenResponse {
    /// Always true.
    pub success: bool,
    /// The token itself, for `Authorization: Bearer` or as the password of HTTP Basic; returned only
    /// here.
    #[schema(format = Password)]
    pub token: String,
    pub personal_access_token: PersonalAccessTokenEntry,
}

/// The token after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonalAccessTokenResponse {
    /// Always true.
    pub success: bool,
    pub personal_access_token: PersonalAccessTokenEntry,
}
