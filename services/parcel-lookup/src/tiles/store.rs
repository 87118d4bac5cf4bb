//! The statements that cut a tile.
//!
//! SQL, because a tile aggregates whole rows of a subquery in FROM, which diesel does not have. The
//! box is compared in the table's own projection, so that the spatial index is used.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Binary, Integer};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use http_kit::map_tile::TileAddress;
use ogc_features::Condition;
use parcel_record::counties::Bounds;
use parcel_record::facts::IN_FLOOD_ZONE;
use parcel_record::schema::InGroups;
use parcel_record::shared_land::VALUE_PER_ACRE;

/// Zooms with parcels. Below, a tile would count more parcels than a request can wait for.
pub const ZOOMS: RangeInclusive<i32> = 11..=22;
/// Outlines of all parcels, without attributes.
pub const OUTLINES_ZOOM: i32 = 14;
/// Minimum zoom of attributes: the app shows outlines from here.
const ATTRIBUTES_ZOOM: i32 = 15;

/// The tile's box, also with a buffer of 1/64 tile (outlines meet at the edges); the side of a cell of
/// 1/64 tile, and its area in acres.
const BEFORE_ADDRESS: &str = "WITH tile AS MATERIALIZED (SELECT box, ST_Expand(box, cell) AS around, cell, \
        ST_XMin(box) AS west, ST_YMin(box) AS south, \
        (cell * cos(radians(ST_Y(ST_Transform(ST_Centroid(box), 4326))))) ^ 2 / 4046.8564224 AS acres \
    FROM (SELECT box, (ST_XMax(box) - ST_XMin(box)) / 64 AS cell FROM ST_TileEnvelope(";
const AFTER_ADDRESS: &str = ") AS box) AS square) ";

/// From zoom 15. `ST_AsMVT` leaves out rows without geometry; a condition would compute it twice.
/// Feature ids are the last 48 bits of `ll_uuid`, so that the app computes the same: 32 bits would
/// collide among millions, and JavaScript's numbers are exact to 53. Numbers are rounded, which halves
/// the tile. A layer has each text once, so that the source is two bytes of a parcel.
static WITH_ATTRIBUTES: LazyLock<String> = LazyLock::new(|| {
    "SELECT coalesce(ST_AsMVT(part, 'parcels', 4096, 'geom', 'id'), ''::bytea) FROM (\
    SELECT ST_AsMVTGeom(geom_3857, tile.box, 4096, 64, true) AS geom, \
        ('x' || right(ll_uuid::text, 12))::bit(48)::bigint AS id, \
        ll_uuid::text AS ll_uuid, parcelnumb, address, usedesc, use_class, owner_kind, year_built, {in_flood_zone} AS in_flood_zone, \
        round(ll_gisacre::float8 * 100) / 100 AS ll_gisacre, \
        (round({value_per_acre} / 1000) * 1000)::bigint AS value_per_acre, source \
    FROM tile, parcels WHERE geom_3857 && (SELECT around FROM tile) AND retired_at IS NULL AND {groups}\
    ) AS part"
        .replace("{in_flood_zone}", IN_FLOOD_ZONE)
        .replace("{value_per_acre}", VALUE_PER_ACRE)
});

/// Zoom 14, on a grid of half a pixel. Stacked parcels are one outline.
const OUTLINES: &str = "SELECT coalesce(ST_AsMVT(part, 'parcels', 1024, 'geom', 'id'), ''::bytea) FROM (\
    SELECT geom, min(id) AS id FROM (\
        SELECT ST_AsMVTGeom(geom_3857, tile.box, 1024, 16, true) AS geom, \
            ('x' || right(ll_uuid::text, 12))::bit(48)::bigint AS id \
        FROM tile, parcels WHERE geom_3857 && (SELECT around FROM tile) AND retired_at IS NULL AND {groups}\
    ) AS outlines GROUP BY geom) AS part";

