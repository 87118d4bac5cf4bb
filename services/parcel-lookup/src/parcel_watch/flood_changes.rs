//! Queries of changes of flood layers that gave parcels another flood zone. Whoever changes a layer writes them
//! ([`parcel_record::flood_change_statement`]); they are numbered with the batches of imports, and announced and compared as these.
//!
//! Functions named `unscoped_` run in transactions across firms.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;

use super::matching::store::Origin;
use super::store::{Compared, ImportedBatch};

/// The second of two processes waits for the first, and finds nothing.
const ANNOUNCE: &str = "WITH due AS ( \
        UPDATE flood_changes SET announced_at = now() WHERE announced_at IS NULL \
        RETURNING batch_id, counties, source, source_date, changed_at AS finished_at \
    ) \
    SELECT batch_id, counties, source, source_date, finished_at FROM due ORDER BY batch_id";

const FIND: &str = "SELECT counties, false AS new_is_unlisted, true AS is_of_layers, source, source_date, changed_at AS finished_at \
    FROM flood_changes WHERE batch_id = $1";

/// Everybody has answered long before, and what was told is no longer needed to not tell it twice.
const DELETE_OLD: &str = "WITH old AS ( \
        DELETE FROM flood_changes WHERE announced_at < now() - interval '60 days' RETURNING batch_id \
    ), told AS ( \
        DELETE FROM told_parcel_changes USING old WHERE told_parcel_changes.batch_id = old.batch_id \
    ) \
    DELETE FROM watched_searches USING old WHERE watched_searches.batch_id = old.batch_id";

const COMPARE: &str = include_str!("compare_flood.sql");

/// Changes that were not announced; they are announced now.
pub async fn unscoped_announce(conn: &mut AsyncPgConnection) -> QueryResult<Vec<ImportedBatch>> {
    diesel::sql_query(ANNOUNCE).load(conn).await
}

/// What is said of a change; none if the number is not that of one.
pub async fn find_origin(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
) -> QueryResult<Option<Origin>> {
    diesel::sql_query(FIND)
        .bind::<BigInt, _>(batch_id)
        .get_result(conn)
        .await
        .optional()
}

/// What the change did to these parcels, kept as told to this transaction's firm; without what it was told before.
pub async fn compare(
    conn: &mut AsyncPgConnection,
    batch_id: i64,
    parcels: &[ParcelUuid],
    groups: &[String],
) -> QueryResult<Vec<Compared>> {
    diesel::sql_query(COMPARE)
        .bind::<BigInt, _>(batch_id)
        .bind::<Array<SqlUuid>, _>(parcels)
        .bind::<Array<Text>, _>(groups)
        .load(conn)
        .await
}

/// Deletes old changes, and what firms were told of them.
pub async fn unscoped_delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query(DELETE_OLD).execute(conn).await
}
