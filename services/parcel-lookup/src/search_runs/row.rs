//! Rows of search runs.

use std::collections::BTreeSet;

use ::site_layers::LayerKind;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use domain::{CustomerId, ParcelUuid, ProjectId, RunId, UserId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use site_search::{Criteria, Fact, GateArea};

use super::api::dto::{
    AlikeWishes, LayerLoading, MissingLayer, SearchArea, SearchCounts, SearchData, SearchGate,
    SearchRun,
};
use super::error::SearchError;
use super::state::SearchState;
use crate::schema::search_runs;
use crate::selections::Discard;
use crate::site_layers::{Cell, Progress};

diesel::define_sql_function! {
    /// The database's clock, with time zone.
    #[sql_name = "now"]
    fn database_now() -> Timestamptz;
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = search_runs, check_for_backend(Pg))]
pub struct SearchRow {
    pub run_id: RunId,
    pub customer_id: CustomerId,
    pub created_by: UserId,
    pub project_id: ProjectId,
    pub name: Option<String>,
    pub state: SearchState,
    /// [`Criteria`].
    pub criteria: Value,
    pub criteria_hash: String,
    pub method_version: i32,
    pub growth_run_id: Option<RunId>,
    /// CQL2 text; `None` judges all parcels of the area.
    pub filter: Option<String>,
    /// [`SearchSettings`].
    pub settings: Value,
    /// [`SearchOutcome`]; null until the run is done.
    pub outcome: Option<Value>,
    pub judged: i64,
    pub total: Option<i64>,
    /// Reason of the failure.
    pub error: Option<String>,
    /// How often a process began it.
    pub attempts: i32,
    /// Incremented by each change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

/// What a run was asked for, besides criteria.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SearchSettings {
    /// As in the request.
    pub area: SearchArea,
    /// GeoJSON of the outlines of a submarket or a market, as they were.
    pub outlines: Vec<Value>,
    pub in_project: Vec<ParcelUuid>,
    pub discarded: Vec<Discard>,
    /// Of the gates' submarkets and markets that exist. Earlier runs have none.
    #[serde(default)]
    pub gate_outlines: Vec<GateOutlines>,
}

impl SearchSettings {
    /// Whether both judge the parcels of the same land: a submarket keeps its identity when its outline changes.
    pub fn has_area_of(&self, other: &Self) -> bool {
        self.counties() == other.counties() && same_members(&self.outlines, &other.outlines)
    }

    /// Whether the places of the gates have the same outlines.
    pub fn has_gate_outlines_of(&self, other: &Self) -> bool {
        same_members(&self.gate_outlines, &other.gate_outlines)
    }

    fn counties(&self) -> BTreeSet<&str> {
        let counties = self.area.county_fips.iter().flatten();
        counties.map(String::as_str).collect()
    }
}

/// In whichever order. Neither has a member twice.
fn same_members<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.len() == other.len() && one.iter().all(|member| other.contains(member))
}

/// The outlines of the place of a gate, as they were.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GateOutlines {
    pub area: GateArea,
    /// GeoJSON.
    pub outlines: Vec<Value>,
}

/// What a run found, besides its lists.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SearchOutcome {
    pub data: Vec<SearchData>,
    /// Differs when a fact of a parcel, a discard or a layer does.
    pub data_hash: String,
    pub missing_layers: Vec<MissingLayer>,
    /// Earlier runs do not have it.
    #[serde(default)]
    pub alike: Vec<AlikeWishes>,
    pub counts: SearchCounts,
    /// Earlier runs keep none.
    #[serde(default)]
    pub own_after: OwnAfter,
    pub gates: Vec<SearchGate>,
    pub explanation: String,
    /// Earlier runs do not have it.
    #[serde(default)]
    pub unmapped: Vec<UnmappedLand>,
}

/// Land of a run without a layer that a public service was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmappedLand {
    pub fact: Fact,
    pub kind: LayerKind,
    /// Parcels that had the layer.
    pub mapped: u64,
    /// Cells with the others.
    pub cells: u64,
    /// Names of those that the run asked for.
    pub first_cells: Vec<String>,
}

impl UnmappedLand {
    pub fn first_cells(&self) -> Vec<Cell> {
        let names = self.first_cells.iter();
        names.filter_map(|name| Cell::named(name)).collect()
    }

    /// As it is when the run ends.
    fn asked_for(&self) -> Progress {
        Progress {
            waiting: self.first_cells.len() as i64,
            ..Progress::default()
        }
    }
}

