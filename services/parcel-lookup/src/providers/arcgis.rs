//! Parcel layers of ArcGIS servers, queried at a point.
//!
//! Counties and states publish them without a key. Supports `query` as GeoJSON, `query` as Esri
//! JSON for old servers, and `identify` where queries are disabled. Layers are listed in the
//! operator's file; there is no built-in list, because their licences differ.

use async_trait::async_trait;
use domain::LonLat;
use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use super::land::is_on;
use super::{
    AtPoint, Found, FoundLand, Kind, ParcelAtPoint, ProviderError, SetupError, Terms, TermsError,
};
use parcel_record::esri_rings::{multi_polygon, rings};
use parcel_record::field_map::{FieldMap, RowFault};
use parcel_record::{Provenance, Shape};
use provider_client::{Http, Patience};

/// Most responses to one lookup. Servers return 1,000 features or more in each.
const MAX_PAGES: usize = 5;

/// Protocol of a layer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// `{layer}/query` with `f=geojson`.
    #[default]
    GeoJson,
    /// `{layer}/query` with `f=json`, for servers older than 10.4.
    Json,
    /// `{service}/identify`, where queries are disabled.
    Identify,
}

/// A layer as configured by the operator.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// Stored with every parcel of the layer.
    pub name: String,
    /// URL of the layer with its number (of the service for `identify`).
    pub url: String,
    /// West, south, east, north in degrees: other points are not requested.
    pub bbox: [f64; 4],
    /// County of every parcel; optional if the rows contain it.
    pub county_fips: Option<String>,
    /// Name of a built-in field map, or a custom one.
    pub field_map: String,
    /// Licence of the data, if known.
    pub licence: Option<String>,
    /// Whether the licence allows to keep its parcels for all firms; shared if there is a licence. One of both is required:
    /// most layers state none, which does not make them public.
    pub terms: Option<Kind>,
    /// Days that licensed parcels are kept.
    pub keep_days: Option<u16>,
    /// Days that copies of licensed parcels in a firm's records may be kept.
    pub copies_keep_days: Option<u16>,
    /// Age in days at which a lookup requests a parcel again.
    pub refresh_days: Option<u16>,
    #[serde(default)]
    pub way: Way,
    /// Search radius in metres, for points on a street.
    #[serde(default)]
    pub distance_m: u32,
}

impl Layer {
    fn terms(&self) -> Result<Terms, TermsError> {
        let licence = self.licence.as_deref().unwrap_or_default();
        let kind = match self.terms {
            Some(kind) => kind,
            None if licence.trim().is_empty() => return Err(TermsError::Unsaid),
            None => Kind::Shared,
        };
        Terms::new(
            kind,
            self.keep_days,
            self.refresh_days,
            self.copies_keep_days,
        )
    }
}

/// Parses a file: a JSON list of layers.
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

/// Client of one layer.
pub struct ArcGis {
    layer: Layer,
    url: Url,
    map: FieldMap,
    terms: Terms,
    http: Http,
}

impl ArcGis {
    /// Fails when the layer's URL, field map or terms are invalid.
    pub fn new(layer: Layer, http: Http) -> Result<Self, SetupError> {
        let map = FieldMap::parse(&layer.field_map).map_err(|source| SetupError::FieldMap {
            layer: layer.name.clone(),
            source,
        })?;
        let terms = layer.terms().map_err(|source| SetupError::Terms {
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
            terms,
            http,
        })
    }

    /// `read`: features of earlier pages. The first page is requested without an offset, because servers that have no pages
    /// refuse it.
    fn form(&self, at: LonLat, read: usize) -> Vec<(&'static str, String)> {
        // Six decimals are 0.1 m; more would only reduce cache hits.
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
        if read > 0 {
            form.push(("resultOffset", read.to_string()));
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

    fn features<'a>(&self, answer: &'a Value) -> Result<&'a Vec<Value>, ProviderError> {
        // Errors come with status 200, and some servers add an empty list.
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
        answer
            .get(list)
            .and_then(Value::as_array)
            .ok_or(ProviderError::Unreadable("no list of features"))
    }

    /// Takes a feature. Those without an outline are skipped.
    fn take(&self, feature: &Value, at: LonLat, found: &mut AtPoint) {
        let Some((row, outline)) = self.read(feature) else {
            return;
        };
        let county = self.layer.county_fips.as_deref();
        let provenance = Provenance {
            source: self.layer.name.clone(),
            licence: self.layer.licence.clone(),
            is_sample: false,
        };
        match self.map.apply(row, county) {
            Ok(fields) => found.parcels.push(Found {
                fields,
                shape: Shape::GeoJson(outline.to_string()),
                raw: Value::Object(Map::clone(row)),
                provenance,
            }),
            // Many layers contain roads and water.
            Err(RowFault::NoParcelNumber) if found.land.is_none() && is_on(&outline, at) => {
                let land = self.map.row(row).unnumbered(county).ok();
                found.land = land.map(|land| FoundLand { land, provenance });
            }
            Err(_) => {}
        }
    }

    /// The columns of a feature, and its outline as GeoJSON.
    fn read<'a>(&self, feature: &'a Value) -> Option<(&'a Map<String, Value>, Value)> {
        let attributes = if self.layer.way == Way::GeoJson {
            "properties"
        } else {
            "attributes"
        };
        let row = feature.get(attributes)?.as_object()?;
        let geometry = feature
            .get("geometry")
            .filter(|geometry| !geometry.is_null())?;
        let outline = match self.layer.way {
            Way::GeoJson => geometry.clone(),
            Way::Json | Way::Identify => multi_polygon(rings(geometry)?)?,
        };
        Some((row, outline))
    }
}

#[async_trait]
impl ParcelAtPoint for ArcGis {
    fn name(&self) -> &str {
        &self.layer.name
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    fn covers(&self, at: LonLat) -> bool {
        let [west, south, east, north] = self.layer.bbox;
        (west..=east).contains(&at.lon()) && (south..=north).contains(&at.lat())
    }

    async fn at_point(&self, at: LonLat, patience: Patience) -> Result<AtPoint, ProviderError> {
        let http = self.http.waiting(patience);
        let mut found = AtPoint::default();
        let mut read = 0;
        for _ in 0..MAX_PAGES {
            let answer = http.json(&self.url, Some(&self.form(at, read))).await?;
            let features = match self.features(&answer) {
                // It has no pages.
                Err(ProviderError::Refused(_)) if read > 0 => break,
                features => features?,
            };
            read += features.len();
            for feature in features {
                self.take(feature, at, &mut found);
            }
            if features.is_empty() || !has_more(&answer) {
                return Ok(found);
            }
        }
        tracing::warn!(
            provider.name = self.name(),
            parcels.found = found.parcels.len(),
            "a layer has more parcels at a point than it returned"
        );
        Ok(found)
    }
}

/// Whether the server left features out. Its place depends on the format.
fn has_more(answer: &Value) -> bool {
    [
        "/exceededTransferLimit",
        "/properties/exceededTransferLimit",
    ]
    .iter()
    .any(|place| answer.pointer(place).and_then(Value::as_bool) == Some(true))
}
