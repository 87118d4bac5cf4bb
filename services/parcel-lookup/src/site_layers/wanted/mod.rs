//! Fetches the cells that searches want: one after the other, behind those that somebody looks at. The queue is in the database: it is shared by all
//! processes and firms, each cell is fetched once, and what a process that died had taken is taken by another.

mod store;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use ::site_layers::LayerKind;
use chrono::{DateTime, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use http_kit::Shutdown;
use provider_client::{Patience, ProviderError};
use tokio::time::{Instant, sleep};

use super::cell::Cell;
use super::loader::{self, SiteLayers};
use super::services::{Services, provenance};

pub use store::Progress;

/// How often a process looks for cells that searches of others want.
const LOOK: Duration = Duration::from_secs(2);
/// Pause when a service rests, has no place free, or failed for so many cells one after the other: also with answers that look like good ones.
const REST: Duration = Duration::from_secs(30);
const FAILURES: u32 = 4;
/// How long a cell waits for a place.
const PATIENCE: Duration = Duration::from_secs(90);

/// What became of the next cell.
enum Step {
    /// There is none.
    Nothing,
    Kept,
    Failed,
    /// It was not asked for.
    Postponed,
}

impl SiteLayers {
    /// Since when layers of a kind need not be fetched again; `None` if searches ask for none.
    pub fn searched_since(&self, kind: LayerKind) -> Option<DateTime<Utc>> {
        let services = self.services.as_ref()?;
        let [of_search, _] = services.cells_of_searches();
        (services.has(kind) && of_search > 0).then(|| services.oldest())
    }

    /// Name of the data of a kind's service.
    pub fn source(kind: LayerKind) -> &'static str {
        provenance(kind).0
    }

    /// The first of these cells that one search asks for.
    pub fn of_search<'a>(&self, cells: &'a [Cell]) -> &'a [Cell] {
        let most = self.services.as_ref();
        let most = most.map_or(0, |services| services.cells_of_searches()[0]);
        &cells[..cells.len().min(usize::try_from(most).unwrap_or(usize::MAX))]
    }

    /// Asks for cells that are not there or old, the first ones first. Nothing waits for them.
    pub async fn want(&self, pool: &Pool, kind: LayerKind, cells: &[Cell]) -> QueryResult<()> {
        let Some(services) = self.services.as_ref().filter(|services| services.has(kind)) else {
            return Ok(());
        };
        let [_, most] = services.cells_of_searches();
        let (cells, oldest) = (self.of_search(cells), services.oldest());
        db::system_tx(pool, async |conn| {
            store::want(conn, kind, cells, oldest, most).await
        })
        .await?;
        self.searched.notify_one();
        Ok(())
    }

    /// How far these cells are.
    pub async fn progress(
        &self,
        conn: &mut AsyncPgConnection,
        kind: LayerKind,
        cells: &[Cell],
    ) -> QueryResult<Progress> {
        match self.services.as_ref().filter(|services| services.has(kind)) {
            Some(services) => store::progress(conn, kind, cells, services.oldest()).await,
            None => Ok(Progress::default()),
        }
    }

    /// Fetches what searches want until the service ends. A process has one.
    pub async fn work_for_searches(self: Arc<Self>, pool: Pool, shutdown: Shutdown) {
        // A task that ends stops the process.
        let Some(services) = &self.services else {
            return shutdown.begun().await;
        };
        tokio::select! {
            _never = self.fetch_wanted(&pool, services) => {}
            () = shutdown.begun() => {}
        }
    }

    async fn fetch_wanted(&self, pool: &Pool, services: &Services) -> Infallible {
        let mut failures = 0;
        loop {
            match next(pool, services).await {
                Ok(Step::Kept) => failures = 0,
                Ok(Step::Failed) => {
                    failures += 1;
                    if failures >= FAILURES {
                        sleep(REST).await;
                    }
                }
                Ok(Step::Postponed) => sleep(REST).await,
                Ok(Step::Nothing) => {
                    tokio::select! {
                        () = sleep(LOOK) => {}
                        () = self.searched.notified() => {}
                    }
                }
                Err(error) => {
                    tracing::warn!(error.cause = %error, "layers that searches want could not be kept");
                    sleep(REST).await;
                }
            }
        }
    }
}

/// Takes and fetches the next cell.
async fn next(pool: &Pool, services: &Services) -> QueryResult<Step> {
    let kinds: Vec<LayerKind> = services.kinds().collect();
    let taken = db::system_tx(pool, async |conn| store::take(conn, &kinds).await).await?;
    let Some((kind, cell)) = taken else {
        return Ok(Step::Nothing);
    };
    let patience = Patience::Until(Instant::now() + PATIENCE);
    match loader::fetch(pool, services, kind, cell, patience).await {
        Ok(()) => Ok(Step::Kept),
        Err(error) if is_not_asked(&error) => {
            let reason = error.to_string();
            db::system_tx(pool, async |conn| {
                store::postpone(conn, kind, cell, &reason).await
            })
            .await?;
            Ok(Step::Postponed)
        }
        Err(error) => {
            loader::failed(pool, kind, cell, &error).await?;
            Ok(Step::Failed)
        }
    }
}

/// Whether nothing was sent: the service rests after failures, or our own limits left no room.
fn is_not_asked(error: &ProviderError) -> bool {
    matches!(error, ProviderError::Resting) || error.is_own_limit()
}
