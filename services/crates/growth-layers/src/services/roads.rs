//! Roads as lines from `TIGERweb`, requested page by page.

use serde_json::{Value, json};
use url::Url;

use super::ServicesConfig;
use crate::area::Frame;
use provider_client::Http;
use provider_client::ProviderError;

/// The field with a road's class.
pub(super) const CLASS: &str = "MTFCC";
/// Weights by class: motorways, and other main roads.
pub(super) const WEIGHTS: [(&str, u8); 2] = [("S1100", 100), ("S1200", 50)];
/// Page limit per layer, in case a server never ends its pages.
const MAX_PAGES: usize = 200;

/// A `GeoJSON` of all roads that touch the frame.
pub(super) async fn fetch(
    http: &Http,
    config: &ServicesConfig,
    frame: &Frame,
) -> Result<Vec<u8>, ProviderError> {
    let mut roads = Vec::new();
    for layer in &config.roads_layers {
        pages(http, config, frame, *layer, &mut roads).await?;
    }
    let collection = json!({ "type": "FeatureCollection", "features": roads });
    Ok(collection.to_string().into_bytes())
}

async fn pages(
    http: &Http,
    config: &ServicesConfig,
    frame: &Frame,
    layer: u32,
    roads: &mut Vec<Value>,
) -> Result<(), ProviderError> {
    let url = address(config, layer);
    let mut read = 0;
    for _ in 0..MAX_PAGES {
        let mut answer = http.json(&url, Some(&form(frame, read))).await?;
        // Errors have status 200.
        if let Some(error) = answer.get("error") {
            let code = error.get("code").and_then(Value::as_i64);
            return Err(ProviderError::Refused(format!(
                "code {}",
                code.unwrap_or_default()
            )));
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
        read += page.len();
        roads.extend(page);
        if !more || end {
            return Ok(());
        }
    }
    Err(ProviderError::Unreadable("its pagination does not end"))
}

fn address(config: &ServicesConfig, layer: u32) -> Url {
    let mut url = config.roads_url.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend([&layer.to_string(), "query"]);
    }
    url
}

fn form(frame: &Frame, read: usize) -> Vec<(&'static str, String)> {
    let envelope = [frame.west, frame.south(), frame.east(), frame.north];
    [
        ("where", "1=1".to_owned()),
        ("geometry", envelope.map(|edge| edge.to_string()).join(",")),
        ("geometryType", "esriGeometryEnvelope".to_owned()),
        ("spatialRel", "esriSpatialRelIntersects".to_owned()),
        ("inSR", "4326".to_owned()),
        ("outSR", "4326".to_owned()),
        ("outFields", CLASS.to_owned()),
        ("returnGeometry", "true".to_owned()),
        // Simplification below half a cell is invisible.
        ("maxAllowableOffset", (frame.dlat / 2.0).to_string()),
        ("geometryPrecision", "6".to_owned()),
        ("orderByFields", "OBJECTID".to_owned()),
        ("resultOffset", read.to_string()),
        ("f", "geojson".to_owned()),
    ]
    .into()
}
