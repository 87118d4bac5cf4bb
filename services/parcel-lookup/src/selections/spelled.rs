//! Statements of parcels whose number or address is written in another way.
//!
//! SQL, because diesel has no LATERAL: each text is looked up by itself, so that no text reads more than so many parcels.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use parcel_record::schema::parcels;

/// A parcel that was looked up by a text.
#[derive(Debug, QueryableByName)]
#[diesel(check_for_backend(diesel::pg::Pg))]
pub struct Spelled {
    #[diesel(sql_type = Text)]
    pub asked: String,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: ParcelUuid,
    /// Its number or its address.
    #[diesel(sql_type = Text)]
    pub written: String,
}

/// What texts are compared with.
#[derive(Debug, Clone, Copy)]
pub enum Compared {
    /// Forms of numbers with those of the parcels.
    Numbers,
    /// Conditions on words with those of parcels, and the words with the address.
    Words,
}

/// Parcels that match each text, at most so many of each, in these counties; in all if there are none.
pub async fn list(
    conn: &mut AsyncPgConnection,
    compared: Compared,
    texts: &[String],
    counties: &[String],
    most: usize,
) -> QueryResult<Vec<Spelled>> {
    let (column, condition) = match compared {
        Compared::Numbers => ("parcelnumb", "number_form(parcelnumb) = wanted.asked"),
        // The city or the owner may have the words too: `100 Houston Ave` in Houston.
        Compared::Words => (
            "address",
            "words @@ wanted.asked::tsquery \
             AND upper(address) LIKE '%' || replace(replace(wanted.asked, '''', ''), ' & ', '%') || '%'",
        ),
    };
    let sql = format!(
        "SELECT wanted.asked, found.ll_uuid, found.written FROM unnest($1) AS wanted (asked), LATERAL ( \
            SELECT ll_uuid, {column} AS written FROM parcels WHERE {condition} AND retired_at IS NULL \
                AND (cardinality($2) = 0 OR county_group = ANY ($2)) AND (cardinality($3) = 0 OR county_fips = ANY ($3)) \
            LIMIT $4) AS found"
    );
    // A county is in a group of its own, or in that of its first digit.
    let digits = counties.iter().map(|county| county[..1].to_owned());
    let groups: Vec<String> = counties.iter().cloned().chain(digits).collect();
    diesel::sql_query(sql)
        .bind::<Array<Text>, _>(texts)
        .bind::<Array<Text>, _>(groups)
        .bind::<Array<Text>, _>(counties)
        .bind::<BigInt, _>(i64::try_from(most).unwrap_or(i64::MAX))
        .load(conn)
        .await
}

/// For what follows in the transaction: the planner takes forms and words for more frequent than they are, and would read whole partitions.
pub async fn by_index(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query("SELECT set_config('enable_seqscan', 'off', true)")
        .execute(conn)
        .await
        .map(drop)
}

/// The counties of these parcels.
pub async fn list_counties(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> QueryResult<Vec<String>> {
    parcels::table
        .filter(parcels::ll_uuid.eq_any(ids))
        .select(parcels::county_fips)
        .distinct()
        .load(conn)
        .await
}
