//! Queries of states, counties, markets and submarkets. Geometries are read by SQL text.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Double, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::{MarketId, SubmarketId};
use http_kit::map_tile::TileAddress;

use super::dto::FoundMarket;
use crate::schema::{counties, market_states, markets, states, submarkets};
use crate::search;

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

/// Names are compared in capitals, hyphens, commas and slashes as spaces.
const FIND: &str = "SELECT market_id, submkt_id, name, bounds FROM (\
        SELECT market_id, NULL::bigint AS submkt_id, market_name AS name, market_name AS compared FROM markets \
        UNION ALL SELECT market_id, submkt_id, sub_mkt_name || ', ' || market_name, sub_mkt_name FROM submarkets \
            JOIN markets USING (market_id) WHERE submarkets.customer_id IS NOT NULL\
    ) named, LATERAL (\
        SELECT ARRAY[ST_XMin(box), ST_YMin(box), ST_XMax(box), ST_YMax(box)] AS bounds FROM (\
            SELECT ST_Extent(geom) AS box FROM submarkets s \
            WHERE s.market_id = named.market_id AND s.submkt_id = coalesce(named.submkt_id, s.submkt_id)) extent \
        WHERE box IS NOT NULL) bounded \
    WHERE ' ' || upper(translate(compared, '-,/', '   ')) LIKE ALL ($1) ORDER BY name, market_id, submkt_id LIMIT 20";

#[derive(QueryableByName)]
struct FoundRow {
    #[diesel(sql_type = BigInt)]
    market_id: MarketId,
    #[diesel(sql_type = Nullable<BigInt>)]
    submkt_id: Option<SubmarketId>,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Array<Double>)]
    bounds: Vec<f64>,
}

/// Markets, and submarkets of a firm, in whose name each word of `q` begins a word. SQL, because
/// diesel has no lateral joins.
pub async fn find_markets(conn: &mut AsyncPgConnection, q: &str) -> QueryResult<Vec<FoundMarket>> {
    let q = q.to_uppercase().replace(['-', ',', '/'], " ");
    let begins: Vec<String> = search::words(&q).map(search::word_begins).collect();
    if begins.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<FoundRow> = diesel::sql_query(FIND)
        .bind::<Array<Text>, _>(begins)
        .load(conn)
        .await?;
    let found = |row: FoundRow| {
        Some(FoundMarket {
            market_id: row.market_id,
            submkt_id: row.submkt_id,
            name: row.name,
            bbox: row.bounds.try_into().ok()?,
        })
    };
    Ok(rows.into_iter().filter_map(found).collect())
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

/// Publisher and licence of a submarket's outline.
pub async fn find_source(
    conn: &mut AsyncPgConnection,
    submkt_id: SubmarketId,
) -> QueryResult<Option<(Option<String>, Option<String>)>> {
    submarkets::table
        .find(submkt_id)
        .select((submarkets::source, submarkets::source_licence))
        .first(conn)
        .await
        .optional()
}

/// Publishers and licences of the counties' outlines, each once. Those that are part of the program have none and are the first.
pub async fn list_border_sources(
    conn: &mut AsyncPgConnection,
) -> QueryResult<Vec<(Option<String>, Option<String>)>> {
    counties::table
        .select((counties::source, counties::source_licence))
        .distinct()
        .order((
            counties::source.asc().nulls_first(),
            counties::source_licence.asc().nulls_first(),
        ))
        .load(conn)
        .await
}

/// Borders in a tile, as lines: an area clipped at the tile's edge would show the edge as a border.
/// State borders are simplified to half a pixel of a 512-pixel tile.
const BORDER_TILE: &str = "SELECT \
    (SELECT coalesce(ST_AsMVT(line, 'states', 4096, 'geom'), ''::bytea) FROM (\
        SELECT ST_AsMVTGeom(ST_Simplify(geom_3857, 40075016.68 / (1024 * 2 ^ $1)), ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom \
        FROM state_borders WHERE geom_3857 && ST_TileEnvelope($1, $2, $3, margin => 0.015625)\
    ) AS line) || \
    (SELECT coalesce(ST_AsMVT(line, 'counties', 4096, 'geom'), ''::bytea) FROM (\
        SELECT ST_AsMVTGeom(ST_Boundary(geom_3857), ST_TileEnvelope($1, $2, $3), 4096, 64, true) AS geom, county_fips, name \
        FROM counties WHERE $1 >= $4 AND geom_3857 && ST_TileEnvelope($1, $2, $3, margin => 0.015625)\
    ) AS line) AS bytes";

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
