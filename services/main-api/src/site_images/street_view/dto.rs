//! Request and response bodies of the street view endpoints.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StreetViewQuery {
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
}

/// A street-level image; every field is null where there is none.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct StreetView {
    /// `mapillary` or `google`.
    #[schema(required = true, example = "mapillary")]
    pub provider: Option<String>,
    /// URL of the image for the browser. Google's images must be loaded when viewed and never
    /// stored.
    #[schema(required = true, example = "/api/street_view_images/498763468214164")]
    pub image_url: Option<String>,
    /// Time of capture, if the provider states it.
    #[schema(required = true)]
    pub captured_at: Option<DateTime<Utc>>,
    /// Credit line, to be shown beside the image.
    #[schema(required = true, example = "pat on Mapillary, CC BY-SA 4.0")]
    pub credit: Option<String>,
    /// The image's page at the provider.
    #[schema(required = true)]
    pub credit_url: Option<String>,
}
