//! Parcels on the wire: the whole record, and the short form of a lookup.
//!
//! The same record travels in `parcel.described`, so a field is added here and in the event's
//! schema together. Rows of the table are not these types.

use chrono::NaiveDate;
use domain::{Money, ParcelUuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// Everything that is known of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelRecord {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Five digits: state and county.
    #[schema(example = "48201")]
    pub county_fips: String,
    /// The county's number of the parcel.
    pub parcelnumb: String,
    /// Street address.
    pub address: Option<String>,
    /// City of the site.
    pub scity: Option<String>,
    /// State of the site, two letters.
    pub state2: Option<String>,
    /// ZIP code of the site.
    pub szip: Option<String>,
    /// Recorded taxpayer.
    pub owner: Option<String>,
    /// In care of whom the tax bill goes.
    pub careof: Option<String>,
    /// Where the tax bill goes.
    pub mailing_address: Option<String>,
    /// Day of the last sale.
    pub saledate: Option<NaiveDate>,
    /// Price of the last sale, dollars.
    pub saleprice: Option<Money>,
    /// Year in which the main building was built.
    pub year_built: Option<i32>,
    /// Use code of the county.
    pub usecode: Option<String>,
    /// Use in words.
    pub usedesc: Option<String>,
    /// Zoning code.
    pub zoning: Option<String>,
    /// Kind of zoning.
    pub zoning_type: Option<String>,
    /// Kind of zoning, in more detail.
    pub zoning_subtype: Option<String>,
    /// Legal description.
    pub legaldesc: Option<String>,
    /// Subdivision.
    pub subdivision: Option<String>,
    /// Total value, dollars.
    pub parval: Option<Money>,
    /// What kind of value `parval` is.
    pub parvaltype: Option<String>,
    /// Value of the land, dollars.
    pub landval: Option<Money>,
    /// Value of what stands on it, dollars.
    pub improvval: Option<Money>,
    /// Floor area of the buildings, square feet.
    pub sqft: Option<i64>,
    /// Area of the parcel, acres.
    pub ll_gisacre: Option<f64>,
    /// Number of buildings.
    pub building_count: Option<i32>,
    /// FEMA flood zone.
    pub flood_zone: Option<String>,
    /// FEMA flood zone, in more detail.
    pub flood_zone_subtype: Option<String>,
    /// A point on the parcel, degrees.
    pub lon: f64,
    /// A point on the parcel, degrees.
    pub lat: f64,
    /// `GeoJSON` Polygon or `MultiPolygon` in WGS 84; null where nobody knows the outline.
    #[schema(value_type = Option<Object>)]
    pub geometry: Option<Value>,
    /// Where the record comes from.
    pub source: String,
    /// Under which licence.
    pub source_licence: Option<String>,
    /// The record is made up for demonstration.
    pub is_sample: bool,
}

/// The parcel as a lookup answers it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelData {
    /// Street address.
    pub address: Option<String>,
    /// City of the site.
    pub scity: Option<String>,
    /// ZIP code of the site.
    pub szip: Option<String>,
    /// The county's number of the parcel.
    pub parcelnumb: String,
    /// Recorded taxpayer.
    pub owner: Option<String>,
    /// In care of whom the tax bill goes.
    pub careof: Option<String>,
    /// Day of the last sale.
    pub saledate: Option<NaiveDate>,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Five digits: state and county.
    pub county_fips: String,
    /// Use in words.
    pub usedesc: Option<String>,
    /// Zoning code.
    pub zoning: Option<String>,
    /// Where the record comes from.
    pub source: String,
    /// The record is made up for demonstration.
    pub is_sample: bool,
}

impl From<ParcelRecord> for ParcelData {
    fn from(record: ParcelRecord) -> Self {
        Self {
            address: record.address,
            scity: record.scity,
            szip: record.szip,
            parcelnumb: record.parcelnumb,
            owner: record.owner,
            careof: record.careof,
            saledate: record.saledate,
            ll_uuid: record.ll_uuid,
            county_fips: record.county_fips,
            usedesc: record.usedesc,
            zoning: record.zoning,
            source: record.source,
            is_sample: record.is_sample,
        }
    }
}

/// Which parcels to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelsQuery {
    /// The county's number of the parcel.
    pub parcelnumb: String,
    /// Five digits: state and county. Without it every county's parcel of that number.
    pub county_fips: Option<String>,
}

/// Parcels that carry one number.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelList {
    /// At most 100, in a stable order.
    pub parcels: Vec<ParcelRecord>,
}
