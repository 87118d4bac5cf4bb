//! Request and response bodies of the site image endpoints.

use domain::ParcelUuid;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The parcel to fetch an image of.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FetchSaveImageRequest {
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
    /// Parcel number within its county.
    pub parcelnumb: String,
    #[serde(default)]
    pub address: Option<String>,
    #[serde(default)]
    pub scity: Option<String>,
    #[serde(default)]
    pub szip: Option<String>,
    /// The parcel's identity, if known.
    #[serde(default)]
    pub ll_uuid: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FetchSaveImageResponse {
    /// Path of the image; null when there is none.
    #[schema(required = true, example = "/api/site_images/0410230000012.jpg")]
    pub image_path: Option<String>,
    /// Message for the user.
    pub message: String,
}

/// Which parcel of the number.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SiteImageQuery {
    /// The parcel's identity; without it, the number must tell the parcel among the firm's markers and images.
    pub ll_uuid: Option<ParcelUuid>,
}
