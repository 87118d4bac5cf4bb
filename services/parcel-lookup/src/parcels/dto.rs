//! Response bodies of parcels: the short form of a lookup, and lists of [`ParcelRecord`].

use chrono::{DateTime, NaiveDate, Utc};
use domain::ParcelUuid;
use parcel_record::facts::MadeFacts;
use parcel_record::{ParcelFacts, ParcelRecord, UnnumberedKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::store::Stored;
use super::units::ParcelUnit;

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
            is_sample: record.is_sample,
        }
    }
}

/// The full record of a parcel with its units.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelWithUnits {
    #[serde(flatten)]
    pub record: ParcelRecord,
    /// What it is searched by.
    pub facts: ParcelFacts,
    /// Units that the tax roll has of this parcel; 0 if it is a single property.
    pub unit_count: i64,
    /// The first 500 of them, in the order of the roll. Values of the parcel are their sums.
    pub units: Vec<ParcelUnit>,
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

impl From<Stored> for ParcelOutline {
    fn from(stored: Stored) -> Self {
        let record = stored.record;
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
    pub use_class: Option<&'static str>,
}

impl From<ParcelRecord> for ListedParcel {
    fn from(record: ParcelRecord) -> Self {
        Self {
            use_class: MadeFacts::of(&record.fields).use_class,
            record,
        }
    }
}
