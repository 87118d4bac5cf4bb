//! Request and response bodies of the discard endpoints.

use chrono::{DateTime, Utc};
use domain::{ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::domain::{ChangedFact, DiscardReason};
use super::store::DiscardRow;
use crate::markers::facts::ParcelFacts;

/// The parcels to discard.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DiscardParcelsRequest {
    pub project_id: ProjectId,
    /// Identities, 10,000 at most.
    #[schema(min_items = 1, max_items = 10_000)]
    pub ll_uuids: Vec<ParcelUuid>,
    pub reason: DiscardReason,
    /// Required with the reason `other`.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub note: Option<String>,
}

/// What was discarded.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscardParcelsResponse {
    /// Parcels that are discarded now, with this reason and note; also those that had another.
    pub discarded: usize,
    /// Parcels that the project has; they are not discarded.
    pub in_project: usize,
    /// Unknown parcels.
    pub not_found: Vec<ParcelUuid>,
}

/// The parcels that are no longer discarded.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoDiscardRequest {
    pub project_id: ProjectId,
    /// Identities, 10,000 at most.
    #[schema(min_items = 1, max_items = 10_000)]
    pub ll_uuids: Vec<ParcelUuid>,
}

/// What was undone.
#[derive(Debug, Serialize, ToSchema)]
pub struct UndoDiscardResponse {
    /// Parcels that were discarded and are no longer.
    pub restored: usize,
}

/// A discarded parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscardedParcel {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    pub reason: DiscardReason,
    #[schema(required = true)]
    pub note: Option<String>,
    /// Name of the person who discarded it.
    #[schema(example = "Ana Diaz")]
    pub discarded_by: String,
    pub discarded_at: DateTime<Utc>,
    /// The facts as they were.
    #[schema(value_type = ParcelFacts)]
    pub facts: Value,
    /// What changed since then of the fact that the reason rests on: the parcel is due for review, and
    /// selections and searches include it again.
    #[schema(required = true)]
    pub changed: Option<ChangedFact>,
}

impl DiscardedParcel {
    /// `changed` is by what the parcel's record says now.
    pub fn new(row: DiscardRow, changed: Option<ChangedFact>) -> Self {
        Self {
            ll_uuid: row.ll_uuid,
            reason: row.reason,
            note: row.note,
            discarded_by: row.discarded_by,
            discarded_at: row.discarded_at,
            facts: row.facts,
            changed,
        }
    }
}
