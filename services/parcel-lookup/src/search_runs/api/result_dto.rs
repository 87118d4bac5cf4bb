//! Response bodies of results.

use chrono::NaiveDate;
use domain::{ParcelUuid, RunId};
use serde::{Deserialize, Serialize};
use site_search::{Fact, FactValue};
use utoipa::{IntoParams, ToSchema};

/// A list of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchList {
    /// Parcels that pass all gates, best first.
    #[default]
    Ranked,
    /// Parcels that fail no gate, but a fact of one is unknown.
    Unknown,
    /// Parcels that pass all gates, but less than half of the weight is on known facts.
    Uncertain,
}

/// The page wanted.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchResultsQuery {
    /// `ranked` by default.
    #[serde(default)]
    #[param(inline)]
    pub list: SearchList,
    /// Results to skip; 0 by default.
    #[serde(default)]
    pub offset: u32,
    /// Most results of the page, 1 to 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// The list wanted.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchFileQuery {
    /// `ranked` by default.
    #[serde(default)]
    #[param(inline)]
    pub list: SearchList,
}

/// What a reason is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    /// A wish of the criteria.
    Wish,
}

/// What a wish adds to a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchReason {
    pub kind: ReasonKind,
    pub fact: Fact,
    pub weight: i32,
    /// The fact; null if it is unknown.
    #[schema(required = true)]
    pub value: Option<FactValue>,
    /// Unit of a number; empty if it has none.
    pub unit: String,
    /// Value of the fact, 0 to 1; null if it is unknown, and the wish's neutral value counts.
    #[schema(required = true)]
    pub v: Option<f64>,
    /// What it adds to the score.
    pub points: f64,
    pub known: bool,
    /// Whether the fact is beyond the ends of the curve, and has the value of the end.
    pub is_clamped: bool,
    /// What the parcels of a site are, if each of them is judged and they differ: a wish has the mean of their values by land, a gate holds if
    /// it does for all of them. `value` is null then. Not of single parcels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Vacant 70%, Industrial 30%")]
    pub of_parcels: Option<String>,
    /// Name of the data's source; null if the fact is unknown, and of a site of several parcels.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Date of the data as its source says, else the day on which it was read; of several layers the oldest. Null with `source`, and of runs
    /// before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
}

/// How a gate went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GateOutcome {
    Pass,
    Fail,
    /// The fact is unknown.
    Unknown,
}

/// What a gate says of a parcel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchGateResult {
    /// Its place in `criteria.gates`.
    pub index: usize,
    pub fact: Fact,
    pub outcome: GateOutcome,
    /// The fact; null if it is unknown.
    #[schema(required = true)]
    pub value: Option<FactValue>,
    /// As that of reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_parcels: Option<String>,
    /// Name of the data's source; null if the fact is unknown, of a site of several parcels, and of runs before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub source: Option<String>,
    /// As that of reasons.
    #[serde(default)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
}

/// What changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RankChangeKind {
    /// The weight of a wish.
    Weight,
    /// A fact of the parcel.
    Fact,
    /// A gate that the parcel fails.
    Gate,
    /// No single fact is enough.
    Nothing,
    /// The parcel has the same score as the one before it, or as the second if it is the first.
    Level,
}

/// A change after which a parcel is level with the one before it; or that it is level already, and by what they are in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RankChange {
    pub kind: RankChangeKind,
    #[schema(required = true)]
    pub fact: Option<Fact>,
    /// The weight, or the fact's value nearest to that of now; null if several would do.
    #[schema(required = true)]
    pub needed: Option<FactValue>,
    /// The rank that the parcel would share, or shares; null for a gate.
    #[schema(required = true)]
    pub rank: Option<u64>,
    /// For the user.
    #[schema(example = "Value per acre: $38,000 an acre or less: level with rank 3")]
    pub sentence: String,
}

/// Facts of a parcel at the time of the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchRecord {
    #[schema(example = "48201")]
    pub county_fips: String,
    #[schema(required = true)]
    pub use_class: Option<String>,
    /// Land use in words.
    #[schema(required = true)]
    pub usedesc: Option<String>,
    #[schema(required = true)]
    pub zoning: Option<String>,
    /// FEMA flood zone: of the flood layers, else of the county's record.
    #[schema(required = true)]
    pub flood_zone: Option<String>,
    /// Whether it floods once in a hundred years, by the same source; null also of runs before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub in_flood_zone: Option<bool>,
    /// Dollars.
    #[schema(required = true)]
    pub total_value: Option<f64>,
    /// Dollars; of land that several parcels are on, that of all of them. Null also of runs before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub value_per_acre: Option<f64>,
    /// Square feet.
    #[schema(required = true)]
    pub building_sqft: Option<f64>,
    #[schema(required = true)]
    pub year_built: Option<i32>,
    #[schema(required = true)]
    pub owner_kind: Option<String>,
    #[schema(required = true)]
    pub mailing_address: Option<String>,
    #[schema(required = true)]
    pub saledate: Option<NaiveDate>,
    /// Name of the source of the record.
    pub source: String,
    /// Date of the record, as its source says; null also of runs before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// Licence of the source; null also of runs before it was kept.
    #[serde(default)]
    #[schema(required = true)]
    pub source_licence: Option<String>,
}

