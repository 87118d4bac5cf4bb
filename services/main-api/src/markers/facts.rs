//! Facts of many parcels, as parcel-lookup has them now.

use std::collections::HashMap;

use auth::CurrentUser;
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Money, ParcelUuid, SelectionId};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use service::ServiceClient;
use utoipa::ToSchema;

use super::MarkerError;
use super::parcels::{self, CONCURRENT_REQUESTS, MAX_PARCELS};

/// What parcel-lookup knows of a parcel, without its outline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelFacts {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits.
    pub county_fips: String,
    /// Parcel number within its county.
    pub parcelnumb: String,
    #[schema(required = true)]
    pub address: Option<String>,
    /// City of the site.
    #[schema(required = true)]
    pub scity: Option<String>,
    /// State of the site, two letters.
    #[schema(required = true)]
    pub state2: Option<String>,
    /// ZIP code of the site.
    #[schema(required = true)]
    pub szip: Option<String>,
    /// Recorded taxpayer.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// `In care of` of the tax bill's address.
    #[schema(required = true)]
    pub careof: Option<String>,
    /// Address of the tax bill.
    #[schema(required = true)]
    pub mailing_address: Option<String>,
    /// Date of the last sale.
    #[schema(required = true)]
    pub saledate: Option<NaiveDate>,
    /// Price of the last sale, dollars.
    #[schema(required = true)]
    pub saleprice: Option<Money>,
    #[schema(required = true)]
    pub year_built: Option<i32>,
    /// Land use in words.
    #[schema(required = true)]
    pub usedesc: Option<String>,
    /// Class of the use: industrial, office, retail, and so on.
    #[schema(required = true, example = "industrial")]
    pub use_class: Option<String>,
    /// Kind of the owner; null if unknown, and of discards that are older than this field.
    #[serde(default)]
    #[schema(required = true, example = "company")]
    pub owner_kind: Option<String>,
    /// Whether the owner's mail goes elsewhere; null as of `owner_kind`.
    #[serde(default)]
    #[schema(required = true)]
    pub is_absentee: Option<bool>,
    #[schema(required = true)]
    pub zoning: Option<String>,
    /// Appraised value, dollars.
    #[schema(required = true)]
    pub parval: Option<Money>,
    /// Value of the land, dollars.
    #[schema(required = true)]
    pub landval: Option<Money>,
    /// Value of the improvements, dollars.
    #[schema(required = true)]
    pub improvval: Option<Money>,
    /// Floor area, square feet.
    #[schema(required = true)]
    pub sqft: Option<i64>,
    /// Area in acres.
    #[schema(required = true)]
    pub ll_gisacre: Option<f64>,
    /// Its land, if other parcels are on it too, such as condominiums; null if it has land of its own, and of discards that are older than this field.
    #[serde(default)]
    #[schema(required = true)]
    pub shared_land: Option<SharedLand>,
    /// FEMA flood zone, as the county records it.
    #[schema(required = true)]
    pub flood_zone: Option<String>,
    /// The flood zone by which searches and filters judge it.
    #[serde(default)]
    #[schema(required = true)]
    pub flood: Option<ParcelFlood>,
    /// How far a highway and a railway are, and the measures of the outline: of discards for access or for shape, since they are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access_and_shape: Option<AccessAndShape>,
    /// A point on the parcel, degrees.
    pub lon: f64,
    /// A point on the parcel, degrees.
    pub lat: f64,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Date of the source's file, as the source says.
    #[serde(default)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// Until when the provider's terms allow to keep copies of these facts; null if they state no period. From then on a discard says only which
    /// parcel it is, and the source.
    #[serde(default)]
    #[schema(required = true)]
    pub keep_until: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
    /// The parcels that a site consists of; null of a single parcel.
    #[serde(default)]
    #[schema(required = true)]
    pub site: Option<SiteOfParcels>,
}

/// Land that several parcels are on, as a whole: the value per acre of each of them is that of the land.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SharedLand {
    /// The parcels on it.
    pub parcels: i64,
    /// Sum of their total values, dollars; null if one is unknown.
    #[schema(required = true)]
    pub total_value: Option<f64>,
    /// Sum of the values of their land, dollars; null if one is unknown.
    #[schema(required = true)]
    pub land_value: Option<f64>,
    /// Its acres.
    #[schema(required = true)]
    pub acres: Option<f64>,
}

