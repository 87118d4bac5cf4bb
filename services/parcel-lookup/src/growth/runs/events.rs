//! Events about runs: `growth.requested`, `growth.progressed`, `growth.finished`.
//!
//! Published in the transaction of the change; schemas are in `contracts/events`.

use db::AsyncPgConnection;
use diesel::QueryResult;
use messaging::{Event, outbox};
use serde_json::{Value, json};

use crate::growth::runs::row::RunRow;

/// Publishes `growth.requested`.
pub async fn say_requested(conn: &mut AsyncPgConnection, run: &RunRow) -> QueryResult<()> {
    let data = json!({ "run_id": run.run_id, "bbox": run.settings["bbox"] });
    say(conn, run, "growth.requested", data).await
}

/// Publishes `growth.progressed` after a batch.
pub async fn say_progressed(conn: &mut AsyncPgConnection, run: &RunRow) -> QueryResult<()> {
    let data =
        json!({ "run_id": run.run_id, "done": run.batches_done, "total": run.batches_total });
    say(conn, run, "growth.progressed", data).await
}

/// Publishes `growth.finished`.
pub async fn say_finished(conn: &mut AsyncPgConnection, run: &RunRow) -> QueryResult<()> {
    let data = json!({ "run_id": run.run_id, "outcome": run.state, "error": run.error });
    say(conn, run, "growth.finished", data).await
}

async fn say(
    conn: &mut AsyncPgConnection,
    run: &RunRow,
    name: &str,
    data: Value,
) -> QueryResult<()> {
    let event =
        Event::new(name, run.run_id, run.version, run.customer_id, data).actor(run.created_by);
    outbox::append(conn, &event).await.map(drop)
}
