//! Request and response bodies of the marker endpoints.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{MarkerId, ParcelUuid, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A GeoJSON Feature with a Point (longitude, then latitude).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MarkerFeature {
    /// Always `Feature`.
    #[schema(example = "Feature")]
    pub r#type: String,
    pub geometry: PointGeometry,
    /// Facts about the parcel.
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

/// Facts about a marker's parcel.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct MarkerProperties {
    /// Parcel number within its county; required when a marker is added.
    #[serde(default)]
    pub parcelnumb: Option<String>,
    #[serde(default)]
    pub address: Option<String>,
    #[serde(default)]
    pub scity: Option<String>,
    #[serde(default)]
    pub szip: Option<String>,
    #[serde(default)]
    pub owner: Option<String>,
    /// `In care of` of the mailing address.
    #[serde(default)]
    pub careof: Option<String>,
    /// Last sale, as the source writes it.
    #[serde(default)]
    pub saledate: Option<String>,
    /// The parcel's identity.
    #[serde(default)]
    pub ll_uuid: Option<String>,
    /// Alias of `ll_uuid`, read only.
    #[serde(default, skip_serializing)]
    #[schema(write_only)]
    pub uuid: Option<String>,
    /// Five-digit county code.
    #[serde(default)]
    pub county_fips: Option<String>,
    /// Name of the source of these facts.
    #[serde(default)]
    pub source: Option<String>,
    /// Licence of the source.
    #[serde(default)]
    pub source_licence: Option<String>,
    /// When the source was read, RFC 3339.
    #[serde(default)]
    pub fetched_at: Option<String>,
    /// Until when the provider's terms allow to keep these facts, RFC 3339; none if they state no period. From then on only the parcel, its
    /// point and its source are known.
    #[serde(default)]
    pub keep_until: Option<String>,
    /// Path of the saved site image.
    #[serde(default)]
    pub image_path: Option<String>,
}

/// A marker as stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct Marker {
    pub id: MarkerId,
    /// Point and properties.
    pub geojson: MarkerFeature,
}

/// The new marker, or the existing one.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddMarkerResponse {
    pub id: MarkerId,
    /// Point and properties.
    pub geojson: MarkerFeature,
    /// The project already had the parcel: nothing was added, `id` is its marker.
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
    pub project_id: ProjectId,
    /// Point and properties.
    pub geojson: MarkerFeature,
}

/// Identifies one marker.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RemoveMarkerRequest {
    pub marker_id: MarkerId,
}

/// The marker was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemoveMarkerResponse {
    /// Always true.
    pub success: bool,
    /// Message for the user.
    #[schema(example = "Marker with ID 7 removed successfully!")]
    pub message: String,
}

/// Identifies a parcel.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelPolygonQuery {
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// Resolves the number within this project first.
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if known.
    pub ll_uuid: Option<ParcelUuid>,
}

/// A parcel's outline.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelPolygonResponse {
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    pub geometry: serde_json::Value,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State, two letters.
    pub state2: Option<String>,
    /// Area in acres.
    pub ll_gisacre: Option<f64>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file of its county that no longer had it.
    #[schema(required = true)]
    pub retired_file_date: Option<NaiveDate>,
    /// Name of the source.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// The outline and published data of a project's parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkerOutline {
    /// The parcel's marker.
    pub marker_id: MarkerId,
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    #[schema(value_type = Object)]
    pub geometry: serde_json::Value,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State, two letters.
    #[schema(required = true)]
    pub state2: Option<String>,
    /// Area in acres.
    #[schema(required = true)]
    pub ll_gisacre: Option<f64>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file of its county that no longer had it.
    #[schema(required = true)]
    pub retired_file_date: Option<NaiveDate>,
    /// Name of the source.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// The outlines of a project's parcels.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarkerOutlinesResponse {
    /// Oldest marker first. Markers with an unknown or ambiguous parcel are omitted.
    pub outlines: Vec<MarkerOutline>,
    /// The newest marker included; markers added later have higher ids.
    #[schema(required = true)]
    pub newest_marker_id: Option<MarkerId>,
}
