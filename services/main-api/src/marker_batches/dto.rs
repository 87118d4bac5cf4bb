//! Request and response bodies of the batch endpoints.

use domain::{MarkerBatchId, ParcelUuid, ProjectId, SelectionId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The parcels to add to a project: those of a selection, or these.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddMarkersRequest {
    pub project_id: ProjectId,
    /// A selection of at most 10,000 parcels.
    #[serde(default)]
    pub selection_id: Option<SelectionId>,
    /// Identities, 10,000 at most.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 10_000)]
    pub ll_uuids: Option<Vec<ParcelUuid>>,
}

/// What was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddMarkersResponse {
    /// Parcels that are new in the project.
    pub added: usize,
    /// Parcels that the project already had.
    pub already: usize,
    /// Parcels of the selection that the project has discarded by now: they are left out.
    pub discarded: usize,
    /// Parcels that are unknown, or that their counties no longer have.
    pub not_found: Vec<ParcelUuid>,
    /// For undoing; null if nothing was added.
    #[schema(required = true)]
    pub batch_id: Option<MarkerBatchId>,
    /// Message for the user.
    #[schema(example = "40 parcels were added to East Houston.")]
    pub message: String,
}

/// Identifies what was added together.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoAddMarkersRequest {
    pub batch_id: MarkerBatchId,
}

/// What was removed again.
#[derive(Debug, Serialize, ToSchema)]
pub struct UndoAddMarkersResponse {
    /// Parcels removed; 0 if the batch was undone before.
    pub removed: usize,
    /// Message for the user.
    #[schema(example = "40 parcels were removed from East Houston.")]
    pub message: String,
}
