//! Reads and writes the table `parcels`.
//!
//! Plain SQL, because nearly every statement uses geometry. No other module writes the table.

use bigdecimal::{BigDecimal, ToPrimitive as _};
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{
    BigInt, Bool, Date, Double, Integer, Jsonb, Nullable, Numeric, Text, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{LonLat, Money, ParcelUuid, State};
use parcel_record::field_map::values;
use parcel_record::{ParcelFields, ParcelRecord, Provenance, Shape, Written, upsert_statement};
use serde_json::Value;
use uuid::Uuid;

/// The columns of [`ParcelRow`], without the outline.
const COLUMNS: &str = "ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof, \
    mailing_address, saledate, saleprice, year_built, usecode, usedesc, zoning, zoning_type, zoning_subtype, \
    legaldesc, subdivision, parval, parvaltype, landval, improvval, sqft, ll_gisacre, building_count, \
    flood_zone, flood_zone_subtype, lon, lat, source, source_licence, is_sample, version";

/// The outline as GeoJSON. A single part is returned as a Polygon, as in the specification.
pub(super) const GEOMETRY: &str = "ST_AsGeoJSON(\
    CASE ST_NumGeometries(geom) WHEN 1 THEN ST_GeometryN(geom, 1) ELSE geom END, 7)::jsonb AS geometry";

/// Deterministic order of several parcels at one place: real before sample, the smallest outline
/// first, then by address and number.
const ORDER: &str = "is_sample, round(ST_Area(geom_3857)), address IS NULL, parcelnumb, ll_uuid";

#[derive(Debug, QueryableByName)]
struct ParcelRow {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: Uuid,
    #[diesel(sql_type = Text)]
    county_fips: String,
    #[diesel(sql_type = Text)]
    parcelnumb: String,
    #[diesel(sql_type = Nullable<Text>)]
    address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    scity: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    state2: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    szip: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    owner: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    careof: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    mailing_address: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    saledate: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Numeric>)]
    saleprice: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Integer>)]
    year_built: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    usecode: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    usedesc: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    zoning: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    zoning_type: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    zoning_subtype: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    legaldesc: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    subdivision: Option<String>,
    #[diesel(sql_type = Nullable<Numeric>)]
    parval: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Text>)]
    parvaltype: Option<String>,
    #[diesel(sql_type = Nullable<Numeric>)]
    landval: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Numeric>)]
    improvval: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<BigInt>)]
    sqft: Option<i64>,
    #[diesel(sql_type = Nullable<Numeric>)]
    ll_gisacre: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Integer>)]
    building_count: Option<i32>,
    #[diesel(sql_type = Nullable<Text>)]
    flood_zone: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    flood_zone_subtype: Option<String>,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    source_licence: Option<String>,
    #[diesel(sql_type = Bool)]
    is_sample: bool,
    #[diesel(sql_type = BigInt)]
    version: i64,
    #[diesel(sql_type = Jsonb)]
    geometry: Value,
}

/// A stored parcel with the version of its row.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    pub record: ParcelRecord,
    /// Incremented by each change.
    pub version: i64,
}

impl From<ParcelRow> for Stored {
    fn from(row: ParcelRow) -> Self {
        // Columns are numeric(14, 2) and filled from Money, so the conversion is exact.
        let money =
            |amount: Option<BigDecimal>| amount.and_then(|amount| Money::try_from(amount).ok());
        // County sources rarely contain the state.
        let state = State::of_county(&row.county_fips).map(|state| state.postal_code.to_owned());
        let fields = ParcelFields {
            ll_uuid: ParcelUuid(row.ll_uuid),
            county_fips: row.county_fips,
            parcelnumb: row.parcelnumb,
            address: row.address,
            scity: row.scity,
            state2: row.state2.or(state),
            szip: row.szip,
            owner: row.owner,
            careof: row.careof,
            mailing_address: row.mailing_address,
            saledate: row.saledate,
            saleprice: money(row.saleprice),
            year_built: row.year_built,
            usecode: row.usecode,
            usedesc: row.usedesc,
            zoning: row.zoning,
            zoning_type: row.zoning_type,
            zoning_subtype: row.zoning_subtype,
            legaldesc: row.legaldesc,
            subdivision: row.subdivision,
            parval: money(row.parval),
            parvaltype: row.parvaltype,
            landval: money(row.landval),
            improvval: money(row.improvval),
            sqft: row.sqft,
            ll_gisacre: row.ll_gisacre.and_then(|acres| acres.to_f64()),
            building_count: row.building_count,
            flood_zone: row.flood_zone,
            flood_zone_subtype: row.flood_zone_subtype,
        };
        let record = ParcelRecord {
            fields,
            lon: row.lon,
            lat: row.lat,
            geometry: Some(row.geometry),
            source: row.source,
            source_licence: row.source_licence,
            is_sample: row.is_sample,
        };
        Self {
            record,
            version: row.version,
        }
    }
}

pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Stored>> {
    let row: Option<ParcelRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS}, {GEOMETRY} FROM parcels WHERE ll_uuid = $1"
    ))
    .bind::<SqlUuid, _>(id.0)
    .get_result(conn)
    .await
    .optional()?;
    Ok(row.map(Into::into))
}

/// At most 100 parcels with this number, in one county or in all.
pub async fn list_by_number(
    conn: &mut AsyncPgConnection,
    parcelnumb: &str,
    county_fips: Option<&str>,
) -> QueryResult<Vec<Stored>> {
    let rows: Vec<ParcelRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS}, {GEOMETRY} FROM parcels WHERE parcelnumb = $1 AND ($2 IS NULL OR county_fips = $2) ORDER BY county_fips, {ORDER} LIMIT 100"
    ))
    .bind::<Text, _>(parcelnumb)
    .bind::<Nullable<Text>, _>(county_fips)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Every parcel that covers this point (boundary included), the one to show first.
pub async fn list_at(conn: &mut AsyncPgConnection, at: LonLat) -> QueryResult<Vec<Stored>> {
    let rows: Vec<ParcelRow> = diesel::sql_query(format!(
        "SELECT {COLUMNS}, {GEOMETRY} FROM parcels \
         WHERE ST_Covers(geom_3857, ST_Transform(ST_SetSRID(ST_MakePoint($1, $2), 4326), 3857)) ORDER BY {ORDER}"
    ))
    .bind::<Double, _>(at.lon())
    .bind::<Double, _>(at.lat())
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Stores a parcel from a provider.
pub async fn upsert(
    conn: &mut AsyncPgConnection,
    fields: &ParcelFields,
    shape: &Shape,
    raw: &Value,
    from: &Provenance,
) -> QueryResult<Written> {
    let fields = serde_json::to_value(fields)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))?;
    let rows =
        "SELECT 1::bigint AS line, parcel_geometry($4, $5, NULL) AS geom, $6 AS fields, $7 AS raw";
    diesel::sql_query(upsert_statement(rows))
        .bind::<Text, _>(&from.source)
        .bind::<Nullable<Text>, _>(&from.licence)
        .bind::<Bool, _>(from.is_sample)
        .bind::<Text, _>(shape.kind())
        .bind::<Text, _>(shape.text())
        .bind::<Jsonb, _>(fields)
        .bind::<Jsonb, _>(values::without_nul(raw.clone()))
        .get_result(conn)
        .await
}

/// Whether the provider found nothing at this point within the last `hours`.
pub async fn is_known_miss(
    conn: &mut AsyncPgConnection,
    source: &str,
    at: LonLat,
    hours: i32,
) -> QueryResult<bool> {
    diesel::select(
        diesel::dsl::sql::<Bool>("EXISTS (SELECT 1 FROM provider_misses WHERE source = ")
            .bind::<Text, _>(source)
            .sql(" AND lon = round(")
            .bind::<Double, _>(at.lon())
            .sql("::numeric, 6) AND lat = round(")
            .bind::<Double, _>(at.lat())
            .sql("::numeric, 6) AND asked_at > now() - make_interval(hours => ")
            .bind::<Integer, _>(hours)
            .sql("))"),
    )
    .get_result(conn)
    .await
}

/// Records that a provider found nothing at this point, and deletes old records.
pub async fn insert_miss(
    conn: &mut AsyncPgConnection,
    source: &str,
    at: LonLat,
) -> QueryResult<()> {
    diesel::sql_query("DELETE FROM provider_misses WHERE asked_at < now() - interval '30 days'")
        .execute(conn)
        .await?;
    diesel::sql_query(
        "INSERT INTO provider_misses (source, lon, lat) VALUES ($1, round($2::numeric, 6), round($3::numeric, 6)) \
         ON CONFLICT (source, lon, lat) DO UPDATE SET asked_at = now()",
    )
    .bind::<Text, _>(source)
    .bind::<Double, _>(at.lon())
    .bind::<Double, _>(at.lat())
    .execute(conn)
    .await
    .map(drop)
}
