//! The statement that builds a tile.
//!
//! SQL, because a tile aggregates whole rows of a subquery in FROM, which diesel does not have. The
//! box is compared in the table's own projection, so that the spatial index is used.

use diesel::prelude::*;
use diesel::sql_types::{Binary, Integer};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http_kit::map_tile::TileAddress;

/// A buffer of 1/64 tile, so that outlines meet at the edges.
const TILE: &str = "SELECT coalesce(ST_AsMVT(tile, 'parcels', 4096, 'geom'), ''::bytea) AS bytes FROM (\
    SELECT ST_AsMVTGeom(geom_3857, ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom, \
        ll_uuid::text AS ll_uuid, parcelnumb, address \
    FROM parcels WHERE geom_3857 && ST_TileEnvelope($1, $2, $3, margin => 0.015625) AND retired_at IS NULL\
    ) AS tile WHERE geom IS NOT NULL";

#[derive(QueryableByName)]
struct Tile {
    #[diesel(sql_type = Binary)]
    bytes: Vec<u8>,
}

/// Mapbox Vector Tile; empty where there are no parcels.
pub async fn tile(conn: &mut AsyncPgConnection, at: TileAddress) -> QueryResult<Vec<u8>> {
    let tile: Tile = diesel::sql_query(TILE)
        .bind::<Integer, _>(at.z)
        .bind::<Integer, _>(at.x)
        .bind::<Integer, _>(at.y)
        .get_result(conn)
        .await?;
    Ok(tile.bytes)
}
