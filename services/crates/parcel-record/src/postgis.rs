//! SQL types and functions of PostGIS for typed queries, and the number functions of PostgreSQL that
//! go with them.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Double, Integer, Nullable, Numeric, SqlType};
use diesel::{QueryResult, define_sql_function};
use domain::LonLat;

/// A geometry: computed and compared in the database, never bound or read.
#[derive(Debug, Clone, Copy, QueryId, SqlType)]
#[diesel(postgres_type(name = "geometry"))]
pub struct Geometry;

define_sql_function! {
    /// Whether no point of `other` is outside `shape`. Uses the spatial index.
    #[sql_name = "ST_Covers"]
    fn st_covers(shape: Geometry, other: Geometry) -> Bool;
}

define_sql_function! {
    /// Whether the shapes are at most this far apart, in the units of the coordinate system. Uses the
    /// spatial index.
    #[sql_name = "ST_DWithin"]
    fn st_d_within(shape: Geometry, other: Geometry, distance: Double) -> Bool;
}

define_sql_function! {
    /// Shortest distance in the units of the coordinate system; 0 if the shapes touch.
    #[sql_name = "ST_Distance"]
    fn st_distance(shape: Geometry, other: Geometry) -> Double;
}

define_sql_function! {
    /// Area in the units of the coordinate system.
    #[sql_name = "ST_Area"]
    fn st_area(shape: Geometry) -> Double;
}

define_sql_function! {
    /// Number of parts.
    #[sql_name = "ST_NumGeometries"]
    fn st_num_geometries(shape: Geometry) -> Integer;
}

define_sql_function! {
    /// A part, the first is 1.
    #[sql_name = "ST_GeometryN"]
    fn st_geometry_n(shape: Geometry, number: Integer) -> Geometry;
}

define_sql_function! {
    /// GeoJSON as text, with so many decimals.
    #[sql_name = "ST_AsGeoJSON"]
    fn st_as_geo_json(shape: Geometry, decimals: Integer) -> Text;
}

define_sql_function! {
    /// Rounded to a whole number.
    fn round(number: Double) -> Double;
}

define_sql_function! {
    /// Rounded to so many decimals.
    #[sql_name = "round"]
    fn round_to(number: Numeric, decimals: Integer) -> Numeric;
}

define_sql_function! {
    /// The nearest double.
    fn float8(number: Nullable<Numeric>) -> Nullable<Double>;
}

define_sql_function! {
    /// The first 15 digits of a double.
    // `numeric` alone is a keyword.
    #[sql_name = "pg_catalog.numeric"]
    fn numeric(number: Double) -> Numeric;
}

/// A point in Web Mercator, as `parcels.geom_3857` is.
///
/// A subquery behind `OFFSET 0`, so that it is computed once, and so that the planner sees an unknown
/// point in every plan: it then plans a prepared statement once, which doubles the lookups per second.
/// With the point's value it would plan each anew, because it takes an unknown point for dearer.
#[derive(Debug, Clone, Copy, QueryId)]
pub struct WebMercator {
    lon: f64,
    lat: f64,
}

/// See [`WebMercator`].
pub fn web_mercator(at: LonLat) -> WebMercator {
    WebMercator {
        lon: at.lon(),
        lat: at.lat(),
    }
}

impl Expression for WebMercator {
    type SqlType = Geometry;
}

impl<Table> AppearsOnTable<Table> for WebMercator {}
impl<Table> SelectableExpression<Table> for WebMercator {}

impl<GroupBy> ValidGrouping<GroupBy> for WebMercator {
    type IsAggregate = is_aggregate::Never;
}

impl QueryFragment<Pg> for WebMercator {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "(SELECT ST_Transform(ST_SetSRID(ST_MakePoint(lon, lat), 4326), 3857) FROM (SELECT ",
        );
        out.push_bind_param::<Double, _>(&self.lon)?;
        out.push_sql(" AS lon, ");
        out.push_bind_param::<Double, _>(&self.lat)?;
        out.push_sql(" AS lat OFFSET 0) AS degrees)");
        Ok(())
    }
}
