//! Mapbox Vector Tiles: valid addresses, and responses.
//!
//! Tiles are built by the services' own statements. A service that keeps them packs them once
//! ([`PackedTile`]); for few or rarely changed ones browser caching and an `ETag` suffice
//! ([`respond`]).

use std::fmt::Write as _;
use std::io::{self, Read as _, Write};

use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_TYPE, ContentEncoding, ETag, Encoding, EntityTag,
    HeaderValue, VARY,
};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::{ApiError, ApiResult, ErrorCode, is_current};

/// Highest zoom.
const MAX_ZOOM: u32 = 22;
const MEDIA_TYPE: &str = "application/vnd.mapbox-vector-tile";
/// Half the work of the default for 3 % more bytes.
const COMPRESSION: u32 = 4;

/// The body, for the `OpenAPI` document.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
pub struct MapTile(Vec<u8>);

/// A valid zoom, column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
        return empty(cache);
    }
    let etag = etag(&bytes);
    if is_current(request, &etag) {
        return not_modified(etag, cache);
    }
    HttpResponse::Ok()
        .insert_header(ETag(etag))
        .insert_header((CACHE_CONTROL, cache))
        .insert_header((CONTENT_TYPE, MEDIA_TYPE))
        .body(bytes)
}

/// 204.
pub fn empty(cache: &'static str) -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((CACHE_CONTROL, cache))
        .finish()
}

fn not_modified(etag: EntityTag, cache: &'static str) -> HttpResponse {
    HttpResponse::NotModified()
        .insert_header(ETag(etag))
        .insert_header((CACHE_CONTROL, cache))
        .finish()
}

/// A tile that is not empty, compressed once for many requests.
#[derive(Debug, Clone)]
pub struct PackedTile {
    gzip: Bytes,
    etag: EntityTag,
}

impl PackedTile {
    /// Compresses a tile; none if it is empty.
    pub fn new(bytes: &[u8]) -> io::Result<Option<Self>> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut packer = GzEncoder::new(Vec::new(), Compression::new(COMPRESSION));
        Write::write_all(&mut packer, bytes)?;
        Ok(Some(Self {
            gzip: packer.finish()?.into(),
            etag: etag(bytes),
        }))
    }

    /// Compressed size.
    pub fn size(&self) -> usize {
        self.gzip.len()
    }

    /// 200 with the tile, compressed if the caller takes gzip, or 304 when it has the tile. `cache` is
    /// the browser's cache control.
    pub fn respond(&self, request: &HttpRequest, cache: &'static str) -> ApiResult<HttpResponse> {
        if is_current(request, &self.etag) {
            return Ok(not_modified(self.etag.clone(), cache));
        }
        let mut answer = HttpResponse::Ok();
        answer
            .insert_header(ETag(self.etag.clone()))
            .insert_header((CACHE_CONTROL, cache))
            .insert_header((VARY, HeaderValue::from_static("accept-encoding")))
            .insert_header((CONTENT_TYPE, MEDIA_TYPE));
        if takes_gzip(request) {
            answer.insert_header(ContentEncoding::Gzip);
            return Ok(answer.body(self.gzip.clone()));
        }
        Ok(answer.body(self.unpacked().map_err(ApiError::internal)?))
    }

    fn unpacked(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        GzDecoder::new(&self.gzip[..]).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    request
        .get_header::<AcceptEncoding>()
        .and_then(|accepted| accepted.negotiate(offered.iter()))
        .is_some_and(|best| best == Encoding::gzip())
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

#[cfg(test)]
mod tests {
    use actix_web::body::to_bytes;
    use actix_web::http::StatusCode;
    use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, IF_NONE_MATCH};
    use actix_web::test::TestRequest;

    use super::*;

    #[actix_web::test]
    async fn a_packed_tile_is_sent_as_the_caller_takes_it() {
        assert!(PackedTile::new(b"").unwrap().is_none());
        let content = [7; 5000];
        let tile = PackedTile::new(&content).unwrap().unwrap();
        assert!(tile.size() < content.len());
        for (accepted, packed) in [
            (None, false),
            (Some("identity"), false),
            (Some("gzip;q=0, identity"), false),
            (Some("gzip"), true),
            (Some("gzip, deflate, br"), true),
        ] {
            let request = TestRequest::default();
            let request = match accepted {
                Some(accepted) => request.insert_header((ACCEPT_ENCODING, accepted)),
                None => request,
            };
            let answer = tile.respond(&request.to_http_request(), "private").unwrap();
            assert_eq!(answer.headers().get(VARY).unwrap(), "accept-encoding");
            assert_eq!(
                answer.headers().contains_key(CONTENT_ENCODING),
                packed,
                "{accepted:?}"
            );
            let body = to_bytes(answer.into_body()).await.unwrap();
            assert_eq!(body.len(), if packed { tile.size() } else { content.len() });
        }
        let request = TestRequest::default().insert_header((IF_NONE_MATCH, tile.etag.to_string()));
        let answer = tile.respond(&request.to_http_request(), "private").unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
    }
}
