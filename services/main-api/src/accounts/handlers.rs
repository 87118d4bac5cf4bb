//! HTTP handlers of the account endpoints. They set cookies; decisions are made in `ops`.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::{
    Authenticator, CurrentUser, EndedList, IntrospectionRequest, IntrospectionResponse, Role,
};
use chrono::Utc;
use http_kit::{ApiError, ApiResult, Json, Problem};

use super::domain::Theme;
use super::dto::{
    ChangePasswordRequest, ConfirmEmailRequest, ConfirmEmailResponse, ForgotPasswordRequest,
    LoginRequest, LoginResponse, MessageResponse, PublicConfig, RefreshRequest, RefreshResponse,
    ResetPasswordRequest, ResultOk, SessionInfo,
};
use super::known_places::Place;
use super::ops::SignedIn;
use super::{AccountError, cookies, email_change, introspection, ops, store};
use crate::state::AppState;

/// Signs in. The tokens are set as cookies; `token` is for clients without cookies.
#[utoipa::path(tag = "accounts", security(()), request_body = LoginRequest, responses(
    (status = 200, body = LoginResponse),
    (status = 401, description = "Invalid email or password.", body = Problem),
    (status = 403, description = "Origin not allowed", body = Problem),
    (status = 429, description = "Too many attempts; see Retry-After", body = Problem)))]
#[post("/api/login")]
pub async fn login(
    request: HttpRequest,
    state: Data<AppState>,
    authenticator: Data<Authenticator>,
    Json(body): Json<LoginRequest>,
) -> ApiResult<HttpResponse> {
    authenticator.origins.refuse_foreign(&request)?;
    let device = cookies::device_of(&request);
    let place = Place {
        address: &http_kit::client_address(&request),
        device: device.as_deref(),
    };
    let signed_in = ops::sign_in(&state, &body.username, body.password, &place).await?;
    let token = access_token(&state, &signed_in)?;
    let mut answer = HttpResponse::Ok();
    if let Some(device) = &signed_in.device {
        cookies::set_device(&mut answer, &state, device);
    }
    cookies::set(&mut answer, &state, &token, signed_in.refresh.reveal());
    Ok(answer.json(login_response(signed_in, token)))
}

/// Exchanges the refresh token (cookie, or body) for a new access token.
#[utoipa::path(tag = "accounts", security(()), request_body = Option<RefreshRequest>, responses(
    (status = 200, body = RefreshResponse),
    (status = 401, description = "The session has ended", body = Problem),
    (status = 403, description = "Origin not allowed", body = Problem)))]
#[post("/api/refresh")]
pub async fn refresh(
    request: HttpRequest,
    state: Data<AppState>,
    authenticator: Data<Authenticator>,
    body: Bytes,
) -> ApiResult<HttpResponse> {
    let received_at = Utc::now();
    authenticator.origins.refuse_foreign(&request)?;
    let token = refresh_token(&request, &state, &body)?;
    let signed_in = match ops::refresh(&state, &token, received_at).await {
        Ok(signed_in) => signed_in,
        Err(error @ AccountError::SessionOver) => {
            return Ok(cookies::forget_with(&state, &error.into()));
        }
        Err(error) => return Err(error.into()),
    };
    let token = access_token(&state, &signed_in)?;
    let mut answer = HttpResponse::Ok();
    cookies::set(&mut answer, &state, &token, signed_in.refresh.reveal());
    Ok(answer.json(RefreshResponse {
        token,
        expires_in: auth::ACCESS_SECONDS.unsigned_abs(),
    }))
}

/// Ends the session here and everywhere.
#[utoipa::path(tag = "accounts", responses((status = 200, body = ResultOk), (status = 401, body = Problem)))]
#[post("/api/logout")]
pub async fn logout(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    ops::sign_out(&state, user.customer_id, user.user_id, user.session_id).await?;
    let mut answer = HttpResponse::Ok();
    cookies::forget(&mut answer, &state);
    Ok(answer.json(ResultOk::new()))
}

/// Who is signed in.
#[utoipa::path(tag = "accounts", responses((status = 200, body = SessionInfo), (status = 401, body = Problem)))]
#[get("/api/session")]
pub async fn session(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let (account, customer_name) =
        ops::session_info(&state, user.customer_id, user.user_id).await?;
    Ok(HttpResponse::Ok().json(SessionInfo {
        user_id: user.user_id,
        email: account.email,
        fname: account.fname,
        role: account.role,
        preferred_theme: Theme::from_stored(&account.preferred_theme),
        customer_id: user.customer_id,
        customer_name,
    }))
}

/// The public keys that access tokens are verified with (RFC 7517).
#[utoipa::path(tag = "accounts", security(()), responses((status = 200, description = "JSON Web Key Set", body = serde_json::Value)))]
#[get("/api/.well-known/jwks.json")]
pub async fn jwks(state: Data<AppState>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("Cache-Control", "public, max-age=300"))
        .json(state.signer.jwks())
}

/// Settings that the app needs before sign-in.
#[utoipa::path(tag = "accounts", security(()), responses((status = 200, body = PublicConfig)))]
#[get("/api/config")]
pub async fn config(state: Data<AppState>) -> ApiResult<HttpResponse> {
    let sample_data = db::unscoped_tx(&state.pool, "public configuration", async |conn| {
        store::unscoped_has_samples(conn).await
    })
    .await?;
    Ok(HttpResponse::Ok().json(PublicConfig {
        voice_assistant_url: state.config.voice_assistant_url.clone(),
        site_image_credit: state.config.site_image_credit.clone(),
        sample_data,
        mail_mode: state.config.mail.mode().to_owned(),
    }))
}

