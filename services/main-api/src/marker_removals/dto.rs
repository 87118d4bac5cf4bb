//! Request and response bodies of the removal endpoints.

use domain::{MarkerId, MarkerRemovalId, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The parcels to remove from a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RemoveMarkersRequest {
    pub project_id: ProjectId,
    /// Their markers, 10,000 at most.
    #[schema(min_items = 1, max_items = 10_000)]
    pub marker_ids: Vec<MarkerId>,
}

/// What was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoveMarkersResponse {
    pub removed: usize,
    /// Markers that the project did not have, or no longer.
    pub gone: usize,
    /// For undoing; null if nothing was removed.
    #[schema(required = true)]
    pub removal_id: Option<MarkerRemovalId>,
    /// Message for the user.
    #[schema(example = "40 parcels were removed from East Houston.")]
    pub message: String,
}

/// Identifies what was removed together.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoRemoveMarkersRequest {
    pub removal_id: MarkerRemovalId,
}

/// What is in the project again.
#[derive(Debug, Serialize, ToSchema)]
pub struct UndoRemoveMarkersResponse {
    /// Parcels added again, with new markers; 0 if the removal was undone before.
    pub restored: usize,
    /// Parcels that someone had added again.
    pub already: usize,
    /// Message for the user.
    #[schema(example = "40 parcels were added to East Houston.")]
    pub message: String,
}
