//! HTTP handlers of parcel changes.

use actix_web::http::header::{CACHE_CONTROL, ETAG, EntityTag, Header as _, IfNoneMatch};
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use auth::CurrentUser;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http_kit::{ApiResult, Json, Path, Problem, Query};
use sha2::{Digest as _, Sha256};

use super::dto::{
    CreateParcelFeedResponse, ParcelChange, ParcelChangesQuery, ParcelChangesResponse,
    ParcelWatchSettings, ReadParcelChangesRequest, ReadParcelChangesResponse, SearchMatch,
    SearchMatchesQuery, SearchMatchesResponse, UpdateParcelWatchRequest,
};
use super::matches::MatchFilter;
use super::ops::{self, Settings};
use super::store::ChangeFilter;
use crate::search;
use crate::state::AppState;

/// Default page size.
const PAGE: i64 = 50;
/// Feed readers need not ask more often; imports are rare.
const FEED_CACHING: &str = "private, max-age=300";

/// What imports changed of the parcels that the firm's projects saved or discarded, newest first.
#[utoipa::path(tag = "parcel watch", params(ParcelChangesQuery), responses(
    (status = 200, body = ParcelChangesResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem)))]
#[get("/api/parcel_changes")]
pub async fn list_parcel_changes(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ParcelChangesQuery>,
) -> ApiResult<web::Json<ParcelChangesResponse>> {
    let filter = ChangeFilter {
        project_id: query.project_id,
        only_unread: query.unread.unwrap_or(false),
        before: search::position(query.cursor.as_deref())?,
        limit: search::limit(query.limit.or(Some(PAGE)))?,
    };
    let page = ops::list(&state, &user, filter).await?;
    Ok(web::Json(ParcelChangesResponse {
        parcel_changes: page.rows.into_iter().map(ParcelChange::from).collect(),
        next_cursor: page.next_cursor,
        unread: page.unread,
    }))
}

/// How many parcels newly match the saved searches of the firm's projects after imports, newest first.
#[utoipa::path(tag = "parcel watch", params(SearchMatchesQuery), responses(
    (status = 200, body = SearchMatchesResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/search_matches")]
pub async fn list_search_matches(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SearchMatchesQuery>,
) -> ApiResult<web::Json<SearchMatchesResponse>> {
    let filter = MatchFilter {
        only_unread: query.unread.unwrap_or(false),
        before: search::position(query.cursor.as_deref())?,
        limit: search::limit(query.limit.or(Some(PAGE)))?,
    };
    let page = ops::list_matches(&state, &user, filter).await?;
    Ok(web::Json(SearchMatchesResponse {
        search_matches: page.rows.into_iter().map(SearchMatch::from).collect(),
        next_cursor: page.next_cursor,
        unread: page.unread,
    }))
}

/// Marks everything up to a change, or to what newly matches a search, as read by the signed-in person.
#[utoipa::path(tag = "parcel watch", request_body = ReadParcelChangesRequest, responses(
    (status = 200, body = ReadParcelChangesResponse), (status = 401, body = Problem),
    (status = 404, description = "Parcel change not found", body = Problem), (status = 422, body = Problem)))]
#[post("/api/read_parcel_changes")]
pub async fn read_parcel_changes(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ReadParcelChangesRequest>,
) -> ApiResult<web::Json<ReadParcelChangesResponse>> {
    let unread = ops::read(&state, &user, body.change_id).await?;
    Ok(web::Json(ReadParcelChangesResponse {
        unread: unread.changes,
        unread_matches: unread.matches,
    }))
}

/// How the signed-in person hears of changes.
#[utoipa::path(tag = "parcel watch", responses((status = 200, body = ParcelWatchSettings), (status = 401, body = Problem)))]
#[get("/api/parcel_watch")]
pub async fn get_parcel_watch(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<web::Json<ParcelWatchSettings>> {
    let settings = ops::settings(&state, &user).await?;
    Ok(web::Json(settings.into()))
}

/// Changes how often the signed-in person gets a mail of the changes.
#[utoipa::path(tag = "parcel watch", request_body = UpdateParcelWatchRequest, responses(
    (status = 200, body = ParcelWatchSettings), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[put("/api/parcel_watch")]
pub async fn update_parcel_watch(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateParcelWatchRequest>,
) -> ApiResult<web::Json<ParcelWatchSettings>> {
    let settings = ops::update_settings(&state, &user, body.digest).await?;
    Ok(web::Json(settings.into()))
}

/// Makes the secret address of the signed-in person's feed. Only this response contains it; an earlier one ends.
#[utoipa::path(tag = "parcel watch", responses((status = 200, body = CreateParcelFeedResponse), (status = 401, body = Problem)))]
#[post("/api/create_parcel_feed")]
pub async fn create_parcel_feed(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<web::Json<CreateParcelFeedResponse>> {
    let (url, feed_created_at) = ops::create_feed(&state, &user).await?;
    Ok(web::Json(CreateParcelFeedResponse {
        url,
        feed_created_at,
    }))
}

/// Ends the signed-in person's feed.
#[utoipa::path(tag = "parcel watch", responses((status = 200, body = ParcelWatchSettings), (status = 401, body = Problem)))]
#[post("/api/revoke_parcel_feed")]
pub async fn revoke_parcel_feed(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<web::Json<ParcelWatchSettings>> {
    let settings = ops::revoke_feed(&state, &user).await?;
    Ok(web::Json(settings.into()))
}

/// The newest changes of the parcels of the owner's firm as an Atom feed. Without a session: the address is the secret.
#[utoipa::path(tag = "parcel watch", security(()), params(("token" = String, Path)), responses(
    (status = 200, description = "An Atom feed (RFC 4287)", content_type = "application/atom+xml", body = String),
    (status = 304, description = "Not modified"),
    (status = 404, description = "Feed not found", body = Problem)))]
#[get("/api/parcel_feed/{token}")]
pub async fn get_parcel_feed(
    request: HttpRequest,
    state: Data<AppState>,
    Path(token): Path<String>,
) -> ApiResult<HttpResponse> {
    let document = ops::feed(&state, &token).await?;
    let tag = EntityTag::new_strong(URL_SAFE_NO_PAD.encode(Sha256::digest(&document)));
    let known = match IfNoneMatch::parse(&request) {
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(&tag)),
        Ok(IfNoneMatch::Any) => true,
        Err(_unreadable) => false,
    };
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((ETAG, tag.to_string()))
        .insert_header((CACHE_CONTROL, FEED_CACHING));
    if known {
        return Ok(answer.finish());
    }
    Ok(answer
        .content_type("application/atom+xml; charset=utf-8")
        .body(document))
}

impl From<Settings> for ParcelWatchSettings {
    fn from(settings: Settings) -> Self {
        Self {
            digest: settings.digest,
            feed_created_at: settings.feed_created_at,
        }
    }
}
