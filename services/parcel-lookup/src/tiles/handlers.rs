//! `GET /tiles/{z}/{x}/{y}.mvt`.
//!
//! Below zoom 14 a tile would hold whole cities, so it is empty. Tiles travel compressed.

use std::fmt::Write as _;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use actix_web::middleware::Compress;
use actix_web::{HttpRequest, HttpResponse, get, web};
use auth::CurrentUser;
use db::Pool;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Path};
use sha2::{Digest as _, Sha256};

use super::store;

/// The first zoom with parcels.
const MIN_ZOOM: u32 = 14;
/// The last zoom that exists.
const MAX_ZOOM: u32 = 22;
/// Browsers may show a tile for five minutes before they ask again.
const CACHE: &str = "private, max-age=300";

/// A Mapbox Vector Tile.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
struct MapTile(Vec<u8>);

/// Parcel outlines of one map tile: layer `parcels` with `ll_uuid`, `parcelnumb`, `address`.
#[utoipa::path(tag = "tiles",
    params(("z" = u32, Path, description = "Zoom; empty below 14"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row")),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "No parcels here"), (status = 304, description = "Not changed"), StandardErrors))]
#[get("/tiles/{z}/{x}/{y}.mvt", wrap = "Compress::default()")]
pub async fn get_tile(
    _user: CurrentUser,
    request: HttpRequest,
    pool: web::Data<Pool>,
    tile: Path<(u32, u32, u32)>,
) -> ApiResult<HttpResponse> {
    let (z, x, y) = tile.into_inner();
    if z > MAX_ZOOM || x >= 1 << z || y >= 1 << z {
        return Err(ApiError::not_found("There is no such map tile."));
    }
    if z < MIN_ZOOM {
        return Ok(HttpResponse::NoContent()
            .insert_header((CACHE_CONTROL, CACHE))
            .finish());
    }
    // Below 2²² each, so they fit.
    let bytes = db::system_tx(&pool, async |conn| {
        store::tile(conn, z as i32, x as i32, y as i32).await
    })
    .await?;
    Ok(respond(&request, bytes))
}

fn respond(request: &HttpRequest, bytes: Vec<u8>) -> HttpResponse {
    if bytes.is_empty() {
        return HttpResponse::NoContent()
            .insert_header((CACHE_CONTROL, CACHE))
            .finish();
    }
    let etag = etag(&bytes);
    let known = request
        .headers()
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .any(|value| value.contains(&etag[2..]) || value.trim() == "*");
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((ETAG, etag))
        .insert_header((CACHE_CONTROL, CACHE));
    if known {
        return answer.finish();
    }
    answer
        .insert_header((CONTENT_TYPE, "application/vnd.mapbox-vector-tile"))
        .body(bytes)
}

/// Weak, because the same tile may travel compressed or not.
fn etag(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .take(12)
        .fold("W/\"".to_owned(), |mut tag, byte| {
            // Writing to a String cannot fail.
            let _ = write!(tag, "{byte:02x}");
            tag
        })
        + "\""
}
