//! Google's Street View Static API, called by the browser with a browser key.
//!
//! Its terms forbid storing or proxying images, so only a URL is built here. Without an image it
//! answers 404 (`return_error_code`), and the screen shows the stored one.

use domain::LonLat;
use url::form_urlencoded::Serializer;

use super::domain::RADIUS;
use super::dto::StreetView;

/// Builds the URL that the browser loads.
pub fn view(key: &str, at: LonLat) -> StreetView {
    let place = format!("{:.6},{:.6}", at.lat(), at.lon());
    let image = Serializer::new(String::new())
        .append_pair("size", "640x400")
        .append_pair("scale", "2")
        .append_pair("location", &place)
        .append_pair("radius", &format!("{RADIUS:.0}"))
        .append_pair("source", "outdoor")
        .append_pair("return_error_code", "true")
        .append_pair("key", key)
        .finish();
    let page = Serializer::new(String::new())
        .append_pair("api", "1")
        .append_pair("map_action", "pano")
        .append_pair("viewpoint", &place)
        .finish();
    StreetView {
        provider: Some("google".to_owned()),
        image_url: Some(format!(
            "https://maps.googleapis.com/maps/api/streetview?{image}"
        )),
        captured_at: None,
        credit: Some("Google Street View".to_owned()),
        credit_url: Some(format!("https://www.google.com/maps/@?{page}")),
    }
}
