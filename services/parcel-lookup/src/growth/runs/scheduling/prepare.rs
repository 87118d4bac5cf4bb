//! Prepares a run: stores its layers and creates its batches.

use domain::BBox;
use serde_json::json;

use crate::growth::domain::SelectionBox;
use crate::growth::runs::api::dto::LayersInfo;
use crate::growth::runs::artifacts::files::RunFile;
use crate::growth::runs::calibration::{self, KeptStage};
use crate::growth::runs::row::RunRow;
use crate::growth::runs::scheduling::compute::{ComputeError, Prepared};
use crate::growth::runs::scheduling::dispatch::{StepContext, StepError};
use crate::growth::runs::scheduling::queue::{self, NewStage};
use crate::growth::runs::settings::{RunKind, RunSettings};
use crate::growth::runs::state::FailureKind;
use growth_layers::{AreaLayers, LayersUnavailable};

/// Iterations per batch of a small run.
const BATCH_ITERATIONS: u32 = 4;
/// Most batches of a prediction: each is a file while the run is active.
const MAX_BATCHES: u32 = 20;

/// Fetches and stores the layers and creates the first batches.
pub(super) async fn prepare(context: &StepContext, run: &RunRow) -> Result<(), StepError> {
    let settings = run.settings()?;
    let bbox = settings.bbox;
    let bbox = BBox::new(bbox.west, bbox.south, bbox.east, bbox.north)
        .map_err(|refused| StepError::failed(refused.sentence(), FailureKind::Area))?;
    let area = context.growth.layers().for_area(bbox).await;
    let area = area.map_err(|refused| {
        let kind = match refused {
            LayersUnavailable::Unavailable { .. } => FailureKind::Service,
            LayersUnavailable::Broken(_) => FailureKind::Layers,
            LayersUnavailable::Uncovered
            | LayersUnavailable::TooSmall
            | LayersUnavailable::Unusable(_) => FailureKind::Area,
        };
        StepError::failed(refused.to_string(), kind)
    })?;
    let kind = run.kind;
    let (info, bytes) = tokio::task::spawn_blocking(move || checked(area, kind)).await??;
    let folder = context.growth.files().of(run.customer_id, run.run_id);
    folder
        .make()
        .await
        .map_err(|error| StepError::storage(&error))?;
    let kept = folder.keep(RunFile::Layers, &bytes).await;
    kept.map_err(|error| StepError::storage(&error))?;
    let layers = serde_json::to_value(&info).unwrap_or_default();
    let stages = match run.kind {
        RunKind::Prediction => Vec::new(),
        RunKind::Calibration => vec![KeptStage::first()],
    };
    add_stage(context, run, &settings, &stages, Some(&layers)).await
}

/// Creates batches for the last of these stages, or for the iterations of a prediction.
pub(super) async fn add_stage(
    context: &StepContext,
    run: &RunRow,
    settings: &RunSettings,
    stages: &[KeptStage],
    layers: Option<&serde_json::Value>,
) -> Result<(), StepError> {
    let kept = json!(stages);
    let new = match stages.last() {
        None => NewStage {
            stage: 0,
            size: settings.iterations as i32,
            batch_size: batch_iterations(settings.iterations) as i32,
            layers,
            stages: &kept,
            iterations_total: settings.iterations as i32,
        },
        Some(stage) => NewStage {
            stage: stages.len() as i16 - 1,
            size: stage.sets,
            batch_size: stage.batch_sets(),
            layers,
            stages: &kept,
            iterations_total: calibration::iterations_of(stages, settings.iterations),
        },
    };
    db::unscoped_tx(
        &context.pool,
        "growth run split into batches",
        async |conn| queue::unscoped_add_stage(conn, run.run_id, run.attempts, &new).await,
    )
    .await?;
    Ok(())
}

/// Iterations per batch: enough batches for several workers, yet little to repeat when a worker
/// dies.
fn batch_iterations(iterations: u32) -> u32 {
    iterations.div_ceil(MAX_BATCHES).max(BATCH_ITERATIONS)
}

/// Checks that the model accepts the layers, and encodes them.
fn checked(area: AreaLayers, kind: RunKind) -> Result<(LayersInfo, Vec<u8>), StepError> {
    let frame = area.frame;
    let info = LayersInfo {
        name: area.name.clone(),
        is_sample: area.is_sample,
        notice: area.notice.clone(),
        missing: area.missing.clone(),
        coverage: (area.coverage * 1000.0).round() / 1000.0,
        attribution: area.attribution.clone(),
        start_year: area.year(),
        urban_years: area.urban.iter().map(|urban| urban.year).collect(),
        road_years: area.road_years(),
        cell_metres: frame.cell_metres,
        rows: frame.shape.rows,
        cols: frame.shape.cols,
        bounds: SelectionBox::of_frame(&frame),
    };
    let dates = info.urban_years.len();
    if kind == RunKind::Calibration && dates < sleuth::calibrate::MIN_DATES {
        return Err(ComputeError::TooLittle(sleuth::calibrate::TooLittle::Dates(dates)).into());
    }
    let prepared = Prepared::new(area).map_err(ComputeError::from)?;
    let bytes = prepared
        .area
        .to_bytes()
        .map_err(|error| StepError::storage(&error))?;
    Ok((info, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_neither_many_nor_long() {
        for iterations in 1..=200_u32 {
            let size = batch_iterations(iterations);
            assert!(iterations.div_ceil(size) <= MAX_BATCHES && (4..=10).contains(&size));
        }
    }
}
