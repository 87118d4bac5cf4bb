//! Run operations of a firm: create, list, get, cancel, remove.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::Pool;
use diesel_async::AsyncPgConnection;
use domain::{CustomerId, RunId};
use http_kit::Page;
use uuid::Uuid;

use crate::growth::GrowthContext;
use crate::growth::domain::SelectionBox;
use crate::growth::runs::calibration;
use crate::growth::runs::error::{MAX_ACTIVE, RunError};
use crate::growth::runs::events;
use crate::growth::runs::row::{RunInQueue, RunRow};
use crate::growth::runs::settings::{CheckedRun, CoefficientsSource, GivenCoefficients, RunKind};
use crate::growth::runs::state::RunState;
use crate::growth::runs::store::{self, End, NewRun};

/// A calibration counts as the area's own if it covered this share of it.
const SAME_AREA: f64 = 0.5;

/// Stores a queued run.
pub async fn create(
    pool: &Pool,
    user: &CurrentUser,
    mut run: CheckedRun,
) -> Result<RunInQueue, RunError> {
    let user_id = user.user_id;
    db::tenant_tx(pool, user.customer_id, async move |conn| {
        if store::lock_and_count_active(conn).await? >= MAX_ACTIVE {
            return Err(RunError::TooMany);
        }
        if let Some(calibration_id) = run.calibration_id {
            let (calibrated_on, best) = best_of(conn, calibration_id).await?;
            run.settings.coefficients = best;
            run.settings.coefficients_source = CoefficientsSource::Calibrated;
            run.settings.calibrated_elsewhere =
                calibrated_on.share_of(&run.settings.bbox) < SAME_AREA;
        }
        let new = NewRun {
            run_id: RunId(Uuid::now_v7()),
            created_by: user_id,
            kind: run.kind,
            name: run.name.as_deref(),
            settings: serde_json::to_value(run.settings).unwrap_or_default(),
            iterations_total: calibration::iterations_total(run.kind, run.settings.iterations),
        };
        let row = store::insert(conn, &new).await?;
        events::say_requested(conn, &row).await?;
        Ok(RunInQueue::of(row, &store::list_queued(conn).await?))
    })
    .await
}

/// The area of a calibration and its best set.
async fn best_of(
    conn: &mut AsyncPgConnection,
    calibration_id: RunId,
) -> Result<(SelectionBox, GivenCoefficients), RunError> {
    let calibration = store::find(conn, calibration_id)
        .await?
        .filter(|run| run.kind == RunKind::Calibration)
        .ok_or(RunError::UnknownCalibration)?;
    let best = calibration::forecast(&calibration).ok_or(RunError::UnfinishedCalibration)?;
    Ok((calibration.settings()?.bbox, best))
}

pub async fn get(pool: &Pool, user: &CurrentUser, run_id: RunId) -> Result<RunRow, RunError> {
    get_of_firm(pool, user.customer_id, run_id).await
}

pub async fn get_of_firm(
    pool: &Pool,
    customer_id: CustomerId,
    run_id: RunId,
) -> Result<RunRow, RunError> {
    db::tenant_tx(pool, customer_id, async |conn| {
        store::find(conn, run_id).await
    })
    .await?
    .ok_or(RunError::NotFound)
}

/// A run with its position in the queue.
pub async fn get_in_queue(
    pool: &Pool,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<RunInQueue, RunError> {
    db::tenant_tx(pool, user.customer_id, async |conn| {
        let run = store::find(conn, run_id).await?.ok_or(RunError::NotFound)?;
        let queue = match run.state {
            RunState::Queued => store::list_queued(conn).await?,
            _ => Vec::new(),
        };
        Ok(RunInQueue::of(run, &queue))
    })
    .await
}

/// Newest first; one row more than the page holds, if there is one.
pub async fn list(
    pool: &Pool,
    user: &CurrentUser,
    kind: Option<RunKind>,
    page: &Page,
    after: Option<(DateTime<Utc>, RunId)>,
) -> Result<Vec<RunInQueue>, RunError> {
    let limit = page.fetch_limit();
    db::tenant_tx(pool, user.customer_id, async |conn| {
        let runs = store::list(conn, kind, after, limit).await?;
        let queue = store::list_queued(conn).await?;
        let placed = runs.into_iter().map(|run| RunInQueue::of(run, &queue));
        Ok(placed.collect())
    })
    .await
}

/// Cancels an active run. Workers stop at the next iteration.
pub async fn cancel(pool: &Pool, user: &CurrentUser, run_id: RunId) -> Result<RunRow, RunError> {
    db::tenant_tx(pool, user.customer_id, async |conn| {
        if store::find(conn, run_id).await?.is_none() {
            return Err(RunError::NotFound);
        }
        let row = store::end(conn, run_id, &End::new(RunState::Cancelled))
            .await?
            .ok_or(RunError::Ended)?;
        events::say_finished(conn, &row).await?;
        Ok(row)
    })
    .await
}

/// Cancels an active run; removes one that has ended, with its files.
pub async fn remove(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<(), RunError> {
    match cancel(pool, user, run_id).await {
        Err(RunError::Ended) => {}
        other => return other.map(drop),
    }
    let removed = db::tenant_tx(pool, user.customer_id, async |conn| {
        store::delete_ended(conn, run_id).await
    })
    .await?;
    if !removed {
        return Err(RunError::NotFound);
    }
    growth.forget(run_id).await;
    // After the commit: files without a row do no harm, a row without files would.
    let folder = growth.files().of(user.customer_id, run_id);
    if let Err(error) = folder.remove_all().await {
        tracing::warn!(growth.run = %run_id, error.cause = %error, "the files of a removed growth run are still there");
    }
    Ok(())
}
