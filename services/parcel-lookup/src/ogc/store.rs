//! Statements that read features.

use chrono::{DateTime, Utc};
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Double, Integer, Jsonb, Nullable};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use domain::ParcelUuid;
use parcel_record::ParcelFields;
use parcel_record::schema::{beyond, parcels};
use serde_json::Value;

use super::condition::Condition;
use super::crs::{Axes, Crs};

/// A parcel, its provenance and its outline.
pub type Row = (
    ParcelFields,
    String,
    Option<String>,
    bool,
    DateTime<Utc>,
    Value,
);

/// West, south, east, north; none while the table is empty.
pub type Extent = Option<[f64; 4]>;

/// A filter may compare every parcel, so it has less time than other statements.
const LIMIT_TIME: &str = "SET LOCAL statement_timeout = '5s'";

/// The outline as GeoJSON in a coordinate system, always with several parts: clients give a layer one
/// type.
#[derive(Debug, Clone, Copy)]
struct Outline {
    srid: i32,
    /// Decimals: about a centimetre.
    decimals: i32,
    is_lat_lon: bool,
}

impl Outline {
    const fn of(crs: &Crs) -> Self {
        Self {
            srid: crs.srid,
            decimals: if crs.is_geographic() { 7 } else { 3 },
            is_lat_lon: matches!(crs.axes, Axes::LatLon),
        }
    }
}

impl Expression for Outline {
    type SqlType = Jsonb;
}

impl AppearsOnTable<parcels::table> for Outline {}

impl SelectableExpression<parcels::table> for Outline {}

impl<GB> ValidGrouping<GB> for Outline {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Outline {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Outline {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(if self.is_lat_lon {
            "ST_AsGeoJSON(ST_FlipCoordinates(ST_Transform("
        } else {
            "ST_AsGeoJSON((ST_Transform("
        });
        // RFC 7946: outer rings counterclockwise.
        out.push_sql("ST_ForcePolygonCCW(parcels.geom), ");
        out.push_bind_param::<Integer, _>(&self.srid)?;
        out.push_sql(")), ");
        out.push_bind_param::<Integer, _>(&self.decimals)?;
        // Without the member `crs` of older GeoJSON.
        out.push_sql(", 0)::jsonb");
        Ok(())
    }
}

/// At most so many parcels, by identity.
pub async fn list(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    limit: i64,
    crs: &Crs,
) -> QueryResult<Vec<Row>> {
    conn.batch_execute(LIMIT_TIME).await?;
    parcels::table
        .filter(condition)
        .order(parcels::ll_uuid)
        .limit(limit)
        .select(row(crs))
        .load(conn)
        .await
}

pub async fn find(
    conn: &mut AsyncPgConnection,
    id: ParcelUuid,
    crs: &Crs,
) -> QueryResult<Option<Row>> {
    parcels::table
        .find(id)
        .select(row(crs))
        .get_result(conn)
        .await
        .optional()
}

type Selection = (
    diesel::dsl::AsSelect<ParcelFields, Pg>,
    diesel::expression::SqlLiteral<diesel::sql_types::Text>,
    diesel::expression::SqlLiteral<Nullable<diesel::sql_types::Text>>,
    parcels::is_sample,
    diesel::expression::SqlLiteral<diesel::sql_types::Timestamptz>,
    Outline,
);

fn row(crs: &Crs) -> Selection {
    (
        ParcelFields::as_select(),
        beyond::source(),
        beyond::source_licence(),
        parcels::is_sample,
        beyond::fetched_at(),
        Outline::of(crs),
    )
}

/// Read from the spatial index, so the cost does not depend on the number of parcels. SQL, because
/// diesel has no such statement.
const EXTENT: &str = "SELECT ST_XMin(degrees) AS west, ST_YMin(degrees) AS south, \
    ST_XMax(degrees) AS east, ST_YMax(degrees) AS north FROM (\
    SELECT ST_Transform(ST_SetSRID(ST_EstimatedExtent('parcels', 'geom_3857')::geometry, 3857), 4326) AS degrees\
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

/// A box that contains all parcels.
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
