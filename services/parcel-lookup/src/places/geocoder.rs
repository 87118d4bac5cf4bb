//! The configured geocoder: the US Census geocoder or a Photon server.
//!
//! The URL tells which. Keys and quota stay on the server, because the browser calls us. The public
//! Photon server permits occasional use only; firms should run their own.

use moka::future::Cache;
use serde_json::Value;
use std::time::Duration;
use url::Url;

use super::dto::{Place, PlaceKind, Search};
use crate::providers::SetupError;
use provider_client::Http;
use provider_client::ProviderError;

/// A geocoder with a one-hour cache.
#[derive(Clone)]
pub struct Geocoder {
    base: Url,
    census: bool,
    http: Http,
    answers: Cache<String, Vec<Place>>,
}

impl Geocoder {
    /// A URL that ends in `/onelineaddress` is the Census geocoder, every other one a Photon
    /// server.
    pub fn new(url: &str, http: Http) -> Result<Self, SetupError> {
        let base = Url::parse(url).map_err(|_syntax| SetupError::Url("GEOCODER_URL".to_owned()))?;
        let census = base.path().ends_with("/onelineaddress");
        let answers = Cache::builder()
            .max_capacity(2_000)
            .time_to_live(Duration::from_hours(1))
            .build();
        Ok(Self {
            base,
            census,
            http,
            answers,
        })
    }

    pub async fn find(&self, search: &Search) -> Result<Vec<Place>, ProviderError> {
        if self.census && !is_address(&search.text) {
            return Ok(Vec::new());
        }
        let url = if self.census {
            self.census_url(search)
        } else {
            self.photon_url(search)
        };
        let key = url.to_string();
        if let Some(known) = self.answers.get(&key).await {
            return Ok(known);
        }
        let answer = self.http.json(&url, None).await?;
        let places = if self.census {
            census_places(&answer)
        } else {
            photon_places(&answer)
        }
        .ok_or(ProviderError::Unreadable("not a list of places"))?;
        self.answers.insert(key, places.clone()).await;
        Ok(places)
    }

    fn census_url(&self, search: &Search) -> Url {
        let mut url = self.base.clone();
        url.query_pairs_mut()
            .append_pair("address", &search.text)
            .append_pair("benchmark", "Public_AR_Current")
            .append_pair("format", "json");
        url
    }

    fn photon_url(&self, search: &Search) -> Url {
        let mut url = self.base.clone();
        if !url.path().ends_with("/api") {
            url.set_path(&format!("{}/api", self.base.path().trim_end_matches('/')));
        }
        url.query_pairs_mut()
            .append_pair("q", &search.text)
            .append_pair("limit", &search.limit.to_string())
            .append_pair("lang", "en")
            .append_pair("countrycode", "US");
        if let Some(near) = search.near {
            // Two decimals suffice to prefer a town, and let nearby requests share the cache.
            url.query_pairs_mut()
                .append_pair("lat", &format!("{:.2}", near.lat()))
                .append_pair("lon", &format!("{:.2}", near.lon()));
        }
        url
    }
}

/// Whether the text has a house number and a street. The Census geocoder finds nothing else, and is
/// not made for completing what is typed.
fn is_address(text: &str) -> bool {
    let mut words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .next()
        .is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
        && words.any(|word| word.chars().filter(|letter| letter.is_alphabetic()).count() > 2)
}

fn census_places(answer: &Value) -> Option<Vec<Place>> {
    let matches = answer.pointer("/result/addressMatches")?.as_array()?;
    let place = |found: &Value| {
        Some(Place {
            label: found.get("matchedAddress")?.as_str()?.to_owned(),
            kind: PlaceKind::Address,
            lat: found.pointer("/coordinates/y")?.as_f64()?,
            lon: found.pointer("/coordinates/x")?.as_f64()?,
            ll_uuid: None,
            acres: None,
            bbox: None,
            from: None,
        })
    };
    Some(matches.iter().filter_map(place).collect())
}

fn photon_places(answer: &Value) -> Option<Vec<Place>> {
    Some(
        answer
            .get("features")?
            .as_array()?
            .iter()
            .filter_map(photon_place)
            .collect(),
    )
}

fn photon_place(feature: &Value) -> Option<Place> {
    let properties = feature.get("properties")?;
    let text = |name: &str| {
        properties
            .get(name)
            .and_then(Value::as_str)
            .map(ToOwned::to_owned)
    };
    let street = match (text("housenumber"), text("street")) {
        (Some(house), Some(street)) => Some(format!("{house} {street}")),
        (None, street) => street,
        (Some(_), None) => None,
    };
    let mut parts: Vec<String> = Vec::new();
    for part in [
        text("name"),
        street,
        text("city"),
        text("county"),
        text("state"),
        text("postcode"),
    ]
    .into_iter()
    .flatten()
    {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let kind = match (text("osm_value").as_deref(), text("type").as_deref()) {
        (_, Some("county")) | (Some("county"), _) => PlaceKind::County,
        (_, Some("house" | "street")) => PlaceKind::Address,
        _ if properties.get("housenumber").is_some() => PlaceKind::Address,
        _ => PlaceKind::Place,
    };
    // Photon orders west, north, east, south.
    let bbox = properties.get("extent").and_then(|extent| {
        let extent: [f64; 4] = serde_json::from_value(extent.clone()).ok()?;
        Some([extent[0], extent[3], extent[2], extent[1]])
    });
    Some(Place {
        label: (!parts.is_empty()).then(|| parts.join(", "))?,
        kind,
        lat: feature.pointer("/geometry/coordinates/1")?.as_f64()?,
        lon: feature.pointer("/geometry/coordinates/0")?.as_f64()?,
        ll_uuid: None,
        acres: None,
        bbox,
        from: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_are_sent_to_the_census() {
        for text in ["4600 Silver Hill Rd, Washington, DC", "12 Main"] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "Houston",
            "0410230000012",
            "12 Ma",
            "Main 12",
            "LLC",
            "77002 TX",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