/// Sends a reset link, if the address has an account. The response is always the same.
#[utoipa::path(tag = "accounts", security(()), request_body = ForgotPasswordRequest, responses(
    (status = 200, body = MessageResponse),
    (status = 429, body = Problem)))]
#[post("/api/forgot-password")]
pub async fn forgot_password(
    request: HttpRequest,
    state: Data<AppState>,
    Json(body): Json<ForgotPasswordRequest>,
) -> ApiResult<HttpResponse> {
    let address = http_kit::client_address(&request);
    ops::forgot_password(&state, &body.email, &address).await?;
    Ok(HttpResponse::Ok().json(MessageResponse::new(
        "Password reset link sent to your email.",
    )))
}

/// Sets a new password by the token of a reset link and ends every session of the user.
#[utoipa::path(tag = "accounts", security(()), request_body = ResetPasswordRequest, responses(
    (status = 200, body = MessageResponse),
    (status = 422, description = "The link or the password is not valid", body = Problem),
    (status = 429, description = "Too many invalid links", body = Problem)))]
#[post("/api/reset-password")]
pub async fn reset_password(
    request: HttpRequest,
    state: Data<AppState>,
    Json(body): Json<ResetPasswordRequest>,
) -> ApiResult<HttpResponse> {
    let address = http_kit::client_address(&request);
    ops::reset_password(&state, &body.token, body.new_password, &address).await?;
    Ok(HttpResponse::Ok().json(MessageResponse::new("Password changed successfully!")))
}

/// Changes the signed-in user's password and ends the user's other sessions.
#[utoipa::path(tag = "accounts", request_body = ChangePasswordRequest, responses(
    (status = 200, body = MessageResponse),
    (status = 401, body = Problem),
    (status = 404, description = "The id of another user", body = Problem),
    (status = 422, body = Problem),
    (status = 429, body = Problem)))]
#[post("/api/change-password")]
pub async fn change_password(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ChangePasswordRequest>,
) -> ApiResult<HttpResponse> {
    if body.user_id != user.user_id {
        return Err(AccountError::NotYours.into());
    }
    let (current, new) = (body.current_password, body.new_password);
    ops::change_password(
        &state,
        user.customer_id,
        user.user_id,
        user.session_id,
        current,
        new,
    )
    .await?;
    Ok(HttpResponse::Ok().json(MessageResponse::new("Password changed successfully!")))
}

/// Ended sessions whose access tokens may not have expired yet, for the other services. Not routed
/// by the proxy, like health and metrics.
pub async fn ended_sessions(state: Data<AppState>) -> ApiResult<HttpResponse> {
    let session_ids = ops::list_ended(&state.pool).await?;
    Ok(HttpResponse::Ok().json(EndedList { session_ids }))
}

/// Who a personal access token belongs to, by its hash, for the other services. Not routed by the
/// proxy.
pub async fn introspect_token(
    state: Data<AppState>,
    Json(request): Json<IntrospectionRequest>,
) -> ApiResult<HttpResponse> {
    let grant = introspection::introspect(&state.pool, &request).await?;
    Ok(HttpResponse::Ok().json(IntrospectionResponse { grant }))
}

/// Confirms a new e-mail address by the token of the link that was mailed to it.
#[utoipa::path(tag = "accounts", security(()), request_body = ConfirmEmailRequest, responses(
    (status = 200, body = ConfirmEmailResponse),
    (status = 409, description = "The address is used by another account", body = Problem),
    (status = 422, description = "The link is not valid", body = Problem),
    (status = 429, body = Problem)))]
#[post("/api/confirm-email")]
pub async fn confirm_email(
    request: HttpRequest,
    state: Data<AppState>,
    Json(body): Json<ConfirmEmailRequest>,
) -> ApiResult<HttpResponse> {
    let address = http_kit::client_address(&request);
    let email = email_change::confirm(&state, &body.token, &address).await?;
    Ok(HttpResponse::Ok().json(ConfirmEmailResponse {
        email,
        message: "Email address changed successfully!".to_owned(),
    }))
}

fn access_token(state: &AppState, signed_in: &SignedIn) -> Result<String, AccountError> {
    let account = &signed_in.account;
    let role = account.role.parse().unwrap_or(Role::User);
    state
        .signer
        .sign(
            account.user_id,
            account.customer_id,
            role,
            &account.email,
            signed_in.session_id,
        )
        .map_err(|error| AccountError::Signing(error.into()))
}

fn login_response(signed_in: SignedIn, token: String) -> LoginResponse {
    let account = signed_in.account;
    LoginResponse {
        login_result: "Login Successful".to_owned(),
        token,
        user_id: account.user_id,
        postgres_files_dir: format!("customers/{}", account.customer_id),
        preferred_theme: Theme::from_stored(&account.preferred_theme),
        message: format!("Welcome, {}.", account.fname),
        email: account.email,
        fname: account.fname,
        role: account.role,
        customer_id: account.customer_id,
    }
}

fn refresh_token(
    request: &HttpRequest,
    state: &AppState,
    body: &Bytes,
) -> Result<String, ApiError> {
    let body: RefreshRequest = if body.iter().all(u8::is_ascii_whitespace) {
        RefreshRequest::default()
    } else {
        serde_json::from_slice(body).map_err(|_unreadable| {
            ApiError::bad_request("The request body is not readable JSON.")
        })?
    };
    body.refresh_token
        .or_else(|| cookies::refresh_of(request, state))
        .ok_or_else(|| AccountError::SessionOver.into())
}
