//! All features of a box of an ArcGIS layer, page by page.

use provider_client::{Http, ProviderError};
use serde_json::Value;
use url::Url;

/// Page limit, in case a server never ends its pages.
const MAX_PAGES: usize = 50;

/// The features that touch a box in degrees, as GeoJSON.
pub(super) async fn features(
    http: &Http,
    layer: &Url,
    bounds: [f64; 4],
    fields: &str,
) -> Result<Vec<Value>, ProviderError> {
    let mut url = layer.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("query");
    }
    let mut features = Vec::new();
    for _ in 0..MAX_PAGES {
        let form = form(bounds, fields, features.len());
        let mut answer = http.json(&url, Some(&form)).await?;
        // Errors have status 200.
        if let Some(error) = answer.get("error") {
            let code = error.get("code").and_then(Value::as_i64);
            let code = code.unwrap_or_default();
            return Err(ProviderError::Refused(format!("code {code}")));
        }
        let more = [
            "/exceededTransferLimit",
            "/properties/exceededTransferLimit",
        ]
        .iter()
        .any(|place| answer.pointer(place).and_then(Value::as_bool) == Some(true));
        let Some(Value::Array(page)) = answer.get_mut("features").map(Value::take) else {
            return Err(ProviderError::Unreadable("no list of features"));
        };
        // Only an empty page is the end; short pages occur before it.
        let end = page.is_empty();
        features.extend(page);
        if !more || end {
            return Ok(features);
        }
    }
    Err(ProviderError::Unreadable("its pagination does not end"))
}

fn form(bounds: [f64; 4], fields: &str, read: usize) -> Vec<(&'static str, String)> {
    [
        ("where", "1=1".to_owned()),
        ("geometry", bounds.map(|edge| edge.to_string()).join(",")),
        ("geometryType", "esriGeometryEnvelope".to_owned()),
        ("spatialRel", "esriSpatialRelIntersects".to_owned()),
        ("inSR", "4326".to_owned()),
        ("outSR", "4326".to_owned()),
        ("outFields", fields.to_owned()),
        ("returnGeometry", "true".to_owned()),
        ("geometryPrecision", "7".to_owned()),
        ("resultOffset", read.to_string()),
        ("f", "geojson".to_owned()),
    ]
    .into()
}
