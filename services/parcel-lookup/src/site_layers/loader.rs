//! Fetches cells of public services in the background.

use std::sync::{Arc, Mutex, PoisonError};

use ::site_layers::LayerKind;
use db::Pool;
use diesel::QueryResult;
use http_kit::Shutdown;
use provider_client::{Patience, ProviderError};
use tokio::sync::{Notify, mpsc};

use super::cell::Cell;
use super::config::SiteLayerConfig;
use super::services::Services;
use super::store;

/// Cells that wait; further ones are asked for by the next call.
const WAITING: usize = 256;
/// Cells that are fetched at the same time.
const AT_ONCE: usize = 4;

type Wanted = (LayerKind, Cell);

/// What is known of the cells of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// All are there; some may be fetched anew meanwhile.
    Loaded,
    /// Some are being fetched.
    Loading,
    /// Some could not be fetched.
    Failed(String),
    /// No service is asked.
    Off,
}

/// The public services, and what waits for them.
pub struct SiteLayers {
    pub(super) services: Option<Arc<Services>>,
    sender: mpsc::Sender<Wanted>,
    /// Taken by the loader.
    receiver: Mutex<Option<mpsc::Receiver<Wanted>>>,
    /// A search of this process wants cells.
    pub(super) searched: Notify,
}

impl SiteLayers {
    /// With these services, or none.
    pub fn new(config: Option<SiteLayerConfig>) -> anyhow::Result<Self> {
        let (sender, receiver) = mpsc::channel(WAITING);
        Ok(Self {
            services: config.map(Services::new).transpose()?.map(Arc::new),
            sender,
            receiver: Mutex::new(Some(receiver)),
            searched: Notify::new(),
        })
    }

    /// What is known of these cells. What is missing or old is asked for; nothing waits for it.
    pub async fn standing(
        &self,
        conn: &mut db::AsyncPgConnection,
        kind: LayerKind,
        cells: &[Cell],
    ) -> QueryResult<Standing> {
        let Some(services) = self.services.as_ref().filter(|services| services.has(kind)) else {
            return Ok(Standing::Off);
        };
        let oldest = services.oldest();
        let mut standing = Standing::Loaded;
        for row in store::standing(conn, kind, cells).await? {
            let fresh = row.fetched_at.is_some_and(|at| at > oldest);
            if !fresh && !row.is_waiting {
                let cell = cells.iter().find(|cell| cell.name() == row.cell);
                // Full: the next call asks again.
                cell.map(|cell| self.sender.try_send((kind, *cell)));
            }
            if row.fetched_at.is_some() {
                continue;
            }
            match row.error {
                Some(error) if row.is_waiting => standing = Standing::Failed(error),
                _ if standing == Standing::Loaded => standing = Standing::Loading,
                _ => {}
            }
        }
        Ok(standing)
    }

    /// Fetches what is asked for until the service ends. One process needs one.
    pub async fn work(self: Arc<Self>, pool: Pool, shutdown: Shutdown) {
        let receiver = self
            .receiver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        // A task that ends stops the process.
        let (Some(services), Some(receiver)) = (&self.services, receiver) else {
            return shutdown.begun().await;
        };
        let receiver = tokio::sync::Mutex::new(receiver);
        let worker = async || {
            loop {
                let wanted = receiver.lock().await.recv().await;
                let Some((kind, cell)) = wanted else { return };
                if let Err(error) = load(&pool, services, kind, cell).await {
                    tracing::warn!(error.cause = %error, kind = kind.name(), "a layer could not be kept");
                }
            }
        };
        let workers = futures::future::join_all((0..AT_ONCE).map(|_| worker()));
        tokio::select! {
            _ended = workers => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Fetches a cell, unless another process does.
async fn load(
    pool: &Pool,
    services: &Services,
    kind: LayerKind,
    cell: Cell,
) -> Result<(), diesel::result::Error> {
    let claimed = db::system_tx(pool, async |conn| store::claim(conn, kind, cell).await).await?;
    if !claimed {
        return Ok(());
    }
    match fetch(pool, services, kind, cell, Patience::Short).await {
        Ok(()) => Ok(()),
        Err(error) => failed(pool, kind, cell, &error).await,
    }
}

/// Fetches a cell and keeps it.
pub(super) async fn fetch(
    pool: &Pool,
    services: &Services,
    kind: LayerKind,
    cell: Cell,
    patience: Patience,
) -> Result<(), ProviderError> {
    let answer = services.fetch(kind, cell, patience).await?;
    let kept = db::system_tx(pool, async |conn| {
        store::keep(conn, kind, cell, &answer).await
    })
    .await;
    kept.map_err(|error: diesel::result::Error| {
        tracing::warn!(error.cause = %error, kind = kind.name(), cell = cell.name(), "an answer could not be used");
        ProviderError::Unreadable("its outlines are not valid")
    })
}

pub(super) async fn failed(
    pool: &Pool,
    kind: LayerKind,
    cell: Cell,
    error: &ProviderError,
) -> Result<(), diesel::result::Error> {
    tracing::warn!(error.cause = %error, kind = kind.name(), cell = cell.name(), "a public service failed");
    let error = error.to_string();
    db::system_tx(pool, async |conn| {
        store::fail(conn, kind, cell, &error).await
    })
    .await
}
