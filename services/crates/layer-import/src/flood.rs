//! Which parcels a change of flood layers gives another flood zone.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::sql_types::{BigInt, Date, Nullable, Text};
use diesel::{QueryResult, QueryableByName};
use diesel_async::RunQueryDsl as _;
use parcel_record::flood_change_statement;

/// One at a time: each is compared with what the others have left.
const LOCK: &str = "SELECT pg_advisory_xact_lock(hashtextextended('flood_layers', 0))";

/// A layer in place of another one; either can be missing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange {
    pub before: Option<i64>,
    pub after: Option<i64>,
}

#[derive(QueryableByName)]
struct Changed {
    #[diesel(sql_type = BigInt)]
    parcels: i64,
}

/// Waits for other changes of flood layers, until the end of the transaction.
pub(crate) async fn lock(conn: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::sql_query(LOCK).execute(conn).await.map(drop)
}

/// Keeps which parcels have another flood zone, so that whoever holds them is told. Returns their number.
pub(crate) async fn note(
    conn: &mut AsyncPgConnection,
    layers: Exchange,
    source: &str,
    date: Option<NaiveDate>,
) -> QueryResult<i64> {
    let changed: Changed = diesel::sql_query(flood_change_statement())
        .bind::<Nullable<BigInt>, _>(layers.before)
        .bind::<Nullable<BigInt>, _>(layers.after)
        .bind::<Text, _>(source)
        .bind::<Nullable<Date>, _>(date)
        .get_result(conn)
        .await?;
    Ok(changed.parcels)
}
