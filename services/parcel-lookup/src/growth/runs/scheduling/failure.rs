//! Failures of runs: message for the user and category.

use db::Pool;
use uuid::Uuid;

use crate::growth::runs::events;
use crate::growth::runs::state::RunState;
use crate::growth::runs::store::{self, End};

/// The selected area cannot be simulated.
pub const AREA: &str = "area";
/// A public service of layers was unavailable.
pub const SERVICE: &str = "service";
/// The operator's layers are invalid.
pub const LAYERS: &str = "layers";
/// Files could not be stored.
pub const STORAGE: &str = "storage";
pub const WORK: &str = "work";

/// Message when files could not be stored.
pub const NOT_STORED: &str =
    "The result of this run could not be stored on the server. Please tell your administrator.";

/// Ends a run with an error, unless it has ended.
pub async fn unscoped_fail(
    pool: &Pool,
    run_id: Uuid,
    sentence: &str,
    kind: &str,
) -> Result<(), diesel::result::Error> {
    metrics::counter!("growth_runs_failed_total", "kind" => kind.to_owned()).increment(1);
    tracing::warn!(growth.run = %run_id, growth.failure = kind, "a growth run failed: {sentence}");
    db::unscoped_tx(pool, "growth run failed", async |conn| {
        let end = End {
            failure: Some((sentence, kind)),
            ..End::new(RunState::Failed)
        };
        if let Some(run) = store::end(conn, run_id, &end).await? {
            events::say_finished(conn, &run).await?;
        }
        Ok(())
    })
    .await
}
