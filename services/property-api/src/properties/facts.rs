//! What is published about a parcel, as `parcel.described` tells it.
//!
//! The facts that only this service's detail screen shows are kept together as one JSON value
//! instead of twenty columns: they are a copy, read-only here, and sources add to them. What is
//! searched, sorted or edited has a column.

use bigdecimal::BigDecimal;
use domain::Money;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A published parcel, as far as this service uses it.
#[derive(Debug, Clone, Deserialize)]
pub struct ParcelRecord {
    /// Identity.
    pub ll_uuid: Uuid,
    /// State and county, five digits; published as `00000` where nobody knows it.
    #[serde(default, deserialize_with = "county")]
    pub county_fips: Option<String>,
    /// Number within the county.
    pub parcelnumb: String,
    /// Street address.
    pub address: Option<String>,
    /// City.
    pub scity: Option<String>,
    /// Postal code.
    pub szip: Option<String>,
    /// Owner of record.
    pub owner: Option<String>,
    /// Value on the roll, US dollars.
    #[serde(default, deserialize_with = "money")]
    pub parval: Option<Money>,
    /// Floor area of the buildings, square feet.
    #[serde(default, deserialize_with = "whole")]
    pub sqft: Option<i64>,
    /// Degrees, WGS 84.
    pub lon: f64,
    /// Degrees, WGS 84.
    pub lat: f64,
    /// `GeoJSON` outline.
    pub geometry: Option<Value>,
    /// Who published it.
    pub source: Option<String>,
    /// Made up for demonstration.
    #[serde(default)]
    pub is_sample: bool,
    /// The rest.
    #[serde(flatten)]
    pub facts: Facts,
}

/// Facts that are only shown. Names as published.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// In care of.
    #[serde(default)]
    pub careof: Option<String>,
    /// Last sale, as the source writes it.
    #[serde(default)]
    pub saledate: Option<String>,
    /// Where tax bills go.
    #[serde(default)]
    pub mailing_address: Option<String>,
    /// Year of the building.
    #[serde(default, deserialize_with = "whole")]
    pub year_built: Option<i64>,
    /// Use code of the county.
    #[serde(default)]
    pub usecode: Option<String>,
    /// What the use code means.
    #[serde(default)]
    pub usedesc: Option<String>,
    /// Zoning code.
    #[serde(default)]
    pub zoning: Option<String>,
    /// Zoning class.
    #[serde(default)]
    pub zoning_type: Option<String>,
    /// Zoning subclass.
    #[serde(default)]
    pub zoning_subtype: Option<String>,
    /// Legal description.
    #[serde(default)]
    pub legaldesc: Option<String>,
    /// Subdivision.
    #[serde(default)]
    pub subdivision: Option<String>,
    /// Area in acres.
    #[serde(default, deserialize_with = "acres")]
    pub ll_gisacre: Option<f64>,
    /// Kind of value on the roll: `APPRAISED`, `MARKET`, `TOTAL`, …
    #[serde(default)]
    pub parvaltype: Option<String>,
    /// Buildings on the parcel.
    #[serde(default, deserialize_with = "whole")]
    pub building_count: Option<i64>,
    /// FEMA flood zone.
    #[serde(default)]
    pub flood_zone: Option<String>,
    /// FEMA flood zone subtype.
    #[serde(default)]
    pub flood_zone_subtype: Option<String>,
}

impl Facts {
    /// Facts as stored; what an older version of this service stored and cannot be read is nothing.
    pub fn from_stored(value: &Value) -> Self {
        Self::deserialize(value).unwrap_or_default()
    }

    /// As stored.
    pub fn to_stored(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Values that a published record starts a property with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublishedValues {
    /// The roll's value.
    pub total: Option<Money>,
    /// The roll's value, where the roll says that it is an appraisal.
    pub appraised: Option<Money>,
    /// The roll's value, where the roll says that it is the market's.
    pub market: Option<Money>,
}

impl ParcelRecord {
    /// The roll's one value under the names that it has a right to.
    pub fn values(&self) -> PublishedValues {
        let kind = self
            .facts
            .parvaltype
            .as_deref()
            .unwrap_or_default()
            .to_uppercase();
        let when = |word: &str| kind.contains(word).then(|| self.parval.clone()).flatten();
        PublishedValues {
            total: self.parval.clone(),
            appraised: when("APPRAIS"),
            market: when("MARKET"),
        }
    }
}

/// Sources write whole numbers as numbers or text; what is neither is unknown, not an error: one odd
/// fact must not keep a property from existing.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Ok(match Option::<Value>::deserialize(deserializer)? {
        Some(Value::Number(number)) => number
            .as_i64()
            .or_else(|| number.as_f64().map(|real| real.round() as i64)),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number| *number >= 0))
}

/// As [`whole`], for areas.
fn acres<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(match Option::<Value>::deserialize(deserializer)? {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|acres: &f64| acres.is_finite() && *acres > 0.0))
}

fn county<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|fips| fips != "00000"))
}

/// As [`whole`], for dollars.
fn money<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    let text = match Option::<Value>::deserialize(deserializer)? {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text,
        _ => return Ok(None),
    };
    let amount: Option<BigDecimal> = (text.len() <= 40)
        .then(|| text.trim().parse().ok())
        .flatten();
    Ok(amount.and_then(|amount| Money::try_from(amount.round(2)).ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(more: Value) -> ParcelRecord {
        let mut value = json!({
            "ll_uuid": Uuid::nil(), "county_fips": "48201", "parcelnumb": "1", "address": null,
            "scity": null, "szip": null, "owner": null, "lon": -95.0, "lat": 29.0,
            "geometry": null, "source": "sample", "is_sample": true,
        });
        if let (Value::Object(base), Value::Object(more)) = (&mut value, more) {
            base.extend(more);
        }
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn the_roll_value_counts_as_what_the_roll_calls_it() {
        let dollars = |text: &str| Some(text.parse::<Money>().unwrap());
        let total = record(json!({"parval": 3_480_000, "parvaltype": "TOTAL"})).values();
        assert_eq!(total.total, dollars("3480000"));
        assert_eq!((total.appraised, total.market), (None, None));
        let appraised = record(json!({"parval": 100.5, "parvaltype": "Appraised"})).values();
        assert_eq!(appraised.appraised, dollars("100.50"));
        let market = record(json!({"parval": 100, "parvaltype": "MARKET"})).values();
        assert_eq!(market.market, dollars("100"));
    }

    #[test]
    fn one_odd_fact_does_not_spoil_the_rest() {
        let odd = record(
            json!({"year_built": "unknown", "sqft": "1800", "parval": -5, "building_count": 2.0, "ll_gisacre": "0.43"}),
        );
        assert_eq!(odd.facts.year_built, None);
        assert_eq!(odd.sqft, Some(1800));
        assert_eq!(odd.facts.ll_gisacre, Some(0.43));
        assert_eq!(odd.parval, None);
        assert_eq!(odd.facts.building_count, Some(2));
        assert_eq!(Facts::from_stored(&odd.facts.to_stored()), odd.facts);
    }
}
