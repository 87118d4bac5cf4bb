//! Bodies of the marker calls, as on the wire.

use domain::{MarkerId, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A GeoJSON Feature with a Point (longitude, then latitude).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MarkerFeature {
    /// Always `Feature`.
    #[schema(example = "Feature")]
    pub r#type: String,
    /// Where.
    pub geometry: PointGeometry,
    /// What is known of the parcel.
    pub properties: MarkerProperties,
}

/// A GeoJSON Point.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PointGeometry {
    /// Always `Point`.
    #[schema(example = "Point")]
    pub r#type: String,
    /// Longitude, latitude (degrees, WGS 84).
    #[schema(example = json!([-95.3698, 29.7604]))]
    pub coordinates: Vec<f64>,
}

/// What is known of a marker's parcel.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct MarkerProperties {
    /// Number within its county; required when a marker is added.
    #[serde(default)]
    pub parcelnumb: Option<String>,
    /// Street address.
    #[serde(default)]
    pub address: Option<String>,
    /// City.
    #[serde(default)]
    pub scity: Option<String>,
    /// Postal code.
    #[serde(default)]
    pub szip: Option<String>,
    /// Owner of record.
    #[serde(default)]
    pub owner: Option<String>,
    /// In care of.
    #[serde(default)]
    pub careof: Option<String>,
    /// Last sale, as the source writes it.
    #[serde(default)]
    pub saledate: Option<String>,
    /// The parcel's identity.
    #[serde(default)]
    pub ll_uuid: Option<String>,
    /// Another name of `ll_uuid`, read only.
    #[serde(default, skip_serializing)]
    #[schema(write_only)]
    pub uuid: Option<String>,
    /// Five-digit county code.
    #[serde(default)]
    pub county_fips: Option<String>,
    /// Path of the saved site picture.
    #[serde(default)]
    pub image_path: Option<String>,
}

/// A marker as stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct Marker {
    /// Key.
    pub id: MarkerId,
    /// Point and properties.
    pub geojson: MarkerFeature,
}

/// The marker of a parcel that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddMarkerResponse {
    /// Key.
    pub id: MarkerId,
    /// Point and properties.
    pub geojson: MarkerFeature,
    /// The project had the parcel before: nothing was added, this is its marker.
    pub already_added: bool,
}

/// A project's markers.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkersResponse {
    /// Oldest first.
    pub markers: Vec<Marker>,
}

/// A parcel to add to a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddMarkerRequest {
    /// Which project.
    pub project_id: ProjectId,
    /// Point and properties.
    pub geojson: MarkerFeature,
}

/// Names one marker.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RemoveMarkerRequest {
    /// Which marker.
    pub marker_id: MarkerId,
}

/// The marker is gone.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoveMarkerResponse {
    /// Always true.
    pub success: bool,
    /// A sentence for the screen.
    #[schema(example = "Marker with ID 7 removed successfully!")]
    pub message: String,
}

/// Which parcel.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelPolygonQuery {
    /// Number within its county.
    pub parcelnumb: String,
    /// Resolves the number within this project first.
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, where it is known.
    pub ll_uuid: Option<ParcelUuid>,
}

/// A parcel's outline.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelPolygonResponse {
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    pub geometry: serde_json::Value,
    /// Number within its county.
    pub parcelnumb: String,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State, two letters.
    pub state2: Option<String>,
    /// Area in acres.
    pub ll_gisacre: Option<f64>,
    /// The record is made up for demonstration.
    pub is_sample: bool,
}
