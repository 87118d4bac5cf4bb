//! Queries and response bodies of the parcels of projects.

use chrono::{DateTime, Utc};
use domain::{MarkerId, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::discards::domain::DiscardReason;
use crate::discards::dto::DiscardedParcel;
use crate::markers::facts::ParcelFacts;

/// A parcel of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectParcel {
    pub marker_id: MarkerId,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// Longitude of the marker, degrees.
    pub lon: f64,
    /// Latitude of the marker, degrees.
    pub lat: f64,
    /// What the parcel service has now; null if it does not know the parcel, or several have its number.
    #[schema(required = true)]
    pub facts: Option<ParcelFacts>,
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84; null with `facts`.
    #[schema(value_type = Option<Object>, required = true)]
    pub geometry: Option<Value>,
}

/// The parcels of a project, and those that it discarded.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProjectParcelsResponse {
    /// Oldest first.
    pub parcels: Vec<ProjectParcel>,
    /// Newest first. Parcels that the project has are omitted.
    pub discarded: Vec<DiscardedParcel>,
}

/// A discarded parcel, and the fact that this rests on, as it was. A lot area may differ by 1 %; a price holds unless it fell.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiscardCondition {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Field of the parcel's record, or `price`; null if the discard holds whatever the record says.
    #[schema(required = true, example = "flood_zone")]
    pub field: Option<String>,
    /// The field's value as it was; null if it was unknown. Of `price` an object of `parval` and `ll_gisacre`.
    #[schema(value_type = Value, required = true)]
    pub was: Value,
}

/// Identities only, for selections.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewedParcelsResponse {
    /// Parcels of the project whose identity is known: the markers', and those of its sites of several parcels.
    pub in_project: Vec<ParcelUuid>,
    /// Parcels that the project discarded. Parcels that it has are omitted.
    pub discarded: Vec<DiscardCondition>,
}

/// Identifies a parcel.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelStatusQuery {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
}

/// A project that has a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelInProject {
    pub project_id: ProjectId,
    pub project_name: String,
    pub marker_id: MarkerId,
    pub added_at: DateTime<Utc>,
    /// Name of the person who added it.
    #[schema(example = "Ana Diaz")]
    pub added_by: String,
}

/// A project that discarded a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelDiscard {
    pub project_id: ProjectId,
    pub project_name: String,
    pub reason: DiscardReason,
    #[schema(required = true)]
    pub note: Option<String>,
    pub discarded_at: DateTime<Utc>,
    /// Name of the person who discarded it.
    #[schema(example = "Ana Diaz")]
    pub discarded_by: String,
}

/// Where the firm has a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelStatusResponse {
    /// Newest first.
    pub projects: Vec<ParcelInProject>,
    /// Newest first; none of a project that has it.
    pub discards: Vec<ParcelDiscard>,
}
