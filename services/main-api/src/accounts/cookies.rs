//! Session cookies (access and refresh token) and the device cookie that identifies a browser at
//! the next sign-in.
//!
//! `HttpOnly`, so that scripts cannot read them; `Secure` and with the `__Host-`/`__Secure-` prefix
//! wherever the product is reached by https.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError as _};
use auth::{ACCESS_SECONDS, SessionCookies};
use http_kit::ApiError;

use super::known_places;
use crate::state::AppState;

/// Days that a browser keeps the refresh token; the server decides whether it still works.
const REFRESH_DAYS: i64 = 14;

/// Identifies a browser; grants no access by itself.
const DEVICE_COOKIE: &str = "sitewright_device";

pub fn set(answer: &mut HttpResponseBuilder, state: &AppState, access: &str, refresh: &str) {
    let names = names(state);
    let age = Duration::seconds(ACCESS_SECONDS);
    answer.cookie(cookie(state, names.access, access, age));
    let age = Duration::days(REFRESH_DAYS);
    answer.cookie(cookie(state, names.refresh, refresh, age));
}

pub fn set_device(answer: &mut HttpResponseBuilder, state: &AppState, token: &str) {
    let cookie = Cookie::build(DEVICE_COOKIE, token.to_owned())
        .path("/api/login")
        .same_site(SameSite::Strict)
        .http_only(true)
        .secure(is_https(state))
        .max_age(Duration::days(known_places::DAYS))
        .finish();
    answer.cookie(cookie);
}

pub fn device_of(request: &HttpRequest) -> Option<String> {
    let token = request.cookie(DEVICE_COOKIE)?.value().to_owned();
    (1..=64).contains(&token.len()).then_some(token)
}

pub fn forget(answer: &mut HttpResponseBuilder, state: &AppState) {
    let names = names(state);
    answer.cookie(cookie(state, names.access, "", Duration::ZERO));
    answer.cookie(cookie(state, names.refresh, "", Duration::ZERO));
}

pub fn forget_with(state: &AppState, error: &ApiError) -> HttpResponse {
    let mut answer = error.error_response();
    let names = names(state);
    for name in [names.access, names.refresh] {
        if let Err(fault) = answer.add_cookie(&cookie(state, name, "", Duration::ZERO)) {
            tracing::error!(error.cause = %fault, "a cookie could not be written");
        }
    }
    answer
}

pub fn refresh_of(request: &HttpRequest, state: &AppState) -> Option<String> {
    request
        .cookie(names(state).refresh)
        .map(|cookie| cookie.value().to_owned())
        .filter(|token| !token.is_empty())
}

fn names(state: &AppState) -> SessionCookies {
    SessionCookies::of(is_https(state))
}

fn is_https(state: &AppState) -> bool {
    state.config.public_url.scheme() == "https"
}

fn cookie(state: &AppState, name: &'static str, value: &str, max_age: Duration) -> Cookie<'static> {
    let (path, same_site) = if name == names(state).refresh {
        ("/api", SameSite::Strict)
    } else {
        ("/", SameSite::Lax)
    };
    Cookie::build(name, value.to_owned())
        .path(path)
        .same_site(same_site)
        .http_only(true)
        .secure(is_https(state))
        .max_age(max_age)
        .finish()
}
