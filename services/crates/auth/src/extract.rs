//! Extractors for handlers: holding one proves that the caller is authorized.
//!
//! A missing and an invalid session give the same response (401, one message); an invalid token is
//! never treated as anonymous. The bearer token is read before the cookie, so that cookies added by
//! a browser do not disturb integrators.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use actix_web::{FromRequest, HttpRequest, web};
use domain::{CustomerId, SessionId, UserId};
use http_kit::{ApiError, ApiResult, ErrorCode, checking_caller};
use settings::Secret;

use crate::{Introspection, KeySet, Origins, Revocations, Role, VerifyError, origin};

/// Names of the session cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCookies {
    /// The access token: `HttpOnly`, `SameSite=Lax`, `Path=/`.
    pub access: &'static str,
    /// The refresh token: `HttpOnly`, `SameSite=Strict`, `Path=/api`.
    pub refresh: &'static str,
}

impl SessionCookies {
    /// With https, browsers accept these names only from a secure response of this host, so that
    /// another host of the domain cannot replace our cookies.
    pub const fn of(https: bool) -> Self {
        if https {
            Self {
                access: "__Host-sitewright_access",
                refresh: "__Secure-sitewright_refresh",
            }
        } else {
            Self {
                access: "sitewright_access",
                refresh: "sitewright_refresh",
            }
        }
    }
}

/// Message of every 401.
const NO_SESSION: &str = "Missing user session. Please log in again.";

/// Message when keys or ended sessions are unknown.
const CANNOT_CHECK: &str =
    "Your session cannot be verified right now. Please try again in a moment.";

/// What the extractors need; registered once as `web::Data<Authenticator>`.
#[derive(Debug, Clone)]
pub struct Authenticator {
    /// Keys that verify tokens.
    pub keys: KeySet,
    /// Sessions ended early.
    pub revocations: Revocations,
    /// Owners of personal access tokens.
    pub introspection: Introspection,
    /// Origins whose pages may make changes with the cookie.
    pub origins: Origins,
}

/// A caller with a valid session.
#[derive(Clone)]
pub struct CurrentUser {
    /// The user.
    pub user_id: UserId,
    /// The firm that every transaction is opened for.
    pub customer_id: CustomerId,
    /// The role within the firm.
    pub role: Role,
    /// The user's e-mail address.
    pub email: String,
    /// The session.
    pub session_id: SessionId,
    /// The access token, for requests to another service in the caller's name.
    pub bearer: Secret<String>,
}

impl std::fmt::Debug for CurrentUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the address: Debug output is written to logs.
        f.debug_struct("CurrentUser")
            .field("user_id", &self.user_id)
            .field("customer_id", &self.customer_id)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// A caller with a valid session whose role is admin.
#[derive(Debug, Clone)]
pub struct Admin(pub CurrentUser);

type Extracting<T> = Pin<Box<dyn Future<Output = ApiResult<T>>>>;

impl FromRequest for CurrentUser {
    type Error = ApiError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (request, checking) = (request.clone(), checking_caller(request));
        Box::pin(async move {
            let _checking = checking;
            authenticate(&request).await
        })
    }
}

impl FromRequest for Admin {
    type Error = ApiError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let (request, checking) = (request.clone(), checking_caller(request));
        Box::pin(async move {
            let _checking = checking;
            let user = authenticate(&request).await?;
            match user.role {
                Role::Admin => Ok(Self(user)),
                Role::User => Err(ApiError::new(
                    ErrorCode::AdminOnly,
                    "Only an admin can do this.",
                )),
            }
        })
    }
}

pub(crate) fn authenticator(request: &HttpRequest) -> ApiResult<&Authenticator> {
    request
        .app_data::<web::Data<Authenticator>>()
        .map(web::Data::get_ref)
        .ok_or_else(|| ApiError::internal("no Authenticator is registered"))
}

pub(crate) async fn authenticate(request: &HttpRequest) -> ApiResult<CurrentUser> {
    let authenticator = authenticator(request)?;
    let token = match bearer(request)? {
        Some(token) => token,
        None => cookie(request, &authenticator.origins)?,
    };
    let claims = authenticator.keys.verify(&token).await.map_err(refusal)?;
    if !authenticator.revocations.is_read() {
        return Err(ApiError::new(ErrorCode::SessionUnverifiable, CANNOT_CHECK));
    }
    if authenticator.revocations.is_revoked(claims.sid) {
        return Err(no_session());
    }
    let span = tracing::Span::current();
    span.record("user.id", tracing::field::display(claims.sub));
    span.record("customer.id", tracing::field::display(claims.cid));
    Ok(CurrentUser {
        user_id: claims.sub,
        customer_id: claims.cid,
        role: claims.role,
        email: claims.email,
        session_id: claims.sid,
        bearer: Secret::new(token),
    })
}

fn refusal(error: VerifyError) -> ApiError {
    match error {
        VerifyError::Unreachable(_) => {
            ApiError::new(ErrorCode::SessionUnverifiable, CANNOT_CHECK).caused_by(error)
        }
        VerifyError::Invalid(_) | VerifyError::UnknownKey => no_session().caused_by(error),
    }
}

fn no_session() -> ApiError {
    ApiError::new(ErrorCode::SessionMissing, NO_SESSION)
        .header(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
}

/// The token of an `Authorization: Bearer` header. Another scheme is rejected rather than treated
/// as a missing header.
fn bearer(request: &HttpRequest) -> ApiResult<Option<String>> {
    let Some(header) = request.headers().get(AUTHORIZATION) else {
        return Ok(None);
    };
    let token = header
        .to_str()
        .ok()
        .and_then(|text| text.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    match token {
        Some((_, token)) => Ok(Some(token.trim().to_owned())),
        None => Err(no_session()),
    }
}

/// The token of the cookie, if the sending page may use it.
fn cookie(request: &HttpRequest, origins: &Origins) -> ApiResult<String> {
    let name = SessionCookies::of(origins.is_https()).access;
    let cookie = request.cookie(name).ok_or_else(no_session)?;
    if origins.allow(request) {
        Ok(cookie.value().to_owned())
    } else {
        Err(origin::foreign())
    }
}
