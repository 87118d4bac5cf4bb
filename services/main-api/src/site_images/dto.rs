//! Bodies of the site picture calls, as on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The parcel that wants a picture.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FetchSaveImageRequest {
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
    /// Number within its county.
    pub parcelnumb: String,
    /// Street address.
    #[serde(default)]
    pub address: Option<String>,
    /// City.
    #[serde(default)]
    pub scity: Option<String>,
    /// Postal code.
    #[serde(default)]
    pub szip: Option<String>,
    /// The parcel's identity, where it is known.
    #[serde(default)]
    pub ll_uuid: Option<String>,
}

/// Where the picture is.
#[derive(Debug, Serialize, ToSchema)]
pub struct FetchSaveImageResponse {
    /// Path of the picture; null when there is none.
    #[schema(required = true, example = "/api/site_images/0410230000012.jpg")]
    pub image_path: Option<String>,
    /// A sentence for the screen.
    pub message: String,
}
