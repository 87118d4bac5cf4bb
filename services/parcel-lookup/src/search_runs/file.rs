//! A list of a finished run as a file: what was found, by which criteria, and on which data.

mod about;

use auth::CurrentUser;
use domain::RunId;
use parcel_export::Format;
use site_search::{BEYOND_RUN, Criteria, Fact, FactValue};
use table_file::{Table, Value, xlsx};

use super::api::result_dto::{
    GateOutcome, SearchExplanation, SearchList, SearchResult, SearchSite,
};
use super::error::SearchError;
use super::results::KEPT;
use super::row::{SearchOutcome, SearchRow};
use super::{ops, results};
use crate::selections;
use crate::state::AppState;

/// The sites of a project beside the results of a run.
#[derive(Debug, Default)]
pub struct SitesOfProject {
    /// Where each would be, the best first.
    pub judged: Vec<SearchExplanation>,
    /// Sites that are not wholly in the area of the run, or do not match its filter.
    pub outside: usize,
    /// Sites after the first 30, which are not judged.
    pub more: usize,
}

/// Columns before those of the criteria.
const PARCEL: [&str; 23] = [
    "rank",
    "score",
    "score_low",
    "score_high",
    "unknown_share",
    "rank_best",
    "rank_worst",
    "parcelnumb",
    "address",
    "scity",
    "county_fips",
    "owner",
    "owner_kind",
    "mailing_address",
    "acres",
    "use_class",
    "usedesc",
    "zoning",
    "flood_zone",
    "total_value",
    "building_sqft",
    "year_built",
    "saledate",
];
/// Columns after those of the criteria.
const PROVENANCE: [&str; 19] = [
    "in_project",
    "source",
    "source_date",
    "source_licence",
    "lon",
    "lat",
    "ll_uuid",
    "site_parcels",
    "site_rank_of",
    "site_rank_worst_is_least",
    "search",
    "filter",
    "searched_at",
    "search_run_id",
    "criteria_hash",
    "method_version",
    "data",
    "rows_in_file",
    "parcels_in_list",
];

/// How much of a list is in its file.
#[derive(Clone, Copy)]
struct Extent {
    /// Of the first of the list, of which a thousand are kept.
    first: usize,
    /// Parcels of the project after them.
    own: usize,
    /// Sites of the project that would be in the list.
    sites: usize,
    /// Sites of the project that are outside of the area or the filter.
    sites_outside: usize,
    /// Sites of the project that were not judged.
    sites_more: usize,
    /// Parcels of the list.
    listed: u64,
    /// Of those that are kept.
    discarded_since: usize,
}

impl Extent {
    fn rows(&self) -> usize {
        self.first + self.own + self.sites
    }
}

/// A row: a result of the run, or a site of the project beside them.
type Row = (SearchResult, Option<SearchSite>);

/// The name and the bytes of the file. A list keeps few thousand results, so it is made in memory. What the project has discarded since
/// the run is left out, as on the screen and in files of a selection. Sites come last: their ranks are those that they would have.
pub async fn of_list(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    (list, sites): (SearchList, &SitesOfProject),
    format: Format,
) -> Result<(String, Vec<u8>), SearchError> {
    let run = ops::get(state, user, run_id).await?;
    let outcome = run.done()?;
    let criteria = run.criteria()?;
    let mut first = results::kept(state, user, run_id, list).await?;
    let kept = first.len();
    let mut own = first.split_off(kept.min(KEPT));
    let reviewed = state.reviewed.of(run.project_id, user).await?;
    let discarded = selections::ops::hold(state, user, reviewed.discarded.iter().collect()).await?;
    for results in [&mut first, &mut own] {
        results.retain(|result| !discarded.contains(&result.ll_uuid));
    }
    let of_list = sites.judged.iter().filter(|site| site.list == Some(list));
    let of_list: Vec<Row> = of_list.map(|of| (of.result.clone(), of.site)).collect();
    let extent = Extent {
        first: first.len(),
        own: own.len(),
        sites: of_list.len(),
        sites_outside: sites.outside,
        sites_more: sites.more,
        listed: list.count(&outcome),
        discarded_since: kept - first.len() - own.len(),
    };
    let parcels = first.into_iter().chain(own).map(|result| (result, None));
    let all: Vec<Row> = parcels.chain(of_list).collect();
    let day = run.created_at.date_naive();
    let name = format!("search-results-{day}.{}", format.extension());
    let written = tokio::task::spawn_blocking(move || {
        let found = Table {
            name: "Results",
            columns: columns(&criteria),
            rows: rows(&run, &outcome, &all, extent),
        };
        match format {
            Format::Xlsx => xlsx(&[
                found,
                about::sheet(&run, &outcome, &criteria, (list, extent)),
            ]),
            _ => Ok(found.csv()),
        }
    });
    let written = written.await;
    let bytes = written.map_err(|error| SearchError::Unreadable(error.to_string()))??;
    Ok((name, bytes))
}

fn columns(criteria: &Criteria) -> Vec<String> {
    let wishes = criteria.wishes.iter().flat_map(|wish| {
        let fact = wish.fact.as_str();
        ["", "_part", "_points", "_source", "_source_date"].map(|what| format!("wish_{fact}{what}"))
    });
    let gates = criteria.gates.iter().enumerate().flat_map(|(place, gate)| {
        let fact = gate.fact.as_str();
        ["", "_outcome", "_source", "_source_date"]
            .map(|what| format!("requirement_{}_{fact}{what}", place + 1))
    });
    let parcel = PARCEL.map(str::to_owned).into_iter();
    let criteria = wishes.chain(gates);
    parcel
        .chain(criteria)
        .chain(PROVENANCE.map(str::to_owned))
        .collect()
}

