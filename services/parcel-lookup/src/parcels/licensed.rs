//! Reads and writes the table `licensed_parcels`: parcels that a firm bought from a provider, until
//! they expire. No other module writes it.
//!
//! Row-level security scopes every query to the firm of the transaction; only [`unscoped_delete_expired`]
//! is for all firms.

use chrono::{DateTime, Utc};
use diesel::dsl::{self, auto_type, case_when, now};
use diesel::expression::SqlLiteral;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Integer, Jsonb, Nullable, Text, Uuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{LonLat, ParcelUuid};
use parcel_record::postgis::{
    round, st_area, st_as_geo_json, st_covers, st_d_within, st_distance, st_geometry_n,
    st_num_geometries, web_mercator,
};
use parcel_record::schema::OUTLINE_DECIMALS;
use parcel_record::{ParcelFields, ParcelRecord, SharedLand};
use serde_json::Value;

use super::store::{MAX_NEAR, MAX_OF_NUMBER, Stored, nearest};
use crate::providers::Found;
use crate::schema::licensed_parcels;

/// Version of every licensed parcel: the last description of a property counts, because a parcel that
/// expired and was bought again has no memory of earlier versions.
const VERSION: i64 = 1;

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = licensed_parcels, check_for_backend(Pg))]
struct Row {
    fields: Value,
    lon: f64,
    lat: f64,
    #[diesel(select_expression = outline(), select_expression_type = Outline)]
    geometry: Value,
    #[diesel(select_expression = shared_land(), select_expression_type = SqlLiteral<Nullable<Jsonb>>)]
    shared_land: Option<SharedLand>,
    source: String,
    source_licence: Option<String>,
    fetched_at: DateTime<Utc>,
    copies_until: Option<DateTime<Utc>>,
}

type Outline = dsl::Cast<outline_text, Jsonb>;

/// As [`parcel_record::schema::outline`] of the table `parcels`.
fn outline() -> Outline {
    outline_text().fallible_cast()
}

#[auto_type]
fn outline_text() -> _ {
    let decimals: i32 = OUTLINE_DECIMALS;
    let polygon = case_when(
        st_num_geometries(licensed_parcels::geom).eq(1_i32),
        st_geometry_n(licensed_parcels::geom, 1_i32),
    );
    st_as_geo_json(polygon.otherwise(licensed_parcels::geom), decimals)
}

/// The land that a parcel shares with others that the firm bought of the source, as the column of public parcels.
const SHARED_LAND: &str = "(SELECT CASE WHEN count(*) > 1 THEN jsonb_build_object('parcels', count(*), \
        'total_value', CASE WHEN count(nullif(parval, 0)) = count(*) THEN sum(parval) END, \
        'land_value', CASE WHEN count(nullif(landval, 0)) = count(*) THEN sum(landval) END, 'acres', max(ll_gisacre)) END \
    FROM licensed_parcels AS other, jsonb_to_record(other.fields) AS given (parval numeric, landval numeric, ll_gisacre numeric) \
    WHERE other.lon = licensed_parcels.lon AND other.lat = licensed_parcels.lat AND other.county_fips = licensed_parcels.county_fips \
        AND other.source = licensed_parcels.source AND other.expires_at > now())";

fn shared_land() -> SqlLiteral<Nullable<Jsonb>> {
    dsl::sql(SHARED_LAND)
}

impl Row {
    fn stored(self) -> QueryResult<Stored> {
        let fields: ParcelFields = serde_json::from_value(self.fields)
            .map_err(|error| Error::DeserializationError(error.into()))?;
        Ok(Stored {
            record: ParcelRecord {
                fields: fields.with_state(),
                lon: self.lon,
                lat: self.lat,
                geometry: Some(self.geometry),
                shared_land: self.shared_land,
                source: self.source,
                source_licence: self.source_licence,
                fetched_at: Some(self.fetched_at),
                source_date: None,
                is_sample: false,
                retired_at: None,
                retired_file_date: None,
                keep_until: self.copies_until,
            },
            version: VERSION,
            is_imported: false,
        })
    }
}

fn all(rows: Vec<Row>) -> QueryResult<Vec<Stored>> {
    rows.into_iter().map(Row::stored).collect()
}

/// The firm's rows that have not expired. Not left to housekeeping, which may be late.
#[auto_type(no_type_alias)]
fn valid() -> _ {
    licensed_parcels::table.filter(licensed_parcels::expires_at.gt(now))
}

/// Deterministic order at one place: the smallest outline first, then by number.
#[auto_type(no_type_alias)]
fn best_first() -> _ {
    (
        round(st_area(licensed_parcels::geom_3857)),
        licensed_parcels::parcelnumb,
        licensed_parcels::ll_uuid,
        licensed_parcels::source,
    )
}

pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Stored>> {
    let row: Option<Row> = valid()
        .filter(licensed_parcels::ll_uuid.eq(id))
        .order(licensed_parcels::fetched_at.desc())
        .select(Row::as_select())
        .first(conn)
        .await
        .optional()?;
    row.map(Row::stored).transpose()
}

