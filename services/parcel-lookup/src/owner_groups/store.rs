//! Statements of owners' parcels.
//!
//! SQL, because diesel has no LATERAL. Candidates are found by equality of keys alone, each by the index of its
//! column in every partition.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::QueryResult;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Double, Integer, Nullable, Text, Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use parcel_record::facts::YEARS_HELD;

/// Most parcels of a key.
pub const OF_KEY: i64 = 500;
/// Most rows of a request.
pub const CANDIDATES: usize = 2_000;

/// What is read of a parcel.
#[derive(Debug, Clone, QueryableByName)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub struct Candidate {
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    #[diesel(sql_type = Text)]
    pub county_fips: String,
    #[diesel(sql_type = Text)]
    pub parcelnumb: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub address: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub scity: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub owner: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub careof: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub mailing_address: Option<String>,
    #[diesel(sql_type = Nullable<Double>)]
    pub acres: Option<f64>,
    #[diesel(sql_type = Nullable<Double>)]
    pub total_value: Option<f64>,
    #[diesel(sql_type = Nullable<Date>)]
    pub saledate: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Integer>)]
    pub years_held: Option<i32>,
    #[diesel(sql_type = Nullable<Bool>)]
    pub is_absentee: Option<bool>,
    #[diesel(sql_type = Double)]
    pub lon: f64,
    #[diesel(sql_type = Double)]
    pub lat: f64,
}

fn columns() -> String {
    format!(
        "parcels.ll_uuid, parcels.county_fips, parcels.parcelnumb, parcels.address, parcels.scity, parcels.owner, parcels.careof, \
         parcels.mailing_address, parcels.ll_gisacre::float8 AS acres, parcels.parval::float8 AS total_value, parcels.saledate, \
         {YEARS_HELD} AS years_held, parcels.is_absentee, parcels.lon, parcels.lat"
    )
}

/// The parcel asked about.
pub async fn find(conn: &mut AsyncPgConnection, id: ParcelUuid) -> QueryResult<Option<Candidate>> {
    let sql = format!(
        "SELECT {} FROM parcels WHERE ll_uuid = $1 LIMIT 1",
        columns()
    );
    diesel::sql_query(sql)
        .bind::<SqlUuid, _>(id)
        .get_result(conn)
        .await
        .optional()
}

/// Keys of which the parcels are wanted.
#[derive(Debug, Default)]
pub struct Wanted {
    pub owners: Vec<i64>,
    pub buildings: Vec<i64>,
    pub care_of: Vec<i64>,
    /// All of these words are in the record; none if empty.
    pub words: Vec<String>,
}

/// Live parcels that have one of the keys, at most [`OF_KEY`] of each.
pub async fn list(conn: &mut AsyncPgConnection, wanted: &Wanted) -> QueryResult<Vec<Candidate>> {
    by_index(conn).await?;
    let columns = columns();
    let by_key = |key: &str, parameter: &str| {
        format!(
            "SELECT found.* FROM unnest({parameter}::bigint[]) AS key, LATERAL (SELECT {columns} FROM parcels \
             WHERE {key} = key AND retired_at IS NULL LIMIT {OF_KEY}) AS found"
        )
    };
    let by_words = format!(
        "SELECT * FROM (SELECT {columns} FROM parcels WHERE words @@ $4::tsquery AND retired_at IS NULL LIMIT {OF_KEY}) AS named"
    );
    let sql = [
        by_key("owner_key", "$1"),
        by_key("building_key", "$2"),
        by_key("careof_key", "$3"),
        by_words,
    ]
    .join(" UNION ALL ");
    diesel::sql_query(sql)
        .bind::<Array<BigInt>, _>(&wanted.owners)
        .bind::<Array<BigInt>, _>(&wanted.buildings)
        .bind::<Array<BigInt>, _>(&wanted.care_of)
        .bind::<Text, _>(tsquery(&wanted.words))
        .load(conn)
        .await
}

/// All words; one that no record has if there are none. Words have only letters and digits.
fn tsquery(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    if quoted.is_empty() {
        "'?'".to_owned()
    } else {
        quoted.join(" & ")
    }
}

/// With parameters the planner takes keys for more frequent than they are, and would read whole partitions.
async fn by_index(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query("SELECT set_config('enable_seqscan', 'off', true)")
        .execute(conn)
        .await
        .map(drop)
}

#[derive(QueryableByName)]
struct Frequency {
    #[diesel(sql_type = Text)]
    word: String,
    #[diesel(sql_type = BigInt)]
    places: i64,
}

/// How many mailing addresses have parcels with each word, up to [`OF_KEY`] parcels: an owner with many parcels or
/// companies does not make a word frequent.
pub async fn frequencies(
    conn: &mut AsyncPgConnection,
    words: &[String],
) -> QueryResult<HashMap<String, i64>> {
    by_index(conn).await?;
    let sql = format!(
        "SELECT word, places FROM unnest($1::text[]) AS word, LATERAL (\
            SELECT count(DISTINCT coalesce(building_key, owner_key)) AS places FROM (\
                SELECT building_key, owner_key FROM parcels WHERE words @@ ('''' || word || '''')::tsquery LIMIT {OF_KEY}) AS found) AS counted"
    );
    let rows: Vec<Frequency> = diesel::sql_query(sql)
        .bind::<Array<Text>, _>(words)
        .load(conn)
        .await?;
    Ok(rows.into_iter().map(|row| (row.word, row.places)).collect())
}

#[derive(QueryableByName)]
struct Total {
    #[diesel(sql_type = Double)]
    parcels: f64,
}

/// How many parcels there are, as the planner knows.
pub async fn total(conn: &mut AsyncPgConnection) -> QueryResult<f64> {
    let sql = "SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 AS parcels \
        FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'parcels'::regclass";
    Ok(diesel::sql_query(sql)
        .get_result::<Total>(conn)
        .await?
        .parcels)
}