/// How many parcels of the project are kept with their reasons after the first of each list.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct OwnAfter {
    pub ranked: usize,
    pub unknown: usize,
    pub uncertain: usize,
}

impl SearchRow {
    /// Facts are of this day, so that a run has the same result whenever it is taken again.
    pub fn day(&self) -> NaiveDate {
        self.created_at.date_naive()
    }

    pub fn criteria(&self) -> Result<Criteria, SearchError> {
        read(&self.criteria)
    }

    pub fn settings(&self) -> Result<SearchSettings, SearchError> {
        read(&self.settings)
    }

    pub fn outcome(&self) -> Result<Option<SearchOutcome>, SearchError> {
        self.outcome.as_ref().map(read).transpose()
    }

    /// The outcome of a run that is done.
    pub fn done(&self) -> Result<SearchOutcome, SearchError> {
        self.outcome()?
            .ok_or(SearchError::NoResult(self.state.as_str()))
    }

    /// The response body.
    pub fn shown(&self) -> Result<SearchRun, SearchError> {
        let outcome = self.outcome()?;
        let (counts, explanation) = outcome
            .as_ref()
            .map(|outcome| (outcome.counts, outcome.explanation.clone()))
            .unzip();
        let unmapped = outcome.iter().flat_map(|found| &found.unmapped);
        let loading = unmapped.map(|land| LayerLoading::of(land, land.asked_for()));
        let loading = loading.collect();
        let (data, missing_layers, alike, gates) = outcome
            .map(|found| (found.data, found.missing_layers, found.alike, found.gates))
            .unwrap_or_default();
        Ok(SearchRun {
            run_id: self.run_id,
            project_id: self.project_id,
            name: self.name.clone(),
            state: self.state,
            judged: self.judged,
            total: self.total,
            error: self.error.clone(),
            criteria: self.criteria()?,
            criteria_hash: self.criteria_hash.clone(),
            method_version: self.method_version,
            growth_run_id: self.growth_run_id,
            filter: self.filter.clone(),
            data,
            missing_layers,
            loading,
            alike,
            counts,
            gates,
            explanation,
            created_at: self.created_at,
            created_by: self.created_by,
            finished_at: self.finished_at,
        })
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, SearchError> {
    T::deserialize(value).map_err(|error| SearchError::Unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(area: &Value, outlines: &Value, gate_outlines: &Value) -> SearchSettings {
        let settings = json!({ "area": area, "outlines": outlines, "in_project": [], "discarded": [],
            "gate_outlines": gate_outlines });
        serde_json::from_value(settings).unwrap()
    }

    fn outline(east: f64) -> Value {
        let ring = json!([[0.0, 0.0], [east, 0.0], [east, 1.0], [0.0, 0.0]]);
        json!({ "type": "Polygon", "coordinates": [ring] })
    }

    #[test]
    fn areas_are_the_same_if_their_land_is() {
        let counties =
            |names: &[&str]| settings(&json!({ "county_fips": names }), &json!([]), &json!([]));
        let market = |outlines: Value| settings(&json!({ "market_id": 7 }), &outlines, &json!([]));
        let two = counties(&["48201", "48157"]);
        assert!(two.has_area_of(&counties(&["48157", "48201", "48157"])));
        assert!(!two.has_area_of(&counties(&["48201"])));
        let (one, other) = (outline(1.0), outline(2.0));
        let both = market(json!([one, other]));
        assert!(both.has_area_of(&market(json!([other, one]))));
        // The outline of one submarket changed, or the market has one less.
        assert!(!both.has_area_of(&market(json!([one, outline(3.0)]))));
        assert!(!both.has_area_of(&market(json!([one]))));
        assert!(!both.has_area_of(&two));
        let submarket = settings(&json!({ "submarket_id": 5 }), &json!([one]), &json!([]));
        assert!(submarket.has_area_of(&market(json!([one]))));
    }

    #[test]
    fn places_of_gates_are_the_same_if_their_outlines_are() {
        let place = |name: &str, outline: Value| {
            let area = json!({ "name": name, "market_id": 7, "distance_m": 0.0 });
            json!({ "area": area, "outlines": [outline] })
        };
        let of =
            |places: Value| settings(&json!({ "county_fips": ["48201"] }), &json!([]), &places);
        let (east, west) = (place("East", outline(1.0)), place("West", outline(2.0)));
        let both = of(json!([east, west]));
        assert!(both.has_gate_outlines_of(&of(json!([west, east]))));
        assert!(!both.has_gate_outlines_of(&of(json!([east, place("West", outline(3.0))]))));
        assert!(!both.has_gate_outlines_of(&of(json!([east]))));
    }
}
