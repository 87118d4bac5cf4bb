//! Published facts of a parcel, from `parcel.described`.
//!
//! Facts that only the detail screen shows are stored as one JSON value instead of twenty columns:
//! they are a read-only copy, and new sources may add fields. Fields that are searched or edited
//! have columns.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use domain::{Money, ParcelUuid};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::store::ParcelFacts;

/// The parts of a published parcel that this service uses.
#[derive(Debug, Clone, Deserialize)]
pub struct ParcelRecord {
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits; published as `00000` when unknown.
    #[serde(default, deserialize_with = "county")]
    pub county_fips: Option<String>,
    pub parcelnumb: String,
    pub address: Option<String>,
    pub scity: Option<String>,
    pub szip: Option<String>,
    pub owner: Option<String>,
    /// Assessed value, US dollars.
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
    /// Source of the record.
    pub source: Option<String>,
    /// Generated sample data.
    #[serde(default)]
    pub is_sample: bool,
    /// Until when the provider's terms allow to keep copies of the facts.
    #[serde(default, deserialize_with = "time")]
    pub keep_until: Option<DateTime<Utc>>,
    #[serde(flatten)]
    pub facts: Facts,
}

/// Facts for display only, under their published names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// `In care of` of the tax bill's address.
    #[serde(default)]
    pub careof: Option<String>,
    /// Last sale, as the source writes it.
    #[serde(default)]
    pub saledate: Option<String>,
    /// Address of tax bills.
    #[serde(default)]
    pub mailing_address: Option<String>,
    #[serde(default, deserialize_with = "whole")]
    pub year_built: Option<i64>,
    #[serde(default)]
    pub usecode: Option<String>,
    /// Meaning of the use code.
    #[serde(default)]
    pub usedesc: Option<String>,
    #[serde(default)]
    pub zoning: Option<String>,
    #[serde(default)]
    pub zoning_type: Option<String>,
    #[serde(default)]
    pub zoning_subtype: Option<String>,
    #[serde(default)]
    pub legaldesc: Option<String>,
    #[serde(default)]
    pub subdivision: Option<String>,
    #[serde(default, deserialize_with = "acres")]
    pub ll_gisacre: Option<f64>,
    /// Kind of assessed value: `APPRAISED`, `MARKET`, `TOTAL`, …
    #[serde(default)]
    pub parvaltype: Option<String>,
    /// Number of buildings on the parcel.
    #[serde(default, deserialize_with = "whole")]
    pub building_count: Option<i64>,
    #[serde(default)]
    pub flood_zone: Option<String>,
    #[serde(default)]
    pub flood_zone_subtype: Option<String>,
    /// Licence of the source.
    #[serde(default)]
    pub source_licence: Option<String>,
    /// Date of the source's file, as the source says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_date: Option<String>,
    /// When the source was read.
    #[serde(default, deserialize_with = "time")]
    pub fetched_at: Option<DateTime<Utc>>,
    /// The parcels that a site consists of; none of a single parcel.
    #[serde(
        default,
        deserialize_with = "members",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub members: Vec<SiteMember>,
}

/// A parcel of a site of several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SiteMember {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcelnumb: String,
}

impl Facts {
    /// Reads stored facts; unreadable JSON of an older version counts as empty.
    pub fn from_stored(value: &Value) -> Self {
        Self::deserialize(value).unwrap_or_default()
    }

    pub fn to_stored(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Initial values of a property, from its published record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublishedValues {
    pub total: Option<Money>,
    /// The assessed value, if the tax roll marks it as appraised.
    pub appraised: Option<Money>,
    /// The assessed value, if the tax roll marks it as market value.
    pub market: Option<Money>,
}

impl ParcelRecord {
    /// Assigns the assessed value to the fields that match its kind.
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

    pub fn to_stored(&self) -> ParcelFacts {
        ParcelFacts {
            county_fips: self.county_fips.clone(),
            address: self.address.clone(),
            city: self.scity.clone(),
            zip: self.szip.clone(),
            owner_name: self.owner.clone(),
            lon: self.lon,
            lat: self.lat,
            source: self.source.clone(),
            is_sample: self.is_sample,
            facts: self.facts.to_stored(),
            keep_until: self.keep_until,
        }
    }
}

/// Sources write whole numbers as numbers or text; anything else counts as unknown, because one
/// invalid fact must not prevent the property from being created.
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

/// Like [`whole`], for areas.
fn acres<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(match Option::<Value>::deserialize(deserializer)? {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|acres: &f64| acres.is_finite() && *acres > 0.0))
}

/// Like [`whole`], for times.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    Ok(match Option::<Value>::deserialize(deserializer)? {
        Some(Value::String(text)) => text.parse().ok(),
        _ => None,
    })
}

/// Like [`whole`], for the parcels of a site.
fn members<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SiteMember>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

fn county<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|fips| fips != "00000"))
}

/// Like [`whole`], for dollars.
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
    use uuid::Uuid;

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
            json!({"members": 3, "year_built": "unknown", "sqft": "1800", "parval": -5, "building_count": 2.0, "ll_gisacre": "0.43", "fetched_at": "yesterday"}),
        );
        assert_eq!(odd.facts.year_built, None);
        assert_eq!(odd.sqft, Some(1800));
        assert_eq!(odd.facts.ll_gisacre, Some(0.43));
        assert_eq!((odd.parval.as_ref(), odd.facts.fetched_at), (None, None));
        assert_eq!(odd.facts.building_count, Some(2));
        assert_eq!(odd.facts.members, []);
        assert_eq!(Facts::from_stored(&odd.facts.to_stored()), odd.facts);
    }
}
