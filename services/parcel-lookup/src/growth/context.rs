//! What every call about growth shares: settings, files, notices, and results at hand.

use std::sync::Arc;

use auth::SessionStreams;
use moka::future::Cache;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::config::GrowthConfig;
use super::runs::artifacts::result::KeptResult;
use super::runs::{Notices, RunFiles};
use growth_layers::LayerSource;

/// Results kept at hand, kilobytes: who moves the year slider asks for many years of one run. The
/// largest take a hundred thousand and more.
const RESULTS_AT_HAND: u64 = 400_000;

/// Settings, files, notices and results at hand. Cheap to clone.
#[derive(Clone)]
pub struct GrowthContext {
    config: Arc<GrowthConfig>,
    files: RunFiles,
    layers: Arc<dyn LayerSource>,
    notices: Notices,
    results: Cache<Uuid, Arc<KeptResult>>,
    waiting: Arc<Semaphore>,
    streams: SessionStreams,
}

impl GrowthContext {
    /// As operators set it up.
    pub fn new(config: GrowthConfig, layers: Arc<dyn LayerSource>) -> Self {
        Self {
            files: RunFiles::new(config.folder.clone()),
            layers,
            notices: Notices::default(),
            results: Cache::builder()
                .max_capacity(RESULTS_AT_HAND)
                .weigher(|_run, result: &Arc<KeptResult>| result.kilobytes())
                .build(),
            waiting: Arc::new(Semaphore::new(config.waiting_calls)),
            streams: SessionStreams::default(),
            config: Arc::new(config),
        }
    }

    /// What operators decided.
    pub fn config(&self) -> &GrowthConfig {
        &self.config
    }

    /// Where runs are kept.
    pub fn files(&self) -> &RunFiles {
        &self.files
    }

    /// Where layers come from.
    pub fn layers(&self) -> &dyn LayerSource {
        self.layers.as_ref()
    }

    /// Who hears of changes.
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Results at hand.
    pub(super) fn results(&self) -> &Cache<Uuid, Arc<KeptResult>> {
        &self.results
    }

    /// Places of calls that wait for their run.
    pub(super) fn waiting(&self) -> &Arc<Semaphore> {
        &self.waiting
    }

    /// Event streams of runs.
    pub(super) fn streams(&self) -> &SessionStreams {
        &self.streams
    }

    /// Drops what is at hand of a run that was removed.
    pub(super) async fn forget(&self, run_id: Uuid) {
        self.results.invalidate(&run_id).await;
    }
}
