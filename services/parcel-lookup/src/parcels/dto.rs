//! Response bodies of parcels: the short form of a lookup, and lists of [`ParcelRecord`].

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Money, ParcelUuid};
use parcel_record::facts::MadeFacts;
use parcel_record::{ParcelRecord, UnnumberedKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::access_and_shape::AccessAndShape;
use super::composite::Composite;
use super::flood::ParcelFlood;
use super::store::Stored;

/// A parcel in the short form of a lookup.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelData {
    pub address: Option<String>,
    /// City of the site.
    pub scity: Option<String>,
    /// State of the site, two letters.
    pub state2: Option<String>,
    /// ZIP code of the site.
    pub szip: Option<String>,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// Recorded taxpayer.
    pub owner: Option<String>,
    /// `In care of` of the tax bill's address.
    pub careof: Option<String>,
    /// Date of the last sale.
    pub saledate: Option<NaiveDate>,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits.
    pub county_fips: String,
    /// Land use in words.
    pub usedesc: Option<String>,
    pub zoning: Option<String>,
    /// Area in acres.
    pub ll_gisacre: Option<f64>,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// When the source was last read.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Until when the provider's terms allow to keep copies of these facts; null if they state no period.
    pub keep_until: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
}

impl From<Stored> for ParcelData {
    fn from(stored: Stored) -> Self {
        let record = stored.record;
        let fields = record.fields;
        Self {
            address: fields.address,
            scity: fields.scity,
            state2: fields.state2,
            szip: fields.szip,
            parcelnumb: fields.parcelnumb,
            owner: fields.owner,
            careof: fields.careof,
            saledate: fields.saledate,
            ll_uuid: fields.ll_uuid,
            county_fips: fields.county_fips,
            usedesc: fields.usedesc,
            zoning: fields.zoning,
            ll_gisacre: fields.ll_gisacre,
            source: record.source,
            source_licence: record.source_licence,
            fetched_at: record.fetched_at,
            keep_until: record.keep_until,
            is_sample: record.is_sample,
        }
    }
}

/// Several adjoining parcels that a firm keeps as one. Its record is made of theirs as they are now: sums are known only if the value of
/// each is, texts that differ are joined, and other values that differ are unknown.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SiteOfParcels {
    /// Name given by the firm.
    #[schema(required = true)]
    pub name: Option<String>,
    /// How many it has.
    pub parcels: usize,
    /// In the order in which they were given.
    pub members: Vec<SiteMember>,
    /// Parcels of it that no longer exist in any form.
    pub missing: Vec<ParcelUuid>,
    /// Of its parcels, those whose value is known.
    pub known: KnownOfMembers,
}

/// Numbers of parcels whose value is known; a sum is given only if it is known of all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnownOfMembers {
    pub ll_gisacre: usize,
    /// A total value of 0 is unknown.
    pub parval: usize,
    /// A value of the land of 0 is unknown.
    pub landval: usize,
    pub improvval: usize,
    pub sqft: usize,
    pub building_count: usize,
    pub owner: usize,
    pub flood_zone: usize,
}

/// A parcel of a site.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SiteMember {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// State and county, five digits.
    pub county_fips: String,
    #[schema(required = true)]
    pub address: Option<String>,
    /// Recorded taxpayer.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// Land use in words.
    #[schema(required = true)]
    pub usedesc: Option<String>,
    /// Area in acres.
    #[schema(required = true)]
    pub ll_gisacre: Option<f64>,
    /// Total value, dollars.
    #[schema(required = true)]
    pub parval: Option<Money>,
    /// Name of the source.
    pub source: String,
    /// When the source was last read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file of its county that no longer had it.
    #[schema(required = true)]
    pub retired_file_date: Option<NaiveDate>,
}

/// Land that its county maps without a parcel number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct UnnumberedFeature {
    pub kind: UnnumberedKind,
    /// The kind in words, to be shown.
    #[schema(example = "Right of way, no parcel number")]
    pub label: String,
    /// Its street, else the county's words for it.
    #[schema(required = true)]
    pub description: Option<String>,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    pub fetched_at: DateTime<Utc>,
}

/// Filters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelsQuery {
    /// Parcel number within its county.
    pub parcelnumb: String,
    /// State and county, five digits. Without it, parcels of this number in every county.
    pub county_fips: Option<String>,
}

