//! Statements that read parcels as features.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Double, Nullable};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use ogc_features::{Condition, Crs, Extent, Feature, GeoJson};
use parcel_record::schema::{beyond, parcels};
use parcel_record::{ParcelFacts, ParcelFields};
use serde_json::Value;
use uuid::Uuid;

use super::collection::PARCELS;
use super::dto::ParcelProperties;
use super::figures::{DISTANCES, Figures};

/// A parcel, its provenance, its figures and its outline.
type Row = (
    ParcelFields,
    String,
    Option<String>,
    bool,
    DateTime<Utc>,
    ParcelFacts,
    (Option<f64>, Option<f64>, Option<f64>),
    (Option<f64>, Option<f64>),
    Option<Value>,
);

/// At most so many parcels that are not retired, by identity.
pub async fn list(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    limit: i64,
    crs: &Crs,
    figures: Figures,
) -> QueryResult<Vec<Feature<ParcelProperties>>> {
    let rows: Vec<Row> = parcels::table
        .filter(condition)
        .filter(beyond::is_live())
        .order(parcels::ll_uuid)
        .limit(limit)
        .select((
            ParcelFields::as_select(),
            beyond::source(),
            beyond::source_licence(),
            parcels::is_sample,
            beyond::fetched_at(),
            ParcelFacts::as_select(),
            figures,
            DISTANCES,
            GeoJson::of(&PARCELS, crs),
        ))
        .load(conn)
        .await?;
    let run = figures.1.run();
    Ok(rows.into_iter().map(|row| feature(row, run)).collect())
}

fn feature(
    (fields, source, source_licence, is_sample, fetched_at, facts, figures, distances, geometry): Row,
    growth_run_id: Option<Uuid>,
) -> Feature<ParcelProperties> {
    let id = fields.ll_uuid;
    let (slope_percent, growth_chance, growth_decade) = figures;
    let (highway_miles, rail_miles) = distances;
    let properties = ParcelProperties {
        fields: fields.with_state(),
        source,
        source_licence,
        is_sample,
        fetched_at,
        facts,
        slope_percent,
        highway_miles,
        rail_miles,
        growth_run_id,
        growth_chance,
        growth_decade: growth_decade.map(|year| year as i32),
    };
    Feature::new(&id, geometry, properties)
}

/// Read from the spatial index of each partition, so the cost does not depend on the number of parcels.
/// SQL, because diesel has no such statement.
const EXTENT: &str = "SELECT ST_XMin(degrees) AS west, ST_YMin(degrees) AS south, \
    ST_XMax(degrees) AS east, ST_YMax(degrees) AS north FROM (\
    SELECT ST_Transform(ST_SetSRID(ST_Extent(ST_EstimatedExtent(nspname, relname, 'geom_3857')::geometry)::geometry, 3857), 4326) AS degrees \
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace \
    WHERE inhparent = 'parcels'::regclass\
    ) AS extent";

#[derive(QueryableByName)]
struct ExtentRow {
    #[diesel(sql_type = Nullable<Double>)]
    west: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    south: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    east: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    north: Option<f64>,
}

/// A box that contains all parcels, also retired ones.
pub async fn extent(conn: &mut AsyncPgConnection) -> QueryResult<Extent> {
    let row: ExtentRow = diesel::sql_query(EXTENT).get_result(conn).await?;
    Ok(match row {
        ExtentRow {
            west: Some(west),
            south: Some(south),
            east: Some(east),
            north: Some(north),
        } => Some([west, south, east, north]),
        _ => None,
    })
}
