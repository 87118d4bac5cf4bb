//! Parcels on the wire: the short form of a lookup, and lists of [`ParcelRecord`].
//!
//! Rows of the table are not these types.

use chrono::NaiveDate;
use domain::ParcelUuid;
use parcel_record::ParcelRecord;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The parcel as a lookup answers it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParcelData {
    /// Street address.
    pub address: Option<String>,
    /// City of the site.
    pub scity: Option<String>,
    /// State of the site, two letters.
    pub state2: Option<String>,
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
    /// Area in acres.
    pub ll_gisacre: Option<f64>,
    /// Where the record comes from.
    pub source: String,
    /// The record is made up for demonstration.
    pub is_sample: bool,
}

impl From<ParcelRecord> for ParcelData {
    fn from(record: ParcelRecord) -> Self {
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