/// A flood zone with where it is from: a layer of zones at the parcel's inner point, else the county's record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ParcelFlood {
    /// Whether it floods once in a hundred years; null is unknown.
    #[schema(required = true)]
    pub in_flood_zone: Option<bool>,
    /// The zone in FEMA's letters.
    #[schema(required = true, example = "AE")]
    pub zone: Option<String>,
    /// Of a layer: floodway, sfha, moderate, levee or minimal.
    #[schema(required = true)]
    pub class: Option<String>,
    /// `layer` or `county`; null if nothing is known.
    #[schema(required = true, example = "layer")]
    pub from: Option<String>,
    /// Name of the source.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Date of the layer or of the county's file, as its source says.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// When the source was read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// What access and shape of a parcel are judged by; null is unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccessAndShape {
    /// Metres to the nearest highway, as criteria know it.
    #[schema(required = true)]
    pub highway_m: Option<f64>,
    /// Metres to the nearest railway.
    #[schema(required = true)]
    pub rail_m: Option<f64>,
    /// Land within the outline, acres.
    #[schema(required = true)]
    pub outline_acres: Option<f64>,
    /// Short side of the smallest rectangle around the outline, metres.
    #[schema(required = true)]
    pub width_m: Option<f64>,
    /// 1 of a circle, less of what is long or has a long edge.
    #[schema(required = true)]
    pub compactness: Option<f64>,
}

/// Several adjoining parcels that the firm keeps as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SiteOfParcels {
    /// Name given by the firm.
    #[schema(required = true)]
    pub name: Option<String>,
    /// In the order in which they were given.
    pub members: Vec<SiteMember>,
}

/// A parcel of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SiteMember {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
}

/// A parcel's facts, and its outline if it was asked for.
#[derive(Debug, Clone, Deserialize)]
pub struct ParcelRecord {
    #[serde(flatten)]
    pub facts: ParcelFacts,
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    pub geometry: Option<Value>,
}

#[derive(Deserialize)]
struct Records {
    parcels: Vec<ParcelRecord>,
}

/// What is wanted besides the record.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct Besides {
    pub outlines: bool,
    pub access_and_shape: bool,
}

impl Besides {
    pub const OUTLINES: Self = Self {
        outlines: true,
        access_and_shape: false,
    };
    pub const ACCESS_AND_SHAPE: Self = Self {
        outlines: false,
        access_and_shape: true,
    };
}

/// The parcels that parcel-lookup has of these.
pub async fn fetch(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    ids: &[ParcelUuid],
    besides: Besides,
) -> Result<HashMap<ParcelUuid, ParcelRecord>, MarkerError> {
    let answers: Vec<Option<Records>> = stream::iter(ids.chunks(MAX_PARCELS))
        .map(|ids| {
            let mut wanted = json!(besides);
            wanted["ll_uuids"] = json!(ids);
            parcels::send(parcel_lookup.post("/parcel_records", user).json(&wanted))
        })
        .buffer_unordered(CONCURRENT_REQUESTS)
        .try_collect()
        .await?;
    let parcels = answers.into_iter().flatten().flat_map(|of| of.parcels);
    Ok(by_identity(parcels))
}

/// The records by the identity of their parcel.
pub fn by_identity(
    records: impl IntoIterator<Item = ParcelRecord>,
) -> HashMap<ParcelUuid, ParcelRecord> {
    let entry = |record: ParcelRecord| (record.facts.ll_uuid, record);
    records.into_iter().map(entry).collect()
}

#[derive(Deserialize)]
struct SelectionPage {
    /// Of the whole selection.
    count: usize,
    parcels: Vec<ParcelRecord>,
}

/// The parcels of a selection, without outlines; more than `most` if there are more. `None` of an unknown
/// selection.
pub async fn of_selection(
    parcel_lookup: &ServiceClient,
    user: &CurrentUser,
    id: SelectionId,
    most: usize,
) -> Result<Option<Vec<ParcelRecord>>, MarkerError> {
    let mut records = Vec::new();
    for offset in (0..=most).step_by(MAX_PARCELS) {
        let call = parcel_lookup.get(&format!("/parcel_selections/{id}"), user);
        let call = call.query(&[("offset", offset), ("limit", MAX_PARCELS)]);
        let Some(page): Option<SelectionPage> = parcels::send(call).await? else {
            return Ok(None);
        };
        records.extend(page.parcels);
        if offset + MAX_PARCELS >= page.count {
            break;
        }
    }
    Ok(Some(records))
}
