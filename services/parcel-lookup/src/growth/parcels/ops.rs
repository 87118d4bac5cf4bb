//! Makes the parcels of runs.

use std::sync::Arc;

use db::{AsyncPgConnection, Pool};
use domain::{CustomerId, RunId};

use super::store::{self, Figures, Placed};
use crate::growth::GrowthContext;
use crate::growth::runs::artifacts::result::{self, KeptResult};
use crate::growth::runs::artifacts::surroundings;
use crate::growth::runs::error::RunError;
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::RunState;
use crate::growth::runs::store as runs;

/// Parcels that are followed and written at once: each has a list of the cells around it.
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
    let mut rest = parcels.into_iter();
    loop {
        let chunk: Vec<Placed> = rest.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Ok(());
        }
        let kept = Arc::clone(kept);
        let figures = tokio::task::spawn_blocking(move || figures(&kept, &chunk)).await;
        let figures = figures.map_err(|error| RunError::Damaged(error.to_string()))?;
        // Each statement makes the serving processes drop their tiles, also one without a row.
        if !figures.ids.is_empty() {
            store::put(conn, run_id, &figures).await?;
        }
    }
}

/// The figures of the parcels whose inner point is in the run's area.
fn figures(kept: &KeptResult, parcels: &[Placed]) -> Figures {
    let points: Vec<[f64; 2]> = parcels
        .iter()
        .map(|parcel| [parcel.lon, parcel.lat])
        .collect();
    let mut figures = Figures::default();
    for (parcel, around) in parcels.iter().zip(surroundings::follow(kept, &points)) {
        let Some(around) = around else {
            continue;
        };
        figures.ids.push(parcel.ll_uuid);
        figures.chances.push(around.chance);
        let decade = around.decade.and_then(|decade| i16::try_from(decade).ok());
        figures.decades.push(decade);
    }
    figures
}