fn rows(
    run: &SearchRow,
    outcome: &SearchOutcome,
    all: &[Row],
    extent: Extent,
) -> Vec<Vec<Option<Value>>> {
    let provenance = provenance(run, outcome, extent);
    let all = all.iter();
    all.map(|(result, site)| {
        let mut row = parcel(result, site.as_ref());
        for reason in &result.reasons {
            row.extend([
                known(
                    reason.fact,
                    reason.value.as_ref(),
                    reason.of_parcels.as_deref(),
                ),
                reason.v.map(Value::Number),
                Some(Value::Number(reason.points)),
                reason.source.as_deref().map(said),
                reason.source_date.map(Value::Date),
            ]);
        }
        for gate in &result.gates {
            let outcome = match gate.outcome {
                GateOutcome::Pass => "pass",
                GateOutcome::Fail => "fail",
                GateOutcome::Unknown => "unknown",
            };
            row.extend([
                known(gate.fact, gate.value.as_ref(), gate.of_parcels.as_deref()),
                Some(said(outcome)),
                gate.source.as_deref().map(said),
                gate.source_date.map(Value::Date),
            ]);
        }
        row.extend([
            Some(Value::Boolean(result.in_project)),
            Some(said(&result.record.source)),
            result.record.source_date.map(Value::Date),
            result.record.source_licence.as_deref().map(said),
            Some(Value::Number(result.lon)),
            Some(Value::Number(result.lat)),
            Some(said(&result.ll_uuid.to_string())),
            site.map(|site| Value::Number(site.parcels as f64)),
            site.map(|site| Value::Number(site.of as f64)),
            site.map(|site| Value::Boolean(site.is_worst_at_least)),
        ]);
        row.extend(provenance.iter().cloned().map(Some));
        row
    })
    .collect()
}

/// What is known of a fact; of a site whose parcels are judged each and differ, what they are.
fn known(of: Fact, value: Option<&FactValue>, of_parcels: Option<&str>) -> Option<Value> {
    let value = value.map(|value| fact(of, value));
    value.or_else(|| of_parcels.map(said))
}

/// In the order of [`PARCEL`]. A site has the rank that it would have.
fn parcel(result: &SearchResult, site: Option<&SearchSite>) -> Vec<Option<Value>> {
    let record = &result.record;
    let text = |text: &Option<String>| text.as_deref().map(said);
    let whole = |number: Option<u64>| number.map(|number| Value::Number(number as f64));
    // Without the last digits of a difference of fractions.
    let unknown = ((1.0 - result.certainty) * 10_000.0).round() / 10_000.0;
    vec![
        whole(site.map_or(result.rank, |site| site.rank)),
        Some(Value::Number(result.score)),
        Some(Value::Number(result.score_low)),
        Some(Value::Number(result.score_high)),
        Some(Value::Number(unknown)),
        whole(result.rank_best),
        whole(result.rank_worst),
        Some(said(&result.parcelnumb)),
        text(&result.address),
        text(&result.scity),
        Some(said(&record.county_fips)),
        text(&result.owner),
        text(&record.owner_kind),
        text(&record.mailing_address),
        result.acres.map(Value::Number),
        text(&record.use_class),
        text(&record.usedesc),
        text(&record.zoning),
        text(&record.flood_zone),
        record.total_value.map(Value::Number),
        record.building_sqft.map(Value::Number),
        record.year_built.map(|year| Value::Number(year.into())),
        record.saledate.map(Value::Date),
    ]
}

/// The run, its date, its data and how much of its list is here: the end of [`PROVENANCE`], the same in each row.
fn provenance(run: &SearchRow, outcome: &SearchOutcome, extent: Extent) -> [Value; 9] {
    let data = outcome.data.iter().map(|county| {
        let said = versions(
            county.source.as_deref(),
            county.source_date,
            county.batch_id,
        );
        format!("{}: {said}", county.county_fips)
    });
    [
        said(name_of(run)),
        said(filter_of(run)),
        Value::Time(run.created_at),
        said(&run.run_id.to_string()),
        said(&run.criteria_hash),
        Value::Number(run.method_version.into()),
        said(&data.collect::<Vec<_>>().join("; ")),
        Value::Number(extent.rows() as f64),
        Value::Number(extent.listed as f64),
    ]
}

fn name_of(run: &SearchRow) -> &str {
    run.name.as_deref().unwrap_or("Search")
}

/// Empty if all parcels of the area were judged.
fn filter_of(run: &SearchRow) -> &str {
    run.filter.as_deref().unwrap_or_default()
}

/// Such as 'County Assessor, 2026-10-01, import 4'.
fn versions(source: Option<&str>, date: Option<chrono::NaiveDate>, batch: Option<i64>) -> String {
    let parts = [
        Some(source.unwrap_or("source not recorded").to_owned()),
        date.map(|date| date.to_string()),
        batch.map(|batch| format!("import {batch}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn said(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn fact(of: Fact, value: &FactValue) -> Value {
    match value {
        FactValue::Number(number) if of == Fact::GrowthDecade && *number >= BEYOND_RUN => {
            said(&of.written(*number))
        }
        FactValue::Number(number) => Value::Number(*number),
        FactValue::Name(name) => said(name),
        FactValue::Flag(flag) => Value::Boolean(*flag),
    }
}
