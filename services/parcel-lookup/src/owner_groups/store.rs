//! Statements of owners' parcels.
//!
//! SQL, because diesel has no LATERAL. Candidates are found by equality of keys alone, each by the index of its
//! column and the id in every partition: of a key with more parcels than are read, the first by their ids, the same ones each time.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use diesel::QueryResult;
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Date, Double, Integer, Nullable, SmallInt, Text, Timestamptz,
    Uuid as SqlUuid,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::ParcelUuid;
use parcel_record::facts::{SOURCE_DATE, YEARS_HELD};

/// Most parcels with the owner's names: as many as are added to a project at once.
pub const OF_NAMES: usize = 10_000;
/// Most parcels of another key, or with a word.
pub const OF_KEY: i64 = 500;
/// Most parcels of another key that are read to find these: the owner's own are at its address too.
const READ_OF_KEY: i64 = 5_000;
/// Most parcels of all other keys.
pub const OF_OTHERS: usize = 2_000;

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
    #[diesel(sql_type = Text)]
    pub source: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub source_licence: Option<String>,
    #[diesel(sql_type = Nullable<Date>)]
    pub source_date: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub fetched_at: Option<DateTime<Utc>>,
}

fn columns() -> String {
    format!(
        "parcels.ll_uuid, parcels.county_fips, parcels.parcelnumb, parcels.address, parcels.scity, parcels.owner, parcels.careof, \
         parcels.mailing_address, parcels.ll_gisacre::float8 AS acres, parcels.parval::float8 AS total_value, parcels.saledate, \
         {YEARS_HELD} AS years_held, parcels.is_absentee, parcels.lon, parcels.lat, parcels.source, parcels.source_licence, \
         {SOURCE_DATE} AS source_date, parcels.fetched_at"
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

/// Live parcels with this key of the name, at most so many.
pub async fn list_named(
    conn: &mut AsyncPgConnection,
    owner_key: i64,
    most: usize,
) -> QueryResult<Vec<Candidate>> {
    let sql = format!(
        "SELECT {} FROM parcels WHERE owner_key = $1 AND retired_at IS NULL ORDER BY ll_uuid LIMIT {most}",
        columns()
    );
    by_index(conn, true).await?;
    let found: Vec<Candidate> = diesel::sql_query(sql)
        .bind::<BigInt, _>(owner_key)
        .load(conn)
        .await?;
    by_index(conn, false).await?;
    Ok(found)
}

/// A parcel, and by which key it was found.
#[derive(QueryableByName)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct Keyed {
    #[diesel(sql_type = SmallInt)]
    kind: i16,
    #[diesel(sql_type = BigInt)]
    key: i64,
    #[diesel(embed)]
    candidate: Candidate,
}

/// Parcels with other names.
#[derive(Debug, Default)]
pub struct Others {
    pub candidates: Vec<Candidate>,
    /// A key has more than [`OF_KEY`].
    pub more: bool,
}

/// Live parcels that have another of the keys, or the words, and none of the names `named`.
pub async fn list_others(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    named: &[i64],
) -> QueryResult<Others> {
    let columns = columns();
    let (read, most) = (READ_OF_KEY, OF_KEY + 1);
    // Of the names that were read already there are perhaps many.
    let others = |of: &str| {
        format!(
            "(SELECT near.* FROM (SELECT {columns}, parcels.owner_key AS name_key FROM parcels WHERE {of} LIMIT {read}) AS near \
             WHERE near.name_key IS NULL OR near.name_key <> ALL($4) LIMIT {most}) AS found"
        )
    };
    let by_key = |kind: i16, column: &str, parameter: &str| {
        let of = format!("{column} = wanted.key AND retired_at IS NULL ORDER BY ll_uuid");
        format!(
            "SELECT {kind}::smallint AS kind, wanted.key, found.* FROM unnest({parameter}::bigint[]) AS wanted (key), LATERAL {}",
            others(&of)
        )
    };
    let by_words = format!(
        "SELECT 2::smallint AS kind, 0::bigint AS key, found.* FROM {}",
        others("words @@ $3::tsquery AND retired_at IS NULL")
    );
    let sql = [
        by_key(0, "building_key", "$1"),
        by_key(1, "careof_key", "$2"),
        by_words,
    ]
    .join(" UNION ALL ");
    by_index(conn, true).await?;
    let found: Vec<Keyed> = diesel::sql_query(sql)
        .bind::<Array<BigInt>, _>(&wanted.buildings)
        .bind::<Array<BigInt>, _>(&wanted.care_of)
        .bind::<Text, _>(tsquery(&wanted.words))
        .bind::<Array<BigInt>, _>(named)
        .load(conn)
        .await?;
    by_index(conn, false).await?;
    let mut counts: HashMap<(i16, i64), i64> = HashMap::new();
    for row in &found {
        *counts.entry((row.kind, row.key)).or_default() += 1;
    }
    Ok(Others {
        candidates: found.into_iter().map(|row| row.candidate).collect(),
        more: counts.into_values().any(|count| count > OF_KEY),
    })
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

/// With parameters the planner takes keys for more frequent than they are, and would read whole partitions; or for rarer, and would read
/// and sort all parcels of a key of which the index has the first ones. Not for what follows in the transaction.
async fn by_index(conn: &mut AsyncPgConnection, only: bool) -> QueryResult<()> {
    let otherwise = if only { "off" } else { "on" };
    diesel::sql_query(
        "SELECT set_config('enable_seqscan', $1, true), set_config('enable_sort', $1, true)",
    )
    .bind::<Text, _>(otherwise)
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
    let sql = format!(
        "SELECT word, places FROM unnest($1::text[]) AS word, LATERAL (\
            SELECT count(DISTINCT coalesce(building_key, owner_key)) AS places FROM (\
                SELECT building_key, owner_key FROM parcels WHERE words @@ ('''' || word || '''')::tsquery LIMIT {OF_KEY}) AS found) AS counted"
    );
    by_index(conn, true).await?;
    let rows: Vec<Frequency> = diesel::sql_query(sql)
        .bind::<Array<Text>, _>(words)
        .load(conn)
        .await?;
    by_index(conn, false).await?;
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
