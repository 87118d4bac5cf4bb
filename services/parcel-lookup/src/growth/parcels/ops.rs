//! Makes the parcels of runs.

use std::sync::Arc;

use db::{AsyncPgConnection, Pool};
use domain::{CustomerId, RunId};
use site_search::BEYOND_RUN;

use super::store::{self, Figures, Placed};
use crate::growth::GrowthContext;
use crate::growth::runs::artifacts::chances::chances;
use crate::growth::runs::artifacts::decades::decades;
use crate::growth::runs::artifacts::result::{self, KeptResult};
use crate::growth::runs::artifacts::surroundings::cells::cell_at;
use crate::growth::runs::error::RunError;
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::RunState;
use crate::growth::runs::store as runs;

/// Parcels that are written at once.
const CHUNK: usize = 50_000;

/// Makes sure that the table has the parcels of a firm's finished prediction. True if it had not.
pub async fn ensure(
    pool: &Pool,
    growth: &GrowthContext,
    customer_id: CustomerId,
    run_id: RunId,
) -> Result<bool, RunError> {
    let is_current = db::tenant_tx(pool, customer_id, async |conn| {
        let run = runs::find(conn, run_id).await?.ok_or(RunError::NotFound)?;
        match (run.state, run.kind) {
            (RunState::Succeeded, RunKind::Prediction) => {}
            (RunState::Succeeded, RunKind::Calibration) => return Err(RunError::NoMap),
            (other, _) => return Err(RunError::NoResult(other.as_str())),
        }
        Ok(store::is_current(conn, run_id).await?)
    })
    .await?;
    if is_current {
        return Ok(false);
    }
    let kept = result::kept(growth, customer_id, run_id).await?;
    db::tenant_tx(pool, customer_id, async |conn| {
        store::lock(conn, run_id).await?;
        // Another one may have made them meanwhile.
        if store::is_current(conn, run_id).await? {
            return Ok(());
        }
        make(conn, run_id, &kept).await
    })
    .await?;
    Ok(true)
}

async fn make(
    conn: &mut AsyncPgConnection,
    run_id: RunId,
    kept: &Arc<KeptResult>,
) -> Result<(), RunError> {
    let made_at = store::made_at(conn, run_id).await?;
    let parcels = store::list_to_make(conn, run_id, &kept.area.frame, made_at).await?;
    store::put_set(conn, run_id).await?;
    let kept = Arc::clone(kept);
    let figures = tokio::task::spawn_blocking(move || figures(&kept, &parcels)).await;
    for chunk in figures.map_err(|error| RunError::Damaged(error.to_string()))? {
        store::put(conn, run_id, &chunk).await?;
    }
    Ok(())
}

/// The figures of the parcels whose inner point is in the run's area, by chunks. None is empty: each statement makes the serving processes drop
/// their tiles.
fn figures(kept: &KeptResult, parcels: &[Placed]) -> Vec<Figures> {
    let at = |parcel: &Placed| [parcel.lon, parcel.lat];
    let inside: Vec<&Placed> = parcels
        .iter()
        .filter(|parcel| cell_at(&kept.area.frame, at(parcel)).is_some())
        .collect();
    let points: Vec<[f64; 2]> = inside.iter().map(|parcel| at(parcel)).collect();
    let (chances, decades) = (chances(kept, &points), decades(kept, &points));
    let told = chances.chunks(CHUNK).zip(decades.chunks(CHUNK));
    let chunks = inside.chunks(CHUNK).zip(told);
    chunks
        .map(|(parcels, (chances, decades))| Figures {
            ids: parcels.iter().map(|parcel| parcel.ll_uuid).collect(),
            chances: chances
                .iter()
                .map(|chance| (!chance.is_nan()).then_some(*chance))
                .collect(),
            decades: decades
                .iter()
                .map(|decade| (*decade < BEYOND_RUN).then_some(*decade as i16))
                .collect(),
        })
        .collect()
}
