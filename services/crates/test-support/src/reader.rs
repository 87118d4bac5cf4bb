//! Reads a test's database from outside, by one connection: to connect takes longer than most queries, and waits repeat them.

use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::sql_types::Jsonb;
use diesel_async::RunQueryDsl as _;
use serde_json::Value;
use tokio::sync::Mutex;

use crate::TestDb;

/// The connection, once there was a query.
#[derive(Default)]
pub(crate) struct Reader(Mutex<Option<AsyncPgConnection>>);

impl Reader {
    /// The rows of a query over every firm's rows, as JSON objects.
    pub(crate) async fn rows(&self, db: &TestDb, query: &str) -> Vec<Value> {
        // While one query waits for a lock, another must not wait for it.
        let Ok(mut kept) = self.0.try_lock() else {
            let mut conn = db.superuser().await;
            return select(&mut conn, query).await.expect("valid SQL");
        };
        if let Some(conn) = kept.as_mut()
            && let Ok(rows) = select(conn, query).await
        {
            return rows;
        }
        // The first query, or one whose connection was closed meanwhile.
        let conn = db.superuser().await;
        select(kept.insert(conn), query).await.expect("valid SQL")
    }
}

async fn select(conn: &mut AsyncPgConnection, query: &str) -> QueryResult<Vec<Value>> {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = Jsonb)]
        row: Value,
    }
    let query = diesel::sql_query(format!("SELECT to_jsonb(q) AS row FROM ({query}) AS q"));
    let rows: Vec<Row> = query.load(conn).await?;
    Ok(rows.into_iter().map(|row| row.row).collect())
}
