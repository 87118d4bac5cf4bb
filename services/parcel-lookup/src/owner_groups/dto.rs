//! Response of an owner's parcels.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ParcelUuid;
use serde::Serialize;
use utoipa::ToSchema;

/// Everything that the owner of a parcel has. Sums are of the parcels that have the value.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnerGroup {
    /// As the roll of the parcel says.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// Kind of owner: person, company, trust, estate, government, association, bank, religious, utility.
    #[schema(required = true)]
    pub owner_kind: Option<String>,
    /// Parcels of the same owner, this one included.
    pub count: usize,
    /// Sum of their areas, acres. Land that several of them are on, such as condominiums, counts once.
    pub acres: f64,
    /// Parcels whose area is unknown.
    pub without_acres: usize,
    /// Sum of their values, dollars.
    pub total_value: f64,
    /// Parcels whose value is unknown.
    pub without_value: usize,
    /// Parcels of which the tax bill goes elsewhere.
    pub absentee: usize,
    /// Parcels of which the tax bill goes there. Of the rest it is unknown.
    pub local: usize,
    /// Full years that half of the parcels with a date of sale are held at least.
    #[schema(required = true)]
    pub median_years_held: Option<i32>,
    /// Full years of the longest held parcel.
    #[schema(required = true)]
    pub longest_years_held: Option<i32>,
    /// Parcels of the same owner, the surest first; 10,000 at most.
    pub members: Vec<OwnerGroupMember>,
    /// Parcels of owners that are perhaps the same, or are related: sister companies, households; 2,000 at most.
    pub related: Vec<OwnerGroupMember>,
    /// Where the facts of all these parcels are from, each source once.
    pub sources: Vec<SourceOfParcels>,
    /// More than 10,000 parcels have the owner's names: not all of them were compared, so more may be of the owner.
    pub truncated: bool,
    /// More parcels have a mailing address or care-of of the owner, or a rare word of its name, than were compared: some of them may be of
    /// the owner, under another name.
    pub may_have_more: bool,
}

/// A source of parcels.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceOfParcels {
    /// Name of the source.
    pub source: String,
    /// Its licence.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// Date of its file, as the source says.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// When it was read; of several times the first.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
}

/// Relation to the owner asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OwnerRelation {
    Same,
    Related,
}

/// A parcel of the group.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnerGroupMember {
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcelnumb: String,
    #[schema(required = true)]
    pub address: Option<String>,
    /// City of the site.
    #[schema(required = true)]
    pub scity: Option<String>,
    /// State and county, five digits.
    pub county_fips: String,
    /// Recorded taxpayer.
    #[schema(required = true)]
    pub owner: Option<String>,
    /// Address of the tax bill.
    #[schema(required = true)]
    pub mailing_address: Option<String>,
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Dollars.
    #[schema(required = true)]
    pub total_value: Option<f64>,
    /// Date of the last sale.
    #[schema(required = true)]
    pub saledate: Option<NaiveDate>,
    /// Full years since then.
    #[schema(required = true)]
    pub years_held: Option<i32>,
    /// Whether the tax bill goes to another place.
    #[schema(required = true)]
    pub is_absentee: Option<bool>,
    pub lon: f64,
    pub lat: f64,
    pub relation: OwnerRelation,
    /// 0 to 1.
    pub confidence: f64,
    /// Why, in words.
    #[schema(example = "same name, same mailing address")]
    pub reason: String,
}
