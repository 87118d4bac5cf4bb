//! A result in the forms in which it is looked at and taken away.

use auth::CurrentUser;
use db::Pool;
use uuid::Uuid;

use super::error::RunError;
use super::files::RunFile;
use super::maps;
use super::outcome::PredictionOutcome;
use super::parcels::{self, AskedParcel, ParcelsResponse};
use super::result::{self, load, succeeded};
use super::row::RunRow;
use super::settings::RunKind;
use crate::growth::GrowthDesk;

/// The picture.
pub async fn picture(
    pool: &Pool,
    desk: &GrowthDesk,
    user: &CurrentUser,
    run_id: Uuid,
) -> Result<Vec<u8>, RunError> {
    prediction(succeeded(pool, user, run_id).await?)?;
    result::read(&desk.files().of(user.customer_id, run_id), RunFile::Picture).await
}

/// The overlay of a year.
pub async fn overlay(
    pool: &Pool,
    desk: &GrowthDesk,
    user: &CurrentUser,
    run_id: Uuid,
    year: Option<i32>,
) -> Result<Vec<u8>, RunError> {
    let (_, kept) = load(pool, desk, user, run_id).await?;
    let span = kept.whole.span();
    let drawn = blocking(move || year.and_then(|year| maps::overlay(&kept, year))).await?;
    let drawn = drawn.ok_or(RunError::NoSuchYear(span.start, span.stop))?;
    drawn.map_err(|error| RunError::Damaged(error.to_string()))
}

/// The last year as GeoTIFF.
pub async fn raster(
    pool: &Pool,
    desk: &GrowthDesk,
    user: &CurrentUser,
    run_id: Uuid,
) -> Result<Vec<u8>, RunError> {
    let (_, kept) = load(pool, desk, user, run_id).await?;
    let written = blocking(move || maps::geotiff(&kept)).await?;
    written.map_err(|error| RunError::Damaged(error.to_string()))
}

/// The figures as a table.
pub async fn years(pool: &Pool, user: &CurrentUser, run_id: Uuid) -> Result<Vec<u8>, RunError> {
    let run = prediction(succeeded(pool, user, run_id).await?)?;
    let outcome = run.outcome.clone().unwrap_or_default();
    let outcome: PredictionOutcome =
        serde_json::from_value(outcome).map_err(|error| run.unreadable(&error))?;
    let damaged = |error: &dyn std::fmt::Display| RunError::Damaged(error.to_string());
    let mut table = csv::Writer::from_writer(Vec::new());
    for year in &outcome.years {
        table.serialize(year).map_err(|error| damaged(&error))?;
    }
    table.into_inner().map_err(|error| damaged(&error))
}

/// What growth means for parcels.
pub async fn parcels(
    pool: &Pool,
    desk: &GrowthDesk,
    user: &CurrentUser,
    run_id: Uuid,
    asked: Vec<AskedParcel>,
) -> Result<ParcelsResponse, RunError> {
    let (_, kept) = load(pool, desk, user, run_id).await?;
    blocking(move || ParcelsResponse {
        parcels: parcels::grown(&kept, asked),
    })
    .await
}

fn prediction(run: RunRow) -> Result<RunRow, RunError> {
    match run.kind() {
        RunKind::Prediction => Ok(run),
        RunKind::Calibration => Err(RunError::NoMap),
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, RunError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| RunError::Damaged(error.to_string()))
}
