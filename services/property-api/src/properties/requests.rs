//! Request bodies of property changes.

use domain::{ParcelNumber, ParcelUuid, ProjectId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::domain::{PropertyName, SquareFeet, nullable};

/// Sets the firm's name for a property.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdatePropertyNameRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// Null or blank clears it.
    #[serde(deserialize_with = "nullable")]
    #[schema(required = true)]
    pub property_name: Option<PropertyName>,
}

/// Sets the floor area.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateSquareFeetRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// A whole number; null clears it.
    #[serde(deserialize_with = "nullable")]
    #[schema(required = true)]
    pub square_feet: Option<SquareFeet>,
}

/// A property to remove from a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RemovePropertyRequest {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    pub project_id: ProjectId,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
}