/// Parcels with one number.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelList {
    /// At most 100, in a stable order. Retired ones only if no other has the number.
    pub parcels: Vec<ParcelRecord>,
}

/// The parcels whose outlines are requested, by identity or, if unknown, by number.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ParcelOutlinesRequest {
    /// Identities.
    #[serde(default)]
    pub ll_uuids: Vec<ParcelUuid>,
    /// Parcel numbers. Each returns every parcel with this number.
    #[serde(default)]
    pub parcelnumbs: Vec<String>,
}

/// A parcel as shown on a map.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ParcelOutline {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// The county's parcel number.
    pub parcelnumb: String,
    /// State of the site, two letters.
    #[schema(required = true)]
    pub state2: Option<String>,
    /// Area in acres.
    #[schema(required = true)]
    pub ll_gisacre: Option<f64>,
    /// Generated sample data.
    pub is_sample: bool,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was last read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// GeoJSON Polygon or `MultiPolygon`, WGS 84.
    #[schema(value_type = Object)]
    pub geometry: Value,
    /// Since when its county's files no longer have it; null for a parcel that exists.
    #[schema(required = true)]
    pub retired_at: Option<DateTime<Utc>>,
    /// Date of the first file of its county that no longer had it.
    #[schema(required = true)]
    pub retired_file_date: Option<NaiveDate>,
}

impl From<ParcelRecord> for ParcelOutline {
    fn from(record: ParcelRecord) -> Self {
        let fields = record.fields;
        Self {
            ll_uuid: fields.ll_uuid,
            parcelnumb: fields.parcelnumb,
            state2: fields.state2,
            ll_gisacre: fields.ll_gisacre,
            is_sample: record.is_sample,
            source: record.source,
            source_licence: record.source_licence,
            fetched_at: record.fetched_at,
            geometry: record.geometry.unwrap_or_default(),
            retired_at: record.retired_at,
            retired_file_date: record.retired_file_date,
        }
    }
}

/// The requested parcels that are known.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelOutlines {
    /// In no particular order; unknown parcels are omitted.
    pub parcels: Vec<ParcelOutline>,
}

/// The parcels whose records are requested.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ParcelRecordsRequest {
    /// Identities, 1,000 at most.
    #[schema(max_items = 1000)]
    pub ll_uuids: Vec<ParcelUuid>,
    /// Whether the outlines are wanted too.
    #[serde(default)]
    pub outlines: bool,
    /// Whether `access_and_shape` is wanted too.
    #[serde(default)]
    pub access_and_shape: bool,
}

/// The requested parcels that are known.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelRecords {
    /// In no particular order; unknown parcels are omitted. `geometry` is null unless `outlines` was set.
    pub parcels: Vec<ListedParcel>,
}

/// A record in a list of many.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedParcel {
    #[serde(flatten)]
    pub record: ParcelRecord,
    /// Class of the use, as in `facts` of a parcel; null is unknown.
    #[schema(required = true, example = "industrial")]
    pub use_class: Option<String>,
    /// Its flood zone, with where that is from.
    pub flood: ParcelFlood,
    /// Kind of the owner, as in `facts` of a parcel; null is unknown.
    #[schema(required = true, example = "company")]
    pub owner_kind: Option<String>,
    /// Whether the owner's mail goes elsewhere; null is unknown.
    #[schema(required = true)]
    pub is_absentee: Option<bool>,
    /// The parcels that a site consists of; null for a single parcel.
    #[schema(required = true)]
    pub site: Option<SiteOfParcels>,
    /// Distances and measures, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_and_shape: Option<AccessAndShape>,
}

impl ListedParcel {
    /// Of a single parcel.
    pub fn of(record: ParcelRecord, flood: ParcelFlood) -> Self {
        let made = MadeFacts::of(&record.fields);
        Self {
            use_class: made.use_class.map(str::to_owned),
            flood,
            owner_kind: made.owner_kind.map(str::to_owned),
            is_absentee: made.is_absentee,
            record,
            site: None,
            access_and_shape: None,
        }
    }
}

impl From<Composite> for ListedParcel {
    fn from(made: Composite) -> Self {
        Self {
            record: made.record,
            use_class: made.facts.use_class,
            flood: made.flood,
            owner_kind: made.facts.owner_kind,
            is_absentee: made.facts.is_absentee,
            site: Some(made.site),
            access_and_shape: None,
        }
    }
}