/// A parcel of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchResult {
    /// Null unless it is ranked.
    #[schema(required = true)]
    pub rank: Option<u64>,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// Parcel number within its county.
    pub parcelnumb: String,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub scity: Option<String>,
    #[schema(required = true)]
    pub owner: Option<String>,
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Longitude of a point on the parcel, degrees.
    pub lon: f64,
    /// Latitude of a point on the parcel, degrees.
    pub lat: f64,
    /// 0 to 100.
    pub score: f64,
    /// The score if all unknown facts had the value 0.
    pub score_low: f64,
    /// The score if all unknown facts had the value 1.
    pub score_high: f64,
    /// Share of the weight on known facts, 0 to 1.
    pub certainty: f64,
    /// Best rank when each weight moves by up to 20 %; null unless it is among the first 500, or a site that would have a rank.
    #[schema(required = true)]
    pub rank_best: Option<u64>,
    /// Worst rank when each weight moves by up to 20 %; null unless it is among the first 500, or a site that would have a rank.
    #[schema(required = true)]
    pub rank_worst: Option<u64>,
    /// One for each of `criteria.wishes`.
    pub reasons: Vec<SearchReason>,
    /// One for each of `criteria.gates`.
    pub gates: Vec<SearchGateResult>,
    /// What would change its rank; of a parcel that fails, which gates it fails.
    pub changes: Vec<RankChange>,
    /// Whether the project had it.
    pub in_project: bool,
    pub record: SearchRecord,
}

/// Some results of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SearchResults {
    /// Parcels of the whole list.
    pub count: u64,
    /// Of these, those that are kept with their reasons: the first 1,000 at most, then the parcels that the project had, however far down.
    pub kept: u64,
    pub results: Vec<SearchResult>,
}

/// Why a parcel is where it is, or where a site that the firm keeps would be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SearchExplanation {
    /// The list that it is in, or that a site would be in; null if it fails a gate, or is not judged because the project discarded it.
    #[schema(required = true)]
    pub list: Option<SearchList>,
    /// Whether it was judged for this answer, by what is known of it today: only the first results of the lists and those of the project are kept,
    /// and no sites.
    pub is_judged_now: bool,
    pub result: SearchResult,
    /// Of a site of several parcels, which is judged as one; null of a parcel.
    #[schema(required = true)]
    pub site: Option<SearchSite>,
}

/// A site of several parcels beside the parcels of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct SearchSite {
    /// How many it has.
    pub parcels: usize,
    /// The rank that it would have among the ranked parcels of the run, of which its own are some; null if it would not be ranked, or would be
    /// after those that are kept with their reasons.
    #[schema(required = true)]
    pub rank: Option<u64>,
    /// How many would be ranked with it.
    pub of: u64,
    /// Whether `rank_worst` is only the least that it can be: parcels after those that are kept with their reasons may come before it too.
    pub is_worst_at_least: bool,
}

/// The other run.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchCompareQuery {
    /// The run to compare with, of the same project; it is the earlier one.
    #[param(value_type = Uuid)]
    pub with: RunId,
    /// Parcels among the first so many of either run, 1 to 1,000; 100 by default.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<u32>,
}

/// A wish whose points changed between two runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct MovedWish {
    pub fact: Fact,
    /// What it added to the score; null if the earlier criteria do not have it.
    #[schema(required = true)]
    pub points_before: Option<f64>,
    /// What it adds; null if the later criteria do not have it.
    #[schema(required = true)]
    pub points_after: Option<f64>,
}

/// How far a parcel moved. Positive is towards the first rank.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SearchMove {
    pub ll_uuid: ParcelUuid,
    #[schema(required = true)]
    pub address: Option<String>,
    pub parcelnumb: String,
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Null if it has none, or one after 10,000.
    #[schema(required = true)]
    pub rank_before: Option<u64>,
    #[schema(required = true)]
    pub rank_after: Option<u64>,
    /// Ranks gained by other criteria; null if a rank is missing, or the split is not known.
    #[schema(required = true)]
    pub by_criteria: Option<i64>,
    /// Ranks gained by other data.
    #[schema(required = true)]
    pub by_data: Option<i64>,
    /// The wish whose points changed most; null if none did, or a run does not keep the parcel's reasons.
    #[schema(required = true)]
    pub wish: Option<MovedWish>,
}

/// Two runs compared.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of another part whether it is the same"
)]
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SearchComparison {
    /// Whether the criteria, the outlines of their places, the growth run that they ask and the method are the same.
    pub same_criteria: bool,
    /// Whether the areas are, with the outlines that they had.
    pub same_area: bool,
    pub same_filter: bool,
    /// Whether the data of the parcels is the same. Another day is other data if the earlier criteria use the years held.
    pub same_data: bool,
    /// Whether the moves are split: not if the areas or the filters differ, or if criteria and data do and the data has changed since the later
    /// run, or the earlier one's growth run was removed.
    pub is_split: bool,
    /// In the order of the later run.
    pub moves: Vec<SearchMove>,
}
