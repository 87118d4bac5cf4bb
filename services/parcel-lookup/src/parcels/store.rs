//! Reads and writes the table `parcels`, and what providers knew nothing of. No other module writes
//! them.

use chrono::{DateTime, Utc};
use diesel::dsl::{IntervalDsl as _, auto_type, exists, now};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Double, Integer, Jsonb, Nullable, Text, Timestamptz, Uuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::{LonLat, ParcelUuid};
use parcel_record::facts;
use parcel_record::field_map::values;
use parcel_record::groups::{self, GROUP_LOCK, lock_key};
use parcel_record::postgis::{
    numeric, round, round_to, st_area, st_covers, st_d_within, st_distance, web_mercator,
};
use parcel_record::schema::beyond::{self, Beyond};
use parcel_record::schema::{InGroups, parcels};
use parcel_record::{ParcelFields, ParcelRecord, Written, upsert_statement};

use super::shared_land;
use crate::providers::Found;
use crate::schema::provider_misses;

/// Most parcels of one number.
pub(super) const MAX_OF_NUMBER: i64 = 100;
/// Most stacked parcels that are nearest to a point.
pub(super) const MAX_NEAR: i64 = 100;
/// Outlines whose distances differ by less are at the same place, metres.
const SAME_PLACE: f64 = 0.01;
/// How long a provider's empty result is kept, days.
const MISSES_KEPT: i32 = 30;

/// A stored parcel with the version of its row.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
pub struct Stored {
    #[diesel(embed)]
    pub record: ParcelRecord,
    /// Incremented by each change.
    #[diesel(select_expression = beyond::version(), select_expression_type = Beyond<BigInt>)]
    pub version: i64,
    /// From a file, not from a provider.
    #[diesel(select_expression = beyond::is_imported(), select_expression_type = Beyond<Bool>)]
    pub is_imported: bool,
}

/// The same without its outline: a lookup does not show it, and making GeoJSON of it takes longer
/// than finding the parcel.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
struct WithoutOutline {
    #[diesel(embed)]
    fields: ParcelFields,
    #[diesel(select_expression = beyond::lon(), select_expression_type = Beyond<Double>)]
    lon: f64,
    #[diesel(select_expression = beyond::lat(), select_expression_type = Beyond<Double>)]
    lat: f64,
    #[diesel(select_expression = beyond::source(), select_expression_type = Beyond<Text>)]
    source: String,
    #[diesel(select_expression = beyond::source_licence(), select_expression_type = Beyond<Nullable<Text>>)]
    source_licence: Option<String>,
    #[diesel(select_expression = beyond::fetched_at(), select_expression_type = Beyond<Timestamptz>)]
    fetched_at: DateTime<Utc>,
    is_sample: bool,
    #[diesel(select_expression = beyond::version(), select_expression_type = Beyond<BigInt>)]
    version: i64,
    #[diesel(select_expression = beyond::is_imported(), select_expression_type = Beyond<Bool>)]
    is_imported: bool,
}

impl From<WithoutOutline> for Stored {
    fn from(row: WithoutOutline) -> Self {
        let record = ParcelRecord {
            fields: row.fields.with_state(),
            lon: row.lon,
            lat: row.lat,
            geometry: None,
            // Lookups show neither this nor the source's date.
            shared_land: None,
            source: row.source,
            source_licence: row.source_licence,
            fetched_at: Some(row.fetched_at),
            source_date: None,
            is_sample: row.is_sample,
            // Places have no retired parcels.
            retired_at: None,
            retired_file_date: None,
            keep_until: None,
        };
        Self {
            record,
            version: row.version,
            is_imported: row.is_imported,
        }
    }
}

impl Stored {
    fn is_live(&self) -> bool {
        self.record.retired_at.is_none()
    }

    fn with_state(mut self) -> Self {
        self.record.fields = self.record.fields.with_state();
        self
    }
}

/// Deterministic order of several parcels at one place: real before sample, the smallest outline
/// first, then by address and number.
#[auto_type(no_type_alias)]
fn best_first() -> _ {
    (
        parcels::is_sample,
        round(st_area(parcels::geom_3857)),
        parcels::address.is_null(),
        parcels::parcelnumb,
        parcels::ll_uuid,
    )
}

/// The parcel with this id. Its county first: PostgreSQL prepares to read the columns in each partition that a statement may need, which takes longer
/// than looking into the indexes of all.
pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Stored>> {
    let county: Option<String> = parcels::table
        .find(id)
        .select(parcels::county_fips)
        .first(conn)
        .await
        .optional()?;
    let Some(county) = county else {
        return Ok(None);
    };
    let stored: Option<Stored> = parcels::table
        .find(id)
        .filter(InGroups::of_county(&county))
        .select(Stored::as_select())
        .get_result(conn)
        .await
        .optional()?;
    Ok(stored.map(Stored::with_state))
}

