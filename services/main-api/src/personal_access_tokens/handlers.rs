//! HTTP handlers of personal access tokens. They need a session: a token issues and revokes none.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::{Admin, CurrentUser};
use chrono::Utc;
use http_kit::{ApiError, ApiResult, Json, Problem, Query};

use super::domain::{CheckedToken, PersonalAccessTokenStatus};
use super::dto::{
    AllPersonalAccessTokensResponse, CreatePersonalAccessTokenRequest,
    CreatePersonalAccessTokenResponse, PersonalAccessTokenEntry, PersonalAccessTokenResponse,
    PersonalAccessTokensQuery, PersonalAccessTokensResponse, RevokePersonalAccessTokenRequest,
    UserPersonalAccessTokenEntry,
};
use super::ops;
use super::store::{self, OwnerRow, TokenFilter, TokenRow};
use crate::search;
use crate::state::AppState;

/// The signed-in user's personal access tokens, newest first. Ended ones are listed for 30 days.
#[utoipa::path(tag = "personal access tokens", params(PersonalAccessTokensQuery), responses(
    (status = 200, body = PersonalAccessTokensResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/personal_access_tokens")]
pub async fn list_personal_access_tokens(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PersonalAccessTokensQuery>,
) -> ApiResult<HttpResponse> {
    let mut filter = filter_of(query)?;
    filter.user_id = Some(user.user_id);
    let page = ops::list_tokens(&state, &user, filter).await?;
    let tokens = page.rows.into_iter().map(|(row, _)| row.into());
    Ok(HttpResponse::Ok().json(PersonalAccessTokensResponse {
        tokens: tokens.collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// The personal access tokens of the firm's users, newest first; for admins. Ended ones are listed
/// for 30 days.
#[utoipa::path(tag = "personal access tokens", params(PersonalAccessTokensQuery), responses(
    (status = 200, body = AllPersonalAccessTokensResponse), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem), (status = 422, body = Problem)))]
#[get("/api/all_personal_access_tokens")]
pub async fn list_all_personal_access_tokens(
    Admin(admin): Admin,
    state: Data<AppState>,
    Query(query): Query<PersonalAccessTokensQuery>,
) -> ApiResult<HttpResponse> {
    let page = ops::list_tokens(&state, &admin, filter_of(query)?).await?;
    let tokens = page.rows.into_iter();
    Ok(HttpResponse::Ok().json(AllPersonalAccessTokensResponse {
        tokens: tokens.map(UserPersonalAccessTokenEntry::from).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// Issues a personal access token. Only this response contains it.
#[utoipa::path(tag = "personal access tokens", request_body = CreatePersonalAccessTokenRequest, responses(
    (status = 200, body = CreatePersonalAccessTokenResponse), (status = 401, body = Problem),
    (status = 409, description = "The name is taken, or the user has 50 active tokens", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/create_personal_access_token")]
pub async fn create_personal_access_token(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CreatePersonalAccessTokenRequest>,
) -> ApiResult<HttpResponse> {
    let (token, row) = ops::create_token(&state, &user, CheckedToken::try_from(body)?).await?;
    Ok(HttpResponse::Ok().json(CreatePersonalAccessTokenResponse {
        success: true,
        token: token.reveal().to_owned(),
        personal_access_token: row.into(),
    }))
}

/// Revokes a personal access token of the signed-in user; for admins, of any user of the firm.
#[utoipa::path(tag = "personal access tokens", request_body = RevokePersonalAccessTokenRequest, responses(
    (status = 200, body = PersonalAccessTokenResponse), (status = 401, body = Problem),
    (status = 404, body = Problem), (status = 422, body = Problem)))]
#[post("/api/revoke_personal_access_token")]
pub async fn revoke_personal_access_token(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<RevokePersonalAccessTokenRequest>,
) -> ApiResult<HttpResponse> {
    let row = ops::revoke_token(&state, &user, body.token_id).await?;
    Ok(HttpResponse::Ok().json(PersonalAccessTokenResponse {
        success: true,
        personal_access_token: row.into(),
    }))
}

fn filter_of(query: PersonalAccessTokensQuery) -> Result<TokenFilter, ApiError> {
    Ok(TokenFilter {
        user_id: None,
        before: search::position(query.cursor.as_deref())?,
        limit: search::limit(query.limit)? + 1,
        q: search::non_blank(query.q),
    })
}

impl From<TokenRow> for PersonalAccessTokenEntry {
    fn from(row: TokenRow) -> Self {
        Self {
            status: PersonalAccessTokenStatus::at(Utc::now(), row.expires_at, row.revoked_at),
            token_id: row.token_id,
            name: row.name,
            prefix: row.prefix,
            scopes: store::scopes_of(&row.scopes),
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_on: row.last_used_on,
        }
    }
}

impl From<(TokenRow, OwnerRow)> for UserPersonalAccessTokenEntry {
    fn from((row, owner): (TokenRow, OwnerRow)) -> Self {
        Self {
            token: row.into(),
            user_id: owner.user_id,
            fname: owner.fname,
            lname: owner.lname,
            email: owner.email,
        }
    }
}
