//! `GET /api/border_tiles/{z}/{x}/{y}.mvt`: state and county borders as vector tiles, because the
//! whole country is 250 kB and a view needs a few tiles. `GET /api/border_tiles.json` says who published them.

use actix_web::middleware::Compress;
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse, get};
use auth::CurrentUser;
use http_kit::map_tile::{self, MapTile, TileAddress};
use http_kit::{ApiResult, Path, Problem};

use super::dto::{BorderLayer, BorderTiles};
use super::store;
use crate::state::AppState;

/// First zoom with counties: below it they would cover the map, and one tile would hold most of
/// them.
const COUNTIES_FROM: i32 = 5;
/// Publisher and licence of the borders that are part of the program (`data/README.md`).
const OWN: &str = "U.S. Census Bureau, public domain";
/// Borders change once in years.
const CACHE: &str = "private, max-age=86400";

/// Borders of one map tile: layer `states`, and from zoom 5 layer `counties` with `county_fips` and `name`.
#[utoipa::path(tag = "markets",
    params(("z" = u32, Path, description = "Zoom"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row")),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "The tile is empty"), (status = 304, description = "Not modified"),
        (status = 401, body = Problem), (status = 404, description = "Tile not found", body = Problem)))]
#[get("/api/border_tiles/{z}/{x}/{y}.mvt", wrap = "Compress::default()")]
pub async fn get_border_tile(
    _user: CurrentUser,
    request: HttpRequest,
    state: Data<AppState>,
    tile: Path<(u32, u32, u32)>,
) -> ApiResult<HttpResponse> {
    let tile = TileAddress::try_from(tile.into_inner())?;
    let bytes = db::system_tx(&state.pool, async |conn| {
        store::border_tile(conn, tile, COUNTIES_FROM).await
    })
    .await?;
    Ok(map_tile::respond(&request, bytes, CACHE))
}

/// The tiles of borders, described as `TileJSON` 3, with publishers and licences of the borders.
#[utoipa::path(tag = "markets",
    responses((status = 200, body = BorderTiles), (status = 401, body = Problem)))]
#[get("/api/border_tiles.json")]
pub async fn get_border_tile_json(
    _user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<web::Json<BorderTiles>> {
    let sources = db::system_tx(&state.pool, async |conn| {
        store::list_border_sources(conn).await
    })
    .await?;
    Ok(web::Json(BorderTiles {
        tilejson: "3.0.0",
        tiles: [state.config.page("api/border_tiles/{z}/{x}/{y}.mvt")],
        attribution: attribution(&sources),
        vector_layers: [
            BorderLayer {
                id: "states",
                fields: [].into(),
            },
            BorderLayer {
                id: "counties",
                fields: [("county_fips", "String"), ("name", "String")].into(),
            },
        ],
    }))
}

/// Whom the map names, HTML.
fn attribution(sources: &[(Option<String>, Option<String>)]) -> String {
    let names = sources.iter().map(|(source, licence)| match source {
        None => OWN.to_owned(),
        Some(source) => licence
            .iter()
            .fold(source.clone(), |all, licence| format!("{all}, {licence}")),
    });
    let names: Vec<String> = names.collect();
    let text = format!("Borders: {}", names.join("; "));
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