/// At most 100 parcels with this number, in one county or in all. Retired ones only if no other has
/// the number.
pub async fn list_by_number(
    conn: &mut AsyncPgConnection,
    parcelnumb: &str,
    county_fips: Option<&str>,
) -> QueryResult<Vec<Stored>> {
    let mut query = parcels::table
        .filter(parcels::parcelnumb.eq(parcelnumb))
        .order((beyond::retired_at().is_not_null(), parcels::county_fips))
        .then_order_by(best_first())
        .limit(MAX_OF_NUMBER)
        .select(Stored::as_select())
        .into_boxed();
    if let Some(county) = county_fips {
        query = query.filter(parcels::county_fips.eq(county));
    }
    let mut stored: Vec<Stored> = query.load(conn).await?;
    if stored.iter().any(Stored::is_live) {
        stored.retain(Stored::is_live);
    }
    Ok(stored.into_iter().map(Stored::with_state).collect())
}

/// Every parcel that covers this point (boundary included), the one to show first; without outlines.
pub async fn list_at(conn: &mut AsyncPgConnection, at: LonLat) -> QueryResult<Vec<Stored>> {
    let rows: Vec<WithoutOutline> = parcels::table
        .filter(InGroups::at(at.lon(), at.lat()))
        .filter(st_covers(parcels::geom_3857, web_mercator(at)))
        .filter(beyond::is_live())
        .order(best_first())
        .select(WithoutOutline::as_select())
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(Stored::from).collect())
}

/// The nearest parcels to a point that is on none, at most `metres` away, which must be less than a kilometre: those at the least distance,
/// and this distance in metres. Real parcels before sample ones; without outlines.
pub async fn list_near(
    mut conn: &AsyncPgConnection,
    at: LonLat,
    metres: f64,
) -> QueryResult<(f64, Vec<Stored>)> {
    // Web Mercator stretches distances by 1 / cos(latitude).
    let to_metres = at.lat().to_radians().cos();
    let distance = st_distance(parcels::geom_3857, web_mercator(at));
    let near: Vec<(f64, WithoutOutline)> = parcels::table
        .filter(InGroups::at(at.lon(), at.lat()))
        .filter(st_d_within(
            parcels::geom_3857,
            web_mercator(at),
            metres / to_metres,
        ))
        .filter(beyond::is_live())
        .order((parcels::is_sample, distance))
        .then_order_by(best_first())
        .limit(MAX_NEAR)
        .select((distance, WithoutOutline::as_select()))
        .load(&mut conn)
        .await?;
    let near = near
        .into_iter()
        .map(|(distance, row)| (distance, row.into()));
    Ok(nearest(near.collect(), to_metres))
}

/// Of parcels in the order of their distance in Web Mercator, those at the least one, and this distance
/// in metres.
pub(super) fn nearest(near: Vec<(f64, Stored)>, to_metres: f64) -> (f64, Vec<Stored>) {
    // diesel has a `first` too.
    let least = near
        .as_slice()
        .first()
        .map_or(0.0, |(distance, _)| *distance);
    let at_it = |distance: f64| (distance - least).abs() * to_metres < SAME_PLACE;
    let parcels = near
        .into_iter()
        .take_while(|(distance, _)| at_it(*distance))
        .map(|(_, stored)| stored)
        .collect();
    (least * to_metres, parcels)
}

/// An unchanged parcel of a provider is not written again, but its source has confirmed it. SQL, because the
/// columns are not among diesel's 32.
const CONFIRM: &str = "UPDATE parcels SET fetched_at = now() \
    WHERE ll_uuid = $1 AND fetched_at < now() AND batch_id IS NULL";

/// The row of [`upsert_statement`].
const FOUND: &str = "SELECT given.*, \
        md5(concat_ws(' ', geom::text, fields::text, raw::text, $1::text, $2::text, $3::text)) AS hash \
    FROM (SELECT parcel_geometry($7, $8, NULL) AS geom, $9 AS fields, $10 AS raw) AS given";

/// Until the end of the transaction, the county's parcels stay in the group in which they are.
const HOLD_GROUP: &str = "SELECT pg_advisory_xact_lock_shared($1, $2)";

/// Stores parcels from a provider, for all firms, unless a file brought them.
pub async fn upsert(conn: &mut AsyncPgConnection, found: &[Found]) -> QueryResult<Written> {
    let counties = found
        .iter()
        .map(|parcel| parcel.fields.county_fips.as_str());
    shared_land::hold(conn, counties.collect()).await?;
    let ids: Vec<ParcelUuid> = found.iter().map(|parcel| parcel.fields.ll_uuid).collect();
    let mut touched = shared_land::places(conn, &ids).await?;
    let mut all = Written::default();
    for parcel in found {
        let written = upsert_one(conn, parcel).await?;
        all.inserted += written.inserted;
        all.updated += written.updated;
        all.returned += written.returned;
        all.parcels += written.parcels;
    }
    if all.unchanged() < all.parcels {
        touched.extend(shared_land::places(conn, &ids).await?);
        shared_land::note(conn, &touched).await?;
    }
    Ok(all)
}

