//! `GET /api/county_tiles/{z}/{x}/{y}.mvt`: county borders of the map's view.
//!
//! All counties of the country are a quarter of a megabyte; a view needs a few tiles. Below zoom 5
//! a tile would hold most of them again, so it is empty.

use actix_web::middleware::Compress;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use auth::CurrentUser;
use http_kit::map_tile::{self, MapTile, TileAddress};
use http_kit::{ApiResult, Path, Problem};

use super::store;
use crate::app::AppState;

/// The first zoom with counties.
const MIN_ZOOM: i32 = 5;
/// Borders change once in years.
const CACHE: &str = "private, max-age=86400";

/// County borders of one map tile: layer `counties` with `county_fips` and `name`.
#[utoipa::path(tag = "markets",
    params(("z" = u32, Path, description = "Zoom; empty below 5"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row")),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "No borders here"), (status = 304, description = "Not changed"),
        (status = 401, body = Problem), (status = 404, description = "No such tile", body = Problem)))]
#[get("/api/county_tiles/{z}/{x}/{y}.mvt", wrap = "Compress::default()")]
pub async fn get_county_tile(
    _user: CurrentUser,
    request: HttpRequest,
    state: Data<AppState>,
    tile: Path<(u32, u32, u32)>,
) -> ApiResult<HttpResponse> {
    let tile = TileAddress::try_from(tile.into_inner())?;
    let bytes = if tile.z < MIN_ZOOM {
        Vec::new()
    } else {
        db::system_tx(&state.pool, async |conn| {
            store::county_tile(conn, tile).await
        })
        .await?
    };
    Ok(map_tile::respond(&request, bytes, CACHE))
}
