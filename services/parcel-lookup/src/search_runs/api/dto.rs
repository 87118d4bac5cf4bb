//! Request and response bodies of search runs.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{MarketId, ProjectId, RunId, SubmarketId, UserId};
use serde::{Deserialize, Serialize};
use site_search::{Criteria, Fact};
use utoipa::{IntoParams, ToSchema};

use crate::search_runs::row::UnmappedLand;
use crate::search_runs::state::SearchState;
use crate::selections::dto::AreaGeometry;
use crate::site_layers::{Progress, SiteLayers};

/// Where parcels are judged: one of these.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct SearchArea {
    /// Counties, five digits each, 30 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 30, example = json!(["48201"]))]
    pub county_fips: Option<Vec<String>>,
    /// Parcels with their inner point in the outline of the submarket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submarket_id: Option<SubmarketId>,
    /// Parcels with their inner point in the outline of a submarket of the market.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub market_id: Option<MarketId>,
    /// Parcels with their inner point in it. An outline that crosses itself is repaired.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<AreaGeometry>,
}

/// Requests a run.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SearchRunRequest {
    /// Parcels that this project discarded are left out, and those that it has are marked.
    pub project_id: ProjectId,
    pub area: SearchArea,
    pub criteria: Criteria,
    /// The finished growth run from which `growth_chance` and `growth_decade` are; without one they are unknown.
    #[serde(default)]
    #[schema(value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
    /// CQL2 text over the queryables of the OGC collection `parcels`: only parcels of the area that match are judged. `slope_percent` is one
    /// more property; with `growth_run_id = '…' AND` before them, `growth_chance` (0 to 1) and `growth_decade` are too.
    #[serde(default)]
    #[schema(example = "use_class IN ('industrial', 'vacant')")]
    pub filter: Option<String>,
    /// Shown in the list; at most 80 characters.
    #[serde(default)]
    #[schema(max_length = 80)]
    pub name: Option<String>,
}

/// The data of a county in a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchData {
    /// State and county, five digits.
    #[schema(example = "48201")]
    pub county_fips: String,
    /// The newest import among its parcels; null if they are older than imports are recorded.
    #[schema(required = true)]
    pub batch_id: Option<i64>,
    /// Name of the source of that import.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Date of its file.
    #[schema(required = true)]
    pub source_date: Option<NaiveDate>,
    /// Parcels of the county in the area that match the filter.
    pub parcels: u64,
}

/// A fact that the criteria use and that is known of no parcel of the area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MissingLayer {
    pub fact: Fact,
    /// Why, for the user.
    pub reason: String,
}

/// A layer that the criteria use and that was not there for all parcels of the area: its public service was asked for the rest, in the
/// background. A run of the same area has what is loaded by then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LayerLoading {
    pub fact: Fact,
    /// Name of the service's data.
    pub source: &'static str,
    /// Of the parcels that the run judged, those that had the layer.
    pub mapped: u64,
    /// Cells of the service, some 2 km wide, with the others.
    pub cells: u64,
    /// Of these, those that are there now. In lists and events, as in the next two, as it was when the run ended.
    pub loaded: u64,
    /// Of these, those that are being loaded or will be. What is neither there nor waits is asked for by the next run.
    pub waiting: u64,
    /// Why a cell that is not there could last not be loaded; null if none failed.
    #[schema(required = true, example = "it responded with status 502")]
    pub error: Option<String>,
}

impl LayerLoading {
    pub fn of(land: &UnmappedLand, progress: Progress) -> Self {
        Self {
            fact: land.fact,
            source: SiteLayers::source(land.kind),
            mapped: land.mapped,
            cells: land.cells,
            loaded: progress.loaded.unsigned_abs(),
            waiting: progress.waiting.unsigned_abs(),
            error: progress.error,
        }
    }
}

/// Two wishes that rank the parcels of the area nearly alike, so that together they count one thing twice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AlikeWishes {
    pub first: Fact,
    pub second: Fact,
    /// Rank correlation of their values over the parcels of which both facts are known: more than 0.8, 1 at most.
    pub correlation: f64,
}

/// How many parcels became what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SearchCounts {
    /// Parcels of the area that match the filter and that the project has not discarded.
    pub judged: u64,
    /// Parcels of the area, also those that do not match the filter; null of a run without one.
    #[serde(default)]
    #[schema(required = true)]
    pub of_area: Option<u64>,
    /// Those that are ranked.
    pub fit: u64,
    /// Those that fail no gate, but a fact of one is unknown: they are listed apart.
    pub listed_unknown: u64,
    /// Those that pass all gates, but less than half of the weight is on known facts: listed apart.
    pub low_certainty: u64,
    /// Those that fail a gate.
    pub failed: u64,
    /// Parcels of the area that match the filter, left out because the project discarded them.
    pub discarded: u64,
    /// Of `judged`, those that the project has.
    pub in_project: u64,
}

/// What a gate did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SearchGate {
    /// Its place in `criteria.gates`.
    pub index: usize,
    /// Parcels that fail it.
    pub fails: u64,
    /// Of these, those that fail no other gate.
    pub fails_alone: u64,
    /// Parcels of which its fact is unknown.
    pub unknown: u64,
    /// Parcels that fail no other gate, and this one by a tenth of its bound at most, or by ten years.
    pub near_miss: u64,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct SearchRun {
    #[schema(value_type = Uuid)]
    pub run_id: RunId,
    pub project_id: ProjectId,
    #[schema(required = true)]
    pub name: Option<String>,
    pub state: SearchState,
    /// Parcels read or judged so far.
    pub judged: i64,
    /// Parcels of the area that match the filter; null until they are counted.
    #[schema(required = true)]
    pub total: Option<i64>,
    /// Reason of the failure.
    #[schema(required = true)]
    pub error: Option<String>,
    pub criteria: Criteria,
    /// SHA-256 of the criteria in canonical form.
    pub criteria_hash: String,
    /// Version of the method; ranks of other versions differ.
    pub method_version: i32,
    #[schema(required = true, value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
    /// Only parcels that match are judged; null judges all of the area.
    #[schema(required = true)]
    pub filter: Option<String>,
    /// By county; empty until the run is done.
    pub data: Vec<SearchData>,
    pub missing_layers: Vec<MissingLayer>,
    /// Layers that are being loaded for the area; empty until the run is done.
    pub loading: Vec<LayerLoading>,
    /// Pairs of weighted wishes; empty until the run is done.
    pub alike: Vec<AlikeWishes>,
    /// Null until the run is done.
    #[schema(required = true)]
    pub counts: Option<SearchCounts>,
    /// One for each of `criteria.gates`; empty until the run is done.
    pub gates: Vec<SearchGate>,
    /// What the gates did, in a sentence; null until the run is done.
    #[schema(
        required = true,
        example = "0 of 94,112 fit: site size alone leaves 12"
    )]
    pub explanation: Option<String>,
    pub created_at: DateTime<Utc>,
    /// The user who requested it.
    pub created_by: UserId,
    #[schema(required = true)]
    pub finished_at: Option<DateTime<Utc>>,
}

/// Whose runs.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchRunsQuery {
    pub project_id: ProjectId,
}

/// The runs of a project.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SearchRuns {
    /// Newest first; the newest 20 are kept.
    pub runs: Vec<SearchRun>,
}
