//! Requests and responses of assemblages.

use domain::{MarketId, ParcelUuid, ProjectId, RunId, SubmarketId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use site_search::Criteria;
use utoipa::ToSchema;

use crate::search_runs::api::result_dto::{RankChange, SearchGateResult, SearchList, SearchReason};
use crate::selections::dto::AreaGeometry;

/// Parcels to measure as one site.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssemblageRequest {
    /// 1 to 100 parcels.
    pub ll_uuids: Vec<ParcelUuid>,
}

/// A place to search around.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NearParcel {
    pub ll_uuid: ParcelUuid,
    /// Metres, at most 10,000.
    pub radius_m: f64,
}

/// Where to search, by one of `area`, `bbox`, `near`, `county_fips`, `submarket_id` and `market_id`, and for what.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AssemblageSearchRequest {
    /// Parcels with their inner point in it.
    #[serde(default)]
    pub area: Option<AreaGeometry>,
    /// West, south, east, north in degrees.
    #[serde(default)]
    pub bbox: Option<[f64; 4]>,
    /// Parcels around this one.
    #[serde(default)]
    pub near: Option<NearParcel>,
    /// Parcels of these counties, five digits each, 30 at most.
    #[serde(default)]
    #[schema(max_items = 30, example = json!(["48201"]))]
    pub county_fips: Option<Vec<String>>,
    /// Parcels with their inner point in the outline of the submarket.
    #[serde(default)]
    pub submarket_id: Option<SubmarketId>,
    /// Parcels with their inner point in the outline of a submarket of the market.
    #[serde(default)]
    pub market_id: Option<MarketId>,
    /// Least land, acres.
    pub min_acres: f64,
    /// Most owners, 1 to 10. Up to 6 the search is exact.
    pub max_owners: usize,
    /// Most parcels, 1 to 100; 20 by default.
    #[serde(default)]
    pub max_parcels: Option<usize>,
    /// Parcels on both sides of a local street adjoin; true by default.
    #[serde(default = "yes")]
    pub across_streets: bool,
    /// With parcels of governments, associations and utilities; false by default.
    #[serde(default)]
    pub include_public: bool,
    /// CQL2 text that each parcel of a site matches, over the queryables of the OGC collection `parcels`. `slope_percent` is one more property;
    /// with `growth_run_id = '…' AND` before them, `growth_chance` (0 to 1) and `growth_decade` are too.
    #[serde(default)]
    #[schema(example = "use_class IN ('industrial', 'vacant')")]
    pub filter: Option<String>,
    /// Parcels that this project discarded are left out, and those that it has are counted.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// Sites are judged by these, each as one, and are sorted by their score; those that fail a requirement are left out. Without criteria none
    /// is judged.
    #[serde(default)]
    pub criteria: Option<Criteria>,
    /// The finished growth run from which `growth_chance` and `growth_decade` of the criteria are; without one they are unknown.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
    /// Most sites of the answer, 1 to 100; 30 by default.
    #[serde(default)]
    pub limit: Option<usize>,
}

fn yes() -> bool {
    true
}

/// An owner in a site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssemblageOwner {
    /// The name of the first of the parcels; null if unknown: an owner of its own.
    pub owner: Option<String>,
    /// How the name is spelled at others of the parcels, five at most.
    pub other_names: Vec<String>,
    pub ll_uuids: Vec<ParcelUuid>,
    pub acres: f64,
    /// Without this owner the rest falls into parts.
    pub is_hold_out: bool,
    /// What is left without this owner.
    pub acres_without: f64,
    /// Parts of what is left.
    pub parts_without: usize,
    /// Frontage of what is left, metres.
    pub frontage_without_m: f64,
}

/// Land along a named street.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StreetFrontage {
    pub street: String,
    pub metres: f64,
}

