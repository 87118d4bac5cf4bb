//! Bodies of the draft calls, as on the wire.

use chrono::{DateTime, Utc};
use domain::{ParcelNumber, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The draft of a property.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoiTemplate {
    /// The sanitised body; null where there is no draft.
    #[schema(required = true)]
    pub html: Option<String>,
    /// When it was stored; null where there is no draft.
    #[schema(required = true)]
    pub updated_at: Option<DateTime<Utc>>,
}

/// A draft to store.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateLoiTemplateRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// The body, at most 1 MB. What is no part of a letter is taken out.
    pub html: String,
}

/// The draft is stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct LoiTemplateUpdated {
    /// Always true.
    pub success: bool,
    /// When.
    pub updated_at: DateTime<Utc>,
}

/// A draft to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteLoiTemplateRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
}
