//! Reads the result of a prediction from its files.

use std::sync::Arc;

use auth::CurrentUser;
use db::Pool;
use domain::{CustomerId, RunId};
use sleuth::predict::Prediction;

use crate::growth::GrowthContext;
use crate::growth::runs::artifacts::files::{RunFile, RunFolder};
use crate::growth::runs::error::RunError;
use crate::growth::runs::ops;
use crate::growth::runs::row::RunRow;
use crate::growth::runs::scheduling::compute;
use crate::growth::runs::settings::RunKind;
use crate::growth::runs::state::RunState;
use growth_layers::AreaLayers;

/// Files of a finished prediction, decoded.
pub struct KeptResult {
    pub area: AreaLayers,
    pub whole: Prediction,
}

impl KeptResult {
    /// Approximate memory use.
    pub fn kilobytes(&self) -> u32 {
        let bytes = self.area.bytes_in_memory() + self.whole.bytes_in_memory();
        u32::try_from(bytes / 1_000).unwrap_or(u32::MAX)
    }
}

/// The run, provided it is a prediction that has succeeded.
pub async fn succeeded(pool: &Pool, user: &CurrentUser, run_id: RunId) -> Result<RunRow, RunError> {
    having_succeeded(ops::get(pool, user, run_id).await?)
}

fn having_succeeded(run: RunRow) -> Result<RunRow, RunError> {
    match run.state {
        RunState::Succeeded => Ok(run),
        other => Err(RunError::NoResult(other.as_str())),
    }
}

pub async fn load(
    pool: &Pool,
    growth: &GrowthContext,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<(RunRow, Arc<KeptResult>), RunError> {
    load_of_firm(pool, growth, user.customer_id, run_id).await
}

/// As [`load`], for a program of the firm too.
pub async fn load_of_firm(
    pool: &Pool,
    growth: &GrowthContext,
    customer_id: CustomerId,
    run_id: RunId,
) -> Result<(RunRow, Arc<KeptResult>), RunError> {
    let run = having_succeeded(ops::get_of_firm(pool, customer_id, run_id).await?)?;
    if run.kind != RunKind::Prediction {
        return Err(RunError::NoMap);
    }
    let kept = kept(growth, customer_id, run_id).await?;
    Ok((run, kept))
}

/// The result of a prediction of a firm, which has succeeded.
pub async fn kept(
    growth: &GrowthContext,
    customer_id: CustomerId,
    run_id: RunId,
) -> Result<Arc<KeptResult>, RunError> {
    if let Some(kept) = growth.results().get(&run_id).await {
        return Ok(kept);
    }
    let folder = growth.files().of(customer_id, run_id);
    let (layers, joined) = (
        read(&folder, RunFile::Layers).await?,
        read(&folder, RunFile::Joined).await?,
    );
    let kept = tokio::task::spawn_blocking(move || {
        let area = AreaLayers::from_bytes(&layers)
            .map_err(|error| RunError::Damaged(error.to_string()))?;
        let whole =
            compute::prediction(&joined).map_err(|error| RunError::Damaged(error.to_string()))?;
        Ok::<_, RunError>(Arc::new(KeptResult { area, whole }))
    })
    .await
    .map_err(|error| RunError::Damaged(error.to_string()))??;
    growth.results().insert(run_id, Arc::clone(&kept)).await;
    Ok(kept)
}

/// Every finished run has this file; its absence is an error.
async fn read(folder: &RunFolder, file: RunFile) -> Result<Vec<u8>, RunError> {
    let missing = || {
        std::io::Error::new(
            std::io::ErrorKind::NotFound,
            "a file of the result is missing",
        )
    };
    let bytes = folder.read(file).await.map_err(RunError::Files)?;
    bytes.ok_or_else(|| RunError::Files(missing()))
}

#[cfg(test)]
impl KeptResult {
    /// Of a part of the Charlotte sample, 20 years.
    pub(super) fn of_sample(iterations: u32) -> Self {
        use crate::growth::runs::settings::GivenCoefficients;
        use growth_layers::samples;
        use sleuth::{SelfModification, Settings, Span, predict};

        let bbox = domain::BBox::new(-80.98, 35.06, -80.86, 35.14).unwrap();
        let area = samples::for_area(bbox).unwrap();
        let city = area.city().unwrap();
        let span = Span {
            start: area.year(),
            stop: area.year() + 20,
        };
        let settings = Settings::standard(1, 21.0, SelfModification::OFF);
        let given = GivenCoefficients::new([60, 80, 80, 20, 40])
            .for_model()
            .unwrap();
        let mut runner = predict::runner(&city, span, given, settings);
        let mut whole = Prediction::yearly(&city, span);
        (0..iterations).for_each(|iteration| whole.add(&mut runner, iteration));
        Self { area, whole }
    }
}
