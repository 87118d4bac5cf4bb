//! Failures of runs: message for the user and kind.

use db::Pool;
use domain::RunId;

use crate::growth::runs::events;
use crate::growth::runs::state::{FailureKind, RunState};
use crate::growth::runs::store::{self, End};

/// Message when files could not be stored.
pub const NOT_STORED: &str =
    "The result of this run could not be stored on the server. Please tell your administrator.";

/// Ends a run with an error, unless it has ended.
pub async fn unscoped_fail(
    pool: &Pool,
    run_id: RunId,
    sentence: &str,
    kind: FailureKind,
) -> Result<(), diesel::result::Error> {
    metrics::counter!("growth_runs_failed_total", "kind" => kind.as_str()).increment(1);
    tracing::warn!(growth.run = %run_id, growth.failure = kind.as_str(), "a growth run failed: {sentence}");
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
