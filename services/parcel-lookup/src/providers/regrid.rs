//! Regrid's Parcel API v2, queried at a point.
//!
//! Billed per record, under a contract that restricts storage and display: called last, and only
//! with an operator's token. The token is part of the query string, so request URLs are never
//! logged.

use async_trait::async_trait;
use domain::LonLat;
use serde_json::Value;
use settings::Secret;
use url::Url;

use super::{AtPoint, Found, FoundLand, ParcelAtPoint, ProviderError, SetupError, Terms};
use parcel_record::field_map::{FieldMap, RowFault};
use parcel_record::{Provenance, Shape};
use provider_client::{Http, Patience};

/// Records of one response. Stacks of several hundred exist, and so many with their outlines fit into its limit of size.
const PAGE: usize = 100;
/// Limits the cost of one lookup.
const MAX_PAGES: usize = 10;

pub struct Regrid {
    url: Url,
    token: Secret<String>,
    map: FieldMap,
    terms: Terms,
    http: Http,
}

impl Regrid {
    /// `base` is usually `https://app.regrid.com`.
    pub fn new(
        base: &str,
        token: Secret<String>,
        terms: Terms,
        http: Http,
    ) -> Result<Self, SetupError> {
        let url = Url::parse(&format!(
            "{}/api/v2/parcels/point",
            base.trim_end_matches('/')
        ))
        .map_err(|_syntax| SetupError::Url("REGRID_URL".to_owned()))?;
        let map = FieldMap::parse("regrid").map_err(|source| SetupError::FieldMap {
            layer: "Regrid".to_owned(),
            source,
        })?;
        Ok(Self {
            url,
            token,
            map,
            terms,
            http: http.billed(),
        })
    }

    /// Takes a feature. Columns are in `properties.fields`; those without an outline are skipped.
    fn take(&self, feature: &Value, found: &mut AtPoint) {
        let row = feature.pointer("/properties/fields");
        let outline = feature
            .get("geometry")
            .filter(|geometry| geometry.is_object());
        let (Some(row), Some(outline)) = (row.and_then(Value::as_object), outline) else {
            return;
        };
        let provenance = Provenance {
            source: "Regrid".to_owned(),
            licence: Some("Regrid contract".to_owned()),
            is_sample: false,
        };
        match self.map.apply(row, None) {
            Ok(mut fields) => {
                if let Some(id) = feature
                    .pointer("/properties/ll_uuid")
                    .and_then(Value::as_str)
                    .and_then(|id| id.parse().ok())
                {
                    fields.ll_uuid = id;
                }
                found.parcels.push(Found {
                    fields,
                    shape: Shape::GeoJson(outline.to_string()),
                    raw: Value::Object(row.clone()),
                    provenance,
                });
            }
            Err(RowFault::NoParcelNumber) if found.land.is_none() => {
                let land = self.map.row(row).unnumbered(None).ok();
                found.land = land.map(|land| FoundLand { land, provenance });
            }
            Err(_) => {}
        }
    }
}

#[async_trait]
impl ParcelAtPoint for Regrid {
    fn name(&self) -> &'static str {
        "Regrid"
    }

    fn terms(&self) -> Terms {
        self.terms
    }

    /// Regrid covers the whole United States.
    fn covers(&self, at: LonLat) -> bool {
        (-180.0..=-64.0).contains(&at.lon()) && (17.0..=72.0).contains(&at.lat())
    }

    /// All of a stack: a page that is full is followed by the next one, from the id of its last record on.
    async fn at_point(&self, at: LonLat, patience: Patience) -> Result<AtPoint, ProviderError> {
        let http = self.http.waiting(patience);
        let mut found = AtPoint::default();
        let mut after = 0_u64;
        for _ in 0..MAX_PAGES {
            let mut url = self.url.clone();
            url.query_pairs_mut()
                .append_pair("lat", &format!("{:.6}", at.lat()))
                .append_pair("lon", &format!("{:.6}", at.lon()))
                .append_pair("limit", &PAGE.to_string())
                .append_pair("offset_id", &after.to_string())
                .append_pair("token", self.token.expose());
            let answer = http.json(&url, None).await?;
            let features = answer
                .pointer("/parcels/features")
                .and_then(Value::as_array)
                .ok_or(ProviderError::Unreadable("no list of parcels"))?;
            for feature in features {
                self.take(feature, &mut found);
            }
            if features.len() < PAGE {
                return Ok(found);
            }
            after = features
                .last()
                .and_then(|feature| feature.get("id"))
                .and_then(Value::as_u64)
                .ok_or(ProviderError::Unreadable("no id of the last parcel"))?;
        }
        tracing::warn!(
            provider.name = self.name(),
            parcels.found = found.parcels.len(),
            "Regrid has more parcels at a point than a lookup buys"
        );
        Ok(found)
    }
}
