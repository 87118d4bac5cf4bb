//! Mapbox Vector Tiles: valid addresses, and responses.
//!
//! Tiles are built by the services' own statements; there is no server-side cache, because browser
//! caching and an `ETag` suffice.

use std::fmt::Write as _;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETag, EntityTag};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest as _, Sha256};

use crate::{ApiError, ApiResult, ErrorCode, is_current};

/// Highest zoom.
const MAX_ZOOM: u32 = 22;

/// The body, for the `OpenAPI` document.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
pub struct MapTile(Vec<u8>);

/// A valid zoom, column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileAddress {
    /// 0 to 22.
    pub z: i32,
    /// From the west.
    pub x: i32,
    /// From the north.
    pub y: i32,
}

impl TryFrom<(u32, u32, u32)> for TileAddress {
    type Error = ApiError;

    fn try_from((z, x, y): (u32, u32, u32)) -> ApiResult<Self> {
        if z > MAX_ZOOM || x >= 1 << z || y >= 1 << z {
            return Err(ApiError::new(
                ErrorCode::MapTileNotFound,
                "There is no such map tile.",
            ));
        }
        // Below 2²² each, so they fit.
        let [z, x, y] = [z, x, y].map(|number| number as i32);
        Ok(Self { z, x, y })
    }
}

/// 200 with the tile, 204 when it is empty, 304 when the caller has it. `cache` is the browser's
/// cache control.
pub fn respond(request: &HttpRequest, bytes: Vec<u8>, cache: &'static str) -> HttpResponse {
    if bytes.is_empty() {
        return HttpResponse::NoContent()
            .insert_header((CACHE_CONTROL, cache))
            .finish();
    }
    let etag = etag(&bytes);
    let known = is_current(request, &etag);
    let mut answer = if known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header(ETag(etag))
        .insert_header((CACHE_CONTROL, cache));
    if known {
        return answer.finish();
    }
    answer
        .insert_header((CONTENT_TYPE, "application/vnd.mapbox-vector-tile"))
        .body(bytes)
}

/// Weak, because the tile may be sent compressed or not.
fn etag(bytes: &[u8]) -> EntityTag {
    let digest = Sha256::digest(bytes);
    EntityTag::new_weak(digest.iter().take(12).fold(String::new(), |mut tag, byte| {
        // Writing to a String cannot fail.
        let _ = write!(tag, "{byte:02x}");
        tag
    }))
}
