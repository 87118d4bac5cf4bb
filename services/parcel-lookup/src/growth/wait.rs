//! `POST /run-sleuth`: creates an ordinary run and waits for its end.
//!
//! The number of waiting requests and the waiting time are limited; when a request stops waiting,
//! its run is cancelled.

use std::sync::Arc;
use std::time::Duration;

use auth::CurrentUser;
use db::Pool;
use http_kit::{ApiError, ApiResult, ErrorCode};
use tokio::time::Instant;

use super::GrowthContext;
use super::domain::SelectionBox;
use super::dto::RunSleuthResponse;
use super::picture;
use super::runs::api::result_dto::in_form;
use super::runs::artifacts::outcome::PredictionOutcome;
use super::runs::error::RunError;
use super::runs::ops;
use super::runs::row::RunRow;
use super::runs::settings::CheckedRun;
use super::runs::state::{FailureKind, RunState};

/// `Retry-After`, seconds.
const TRY_AGAIN: u64 = 15;
/// Poll interval, in case a notice was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Runs a selection and waits for the image.
pub async fn run_and_wait(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    bbox: SelectionBox,
) -> ApiResult<RunSleuthResponse> {
    let wanted = CheckedRun::usual(bbox.check()?, bbox);
    let _place = Arc::clone(growth.waiting())
        .try_acquire_owned()
        .map_err(|full| {
            busy("Other simulations are running. Please try again in a few seconds.")
                .caused_by(full)
        })?;
    let deadline = Instant::now() + growth.config().answer_within;
    let mut notices = growth.notices().subscribe();
    let mut run = ops::create(pool, user, wanted).await?.run;
    while !run.state.has_ended() {
        if Instant::now() >= deadline {
            return give_up(pool, growth, user, &run).await;
        }
        notices
            .wait(
                Some(run.run_id),
                POLL_INTERVAL.min(deadline - Instant::now()),
            )
            .await;
        notices.clear();
        run = match ops::get(pool, user, run.run_id).await {
            Err(RunError::Database(error)) if db::is_unavailable(&error) => run,
            read => read?,
        };
    }
    answer(&run)
}

async fn give_up(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run: &RunRow,
) -> ApiResult<RunSleuthResponse> {
    match ops::cancel(pool, user, run.run_id).await {
        // It ended just before the cancellation.
        Err(RunError::Ended) => answer(&ops::get(pool, user, run.run_id).await?),
        _ => Err(busy(format!(
            "The simulation was not finished within {} seconds and was cancelled: too few workers are running. Please try again later.",
            growth.config().answer_within.as_secs()
        ))),
    }
}

fn busy(sentence: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::new(ErrorCode::GrowthBusy, sentence).retry_after(TRY_AGAIN)
}

fn answer(run: &RunRow) -> ApiResult<RunSleuthResponse> {
    let shown = run.shown().map_err(RunError::from)?;
    let error = shown.error.clone().unwrap_or_default();
    match (shown.state, run.error_kind) {
        (RunState::Succeeded, _) => {}
        (RunState::Cancelled, _) => {
            return Err(ApiError::new(
                ErrorCode::GrowthCancelled,
                "The simulation was cancelled.",
            ));
        }
        (_, Some(FailureKind::Area)) => {
            return Err(ApiError::invalid("bbox", error).code(ErrorCode::GrowthAreaInvalid));
        }
        _ => return Err(busy(error)),
    }
    let outcome = run.outcome.clone().unwrap_or_default();
    let outcome: PredictionOutcome = serde_json::from_value(outcome).map_err(ApiError::internal)?;
    let layers = shown
        .layers
        .ok_or_else(|| ApiError::internal("a run without layers succeeded"))?;
    let growth_percent_a_year = outcome.growth_percent_a_year();
    let last = outcome.years.last();
    let km2 = |value: f64| (value * 10.0).round() / 10.0;
    Ok(RunSleuthResponse {
        message: outcome.message,
        area_km2: shown.area_km2,
        simulation_time: run.seconds_taken(),
        output_image: in_form(run.run_id, "picture.png"),
        error: None,
        run_id: run.run_id,
        is_sample: layers.is_sample,
        layers: layers.name,
        start_year: outcome.start_year,
        stop_year: outcome.stop_year,
        iterations: shown.iterations,
        urban_km2_start: km2(outcome.urban_km2_start),
        urban_km2_stop: km2(last.map_or(outcome.urban_km2_start, |year| year.urban_km2)),
        urban_km2_spread: km2(last.map_or(0.0, |year| year.urban_km2_sd)),
        growth_percent_a_year,
        caution: shown.caution,
        cell_metres: layers.cell_metres,
        urban_years: layers.urban_years,
        road_years: layers.road_years,
        missing: layers.missing,
        coefficients: shown.coefficients,
        coefficients_source: shown.coefficients_source,
        legend: picture::legend(outcome.start_year),
    })
}
