//! HTTP handlers of calendar feeds.

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag, Header as _, IfNoneMatch};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_kit::{ApiError, ApiResult, Json, Path};
use sha2::{Digest as _, Sha256};

use super::dto::{CalendarFeed, CalendarFeedMade};
use super::ops;
use crate::state::AppState;

/// Calendars ask again after hours.
const CACHING: &str = "private, max-age=300";

/// Whether the signed-in person has a calendar feed.
#[utoipa::path(tag = "calendar",
    responses((status = 200, description = "The feed", body = CalendarFeed), ApiError))]
#[get("/calendar_feed")]
pub async fn get_calendar_feed(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<CalendarFeed>> {
    let created_at = ops::find(&state, &user).await?;
    Ok(Json(CalendarFeed { created_at }))
}

/// Makes the secret address of the signed-in person's calendar feed. An earlier one ends.
#[utoipa::path(tag = "calendar",
    responses((status = 200, description = "The address", body = CalendarFeedMade), ApiError))]
#[post("/calendar_feed")]
pub async fn create_calendar_feed(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<CalendarFeedMade>> {
    let (url, created_at) = ops::create(&state, &user).await?;
    Ok(Json(CalendarFeedMade { url, created_at }))
}

/// Ends the signed-in person's calendar feed.
#[utoipa::path(tag = "calendar",
    responses((status = 200, description = "No feed", body = CalendarFeed), ApiError))]
#[post("/calendar_feed/end")]
pub async fn end_calendar_feed(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<CalendarFeed>> {
    ops::end(&state, &user).await?;
    Ok(Json(CalendarFeed { created_at: None }))
}

/// The tasks, next steps and deadlines of a person. Without a session: the address is the secret.
#[utoipa::path(tag = "calendar", security(()), params(("token" = String, Path, description = "Ends in `.ics`")),
    responses((status = 200, description = "An iCalendar document (RFC 5545)", content_type = "text/calendar", body = String),
        (status = 304, description = "Not modified"), ApiError))]
#[get("/calendar/{token}")]
pub async fn get_calendar(
    request: HttpRequest,
    state: Data<AppState>,
    Path(token): Path<String>,
) -> ApiResult<HttpResponse> {
    let document = ops::document(&state, &token).await?;
    let tag = EntityTag::new_strong(URL_SAFE_NO_PAD.encode(Sha256::digest(&document)));
    let is_known = is_known(&request, &tag);
    let mut answer = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((ETAG, tag.to_string()))
        .insert_header((CACHE_CONTROL, CACHING));
    if is_known {
        return Ok(answer.finish());
    }
    Ok(answer
        .content_type("text/calendar; charset=utf-8")
        .body(document))
}

fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Ok(IfNoneMatch::Any) => true,
        Err(_unreadable) => false,
    }
}
