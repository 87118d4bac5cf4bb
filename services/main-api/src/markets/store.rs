//! Queries of states, counties, markets and submarkets. Geometries are read by SQL text.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Text};
use diesel_async::RunQueryDsl;
use domain::{MarketId, SubmarketId};
use http_kit::map_tile::TileAddress;

use crate::schema::{counties, market_states, markets, states, submarkets};

/// Code and name, ordered by name.
pub async fn list_states(conn: &mut AsyncPgConnection) -> QueryResult<Vec<(String, String)>> {
    states::table
        .select((states::statefp, states::name))
        .order(states::name)
        .load(conn)
        .await
}

/// Five-digit code and name, ordered by name.
pub async fn list_counties(
    conn: &mut AsyncPgConnection,
    statefp: &str,
) -> QueryResult<Vec<(String, String)>> {
    counties::table
        .filter(counties::statefp.eq(statefp.to_owned()))
        .select((counties::county_fips, counties::name))
        .order((counties::name, counties::county_fips))
        .load(conn)
        .await
}

/// Markets that overlap a state: id and name, ordered by name.
pub async fn list_markets(
    conn: &mut AsyncPgConnection,
    statefp: &str,
) -> QueryResult<Vec<(MarketId, String)>> {
    markets::table
        .inner_join(market_states::table)
        .filter(market_states::statefp.eq(statefp.to_owned()))
        .select((markets::market_id, markets::market_name))
        .order((markets::market_name, markets::market_id))
        .load(conn)
        .await
}

/// Whether this transaction's firm can see the market.
pub async fn has_market(conn: &mut AsyncPgConnection, market_id: MarketId) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(markets::table.find(market_id)))
        .get_result(conn)
        .await
}

/// Id and name, ordered by name.
pub async fn list_submarkets(
    conn: &mut AsyncPgConnection,
    market_id: MarketId,
) -> QueryResult<Vec<(SubmarketId, String)>> {
    submarkets::table
        .filter(submarkets::market_id.eq(market_id))
        .select((submarkets::submkt_id, submarkets::sub_mkt_name))
        .order((submarkets::sub_mkt_name, submarkets::submkt_id))
        .load(conn)
        .await
}

#[derive(QueryableByName)]
struct Outline {
    #[diesel(sql_type = Text)]
    geojson: String,
}

/// A submarket's outline as GeoJSON: a Polygon if it has one part, otherwise the largest part
/// first, because some clients read only the first ring.
pub async fn find_outline(
    conn: &mut AsyncPgConnection,
    submkt_id: SubmarketId,
) -> QueryResult<Option<String>> {
    let outline = diesel::sql_query(
        "SELECT ST_AsGeoJSON(CASE WHEN ST_NumGeometries(geom) = 1 THEN ST_GeometryN(geom, 1) ELSE \
             (SELECT ST_Multi(ST_Collect(part.geom ORDER BY ST_Area(part.geom) DESC)) FROM ST_Dump(submarkets.geom) AS part) \
         END, 6) AS geojson FROM submarkets WHERE submkt_id = $1",
    )
    .bind::<BigInt, _>(submkt_id)
    .get_result::<Outline>(conn)
    .await
    .optional()?;
    Ok(outline.map(|row| row.geojson))
}

/// Borders in a tile, as lines: an area clipped at the tile's edge would show the edge as a border.
/// State borders are simplified to half a pixel of a 512-pixel tile.
const BORDER_TILE: &str = "SELECT \
    (SELECT coalesce(ST_AsMVT(line, 'states', 4096, 'geom'), ''::bytea) FROM (\
        SELECT ST_AsMVTGeom(ST_Simplify(geom_3857, 40075016.68 / (1024 * 2 ^ $1)), ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom \
        FROM state_borders WHERE geom_3857 && ST_TileEnvelope($1, $2, $3, margin => 0.015625)\
    ) AS line WHERE geom IS NOT NULL) || \
    (SELECT coalesce(ST_AsMVT(line, 'counties', 4096, 'geom'), ''::bytea) FROM (\
        SELECT ST_AsMVTGeom(ST_Boundary(geom_3857), ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom, county_fips, name \
        FROM counties WHERE $1 >= $4 AND geom_3857 && ST_TileEnvelope($1, $2, $3, margin => 0.015625)\
    ) AS line WHERE geom IS NOT NULL) AS bytes";

#[derive(QueryableByName)]
struct Tile {
    #[diesel(sql_type = Binary)]
    bytes: Vec<u8>,
}

/// Borders in a tile as Mapbox Vector Tile, counties only from a minimum zoom; empty where there
/// are none.
pub async fn border_tile(
    conn: &mut AsyncPgConnection,
    at: TileAddress,
    counties_from: i32,
) -> QueryResult<Vec<u8>> {
    let tile: Tile = diesel::sql_query(BORDER_TILE)
        .bind::<Integer, _>(at.z)
        .bind::<Integer, _>(at.x)
        .bind::<Integer, _>(at.y)
        .bind::<Integer, _>(counties_from)
        .get_result(conn)
        .await?;
    Ok(tile.bytes)
}
