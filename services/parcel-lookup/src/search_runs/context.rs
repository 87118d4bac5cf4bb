//! State shared by the endpoints and the work of search runs.

use std::sync::Arc;

use auth::SessionStreams;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::area::Areas;
use crate::watch::Notices;

/// Cheap to clone.
#[derive(Clone)]
pub struct SearchContext {
    areas: Areas,
    notices: Notices,
    streams: SessionStreams,
    comparing: Arc<Semaphore>,
}

impl SearchContext {
    pub fn new(areas: Areas) -> Self {
        Self {
            areas,
            notices: Notices::about("search"),
            streams: SessionStreams::default(),
            comparing: Arc::new(Semaphore::new(1)),
        }
    }

    pub fn areas(&self) -> &Areas {
        &self.areas
    }

    pub(super) fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Waits for its turn: ranking an area again, and comparing its parcels with each other, takes them into memory. Released on drop.
    pub async fn enter(&self) -> Option<OwnedSemaphorePermit> {
        // It is never closed.
        Arc::clone(&self.comparing).acquire_owned().await.ok()
    }

    pub(super) fn streams(&self) -> &SessionStreams {
        &self.streams
    }
}
