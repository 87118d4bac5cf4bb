//! The full record of a parcel, in responses and in `parcel.described`.
//!
//! New fields are added to [`ParcelFields`] and to the event's schema together.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::ParcelFields;

/// The full record of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelRecord {
    /// Facts from the source.
    #[serde(flatten)]
    pub fields: ParcelFields,
    /// A point on the parcel, degrees.
    pub lon: f64,
    /// A point on the parcel, degrees.
    pub lat: f64,
    /// `GeoJSON` Polygon or `MultiPolygon` in WGS 84; null when the outline is unknown.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
}