/// See [`upsert_statement`] for why it is SQL.
async fn upsert_one(conn: &mut AsyncPgConnection, found: &Found) -> QueryResult<Written> {
    let Found {
        fields,
        shape,
        raw,
        provenance: from,
    } = found;
    let facts = serde_json::to_value(fields)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))?;
    // A statement of its own: the next one sees a partition that was attached while this one waited.
    diesel::sql_query(HOLD_GROUP)
        .bind::<Integer, _>(GROUP_LOCK)
        .bind::<Integer, _>(lock_key(&fields.county_fips))
        .execute(conn)
        .await?;
    let written = diesel::sql_query(upsert_statement(FOUND))
        .bind::<Text, _>(&from.source)
        .bind::<Nullable<Text>, _>(&from.licence)
        .bind::<Bool, _>(from.is_sample)
        // A lookup is no batch.
        .bind::<Nullable<BigInt>, _>(None::<i64>)
        // A provider's ids are its own.
        .bind::<Bool, _>(true)
        .bind::<Array<Text>, _>(groups::of_counties([fields.county_fips.as_str()]))
        .bind::<Text, _>(shape.kind())
        .bind::<Text, _>(shape.text().as_ref())
        .bind::<Jsonb, _>(facts)
        .bind::<Jsonb, _>(values::without_nul(raw.clone()))
        .get_result::<Written>(conn)
        .await?;
    diesel::sql_query(CONFIRM)
        .bind::<Uuid, _>(fields.ll_uuid)
        .execute(conn)
        .await?;
    Ok(written)
}

#[derive(QueryableByName)]
struct StaleFacts {
    #[diesel(sql_type = Jsonb)]
    stale: serde_json::Value,
}

/// Makes the facts of at most so many parcels that have none, or those of older rules. Returns their number. Reads nothing but an
/// empty index if there are none.
pub async fn make_facts(conn: &mut AsyncPgConnection, limit: i64) -> QueryResult<usize> {
    let StaleFacts { stale } = diesel::sql_query(facts::STALE_FACTS)
        .bind::<BigInt, _>(limit)
        .get_result(conn)
        .await?;
    let (count, made) = facts::made(stale)
        .map_err(|error| diesel::result::Error::DeserializationError(error.into()))?;
    if count > 0 {
        diesel::sql_query(facts::KEEP_FACTS)
            .bind::<Jsonb, _>(made)
            .execute(conn)
            .await?;
    }
    Ok(count)
}

/// Moves the words of new parcels to their index; until then searches read a list of them. What was
/// moved stays moved if the statement is ended. The index of a county whose import was killed after its commit
/// is made here, which takes several seconds for a million parcels.
pub async fn index_words(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query("SET LOCAL statement_timeout = 0")
        .execute(conn)
        .await?;
    diesel::sql_query("SELECT index_parcel_words()")
        .execute(conn)
        .await
        .map(drop)
}

/// Degrees, rounded like the columns of `provider_misses`.
#[auto_type(no_type_alias)]
fn rounded(degrees: f64) -> _ {
    round_to(numeric(degrees), 6_i32)
}

/// Whether the provider found nothing at this point within the last `hours`.
pub async fn is_known_miss(
    conn: &mut AsyncPgConnection,
    source: &str,
    at: LonLat,
    hours: i32,
) -> QueryResult<bool> {
    let asked = provider_misses::table
        .filter(provider_misses::source.eq(source))
        .filter(provider_misses::lon.eq(rounded(at.lon())))
        .filter(provider_misses::lat.eq(rounded(at.lat())))
        .filter(provider_misses::asked_at.gt(now.into_sql::<Timestamptz>() - hours.hours()));
    diesel::select(exists(asked)).get_result(conn).await
}

/// Records that a provider found nothing at this point, and deletes old records.
pub async fn insert_miss(
    conn: &mut AsyncPgConnection,
    source: &str,
    at: LonLat,
) -> QueryResult<()> {
    let old = provider_misses::asked_at.lt(now.into_sql::<Timestamptz>() - MISSES_KEPT.days());
    diesel::delete(provider_misses::table.filter(old))
        .execute(conn)
        .await?;
    diesel::insert_into(provider_misses::table)
        .values((
            provider_misses::source.eq(source),
            provider_misses::lon.eq(rounded(at.lon())),
            provider_misses::lat.eq(rounded(at.lat())),
        ))
        .on_conflict((
            provider_misses::source,
            provider_misses::lon,
            provider_misses::lat,
        ))
        .do_update()
        .set(provider_misses::asked_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}