/// Zoom 11 to 13: outlines of parcels that are at least as large as a cell, and a point for each cell
/// with the number of the others. Both are bounded by the number of cells, 4,096. The point's
/// coordinates are computed from the columns, because reading the outlines of a whole city takes
/// seconds.
const GENERALISED: &str = "SELECT coalesce((\
        SELECT ST_AsMVT(part, 'parcels', 1024, 'geom', 'id') FROM (\
            SELECT geom, min(id) AS id FROM (\
                SELECT ST_AsMVTGeom(geom_3857, tile.box, 1024, 16, true) AS geom, \
                    ('x' || right(ll_uuid::text, 12))::bit(48)::bigint AS id \
                FROM tile, parcels \
                WHERE geom_3857 && (SELECT around FROM tile) AND ll_gisacre >= (SELECT acres::numeric FROM tile) AND retired_at IS NULL AND {groups}\
            ) AS outlines GROUP BY geom) AS part\
    ), ''::bytea) || coalesce((\
        SELECT ST_AsMVT(part, 'parcel_counts', 1024, 'geom') FROM (\
            SELECT ST_AsMVTGeom(ST_Point(west + (x + 0.5) * cell, south + (y + 0.5) * cell, 3857), box, 1024, 0, true) AS geom, parcels \
            FROM tile, (\
                SELECT floor((radians(lon) * 6378137 - (SELECT west FROM tile)) / (SELECT cell FROM tile)) AS x, \
                    floor((asinh(tan(radians(lat))) * 6378137 - (SELECT south FROM tile)) / (SELECT cell FROM tile)) AS y, \
                    count(*) AS parcels \
                FROM parcels \
                WHERE geom_3857 && (SELECT box FROM tile) \
                    AND (ll_gisacre < (SELECT acres::numeric FROM tile) OR ll_gisacre IS NULL) AND retired_at IS NULL AND {groups} \
                GROUP BY 1, 2\
            ) AS cells WHERE x BETWEEN 0 AND 63 AND y BETWEEN 0 AND 63\
        ) AS part\
    ), ''::bytea)";

/// Mapbox Vector Tile; empty where there are no parcels. With a filter, of the parcels that match.
pub async fn tile(
    conn: &mut AsyncPgConnection,
    at: TileAddress,
    filter: Option<Condition>,
) -> QueryResult<Vec<u8>> {
    let layers = match at.z {
        ATTRIBUTES_ZOOM.. => &WITH_ATTRIBUTES,
        OUTLINES_ZOOM => OUTLINES,
        _ => GENERALISED,
    };
    let groups = InGroups::near(&bounds(at));
    let query = TileQuery {
        at,
        layers,
        groups,
        filter,
    };
    query.get_result(conn).await
}

/// The tile's box in degrees. Its buffer is narrower than the margin of the groups.
fn bounds(at: TileAddress) -> Bounds {
    let tiles = f64::from(at.z).exp2();
    let lon = |x: i32| f64::from(x) / tiles * 360.0 - 180.0;
    let lat = |y: i32| {
        let from_equator = std::f64::consts::PI * (1.0 - 2.0 * f64::from(y) / tiles);
        from_equator.sinh().atan().to_degrees()
    };
    Bounds {
        west: lon(at.x),
        south: lat(at.y + 1),
        east: lon(at.x + 1),
        north: lat(at.y),
    }
}

/// One of the statements, prepared once per connection: `diesel::sql_query` would be each time.
#[derive(Debug)]
struct TileQuery {
    at: TileAddress,
    /// `{groups}` stands for the condition on the groups, and the filter.
    layers: &'static str,
    groups: InGroups,
    filter: Option<Condition>,
}

impl Query for TileQuery {
    type SqlType = Binary;
}

/// The key of the prepared statement is its SQL.
impl QueryId for TileQuery {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for TileQuery {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(BEFORE_ADDRESS);
        out.push_bind_param::<Integer, _>(&self.at.z)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.at.x)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.at.y)?;
        out.push_sql(AFTER_ADDRESS);
        for (index, part) in self.layers.split("{groups}").enumerate() {
            if index > 0 {
                self.groups.walk_ast(out.reborrow())?;
                if let Some(filter) = &self.filter {
                    out.push_sql(" AND ");
                    filter.walk_ast(out.reborrow())?;
                }
            }
            out.push_sql(part);
        }
        Ok(())
    }
}
