//! Statements of net buildable area.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::QueryableByName;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, Bool, Date, Double, Integer, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use uuid::Uuid;

use super::domain::{ACRE, Options};

/// Parcels as one site.
#[derive(Debug, QueryableByName)]
pub struct Site {
    /// In its zone, EWKB in hexadecimal digits.
    #[diesel(sql_type = Text)]
    pub hex: String,
    /// EPSG code of its UTM zone.
    #[diesel(sql_type = Integer)]
    pub zone: i32,
    /// Square metres.
    #[diesel(sql_type = Double)]
    pub area: f64,
    #[diesel(sql_type = Array<SqlUuid>)]
    pub found: Vec<Uuid>,
    #[diesel(sql_type = Nullable<Double>)]
    pub recorded_acres: Option<f64>,
    #[diesel(sql_type = Double)]
    pub west: f64,
    #[diesel(sql_type = Double)]
    pub south: f64,
    #[diesel(sql_type = Double)]
    pub east: f64,
    #[diesel(sql_type = Double)]
    pub north: f64,
}

/// A line of the calculation.
#[derive(Debug, QueryableByName)]
pub struct Line {
    /// deduction, unknown, warning, result, step or hint.
    #[diesel(sql_type = Text)]
    pub part: String,
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Square metres.
    #[diesel(sql_type = Nullable<Double>)]
    pub alone: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    pub beyond: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    pub number: Option<f64>,
    /// GeoJSON.
    #[diesel(sql_type = Nullable<Text>)]
    pub shape: Option<String>,
}

/// A layer that describes a part of the site.
#[derive(Debug, Clone, QueryableByName)]
pub struct LayerRow {
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub source_licence: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    pub fetched_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    pub is_sample: bool,
    /// file, sample or service.
    #[diesel(sql_type = Text)]
    pub origin: String,
    #[diesel(sql_type = Nullable<Double>)]
    pub cell_m: Option<f64>,
    /// It describes land of the site that no layer of its kind that stands before it does.
    #[diesel(sql_type = Bool)]
    pub is_used: bool,
}

/// What an operator imported stands before samples, and these before public services, as in `deductions.sql`.
const LAYERS: &str = "WITH near AS MATERIALIZED ( \
        SELECT layer_id, kind, source, source_licence, source_date, fetched_at, is_sample, origin, cell_m, \
            array_position(ARRAY['file', 'sample', 'service'], origin) AS rank, \
            ST_Intersection(coverage_3857, site) AS part, ST_Area(site) AS whole \
        FROM site_layers, (SELECT ST_Transform($1::geometry, 3857) AS site) AS given \
        WHERE coverage_3857 && site AND ST_Intersects(coverage_3857, site) \
    ) \
    SELECT kind, source, source_licence, source_date, fetched_at, is_sample, origin, cell_m, \
        ST_Area(part) - coalesce(( \
            SELECT ST_Area(ST_Intersection(near.part, ST_Union(higher.part))) \
            FROM near AS higher WHERE higher.kind = near.kind AND higher.rank < near.rank \
        ), 0) > $2 * whole AS is_used \
    FROM near ORDER BY rank, fetched_at, layer_id";

/// The parcels as one site; `None` if none is found. For a transaction of the firm.
pub async fn site(conn: &mut AsyncPgConnection, ids: &[ParcelUuid]) -> QueryResult<Option<Site>> {
    diesel::sql_query(include_str!("site.sql"))
        .bind::<Array<SqlUuid>, _>(ids)
        .get_result(conn)
        .await
        .optional()
}

/// The layers that describe a part of the site; those that describe less of it than this share are not used.
pub async fn layers(
    conn: &mut AsyncPgConnection,
    site: &Site,
    least: f64,
) -> QueryResult<Vec<LayerRow>> {
    diesel::sql_query(LAYERS)
        .bind::<Text, _>(&site.hex)
        .bind::<Double, _>(least)
        .load(conn)
        .await
}

pub async fn lines(
    conn: &mut AsyncPgConnection,
    site: &Site,
    options: &Options,
) -> QueryResult<Vec<Line>> {
    let order: Vec<&str> = options.order.iter().map(|kind| kind.name()).collect();
    diesel::sql_query(include_str!("deductions.sql"))
        .bind::<Text, _>(&site.hex)
        .bind::<Integer, _>(site.zone)
        .bind::<Double, _>(options.setback_m)
        .bind::<Double, _>(options.wetland_buffer_m)
        .bind::<Double, _>(options.max_slope)
        .bind::<Double, _>(options.least_width_m)
        .bind::<Double, _>(options.least_part_acres * ACRE)
        .bind::<Bool, _>(options.flood)
        .bind::<Array<Text>, _>(order)
        .load(conn)
        .await
}