/// At most 100 parcels with this number, in one county or in all.
pub async fn list_by_number(
    conn: &mut AsyncPgConnection,
    parcelnumb: &str,
    county_fips: Option<&str>,
) -> QueryResult<Vec<Stored>> {
    let mut query = valid()
        .filter(licensed_parcels::parcelnumb.eq(parcelnumb))
        .order(licensed_parcels::county_fips)
        .then_order_by(best_first())
        .limit(MAX_OF_NUMBER)
        .select(Row::as_select())
        .into_boxed();
    if let Some(county) = county_fips {
        query = query.filter(licensed_parcels::county_fips.eq(county));
    }
    all(query.load(conn).await?)
}

/// The parcels with these identities or numbers.
pub async fn list(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    numbers: &[String],
) -> QueryResult<Vec<Stored>> {
    let asked = licensed_parcels::ll_uuid
        .eq_any(ids)
        .or(licensed_parcels::parcelnumb.eq_any(numbers));
    all(valid()
        .filter(asked)
        .select(Row::as_select())
        .load(conn)
        .await?)
}

/// Every parcel that covers this point (boundary included), the one to show first.
pub async fn list_at(mut conn: &AsyncPgConnection, at: LonLat) -> QueryResult<Vec<Stored>> {
    all(valid()
        .filter(st_covers(licensed_parcels::geom_3857, web_mercator(at)))
        .order(best_first())
        .select(Row::as_select())
        .load(&mut conn)
        .await?)
}

/// The nearest parcels to a point that is on none, as in [`super::store::list_near`].
pub async fn list_near(
    mut conn: &AsyncPgConnection,
    at: LonLat,
    metres: f64,
) -> QueryResult<(f64, Vec<Stored>)> {
    let to_metres = at.lat().to_radians().cos();
    let distance = st_distance(licensed_parcels::geom_3857, web_mercator(at));
    let near: Vec<(f64, Row)> = valid()
        .filter(st_d_within(
            licensed_parcels::geom_3857,
            web_mercator(at),
            metres / to_metres,
        ))
        .order(distance)
        .then_order_by(best_first())
        .limit(MAX_NEAR)
        .select((distance, Row::as_select()))
        .load(&mut conn)
        .await?;
    let near: QueryResult<Vec<(f64, Stored)>> = near
        .into_iter()
        .map(|(distance, row)| Ok((distance, row.stored()?)))
        .collect();
    Ok(nearest(near?, to_metres))
}

/// Writes one parcel of the transaction's firm. SQL for the same reasons as
/// [`parcel_record::upsert_statement`].
const UPSERT: &str = "
    WITH shaped AS (SELECT parcel_geometry($1, $2, NULL) AS geom)
    INSERT INTO licensed_parcels AS l (ll_uuid, source, source_licence, county_fips, parcelnumb, fields,
        geom, lon, lat, expires_at, copies_until)
    SELECT $3, $4, $5, $6, $7,
        $8 || jsonb_build_object('ll_gisacre', coalesce(($8 ->> 'll_gisacre')::numeric,
            round((ST_Area(geom::geography) / 4046.8564224)::numeric, 4))),
        geom, ST_X(ST_PointOnSurface(geom)), ST_Y(ST_PointOnSurface(geom)), now() + make_interval(days => $9),
        now() + make_interval(days => $10)
    FROM shaped WHERE geom IS NOT NULL
    ON CONFLICT (customer_id, ll_uuid, source) DO UPDATE SET
        source_licence = excluded.source_licence, county_fips = excluded.county_fips,
        parcelnumb = excluded.parcelnumb, fields = excluded.fields, geom = excluded.geom,
        lon = excluded.lon, lat = excluded.lat, fetched_at = now(), expires_at = excluded.expires_at,
        copies_until = excluded.copies_until";

/// Stores a provider's parcel for the transaction's firm, for so many days, and says how many days copies may be kept.
pub async fn upsert(
    conn: &mut AsyncPgConnection,
    found: &Found,
    keep_days: i32,
    copies_keep_days: Option<i32>,
) -> QueryResult<()> {
    let Found {
        fields,
        shape,
        provenance,
        ..
    } = found;
    let facts =
        serde_json::to_value(fields).map_err(|error| Error::SerializationError(error.into()))?;
    diesel::sql_query(UPSERT)
        .bind::<Text, _>(shape.kind())
        .bind::<Text, _>(shape.text().as_ref())
        .bind::<Uuid, _>(fields.ll_uuid)
        .bind::<Text, _>(&provenance.source)
        .bind::<Nullable<Text>, _>(&provenance.licence)
        .bind::<Text, _>(&fields.county_fips)
        .bind::<Text, _>(&fields.parcelnumb)
        .bind::<Jsonb, _>(facts)
        .bind::<Integer, _>(keep_days)
        .bind::<Nullable<Integer>, _>(copies_keep_days)
        .execute(conn)
        .await
        .map(drop)
}

/// Deletes the expired rows of all firms, in a transaction across firms.
pub async fn unscoped_delete_expired(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let expired = licensed_parcels::expires_at.le(now);
    diesel::delete(licensed_parcels::table.filter(expired))
        .execute(conn)
        .await
}
