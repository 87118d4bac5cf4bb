//! Deletes what markers and discards copied from a provider when its terms have ended (decision 120).
//!
//! Statements do not read it from that instant on, so nothing depends on when this runs. Several replicas may do so at the same time: each
//! batch takes rows that no other has locked.

use std::time::Duration;

use db::copies::REGRID;
use db::{AsyncPgConnection, Pool};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, ProjectId};
use http_kit::Shutdown;

use crate::projects;
use crate::schema::customers;

const INTERVAL: Duration = Duration::from_mins(10);
/// Rows of one transaction.
const BATCH: i64 = 500;

/// The period of Regrid, which was stated later, for copies without one: $1 the days, $2 the source.
const STATE_OF_MARKERS: &str = "UPDATE markers SET keep_until = fetched_at + make_interval(days => $1) \
    WHERE source = $2 AND keep_until IS NULL AND fetched_at IS NOT NULL";
const STATE_OF_DISCARDS: &str = "UPDATE parcel_discards AS d \
    SET keep_until = stated.until, facts = d.facts || jsonb_build_object('keep_until', stated.until) \
    FROM (SELECT discard_id, (facts ->> 'fetched_at')::timestamptz + make_interval(days => $1) AS until \
        FROM parcel_discards WHERE facts ->> 'source' = $2 AND keep_until IS NULL AND facts ->> 'fetched_at' IS NOT NULL) AS stated \
    WHERE d.discard_id = stated.discard_id";

/// $1 the most rows. The number, the point and the source of the parcel stay, and the image, which is another source's.
const END_MARKERS: &str = "UPDATE markers \
    SET address = NULL, scity = NULL, szip = NULL, owner = NULL, careof = NULL, saledate = NULL \
    WHERE marker_id IN (SELECT marker_id FROM markers WHERE keep_until <= now() \
            AND num_nonnulls(address, scity, szip, owner, careof, saledate) > 0 \
        ORDER BY marker_id LIMIT $1 FOR UPDATE SKIP LOCKED) \
    RETURNING project_id";
const END_DISCARDS: &str = "UPDATE parcel_discards SET facts = kept_facts(facts, keep_until) \
    WHERE discard_id IN (SELECT discard_id FROM parcel_discards WHERE keep_until <= now() AND facts ? 'owner' \
        ORDER BY discard_id LIMIT $1 FOR UPDATE SKIP LOCKED) \
    RETURNING project_id";

/// Runs until the service stops.
pub async fn work(pool: Pool, regrid_days: Option<u16>, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        match sweep(&pool, regrid_days).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "copies were deleted whose terms had ended"),
            Err(error) => {
                tracing::warn!(error.cause = %error, "copies whose terms ended could not be deleted, trying again");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Deletes the copies of all firms whose terms have ended; returns how many markers and discards had some.
pub async fn sweep(pool: &Pool, regrid_days: Option<u16>) -> QueryResult<usize> {
    let firms: Vec<CustomerId> = db::unscoped_tx(pool, "ended copies", async |conn| {
        customers::table
            .select(customers::customer_id)
            .load(conn)
            .await
    })
    .await?;
    let mut ended = 0;
    for firm in firms {
        if let Some(days) = regrid_days {
            db::tenant_tx(pool, firm, async |conn| state_period(conn, days).await).await?;
        }
        for statement in [END_MARKERS, END_DISCARDS] {
            loop {
                let rows = db::tenant_tx(pool, firm, async |conn| end(conn, firm, statement).await)
                    .await?;
                if rows == 0 {
                    break;
                }
                ended += rows;
            }
        }
    }
    Ok(ended)
}

async fn state_period(conn: &mut AsyncPgConnection, days: u16) -> QueryResult<()> {
    for statement in [STATE_OF_MARKERS, STATE_OF_DISCARDS] {
        diesel::sql_query(statement)
            .bind::<Integer, _>(i32::from(days))
            .bind::<Text, _>(REGRID)
            .execute(conn)
            .await?;
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Ended {
    #[diesel(sql_type = SqlUuid)]
    project_id: ProjectId,
}

async fn end(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    statement: &str,
) -> QueryResult<usize> {
    let ended: Vec<Ended> = diesel::sql_query(statement)
        .bind::<BigInt, _>(BATCH)
        .load(conn)
        .await?;
    let mut changed: Vec<ProjectId> = ended.iter().map(|row| row.project_id).collect();
    changed.sort_unstable();
    changed.dedup();
    for project_id in changed {
        let version = projects::store::update_project_version(conn, project_id).await?;
        let reason = "copies.ended";
        projects::events::projects_changed(conn, firm, None, project_id, version, reason).await?;
    }
    Ok(ended.len())
}
