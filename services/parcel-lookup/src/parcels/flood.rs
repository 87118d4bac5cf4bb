//! The flood zone of parcels: of the layers of land, else of the county's record.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Double, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use parcel_record::ParcelRecord;
use parcel_record::facts::in_flood_zone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a flood zone is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FloodOrigin {
    /// A layer of flood zones, at the parcel's inner point.
    Layer,
    /// The county's record of the parcel.
    County,
}

/// The flood zone of a parcel, as searches and filters judge it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParcelFlood {
    /// Whether it floods once in a hundred years; null is unknown.
    #[schema(required = true)]
    pub in_flood_zone: Option<bool>,
    /// The zone in FEMA's letters.
    #[schema(required = true, example = "AE")]
    pub zone: Option<String>,
    /// Of a layer: floodway, sfha, moderate, levee or minimal.
    #[schema(required = true)]
    pub class: Option<String>,
    /// Null if nothing is known.
    #[schema(required = true)]
    pub from: Option<FloodOrigin>,
    /// Name of the source.
    #[schema(required = true)]
    pub source: Option<String>,
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// Date of the layer or of the county's file, as its source says.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// When the source was read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
}

/// A zone that has the point with this place in the list.
#[derive(QueryableByName)]
struct ZoneAtPoint {
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = Bool)]
    floods: bool,
    #[diesel(sql_type = Text)]
    zone: String,
    #[diesel(sql_type = Text)]
    class: String,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    source_licence: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    source_date: Option<NaiveDate>,
    #[diesel(sql_type = Timestamptz)]
    fetched_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    is_sample: bool,
}

/// As [`parcel_record::facts::IN_FLOOD_ZONE`], with the zone that decides.
const ZONES: &str = "SELECT place, standing % 2 = 0 AS floods, zone, class, source, source_licence, source_date, fetched_at, is_sample \
    FROM unnest($1, $2) WITH ORDINALITY AS at (lon, lat, place), LATERAL ( \
        SELECT layer_id, standing, zone, class FROM flood_cells \
        WHERE x = flood_cell_x(at.lon) AND y = flood_cell_y(at.lat) AND (geom IS NULL OR ST_Intersects(geom, map_point(at.lon, at.lat))) \
        ORDER BY standing, class = 'floodway' DESC, zone, flood_cell_id LIMIT 1 \
    ) AS found JOIN site_layers USING (layer_id)";

impl ParcelFlood {
    /// By the county's record.
    pub(super) fn recorded(record: &ParcelRecord) -> Self {
        let zone = record.fields.flood_zone.as_deref().map(str::trim);
        let Some(zone) = zone.filter(|zone| !zone.is_empty()) else {
            return Self::default();
        };
        Self {
            in_flood_zone: in_flood_zone(zone),
            zone: Some(zone.to_owned()),
            class: None,
            from: Some(FloodOrigin::County),
            source: Some(record.source.clone()),
            source_licence: record.source_licence.clone(),
            source_date: record.source_date,
            fetched_at: record.fetched_at,
            is_sample: record.is_sample,
        }
    }

    /// Of several parcels as one: the one that floods; that none does is known only if it is known of each.
    pub fn of_all<'a>(each: &(impl Iterator<Item = &'a Self> + Clone)) -> Self {
        let floods = each.clone().find(|flood| flood.in_flood_zone == Some(true));
        let unknown = each.clone().find(|flood| flood.in_flood_zone.is_none());
        let of = floods.or(unknown).or_else(|| each.clone().next());
        of.cloned().unwrap_or_default()
    }
}

impl From<ZoneAtPoint> for ParcelFlood {
    fn from(zone: ZoneAtPoint) -> Self {
        Self {
            in_flood_zone: Some(zone.floods),
            zone: Some(zone.zone),
            class: Some(zone.class),
            from: Some(FloodOrigin::Layer),
            source: Some(zone.source),
            source_licence: zone.source_licence,
            source_date: zone.source_date,
            fetched_at: Some(zone.fetched_at),
            is_sample: zone.is_sample,
        }
    }
}

/// Of each of these points, what layers say; points of which they say nothing are missing.
pub async fn of_points(
    conn: &mut AsyncPgConnection,
    points: &[[f64; 2]],
) -> QueryResult<HashMap<usize, ParcelFlood>> {
    if points.is_empty() {
        return Ok(HashMap::new());
    }
    let (lons, lats): (Vec<f64>, Vec<f64>) = points.iter().map(|[lon, lat]| (*lon, *lat)).unzip();
    let zones: Vec<ZoneAtPoint> = diesel::sql_query(ZONES)
        .bind::<Array<Double>, _>(lons)
        .bind::<Array<Double>, _>(lats)
        .load(conn)
        .await?;
    // Places begin with 1.
    let flood = |zone: ZoneAtPoint| {
        Some((
            usize::try_from(zone.place).ok()?.checked_sub(1)?,
            zone.into(),
        ))
    };
    Ok(zones.into_iter().filter_map(flood).collect())
}

/// Of each of these records.
pub async fn of_records(
    conn: &mut AsyncPgConnection,
    records: &[ParcelRecord],
) -> QueryResult<HashMap<ParcelUuid, ParcelFlood>> {
    let points: Vec<[f64; 2]> = records
        .iter()
        .map(|record| [record.lon, record.lat])
        .collect();
    let mut of_layers = of_points(conn, &points).await?;
    let flood = |(place, record): (usize, &ParcelRecord)| {
        let flood = of_layers.remove(&place);
        let flood = flood.unwrap_or_else(|| ParcelFlood::recorded(record));
        (record.fields.ll_uuid, flood)
    };
    Ok(records.iter().enumerate().map(flood).collect())
}

/// Of one record.
pub async fn of_record(
    conn: &mut AsyncPgConnection,
    record: &ParcelRecord,
) -> QueryResult<ParcelFlood> {
    let floods = of_records(conn, std::slice::from_ref(record)).await?;
    Ok(floods.into_values().next().unwrap_or_default())
}
