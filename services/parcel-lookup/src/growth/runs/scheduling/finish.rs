//! Finishes runs: joins the batches and stores the result.
//!
//! Batches are read by number, so the order of computation does not affect the result.

use serde_json::Value;
use sleuth::calibrate::Score;

use crate::growth::picture;
use crate::growth::runs::artifacts::files::{RunFile, RunFolder};
use crate::growth::runs::artifacts::outcome::PredictionOutcome;
use crate::growth::runs::calibration;
use crate::growth::runs::calibration::Tried;
use crate::growth::runs::events;
use crate::growth::runs::row::RunRow;
use crate::growth::runs::scheduling::compute;
use crate::growth::runs::scheduling::dispatch::{StepContext, StepError};
use crate::growth::runs::scheduling::prepare;
use crate::growth::runs::settings::{RunKind, RunSettings};
use crate::growth::runs::state::RunState;
use crate::growth::runs::store::{self, End};
use growth_layers::AreaLayers;

/// Stores the result, or adds the next stage of a calibration.
pub(super) async fn finish(context: &StepContext, run: &RunRow) -> Result<(), StepError> {
    let settings = run.settings()?;
    let folder = context.growth.files().of(run.customer_id, run.run_id);
    match run.kind {
        RunKind::Prediction => finish_prediction(context, run, settings, &folder).await,
        RunKind::Calibration => finish_stage(context, run, settings, &folder).await,
    }
}

async fn finish_prediction(
    context: &StepContext,
    run: &RunRow,
    settings: RunSettings,
    folder: &RunFolder,
) -> Result<(), StepError> {
    let batches: Vec<RunFile> = (0..run.batches_total)
        .map(|batch| RunFile::Batch(0, batch))
        .collect();
    let layers = read(folder, RunFile::Layers).await?;
    let mut parts = Vec::with_capacity(batches.len());
    for file in &batches {
        parts.push(read(folder, *file).await?);
    }
    let (outcome, joined, drawn) =
        tokio::task::spawn_blocking(move || join(&layers, parts, &settings)).await??;
    for (file, bytes) in [(RunFile::Joined, joined), (RunFile::Picture, drawn)] {
        let kept = folder.keep(file, &bytes).await;
        kept.map_err(|error| StepError::storage(&error))?;
    }
    succeed(context, run, &outcome).await?;
    for file in batches {
        folder.remove(file).await;
    }
    Ok(())
}

type Joined = (Value, Vec<u8>, Vec<u8>);

fn join(layers: &[u8], parts: Vec<Vec<u8>>, settings: &RunSettings) -> Result<Joined, StepError> {
    let area = AreaLayers::from_bytes(layers).map_err(|_damaged| compute::ComputeError::Damaged)?;
    let whole = compute::joined(parts)?;
    if whole.iterations() != settings.iterations {
        return Err(compute::ComputeError::Damaged.into());
    }
    let outcome = PredictionOutcome::of(&area, settings, &whole);
    let drawn = picture::draw(&area, &whole.probability());
    let drawn = drawn.map_err(|error| StepError::storage(&std::io::Error::other(error)))?;
    let outcome = serde_json::to_value(outcome).unwrap_or_default();
    Ok((outcome, compute::packed(&whole.to_bytes()), drawn))
}

async fn finish_stage(
    context: &StepContext,
    run: &RunRow,
    settings: RunSettings,
    folder: &RunFolder,
) -> Result<(), StepError> {
    let mut stages = calibration::stages(run)?;
    let mut all: Vec<Score> = Vec::new();
    let mut last: Vec<Tried> = Vec::new();
    for (stage, kept) in stages.iter().enumerate() {
        last.clear();
        for batch in 0..kept.batches() {
            let bytes = read(folder, RunFile::Batch(stage as i16, batch)).await?;
            last.extend(compute::kept_trials(&bytes)?);
        }
        all.extend(last.iter().map(|tried| tried.score.clone()));
    }
    let Some(done) = stages.last_mut() else {
        return Err(compute::ComputeError::Damaged.into());
    };
    let own = &all[all.len() - last.len()..];
    done.best_osm = own.iter().map(|score| score.osm).max_by(f64::total_cmp);
    if let Some(next) = done.next(own, &all) {
        stages.push(next);
        return prepare::add_stage(context, run, &settings, &stages, None).await;
    }
    let years = run
        .layers()?
        .map(|layers| layers.urban_years)
        .unwrap_or_default();
    let outcome =
        calibration::outcome(&stages, &last, &years).ok_or(compute::ComputeError::Damaged)?;
    succeed(
        context,
        run,
        &serde_json::to_value(outcome).unwrap_or_default(),
    )
    .await?;
    for (stage, kept) in stages.iter().enumerate() {
        for batch in 0..kept.batches() {
            folder.remove(RunFile::Batch(stage as i16, batch)).await;
        }
    }
    Ok(())
}

async fn read(folder: &RunFolder, file: RunFile) -> Result<Vec<u8>, StepError> {
    let bytes = folder
        .read(file)
        .await
        .map_err(|error| StepError::storage(&error))?;
    bytes.ok_or_else(|| compute::ComputeError::Damaged.into())
}

async fn succeed(context: &StepContext, run: &RunRow, outcome: &Value) -> Result<(), StepError> {
    metrics::counter!("growth_runs_succeeded_total", "kind" => run.kind.as_str()).increment(1);
    db::unscoped_tx(&context.pool, "growth run finished", async |conn| {
        let end = End {
            outcome: Some(outcome),
            ..End::new(RunState::Succeeded)
        };
        if let Some(run) = store::end(conn, run.run_id, &end).await? {
            events::say_finished(conn, &run).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await?;
    Ok(())
}
