//! Bodies of the street view calls, as on the wire.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The place to look at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StreetViewQuery {
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
}

/// A picture from the street; every member is null where there is none.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct StreetView {
    /// `mapillary` or `google`.
    #[schema(required = true, example = "mapillary")]
    pub provider: Option<String>,
    /// Where the browser gets the picture. Google's is to be loaded when it is looked at, never kept.
    #[schema(required = true, example = "/api/street_view_images/498763468214164")]
    pub image_url: Option<String>,
    /// When it was taken, where the provider says so.
    #[schema(required = true)]
    pub captured_at: Option<DateTime<Utc>>,
    /// Whom it is from, to be shown beside it.
    #[schema(required = true, example = "pat on Mapillary, CC BY-SA 4.0")]
    pub credit: Option<String>,
    /// Its page at the provider.
    #[schema(required = true)]
    pub credit_url: Option<String>,
}
