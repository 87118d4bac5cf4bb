//! `GET /tiles/{z}/{x}/{y}.mvt`, and its description `GET /tiles.json`.
//!
//! Below zoom 14 a tile would hold whole cities, so it is empty. Responses are compressed.

use actix_web::middleware::Compress;
use actix_web::{HttpRequest, HttpResponse, get, web};
use auth::{ParcelsRead, ReadAccess};
use http_kit::map_tile::{self, MapTile, TileAddress};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};

use super::dto::TileJson;
use super::store;
use crate::state::AppState;

/// Minimum zoom with parcels.
const MIN_ZOOM: i32 = 14;
/// Maximum zoom.
const MAX_ZOOM: i32 = 22;
/// Browsers cache a tile for five minutes.
const CACHE: &str = "private, max-age=300";

/// Parcel outlines of one map tile: layer `parcels` with `ll_uuid`, `parcelnumb`, `address`.
#[utoipa::path(tag = "tiles", security(("personal_access_token" = ["parcels:read"])),
    params(("z" = u32, Path, description = "Zoom; empty below 14"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row")),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "The tile is empty"), (status = 304, description = "Not modified"), StandardErrors))]
#[get("/tiles/{z}/{x}/{y}.mvt", wrap = "Compress::default()")]
pub async fn get_tile(
    _access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
    tile: Path<(u32, u32, u32)>,
) -> ApiResult<HttpResponse> {
    let tile = TileAddress::try_from(tile.into_inner())?;
    let bytes = if tile.z < MIN_ZOOM {
        Vec::new()
    } else {
        db::system_tx(&state.pool, async |conn| store::tile(conn, tile).await).await?
    };
    Ok(map_tile::respond(&request, bytes, CACHE))
}

/// The tiles, described as `TileJSON` 3.
#[utoipa::path(tag = "tiles", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = TileJson), StandardErrors))]
#[get("/tiles.json")]
pub async fn get_tile_json(
    _access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
) -> web::Json<TileJson> {
    web::Json(TileJson::of(&state.public_url, MIN_ZOOM, MAX_ZOOM))
}
