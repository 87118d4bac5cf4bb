//! Parcel layers of ArcGIS servers, asked at a point.
//!
//! Counties and states publish them without a key. Three ways are spoken: `query` as GeoJSON,
//! `query` as Esri JSON for old servers, and `identify` where queries are switched off. Which layers
//! are asked is a file of the operator's; there is no built-in list, because their terms differ.

use async_trait::async_trait;
use domain::LonLat;
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use super::{Found, ParcelAtPoint, ProviderError, SetupError};
use parcel_record::esri_rings::{multi_polygon, rings};
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, Shape};
use provider_client::Http;

/// How a layer is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// `{layer}/query` with `f=geojson`.
    #[default]
    GeoJson,
    /// `{layer}/query` with `f=json`, for servers older than 10.4.
    Json,
    /// `{service}/identify`, where queries are switched off.
    Identify,
}

/// A layer as the operator's file describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Name, stored with every parcel that comes from it.
    pub name: String,
    /// Address of the layer, its number included (of the service for `identify`).
    pub url: String,
    /// West, south, east, north in degrees: it is asked for points in here only.
    pub bbox: [f64; 4],
    /// County of every parcel; may be left out where the rows tell it.
    pub county_fips: Option<String>,
    /// A built-in map's name or a map of its own.
    pub field_map: String,
    /// Licence of the data, where known.
    pub licence: Option<String>,
    /// How it is asked.
    #[serde(default)]
    pub way: Way,
    /// Metres around the point that count as a hit, for points in the street.
    #[serde(default)]
    pub distance_m: u32,
}

/// The layers of a file: a JSON list.
pub fn read_layers(file: &str) -> Result<Vec<Layer>, SetupError> {
    let text = std::fs::read_to_string(file).map_err(|source| SetupError::File {
        file: file.to_owned(),
        source,
    })?;
    serde_json::from_str(&text).map_err(|source| SetupError::Format {
        file: file.to_owned(),
        source,
    })
}

/// The adapter of one layer.
pub struct ArcGis {
    layer: Layer,
    url: Url,
    map: FieldMap,
    http: Http,
}

impl ArcGis {
    /// The adapter; refuses a layer whose address or field map is not usable.
    pub fn new(layer: Layer, http: Http) -> Result<Self, SetupError> {
        let map = FieldMap::parse(&layer.field_map).map_err(|source| SetupError::FieldMap {
            layer: layer.name.clone(),
            source,
        })?;
        let call = if layer.way == Way::Identify {
            "identify"
        } else {
            "query"
        };
        let url = Url::parse(&format!("{}/{call}", layer.url.trim_end_matches('/')))
            .map_err(|_syntax| SetupError::Url(layer.url.clone()))?;
        Ok(Self {
            layer,
            url,
            map,
            http,
        })
    }

    fn form(&self, at: LonLat) -> Vec<(&'static str, String)> {
        // Six decimals are a decimetre; more would only spoil caches along the way.
        let point = format!("{:.6},{:.6}", at.lon(), at.lat());
        let mut form = vec![
            ("geometry", point),
            ("geometryType", "esriGeometryPoint".to_owned()),
            ("returnGeometry", "true".to_owned()),
        ];
        if self.layer.way == Way::Identify {
            let around = 0.001;
            let extent = format!(
                "{:.6},{:.6},{:.6},{:.6}",
                at.lon() - around,
                at.lat() - around,
                at.lon() + around,
                at.lat() + around
            );
            form.extend([
                ("sr", "4326".to_owned()),
                ("layers", "all:0".to_owned()),
                ("tolerance", "0".to_owned()),
            ]);
            form.extend([
                ("mapExtent", extent),
                ("imageDisplay", "400,400,96".to_owned()),
                ("f", "json".to_owned()),
            ]);
            return form;
        }
        form.extend([
            ("where", "1=1".to_owned()),
            ("inSR", "4326".to_owned()),
            ("outSR", "4326".to_owned()),
        ]);
        form.extend([
            ("spatialRel", "esriSpatialRelIntersects".to_owned()),
            ("outFields", "*".to_owned()),
            ("geometryPrecision", "7".to_owned()),
        ]);
        if self.layer.distance_m > 0 {
            form.extend([
                ("distance", self.layer.distance_m.to_string()),
                ("units", "esriSRUnit_Meter".to_owned()),
            ]);
        }
        form.push((
            "f",
            if self.layer.way == Way::Json {
                "json"
            } else {
                "geojson"
            }
            .to_owned(),
        ));
        form
    }

    fn parcels(&self, answer: &Value) -> Result<Vec<Found>, ProviderError> {
        // Errors come with status 200, and some servers answer an empty list beside them.
        if let Some(error) = answer.get("error") {
            let code = error
                .get("code")
                .and_then(Value::as_i64)
                .unwrap_or_default();
            return Err(ProviderError::Refused(format!("code {code}")));
        }
        let list = if self.layer.way == Way::Identify {
            "results"
        } else {
            "features"
        };
        let features = answer
            .get(list)
            .and_then(Value::as_array)
            .ok_or(ProviderError::Unreadable("no list of features"))?;
        Ok(features
            .iter()
            .filter_map(|feature| self.parcel(feature))
            .collect())
    }

    /// A feature without a number or an outline is no parcel: roads and water are in many layers.
    fn parcel(&self, feature: &Value) -> Option<Found> {
        let attributes = if self.layer.way == Way::GeoJson {
            "properties"
        } else {
            "attributes"
        };
        let row = feature.get(attributes)?.as_object()?;
        let geometry = feature
            .get("geometry")
            .filter(|geometry| !geometry.is_null())?;
        let shape = match self.layer.way {
            Way::GeoJson => geometry.to_string(),
            Way::Json | Way::Identify => multi_polygon(rings(geometry)?)?.to_string(),
        };
        let fields = self
            .map
            .apply(row, self.layer.county_fips.as_deref())
            .ok()?;
        let provenance = Provenance {
            source: self.layer.name.clone(),
            licence: self.layer.licence.clone(),
            is_sample: false,
        };
        Some(Found {
            fields,
            shape: Shape::GeoJson(shape),
            raw: Value::Object(Map::clone(row)),
            provenance,
        })
    }
}

#[async_trait]
impl ParcelAtPoint for ArcGis {
    fn name(&self) -> &str {
        &self.layer.name
    }

    fn covers(&self, at: LonLat) -> bool {
        let [west, south, east, north] = self.layer.bbox;
        (west..=east).contains(&at.lon()) && (south..=north).contains(&at.lat())
    }

    async fn at_point(&self, at: LonLat) -> Result<Vec<Found>, ProviderError> {
        let answer = self.http.json(&self.url, Some(&self.form(at))).await?;
        self.parcels(&answer)
    }
}
