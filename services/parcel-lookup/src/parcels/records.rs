//! The records of many parcels in one statement.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::dsl::case_when;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use parcel_record::schema::{beyond, outline, parcels};
use parcel_record::{ParcelFields, ParcelRecord, SharedLand};
use serde_json::Value;

/// A parcel, its point and the land that it shares, its outline if it was asked for, and its provenance.
type Row = (
    ParcelFields,
    (f64, f64, Option<SharedLand>),
    Option<Value>,
    (String, Option<String>, DateTime<Utc>, Option<NaiveDate>),
    bool,
    (Option<DateTime<Utc>>, Option<NaiveDate>),
);

/// The public parcels with these identities, also retired ones. Making GeoJSON takes longer than finding a
/// parcel, so outlines are optional.
pub async fn list(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    with_outlines: bool,
) -> QueryResult<Vec<ParcelRecord>> {
    let rows: Vec<Row> = parcels::table
        .filter(parcels::ll_uuid.eq_any(ids))
        .select((
            ParcelFields::as_select(),
            (beyond::lon(), beyond::lat(), beyond::shared_land()),
            case_when(with_outlines.into_sql::<Bool>(), outline()),
            (
                beyond::source(),
                beyond::source_licence(),
                beyond::fetched_at(),
                beyond::source_date(),
            ),
            parcels::is_sample,
            (beyond::retired_at(), beyond::retired_file_date()),
        ))
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(record).collect())
}

fn record((fields, point, geometry, source, is_sample, retired): Row) -> ParcelRecord {
    let (lon, lat, shared_land) = point;
    let (source, source_licence, fetched_at, source_date) = source;
    let (retired_at, retired_file_date) = retired;
    ParcelRecord {
        fields: fields.with_state(),
        lon,
        lat,
        geometry,
        shared_land,
        source,
        source_licence,
        fetched_at: Some(fetched_at),
        source_date,
        is_sample,
        retired_at,
        retired_file_date,
        keep_until: None,
    }
}
