//! `GET /tiles/{z}/{x}/{y}.mvt`, and its description `GET /tiles.json`.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, get, web};
use auth::{ParcelsRead, ReadAccess};
use diesel::result::{Error, QueryResult};
use domain::CustomerId;
use http_kit::map_tile::{self, MapTile, PackedTile, TileAddress};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path, Query};
use ogc_features::{Condition, ReadError};

use super::attribution::{attribution, list_sources};
use super::dto::{TileJson, TileQuery};
use super::{Shown, store};
use crate::filters;
use crate::state::AppState;

/// Browsers cache a tile for five minutes.
const CACHE: &str = "private, max-age=300";

/// Parcels of one map tile. Layer `parcels`: outlines; feature ids are the last 48 bits of `ll_uuid`. From zoom 15 with
/// `ll_uuid`, `parcelnumb`, `address`, `usedesc`, `use_class`, `owner_kind`, `year_built`, `in_flood_zone`, `ll_gisacre`,
/// `value_per_acre` (dollars, rounded to thousands) and `source`; at zoom 11 to 13 only those of large parcels. Layer `parcel_counts` (zoom 11 to 13): points with the number
/// (`parcels`) of the smaller ones around. With `filter` only of the parcels that match.
#[utoipa::path(tag = "tiles", security(("personal_access_token" = ["parcels:read"])),
    params(("z" = u32, Path, description = "Zoom; empty below 11"), ("x" = u32, Path, description = "Column"), ("y" = u32, Path, description = "Row"), TileQuery),
    responses((status = 200, description = "A Mapbox Vector Tile", content_type = "application/vnd.mapbox-vector-tile", body = MapTile),
        (status = 204, description = "The tile is empty"), (status = 304, description = "Not modified"), StandardErrors))]
#[get("/tiles/{z}/{x}/{y}.mvt")]
pub async fn get_tile(
    access: ReadAccess<ParcelsRead>,
    request: HttpRequest,
    state: web::Data<AppState>,
    tile: Path<(u32, u32, u32)>,
    Query(query): Query<TileQuery>,
) -> ApiResult<HttpResponse> {
    let at = TileAddress::try_from(tile.into_inner())?;
    let firm = access.customer_id;
    let filter = match query.filter.as_deref() {
        // Before the tile is looked for: it may be one of another firm's growth run.
        Some(text) => Some(filters::ops::condition(&state, firm, Some(text)).await?),
        None => None,
    };
    if !store::ZOOMS.contains(&at.z) {
        return Ok(map_tile::empty(CACHE));
    }
    let cut = async {
        let bytes = match filter {
            None => {
                let read = state.reads.read(async |pool| {
                    db::read(pool, async |conn| store::tile(conn, at, None).await).await
                });
                read.await?
            }
            Some(filter) => Box::pin(filtered(&state, firm, at, filter)).await?,
        };
        let packed = PackedTile::new(&bytes);
        let packed = packed.map_err(|error| Error::DeserializationError(error.into()))?;
        Ok(packed.map(Arc::new))
    };
    match state
        .tiles
        .get(Shown::new(at, query.filter.as_deref()), cut)
        .await
    {
        Ok(Some(tile)) => tile.respond(&request, CACHE),
        Ok(None) => Ok(map_tile::empty(CACHE)),
        Err(error) if query.filter.is_some() && db::is_statement_timeout(&error) => {
            Err(ReadError::too_slow())
        }
        Err(error) => Err(error.into()),
    }
}

/// A tile of the parcels that match, in the time that filters have.
async fn filtered(
    state: &AppState,
    firm: CustomerId,
    at: TileAddress,
    filter: Condition,
) -> QueryResult<Vec<u8>> {
    let read = state.reads.read(async |pool| {
        let filter = filter.clone();
        db::tenant_tx(pool, firm, async |conn| {
            ogc_features::limit_time(conn).await?;
            store::tile(conn, at, Some(filter)).await
        })
        .await
    });
    read.await
}

/// The tiles, described as `TileJSON` 3, with publishers, licences and dates of the parcels.
#[utoipa::path(tag = "tiles", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = TileJson), StandardErrors))]
#[get("/tiles.json")]
pub async fn get_tile_json(
    _access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
) -> ApiResult<web::Json<TileJson>> {
    let read = state
        .reads
        .read(async |pool| db::read(pool, async |conn| list_sources(conn).await).await);
    let sources = read.await?;
    let named = attribution(&sources, state.providers.shared());
    Ok(web::Json(TileJson::of(&state.public_url, named)))
}
