//! Statements of selections.

use chrono::{TimeDelta, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Double, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LonLat, ParcelUuid, RunId, SelectionId, UserId};
use ogc_features::Condition;
use parcel_record::counties::Bounds;
use parcel_record::groups;
use parcel_record::postgis::float8;
use parcel_record::schema::beyond::{self, Beyond};
use parcel_record::schema::{InGroups, parcels};
use serde_json::Value;
use uuid::Uuid;

use super::changed::ChangedSince;
use super::chosen::{Chosen, Shape};
use super::domain::MAX_SELECTED;
use crate::schema::{parcel_selections, search_runs};

/// How long a selection is kept.
const KEPT: TimeDelta = TimeDelta::days(1);

/// What a selection counts of a parcel.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(diesel::pg::Pg))]
pub struct Selected {
    pub ll_uuid: ParcelUuid,
    pub county_fips: String,
    pub parcelnumb: String,
    pub address: Option<String>,
    pub owner: Option<String>,
    /// Of the owner's name in one form; `None` also while the facts of the parcel are not made.
    #[diesel(select_expression = beyond::owner_key(), select_expression_type = Beyond<Nullable<BigInt>>)]
    pub owner_key: Option<i64>,
    /// Longitude of the inner point.
    #[diesel(select_expression = beyond::lon(), select_expression_type = Beyond<Double>)]
    pub lon: f64,
    /// Its latitude.
    #[diesel(select_expression = beyond::lat(), select_expression_type = Beyond<Double>)]
    pub lat: f64,
    #[diesel(select_expression = float8(parcels::ll_gisacre))]
    pub acres: Option<f64>,
    /// Appraised value, dollars; 0 is unknown.
    #[diesel(select_expression = beyond::total_value(), select_expression_type = Beyond<Nullable<Double>>)]
    pub value: Option<f64>,
}

/// Parcels that are not retired, at most so many, by county and number.
pub async fn list(
    conn: &mut AsyncPgConnection,
    chosen: Chosen,
    county_fips: Option<&str>,
    (filter, changed_since): (Condition, ChangedSince),
    limit: i64,
) -> QueryResult<Vec<Selected>> {
    let mut query = parcels::table
        .filter(chosen)
        .filter(beyond::is_live())
        .filter(filter)
        .filter(changed_since)
        .order((parcels::county_fips, parcels::parcelnumb, parcels::ll_uuid))
        .limit(limit)
        .select(Selected::as_select())
        .into_boxed();
    if let Some(county) = county_fips {
        query = query.filter(parcels::county_fips.eq(county));
    }
    query.load(conn).await
}

/// A shape in degrees becomes one in Web Mercator, with its box.
const SHAPE: &str = "SELECT encode(ST_AsEWKB(ST_Transform(shape, 3857)), 'hex') AS hex, \
    ST_XMin(shape) AS west, ST_YMin(shape) AS south, ST_XMax(shape) AS east, ST_YMax(shape) AS north \
    FROM (SELECT {shape} AS shape) AS given";
const POLYGON: &str = "ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON($1), 4326))";
const POLYGONS: &str = "(SELECT ST_Union(ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON(outline), 4326))) FROM unnest($1) AS outline)";
const ENVELOPE: &str = "ST_MakeEnvelope($1, $2, $3, $4, 4326)";
const AROUND: &str =
    "ST_Buffer(ST_SetSRID(ST_MakePoint($1, $2), 4326)::geography, $3, 32)::geometry";
const ALONG: &str = "ST_Buffer(ST_SetSRID(ST_GeomFromGeoJSON($1), 4326)::geography, $2)::geometry";
const UNION: &str = "(SELECT ST_Union(geom) FROM parcels WHERE ll_uuid = ANY($1))";

#[derive(QueryableByName)]
struct ShapeRow {
    #[diesel(sql_type = Nullable<Text>)]
    hex: Option<String>,
    #[diesel(sql_type = Nullable<Double>)]
    west: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    south: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    east: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    north: Option<f64>,
}

