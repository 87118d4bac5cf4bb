//! Events about search runs: `search.requested`, `search.finished`.
//!
//! Published in the transaction of the change; schemas are in `contracts/events`.

use db::AsyncPgConnection;
use diesel::QueryResult;
use messaging::{Event, outbox};
use serde_json::{Value, json};

use super::row::SearchRow;

/// Publishes `search.requested`.
pub async fn say_requested(conn: &mut AsyncPgConnection, run: &SearchRow) -> QueryResult<()> {
    let data = json!({ "run_id": run.run_id, "project_id": run.project_id });
    say(conn, run, "search.requested", data).await
}

/// Publishes `search.finished`.
pub async fn say_finished(conn: &mut AsyncPgConnection, run: &SearchRow) -> QueryResult<()> {
    let data = json!({
        "run_id": run.run_id,
        "project_id": run.project_id,
        "outcome": run.state,
        "error": run.error,
    });
    say(conn, run, "search.finished", data).await
}

async fn say(
    conn: &mut AsyncPgConnection,
    run: &SearchRow,
    name: &str,
    data: Value,
) -> QueryResult<()> {
    let event =
        Event::new(name, run.run_id, run.version, run.customer_id, data).actor(run.created_by);
    outbox::append(conn, &event).await.map(drop)
}
