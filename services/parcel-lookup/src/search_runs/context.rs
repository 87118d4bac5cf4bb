//! State shared by the endpoints and the work of search runs.

use auth::SessionStreams;

use super::area::Areas;
use crate::watch::Notices;

/// Cheap to clone.
#[derive(Clone)]
pub struct SearchContext {
    areas: Areas,
    notices: Notices,
    streams: SessionStreams,
}

impl SearchContext {
    pub fn new(areas: Areas) -> Self {
        Self {
            areas,
            notices: Notices::about("search"),
            streams: SessionStreams::default(),
        }
    }

    pub(super) fn areas(&self) -> &Areas {
        &self.areas
    }

    pub(super) fn notices(&self) -> &Notices {
        &self.notices
    }

    pub(super) fn streams(&self) -> &SessionStreams {
        &self.streams
    }
}
