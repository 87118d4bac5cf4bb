//! The end of a run: its batches joined in their order, its result kept.
//!
//! The order in which batches were computed leaves no trace: they are read by number.

use serde_json::Value;
use sleuth::calibrate::Score;

use super::calibration::Tried;
use super::dispatch::{Bench, Fault};
use super::files::{RunFile, RunFolder};
use super::outcome::PredictionOutcome;
use super::row::RunRow;
use super::settings::{RunKind, RunSettings};
use super::state::RunState;
use super::store::{self, Change};
use super::{calibration, compute, events, prepare};
use crate::growth::area::AreaLayers;
use crate::growth::picture;

/// Makes the result, or the next stage of a calibration.
pub(super) async fn finish(bench: &Bench, run: &RunRow) -> Result<(), Fault> {
    let settings = run.settings()?;
    let folder = bench.desk.files().of(run.firm(), run.run_id);
    match run.kind() {
        RunKind::Prediction => finish_prediction(bench, run, settings, &folder).await,
        RunKind::Calibration => finish_stage(bench, run, settings, &folder).await,
    }
}

async fn finish_prediction(
    bench: &Bench,
    run: &RunRow,
    settings: RunSettings,
    folder: &RunFolder,
) -> Result<(), Fault> {
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
        kept.map_err(|error| Fault::storage(&error))?;
    }
    succeed(bench, run, &outcome).await?;
    for file in batches {
        folder.remove(file).await;
    }
    Ok(())
}

type Joined = (Value, Vec<u8>, Vec<u8>);

fn join(layers: &[u8], parts: Vec<Vec<u8>>, settings: &RunSettings) -> Result<Joined, Fault> {
    let area = AreaLayers::from_bytes(layers).map_err(|_damaged| compute::Hopeless::Damaged)?;
    let whole = compute::joined(parts)?;
    if whole.iterations() != settings.iterations {
        return Err(compute::Hopeless::Damaged.into());
    }
    let outcome = PredictionOutcome::of(&area, settings, &whole);
    let drawn = picture::draw(&area, &whole.probability());
    let drawn = drawn.map_err(|error| Fault::storage(&std::io::Error::other(error)))?;
    let outcome = serde_json::to_value(outcome).unwrap_or_default();
    Ok((outcome, compute::packed(&whole.to_bytes()), drawn))
}

async fn finish_stage(
    bench: &Bench,
    run: &RunRow,
    settings: RunSettings,
    folder: &RunFolder,
) -> Result<(), Fault> {
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
        return Err(compute::Hopeless::Damaged.into());
    };
    let own = &all[all.len() - last.len()..];
    done.best_osm = own.iter().map(|score| score.osm).max_by(f64::total_cmp);
    if let Some(next) = done.next(own, &all) {
        stages.push(next);
        return prepare::add_stage(bench, run, &settings, &stages, None).await;
    }
    let years = run
        .layers()?
        .map(|layers| layers.urban_years)
        .unwrap_or_default();
    let outcome = calibration::outcome(&stages, &last, &years).ok_or(compute::Hopeless::Damaged)?;
    succeed(
        bench,
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

async fn read(folder: &RunFolder, file: RunFile) -> Result<Vec<u8>, Fault> {
    let bytes = folder
        .read(file)
        .await
        .map_err(|error| Fault::storage(&error))?;
    bytes.ok_or_else(|| compute::Hopeless::Damaged.into())
}

async fn succeed(bench: &Bench, run: &RunRow, outcome: &Value) -> Result<(), Fault> {
    metrics::counter!("growth_runs_succeeded_total", "kind" => run.kind.clone()).increment(1);
    db::unscoped_tx(&bench.pool, "growth run finished", async |conn| {
        let change = Change {
            outcome: Some(outcome),
            ..Change::to(RunState::Succeeded)
        };
        if let Some(run) = store::update_state(conn, run.run_id, &change).await? {
            events::say_finished(conn, &run).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await?;
    Ok(())
}
