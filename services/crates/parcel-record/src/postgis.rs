//! SQL types and functions of PostGIS for typed queries, and the number functions of PostgreSQL that
//! go with them.

use diesel::define_sql_function;
use diesel::query_builder::QueryId;
use diesel::sql_types::{Double, Integer, Nullable, Numeric, SqlType};
use domain::LonLat;

/// EPSG number of WGS 84, degrees.
const WGS_84: i32 = 4326;
/// EPSG number of Web Mercator.
const WEB_MERCATOR: i32 = 3857;

/// A geometry: computed and compared in the database, never bound or read.
#[derive(Debug, Clone, Copy, QueryId, SqlType)]
#[diesel(postgres_type(name = "geometry"))]
pub struct Geometry;

define_sql_function! {
    /// A point without a coordinate system.
    #[sql_name = "ST_MakePoint"]
    fn st_make_point(x: Double, y: Double) -> Geometry;
}

define_sql_function! {
    /// The geometry, in this coordinate system.
    #[sql_name = "ST_SetSRID"]
    fn st_set_srid(shape: Geometry, epsg: Integer) -> Geometry;
}

define_sql_function! {
    /// The geometry, projected to this coordinate system.
    #[sql_name = "ST_Transform"]
    fn st_transform(shape: Geometry, epsg: Integer) -> Geometry;
}

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
#[diesel::dsl::auto_type(no_type_alias)]
pub fn web_mercator(at: LonLat) -> _ {
    let lon: f64 = at.lon();
    let lat: f64 = at.lat();
    let degrees: i32 = WGS_84;
    let projected: i32 = WEB_MERCATOR;
    st_transform(st_set_srid(st_make_point(lon, lat), degrees), projected)
}
