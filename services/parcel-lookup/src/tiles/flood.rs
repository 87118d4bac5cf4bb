//! `GET /flood_tiles/{z}/{x}/{y}.mvt`: flood zones of the layers of land, for the map.

use actix_web::{HttpRequest, HttpResponse, get, web};
use auth::{ParcelsRead, ReadAccess};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Binary, Integer};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http_kit::map_tile::{self, MapTile, PackedTile, TileAddress};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};

use super::store::ZOOMS;
use crate::state::AppState;

/// Layers change by imports and by what public services answer in the background.
const CACHE: &str = "private, max-age=300";

/// A zone in layers of two sources is there twice, each with its own. Both parts are empty without rows.
const TILE: &str = "WITH tile AS MATERIALIZED (SELECT box, ST_Expand(box, (ST_XMax(box) - ST_XMin(box)) / 64) AS around \
        FROM ST_TileEnvelope($1, $2, $3) AS box) \
    SELECT coalesce((SELECT ST_AsMVT(part, 'flood_zones', 4096, 'geom') FROM (\
            SELECT ST_AsMVTGeom(feature.geom_3857, tile.box, 4096, 64, true) AS geom, attributes ->> 'zone' AS zone, \
                attributes ->> 'class' AS class, source, source_licence, source_date::text AS source_date, is_sample \
            FROM tile, site_features AS feature JOIN site_layers USING (layer_id) \
            WHERE feature.geom_3857 && (SELECT around FROM tile) AND feature.kind = 'flood') AS part), ''::bytea) \
        || coalesce((SELECT ST_AsMVT(part, 'flood_coverage', 4096, 'geom') FROM (\
            SELECT ST_AsMVTGeom(coverage_3857, tile.box, 4096, 64, true) AS geom, \
                source, source_licence, source_date::text AS source_date, is_sample \
            FROM tile, site_layers \
            WHERE coverage_3857 && (SELECT around FROM tile) AND kind = 'flood') AS part), ''::bytea) AS bytes";

#[derive(QueryableByName)]
struct Tile {
    #[diesel(sql_type = Binary)]
    bytes: Vec<u8>,
}

/// Flood zones of one map tile. Layer `flood_zones`: areas with `zone` (FEMA's letters) and `class` (`floodway`, `sfha`, `moderate`,
/// `levee`, `minimal`, `water`, `undetermined`, `not_included`, `unknown`). Layer `flood_coverage`: where the absence of a zone means that there
/// is none; elsewhere it is unknown. Both have `source`, `source_licence`, `source_date` and `is_sample`.
#[utoipa::path(tag = "tiles", security(("personal_access_token" = ["parcels:read"])),
    params(("z" = u32, Path, description = "Zoom; empty below 11"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row")),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "No flood map reaches the tile"), (status = 304, description = "Not modified"), StandardErrors))]
#[get("/flood_tiles/{z}/{x}/{y}.mvt")]
pub async fn get_flood_tile(
    _access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
    tile: Path<(u32, u32, u32)>,
) -> ApiResult<HttpResponse> {
    let at = TileAddress::try_from(tile.into_inner())?;
    if !ZOOMS.contains(&at.z) {
        return Ok(map_tile::empty(CACHE));
    }
    let read = state.reads.read(async |pool| {
        db::read(pool, async |conn: &mut AsyncPgConnection| {
            let tile = diesel::sql_query(TILE)
                .bind::<Integer, _>(at.z)
                .bind::<Integer, _>(at.x)
                .bind::<Integer, _>(at.y);
            tile.get_result::<Tile>(conn).await
        })
        .await
    });
    let packed = PackedTile::new(&read.await?.bytes);
    match packed.map_err(|error| Error::DeserializationError(error.into()))? {
        Some(tile) => tile.respond(&request, CACHE),
        None => Ok(map_tile::empty(CACHE)),
    }
}
