//! Results in the formats in which they are shown and downloaded.

use auth::CurrentUser;
use db::Pool;
use domain::{CustomerId, ParcelUuid, RunId};
use serde::Serialize;

use crate::growth::runs::artifacts::files::RunFile;
use crate::growth::runs::artifacts::maps;
use crate::growth::runs::artifacts::outcome::{GrowthYear, PredictionOutcome};
use crate::growth::runs::artifacts::parcels::{
    self, AskedParcel, GrownParcel, ParcelsResponse, Placed,
};
use crate::growth::runs::artifacts::result::{load, load_of_firm, succeeded};
use crate::growth::runs::error::RunError;
use crate::growth::runs::row::RunRow;
use crate::growth::runs::settings::RunKind;
use crate::growth::{GrowthContext, picture};
use crate::parcels::sites;

pub async fn picture(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<Vec<u8>, RunError> {
    prediction(succeeded(pool, user, run_id).await?)?;
    let folder = growth.files().of(user.customer_id, run_id);
    if let Some(kept) = folder
        .read(RunFile::Picture)
        .await
        .map_err(RunError::Files)?
    {
        return Ok(kept);
    }
    // The run was drawn in an earlier format.
    let (_, kept) = load(pool, growth, user, run_id).await?;
    let drawn = blocking(move || picture::draw(&kept.area, &kept.whole.probability())).await?;
    let drawn = drawn.map_err(|error| RunError::Damaged(error.to_string()))?;
    if let Err(error) = folder.keep(RunFile::Picture, &drawn).await {
        tracing::warn!(growth.run = %run_id, error.cause = %error, "the regenerated image could not be stored");
    }
    Ok(drawn)
}

pub async fn overlay(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
    year: Option<i32>,
) -> Result<Vec<u8>, RunError> {
    let (_, kept) = load(pool, growth, user, run_id).await?;
    let span = kept.whole.span();
    let drawn = blocking(move || year.and_then(|year| maps::overlay(&kept, year))).await?;
    let drawn = drawn.ok_or(RunError::NoSuchYear(span.start, span.stop))?;
    drawn.map_err(|error| RunError::Damaged(error.to_string()))
}

pub async fn raster(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<Vec<u8>, RunError> {
    let (_, kept) = load(pool, growth, user, run_id).await?;
    let written = blocking(move || maps::geotiff(&kept)).await?;
    written.map_err(|error| RunError::Damaged(error.to_string()))
}

pub async fn years(pool: &Pool, user: &CurrentUser, run_id: RunId) -> Result<Vec<u8>, RunError> {
    let run = prediction(succeeded(pool, user, run_id).await?)?;
    let outcome = run.outcome.clone().unwrap_or_default();
    let outcome: PredictionOutcome =
        serde_json::from_value(outcome).map_err(|error| run.unreadable(&error))?;
    let damaged = |error: &dyn std::fmt::Display| RunError::Damaged(error.to_string());
    let mut table = csv::Writer::from_writer(Vec::new());
    let coefficients = run.settings()?;
    let coefficients = coefficients.caution().unwrap_or("Calibrated");
    let mut before = outcome.urban_km2_start;
    for year in &outcome.years {
        let row = TableRow::new(year, before, coefficients);
        table.serialize(row).map_err(|error| damaged(&error))?;
        before = year.urban_km2;
    }
    table.into_inner().map_err(|error| damaged(&error))
}

/// A row of the CSV. Columns are named so that the spread is not mistaken for the error of a
/// forecast.
#[derive(Serialize)]
struct TableRow {
    year: i32,
    urban_km2: f64,
    urban_km2_sd_between_iterations: f64,
    urban_km2_p5_of_iterations: f64,
    urban_km2_p95_of_iterations: f64,
    growth_km2: f64,
    growth_percent: Option<f64>,
    coefficients: &'static str,
}

impl TableRow {
    fn new(year: &GrowthYear, before: f64, coefficients: &'static str) -> Self {
        let percent = 100.0 * (year.urban_km2 - before) / before;
        Self {
            year: year.year,
            urban_km2: year.urban_km2,
            urban_km2_sd_between_iterations: year.urban_km2_sd,
            urban_km2_p5_of_iterations: year.urban_km2_low,
            urban_km2_p95_of_iterations: year.urban_km2_high,
            growth_km2: year.growth_km2,
            growth_percent: (before > 0.0).then(|| (percent * 100.0).round() / 100.0),
            coefficients,
        }
    }
}

pub async fn parcels(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
    asked: Vec<AskedParcel>,
) -> Result<ParcelsResponse, RunError> {
    let ids: Vec<ParcelUuid> = asked.iter().filter_map(|parcel| parcel.ll_uuid).collect();
    let land = db::tenant_tx(pool, user.customer_id, async |conn| {
        Ok::<_, RunError>(sites::list_land(conn, &ids).await?)
    })
    .await?;
    let place = |parcel: AskedParcel| {
        let site = parcel.ll_uuid.and_then(|id| land.get(&id));
        Placed::of(parcel, site.map(Vec::as_slice))
    };
    let placed = asked.into_iter().map(place).collect();
    placed_parcels(pool, growth, user, run_id, placed).await
}

/// As [`parcels`], of land that is known.
pub async fn placed_parcels(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
    asked: Vec<Placed>,
) -> Result<ParcelsResponse, RunError> {
    let (_, kept) = load(pool, growth, user, run_id).await?;
    blocking(move || ParcelsResponse {
        parcels: parcels::grown(&kept, asked),
    })
    .await
}

/// Growth around land of a firm, and the run that tells it.
pub async fn around(
    pool: &Pool,
    growth: &GrowthContext,
    customer_id: CustomerId,
    run_id: RunId,
    land: Placed,
) -> Result<(RunRow, GrownParcel), RunError> {
    let (run, kept) = load_of_firm(pool, growth, customer_id, run_id).await?;
    let grown = blocking(move || parcels::grown(&kept, vec![land])).await?;
    let around = grown.into_iter().next();
    let around =
        around.ok_or_else(|| RunError::Damaged("there is no answer for a parcel".to_owned()))?;
    Ok((run, around))
}

fn prediction(run: RunRow) -> Result<RunRow, RunError> {
    match run.kind {
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