impl ShapeRow {
    /// `None` of an empty shape.
    fn shape(self) -> Option<Shape> {
        let bounds = Bounds {
            west: self.west?,
            south: self.south?,
            east: self.east?,
            north: self.north?,
        };
        let middle = f64::midpoint(bounds.south, bounds.north);
        Some(Shape {
            hex: self.hex?,
            groups: InGroups::near(&bounds),
            scale: middle.to_radians().cos().recip(),
        })
    }
}

fn shape_of(expression: &str) -> diesel::query_builder::SqlQuery {
    diesel::sql_query(SHAPE.replace("{shape}", expression))
}

/// A polygon as GeoJSON; one that crosses itself is repaired.
pub async fn polygon(conn: &mut AsyncPgConnection, json: &str) -> QueryResult<Option<Shape>> {
    let query = shape_of(POLYGON).bind::<Text, _>(json);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// The union of polygons as GeoJSON.
pub async fn polygons(conn: &mut AsyncPgConnection, json: &[String]) -> QueryResult<Option<Shape>> {
    let query = shape_of(POLYGONS).bind::<Array<Text>, _>(json);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// West, south, east and north.
pub async fn envelope(
    conn: &mut AsyncPgConnection,
    [west, south, east, north]: [f64; 4],
) -> QueryResult<Option<Shape>> {
    let query = shape_of(ENVELOPE)
        .bind::<Double, _>(west)
        .bind::<Double, _>(south)
        .bind::<Double, _>(east)
        .bind::<Double, _>(north);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// A circle.
pub async fn around(
    conn: &mut AsyncPgConnection,
    at: LonLat,
    metres: f64,
) -> QueryResult<Option<Shape>> {
    let query = shape_of(AROUND)
        .bind::<Double, _>(at.lon())
        .bind::<Double, _>(at.lat())
        .bind::<Double, _>(metres);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// A strip along lines as GeoJSON.
pub async fn along(
    conn: &mut AsyncPgConnection,
    json: &str,
    metres: f64,
) -> QueryResult<Option<Shape>> {
    let query = shape_of(ALONG)
        .bind::<Text, _>(json)
        .bind::<Double, _>(metres);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// The union of parcels.
pub async fn union(conn: &mut AsyncPgConnection, ids: &[ParcelUuid]) -> QueryResult<Option<Shape>> {
    let query = shape_of(UNION).bind::<Array<SqlUuid>, _>(ids);
    Ok(query.get_result::<ShapeRow>(conn).await?.shape())
}

/// Parcels under points, and the places in the list of the points that are on none. The groups are null where
/// they are too many to be named.
const UNDER: &str = "WITH given AS MATERIALIZED ( \
        SELECT place, ST_Transform(ST_SetSRID(ST_MakePoint(lon, lat), 4326), 3857) AS point \
        FROM unnest($1, $2) WITH ORDINALITY AS at (lon, lat, place) \
    ), under AS MATERIALIZED ( \
        SELECT place, ll_uuid FROM given JOIN parcels ON geom_3857 && point AND ST_Covers(geom_3857, point) \
        WHERE retired_at IS NULL AND ($3 IS NULL OR county_group = ANY ($3)) \
    ) \
    SELECT ARRAY(SELECT DISTINCT ll_uuid FROM under LIMIT $4) AS parcels, \
        ARRAY(SELECT place FROM given EXCEPT SELECT place FROM under ORDER BY place) AS beside";

#[derive(QueryableByName)]
struct UnderRow {
    #[diesel(sql_type = Array<SqlUuid>)]
    parcels: Vec<ParcelUuid>,
    #[diesel(sql_type = Array<BigInt>)]
    beside: Vec<i64>,
}

/// Parcels under these points, boundaries included, one more than allowed if there are too many; and the points
/// that are on no parcel.
pub async fn under(
    conn: &mut AsyncPgConnection,
    points: &[LonLat],
) -> QueryResult<(Vec<ParcelUuid>, Vec<LonLat>)> {
    let (lons, lats): (Vec<f64>, Vec<f64>) = points.iter().map(|at| (at.lon(), at.lat())).unzip();
    let place = |at: &LonLat| Bounds {
        west: at.lon(),
        south: at.lat(),
        east: at.lon(),
        north: at.lat(),
    };
    let around = points.iter().map(place).reduce(|all, at| all.joined(&at));
    let groups = around.and_then(|around| groups::near(&around));
    let limit = i64::try_from(MAX_SELECTED).unwrap_or(i64::MAX);
    let row: UnderRow = diesel::sql_query(UNDER)
        .bind::<Array<Double>, _>(lons)
        .bind::<Array<Double>, _>(lats)
        .bind::<Nullable<Array<Text>>, _>(groups.map(|groups| groups.as_slice().to_vec()))
        .bind::<BigInt, _>(limit.saturating_add(1))
        .get_result(conn)
        .await?;
    let beside = row.beside.iter().filter_map(|place| {
        let index = usize::try_from(place - 1).ok()?;
        points.get(index).copied()
    });
    Ok((row.parcels, beside.collect()))
}

/// The inner point of a parcel.
pub async fn point_of(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<LonLat>> {
    let point: Option<(f64, f64)> = parcels::table
        .filter(parcels::ll_uuid.eq(id))
        .select((beyond::lon(), beyond::lat()))
        .first(conn)
        .await
        .optional()?;
    Ok(point.and_then(|(lon, lat)| LonLat::new(lon, lat).ok()))
}

/// The selection gets this transaction's firm.
pub async fn insert(
    conn: &mut AsyncPgConnection,
    created_by: UserId,
    ids: &[ParcelUuid],
    said: Option<&Value>,
) -> QueryResult<SelectionId> {
    let id = SelectionId(Uuid::now_v7());
    diesel::insert_into(parcel_selections::table)
        .values((
            parcel_selections::selection_id.eq(id),
            parcel_selections::created_by.eq(created_by),
            parcel_selections::parcels.eq(ids),
            parcel_selections::said.eq(said),
        ))
        .execute(conn)
        .await?;
    Ok(id)
}

/// Its parcels, in the order of the list; `None` when it is too old, or of another firm.
pub async fn find(
    conn: &mut AsyncPgConnection,
    id: SelectionId,
) -> QueryResult<Option<Vec<ParcelUuid>>> {
    parcel_selections::table
        .find(id)
        .filter(parcel_selections::created_at.gt(Utc::now() - KEPT))
        .select(parcel_selections::parcels)
        .first(conn)
        .await
        .optional()
}

/// The same with its [`super::columns::SelectionColumns`], if it has any.
pub async fn find_with_columns(
    conn: &mut AsyncPgConnection,
    id: SelectionId,
) -> QueryResult<Option<(Vec<ParcelUuid>, Option<Value>)>> {
    parcel_selections::table
        .find(id)
        .filter(parcel_selections::created_at.gt(Utc::now() - KEPT))
        .select((parcel_selections::parcels, parcel_selections::said))
        .first(conn)
        .await
        .optional()
}

/// Deletes the selections of all firms that are too old. Returns their number.
pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::delete(
        parcel_selections::table.filter(parcel_selections::created_at.le(Utc::now() - KEPT)),
    )
    .execute(conn)
    .await
}

/// The best parcels of a search run of the firm, at most 10,000; `None` if there is no such run, or it is not
/// done.
pub async fn find_best(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
) -> QueryResult<Option<Vec<ParcelUuid>>> {
    let best: Option<Option<Vec<ParcelUuid>>> = search_runs::table
        .find(run_id)
        .select(search_runs::best)
        .first(conn)
        .await
        .optional()?;
    Ok(best.flatten())
}
