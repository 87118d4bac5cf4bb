//! One simulation from the checked selection to the kept picture.

use std::sync::Arc;
use std::time::Instant;

use ::domain::CustomerId;
use http_kit::{ApiError, ApiResult, ProblemKind};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::config::GrowthConfig;
use super::domain::Selection;
use super::dto::RunSleuthResponse;
use super::gallery::Gallery;
use super::layers::{self, CELL_KM2, NoLayers};
use super::picture;
use super::simulate::{self, ITERATIONS};

/// Seconds after which another try has a good chance.
const TRY_AGAIN: u64 = 15;

/// Takes selections and gives pictures, so many at once.
#[derive(Clone)]
pub struct GrowthDesk {
    gallery: Gallery,
    places: Arc<Semaphore>,
}

/// What the computing part gives.
struct Finished {
    picture: Vec<u8>,
    /// All but the picture's address and the time.
    answer: RunSleuthResponse,
}

impl GrowthDesk {
    /// A desk as operators set it up.
    pub fn new(config: GrowthConfig) -> Self {
        Self {
            gallery: Gallery::new(config.folder),
            places: Arc::new(Semaphore::new(config.at_once)),
        }
    }

    /// Where pictures are.
    pub fn gallery(&self) -> &Gallery {
        &self.gallery
    }

    /// Simulates a selection and keeps its picture for the firm.
    pub async fn run(
        &self,
        firm: CustomerId,
        selection: Selection,
    ) -> ApiResult<RunSleuthResponse> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|full| busy().caused_by(full))?;
        let started = Instant::now();
        let Finished {
            picture,
            mut answer,
        } = tokio::task::spawn_blocking(move || compute(selection, place))
            .await
            .map_err(ApiError::internal)??;
        let id = self.gallery.keep(firm, &picture).await.map_err(|error| {
            ApiError::unavailable(
                "The picture of the simulation could not be stored. Please try again.",
            )
            .caused_by(error)
        })?;
        answer.simulation_time = (started.elapsed().as_secs_f64() * 100.0).round() / 100.0;
        answer.output_image = format!("{}/growth_images/{id}.png", crate::routes::API.prefix);
        Ok(answer)
    }
}

fn busy() -> ApiError {
    ApiError::new(
        ProblemKind::Unavailable,
        "Other simulations are running. Please try again in a few seconds.",
    )
    .retry_after(TRY_AGAIN)
}

/// Runs on a thread of its own. The place is given back when the work ends, also when nobody waits
/// for it any more.
fn compute(selection: Selection, _place: OwnedSemaphorePermit) -> ApiResult<Finished> {
    let area = layers::for_area(selection.bbox())?;
    let outcome = simulate::simulate(&area).map_err(ApiError::internal)?;
    let picture = picture::draw(&area, &outcome.probability).map_err(ApiError::internal)?;
    let km2 = |cells: f64| (cells * CELL_KM2 * 10.0).round() / 10.0;
    let part = if area.coverage < 0.995 {
        format!(
            " They cover {:.0} % of the selected area.",
            100.0 * area.coverage
        )
    } else {
        String::new()
    };
    let kind = if area.is_sample {
        "sample layers"
    } else {
        "layers"
    };
    let message = format!(
        "Growth from {} to {} simulated {ITERATIONS} times on {kind} of the {}.{part}",
        outcome.span.start, outcome.span.stop, area.name
    );
    let answer = RunSleuthResponse {
        message,
        area_km2: (selection.area_km2() * 10.0).round() / 10.0,
        simulation_time: 0.0,
        output_image: String::new(),
        error: None,
        is_sample: area.is_sample,
        layers: area.name.to_owned(),
        start_year: outcome.span.start,
        stop_year: outcome.span.stop,
        iterations: ITERATIONS,
        urban_km2_start: km2(outcome.urban_start),
        urban_km2_stop: km2(outcome.urban_stop),
        urban_km2_spread: km2(outcome.urban_spread),
        legend: picture::legend(outcome.span.start),
    };
    Ok(Finished { picture, answer })
}

impl From<NoLayers> for ApiError {
    fn from(refused: NoLayers) -> Self {
        Self::invalid("bbox", refused.to_string())
    }
}
