//! Finds properties by their words, once for all statements of a request. `find_properties` reads an index of trigrams, which row-level
//! security would not let a statement use; the statements that get the ids are scoped by it.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Integer, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::PropertyId;

/// Of more properties, comparing each takes no longer than passing their ids.
const MOST: i32 = 2000;

/// The properties that match every pattern, if they are few.
pub async fn find(
    conn: &mut AsyncPgConnection,
    patterns: &[String],
) -> QueryResult<Option<Vec<PropertyId>>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Nullable<Array<SqlUuid>>)]
        ids: Option<Vec<PropertyId>>,
    }
    let row: Row = diesel::sql_query("SELECT find_properties($1, $2) AS ids")
        .bind::<Array<Text>, _>(patterns)
        .bind::<Integer, _>(MOST)
        .get_result(conn)
        .await?;
    Ok(row.ids)
}
