//! The whole record of a parcel, as the service answers it and as it travels in `parcel.described`.
//!
//! A field is added to [`ParcelFields`] and to the event's schema together.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::ParcelFields;

/// Everything that is known of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelRecord {
    /// What the source says of it.
    #[serde(flatten)]
    pub fields: ParcelFields,
    /// A point on the parcel, degrees.
    pub lon: f64,
    /// A point on the parcel, degrees.
    pub lat: f64,
    /// `GeoJSON` Polygon or `MultiPolygon` in WGS 84; null where nobody knows the outline.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
    /// Where the record comes from.
    pub source: String,
    /// Under which licence.
    pub source_licence: Option<String>,
    /// The record is made up for demonstration.
    pub is_sample: bool,
}
