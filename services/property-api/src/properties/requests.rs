//! Bodies of the calls that change a property, as they come in.

use domain::{ParcelNumber, ParcelUuid, ProjectId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::domain::{PropertyName, SquareFeet, nullable};

/// A new name.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdatePropertyNameRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// Null or blank clears it.
    #[serde(deserialize_with = "nullable")]
    #[schema(required = true)]
    pub property_name: Option<PropertyName>,
}

/// A new floor area.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateSquareFeetRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// Only among this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
    /// A whole number; null clears it.
    #[serde(deserialize_with = "nullable")]
    #[schema(required = true)]
    pub square_feet: Option<SquareFeet>,
}

/// A property to take out of a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RemovePropertyRequest {
    /// The county's number of the parcel.
    pub parcel_number: ParcelNumber,
    /// The project.
    pub project_id: ProjectId,
    /// The parcel's identity, where the number means several.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
}
