//! State shared by all growth endpoints: settings, files, notices and cached results.

use std::sync::Arc;

use auth::SessionStreams;
use domain::RunId;
use moka::future::Cache;
use tokio::sync::Semaphore;

use super::config::GrowthConfig;
use super::runs::RunFiles;
use super::runs::artifacts::result::KeptResult;
use crate::watch::Notices;
use growth_layers::LayerSource;

/// Size of the result cache, kilobytes: moving the year slider requests many years of one run. The
/// largest results take over 100,000.
const RESULTS_AT_HAND: u64 = 400_000;

/// Cheap to clone.
#[derive(Clone)]
pub struct GrowthContext {
    config: Arc<GrowthConfig>,
    files: RunFiles,
    layers: Arc<dyn LayerSource>,
    notices: Notices,
    results: Cache<RunId, Arc<KeptResult>>,
    waiting: Arc<Semaphore>,
    streams: SessionStreams,
}

impl GrowthContext {
    pub fn new(config: GrowthConfig, layers: Arc<dyn LayerSource>) -> Self {
        Self {
            files: RunFiles::new(config.folder.clone()),
            layers,
            notices: Notices::about("growth"),
            results: Cache::builder()
                .max_capacity(RESULTS_AT_HAND)
                .weigher(|_run, result: &Arc<KeptResult>| result.kilobytes())
                .build(),
            waiting: Arc::new(Semaphore::new(config.waiting_calls)),
            streams: SessionStreams::default(),
            config: Arc::new(config),
        }
    }

    pub fn config(&self) -> &GrowthConfig {
        &self.config
    }

    pub fn files(&self) -> &RunFiles {
        &self.files
    }

    pub fn layers(&self) -> &dyn LayerSource {
        self.layers.as_ref()
    }

    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    pub(super) fn results(&self) -> &Cache<RunId, Arc<KeptResult>> {
        &self.results
    }

    /// Limits the requests that wait for their run.
    pub(super) fn waiting(&self) -> &Arc<Semaphore> {
        &self.waiting
    }

    pub(super) fn streams(&self) -> &SessionStreams {
        &self.streams
    }

    /// Removes a deleted run from the cache.
    pub(super) async fn forget(&self, run_id: RunId) {
        self.results.invalidate(&run_id).await;
    }
}
