//! The parcels that a firm holds and its saved searches, told to parcel-lookup when an import of their counties was switched in.
//!
//! A background job for each firm, because the rows of a firm are read in its own transaction only.

use std::time::Duration;

use jobs::{Attempt, Job, JobError};
use messaging::outbox;
use serde::{Deserialize, Serialize};

use super::{events, store};
use crate::saved_searches;
use crate::state::AppState;

/// Tells parcel-lookup which parcels of these counties the job's firm holds, and what it searches for.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellHeldParcels {
    pub batch_id: i64,
    pub counties: Vec<String>,
}

impl Job for TellHeldParcels {
    const KIND: &'static str = "held_parcels";
    // Only the database can fail.
    const RETRY: &'static [Duration] = &[Duration::from_secs(10); 5];
    type Context = AppState;

    async fn run(self, state: &AppState, attempt: &Attempt) -> Result<(), JobError> {
        let Some(firm) = attempt.customer_id else {
            return Err(JobError::permanent("a job of no firm"));
        };
        db::tenant_tx(&state.pool, firm, async |conn| {
            let held = store::list_held(conn, &self.counties).await?;
            outbox::append_all(conn, &events::held(firm, self.batch_id, &held)).await?;
            let searches = saved_searches::store::list_watched(conn).await?;
            let watched = events::watched(firm, self.batch_id, &searches);
            outbox::append_all(conn, &watched).await
        })
        .await?;
        Ok(())
    }
}
