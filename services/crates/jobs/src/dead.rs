//! Dead jobs: listing and replaying them, which is an operator's decision, and enqueuing them anew
//! for a user who asks for the same again.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Array, Jsonb, Text};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, JobId};

use crate::Job;
use crate::enqueue::{enqueue_all, notify};
use crate::schema::jobs;

const REASON: &str = "dead jobs";

/// A dead job as listed.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = jobs, check_for_backend(diesel::pg::Pg))]
pub struct Dead {
    /// Identifies the job in [`replay`].
    pub job_id: JobId,
    /// Its kind.
    pub kind: String,
    /// Why it failed for the last time.
    #[diesel(select_expression = jobs::last_error.assume_not_null())]
    pub reason: String,
    /// Number of attempts.
    pub attempts: i32,
    /// When it failed for the last time.
    #[diesel(select_expression = jobs::dead_at.assume_not_null())]
    pub dead_at: DateTime<Utc>,
}

/// The `limit` jobs that have been dead for the longest.
pub async fn list(pool: &Pool, limit: i64) -> QueryResult<Vec<Dead>> {
    db::unscoped_tx(pool, REASON, async |conn| {
        jobs::table
            .filter(jobs::dead_at.is_not_null())
            .order((jobs::dead_at, jobs::job_id))
            .limit(limit)
            .select(Dead::as_select())
            .load(conn)
            .await
    })
    .await
}

/// Runs dead jobs again, with attempts reset to zero: these only, or all where `ids` is none.
/// Returns the ids of those that were dead.
pub async fn replay(pool: &Pool, ids: Option<&[JobId]>) -> QueryResult<Vec<JobId>> {
    db::unscoped_tx(pool, REASON, async |conn| {
        let mut update = diesel::update(jobs::table.filter(jobs::dead_at.is_not_null()))
            .set((
                jobs::attempts.eq(0),
                jobs::run_at.eq(diesel::dsl::now),
                jobs::dead_at.eq(None::<DateTime<Utc>>),
            ))
            .into_boxed();
        if let Some(ids) = ids {
            update = update.filter(jobs::job_id.eq_any(ids));
        }
        let replayed: Vec<(JobId, String)> = update
            .returning((jobs::job_id, jobs::kind))
            .load(conn)
            .await?;
        let (ids, kinds): (Vec<JobId>, HashSet<String>) = replayed.into_iter().unzip();
        for kind in &kinds {
            notify(conn, kind).await?;
        }
        Ok(ids)
    })
    .await
}

/// Enqueues jobs of a firm anew, in its transaction ([`db::tenant_tx`]). Dead ones with the same
/// payload are deleted, so that no replay does their work a second time.
pub async fn enqueue_again<J: Job>(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    jobs: &[J],
) -> QueryResult<()> {
    let payloads = jobs
        .iter()
        .map(serde_json::to_value)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Error::SerializationError(error.into()))?;
    diesel::sql_query(
        "DELETE FROM jobs WHERE customer_id = $1 AND kind = $2 AND dead_at IS NOT NULL AND payload = ANY($3)",
    )
    .bind::<diesel::sql_types::Uuid, _>(firm)
    .bind::<Text, _>(J::KIND)
    .bind::<Array<Jsonb>, _>(payloads)
    .execute(conn)
    .await?;
    enqueue_all(conn, firm, jobs).await
}