/// Parcels as one site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Assemblage {
    pub ll_uuids: Vec<ParcelUuid>,
    /// Pieces of land; parcels on the same outline are one.
    pub lots: usize,
    /// Of the pieces of land; streets between them are not counted.
    pub acres: f64,
    pub owners: Vec<AssemblageOwner>,
    /// Sum of the appraised values, dollars.
    pub total_value: f64,
    /// Parcels whose value is unknown.
    pub without_value: usize,
    /// Along streets around the site, metres.
    pub frontage_m: f64,
    /// Along streets between its own parcels, metres.
    pub inner_frontage_m: f64,
    /// Named ones around the site, the longest first.
    pub streets: Vec<StreetFrontage>,
    /// It lies on two named streets.
    pub is_corner: bool,
    /// Of the largest circle in it, metres.
    pub width_m: f64,
    /// Sides of the narrowest rectangle around it, metres, the longer first.
    pub envelope_m: [f64; 2],
    /// 4πA/P²: 1 is a circle, 0.785 a square.
    pub compactness: f64,
    /// Parts that do not adjoin; 1 is one site.
    pub parts: usize,
    /// A local street lies between its parcels.
    pub across_streets: bool,
    /// Of its parcels, those that the project has.
    pub in_project: usize,
    /// By the criteria of the search; only of a search that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<AssemblageJudgement>,
    /// GeoJSON of the site, streets between its parcels closed; longitude and latitude.
    #[schema(value_type = Object)]
    pub geometry: Value,
}

/// What criteria say of a site as one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssemblageJudgement {
    /// Its list; sites of the others come after the ranked ones.
    pub list: SearchList,
    /// Among the sites of the answer; null unless it is ranked.
    #[schema(required = true)]
    pub rank: Option<u64>,
    /// 0 to 100.
    pub score: f64,
    /// The score if all unknown facts had the value 0.
    pub score_low: f64,
    /// The score if all unknown facts had the value 1.
    pub score_high: f64,
    /// Share of the weight on known facts, 0 to 1.
    pub certainty: f64,
    /// Best rank when each weight moves by up to 20 %; null unless it is ranked.
    #[schema(required = true)]
    pub rank_best: Option<u64>,
    /// Worst rank when each weight moves by up to 20 %; null unless it is ranked.
    #[schema(required = true)]
    pub rank_worst: Option<u64>,
    /// One for each of `criteria.wishes`.
    pub reasons: Vec<SearchReason>,
    /// One for each of `criteria.gates`.
    pub gates: Vec<SearchGateResult>,
    /// What would change its rank.
    pub changes: Vec<RankChange>,
}

/// How many sites became what, before those with mostly the same land were left out.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AssemblageCounts {
    /// Parcels left out of the search, because they fail a requirement that all parcels of a site must meet.
    pub parcels_failed: usize,
    /// Sites that are ranked.
    pub fit: usize,
    /// Sites that fail no requirement, but a fact of one is unknown.
    pub listed_unknown: usize,
    /// Sites that meet all requirements, but less than half of the weight is on known facts.
    pub low_certainty: usize,
    /// Sites that fail a requirement.
    pub failed: usize,
    /// What the requirements did, in a sentence.
    #[schema(example = "3 of 40 fit: site size alone leaves 12")]
    pub explanation: String,
}

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssemblageSearchResult {
    /// Parcels of the area that may be part of a site.
    pub parcels: usize,
    /// Of the area, those that the project discarded.
    pub discarded: usize,
    /// Of the area, those left out because they belong to a government, an association or a utility.
    pub public: usize,
    /// Pieces of adjoining land of one owner; of more than 20,000 parcels only where there is enough land for a site.
    pub blocks: usize,
    /// Sites that were found, before those with mostly the same land were left out.
    pub found: usize,
    /// Every site of the area was considered; else these are the best that were found.
    pub is_proven: bool,
    /// Streets are known in the area; without them no parcels adjoin across one, and no frontage is known.
    pub streets_known: bool,
    /// How many sites of it fit; only of a search that has criteria.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<AssemblageCounts>,
    /// With criteria the greatest score first, those listed apart last; equal ones, and all of a search without criteria: few owners first, then
    /// few parcels, then much land.
    pub assemblages: Vec<Assemblage>,
}
