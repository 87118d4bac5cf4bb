//! A list of a finished run as a file: what was found, by which criteria, and on which data.

use std::fmt::Write as _;

use auth::CurrentUser;
use domain::RunId;
use parcel_export::Format;
use site_search::{BEYOND_RUN, Criteria, Fact, FactValue, Gate, WhenUnknown, with_commas};
use table_file::{Table, Value, xlsx};

use super::api::result_dto::{GateOutcome, SearchList, SearchResult};
use super::curve_words::curve_words;
use super::error::SearchError;
use super::row::{SearchOutcome, SearchRow};
use super::{ops, results};
use crate::selections;
use crate::state::AppState;

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
const PROVENANCE: [&str; 16] = [
    "in_project",
    "source",
    "source_date",
    "source_licence",
    "lon",
    "lat",
    "ll_uuid",
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
    rows: usize,
    /// Parcels of the list, of which a thousand are kept.
    listed: u64,
    /// Of those that are kept.
    discarded_since: usize,
}

/// The name and the bytes of the file. A list keeps a thousand results, so it is made in memory. What the project has discarded since
/// the run is left out, as on the screen and in files of a selection.
pub async fn of_list(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    list: SearchList,
    format: Format,
) -> Result<(String, Vec<u8>), SearchError> {
    let run = ops::get(state, user, run_id).await?;
    let outcome = run.done()?;
    let criteria = run.criteria()?;
    let mut results = results::kept(state, user, run_id, list).await?;
    let kept = results.len();
    let reviewed = state.reviewed.of(run.project_id, user).await?;
    let discarded = selections::ops::hold(state, user, reviewed.discarded.iter().collect()).await?;
    results.retain(|result| !discarded.contains(&result.ll_uuid));
    let extent = Extent {
        rows: results.len(),
        listed: list.count(&outcome),
        discarded_since: kept - results.len(),
    };
    let day = run.created_at.date_naive();
    let name = format!("search-results-{day}.{}", format.extension());
    let written = tokio::task::spawn_blocking(move || {
        let found = Table {
            name: "Results",
            columns: columns(&criteria),
            rows: rows(&run, &outcome, &results, extent),
        };
        match format {
            Format::Xlsx => xlsx(&[found, about(&run, &outcome, &criteria, (list, extent))]),
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
    results: &[SearchResult],
    extent: Extent,
) -> Vec<Vec<Option<Value>>> {
    let provenance = provenance(run, outcome, extent);
    let results = results.iter();
    results
        .map(|result| {
            let mut row = parcel(result);
            for reason in &result.reasons {
                row.extend([
                    reason.value.as_ref().map(|value| fact(reason.fact, value)),
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
                    gate.value.as_ref().map(|value| fact(gate.fact, value)),
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
            ]);
            row.extend(provenance.iter().cloned().map(Some));
            row
        })
        .collect()
}

/// In the order of [`PARCEL`].
fn parcel(result: &SearchResult) -> Vec<Option<Value>> {
    let record = &result.record;
    let text = |text: &Option<String>| text.as_deref().map(said);
    let whole = |number: Option<u64>| number.map(|number| Value::Number(number as f64));
    // Without the last digits of a difference of fractions.
    let unknown = ((1.0 - result.certainty) * 10_000.0).round() / 10_000.0;
    vec![
        whole(result.rank),
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
        Value::Number(extent.rows as f64),
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

/// What was searched for, and on which data: the second sheet.
fn about(
    run: &SearchRow,
    outcome: &SearchOutcome,
    criteria: &Criteria,
    (list, extent): (SearchList, Extent),
) -> Table {
    let counts = outcome.counts;
    let mut rows = vec![
        ("Search".to_owned(), said(name_of(run))),
        (
            "Filter".to_owned(),
            said(
                run.filter
                    .as_deref()
                    .unwrap_or("none: all parcels of the area"),
            ),
        ),
        ("Searched at".to_owned(), Value::Time(run.created_at)),
        ("Outcome".to_owned(), said(&outcome.explanation)),
        ("List".to_owned(), said(list.as_str())),
        (
            "Parcels of the list".to_owned(),
            Value::Number(extent.listed as f64),
        ),
        (
            "Rows of this file, of the first 1,000".to_owned(),
            Value::Number(extent.rows as f64),
        ),
        (
            "Discarded since, left out of these".to_owned(),
            Value::Number(extent.discarded_since as f64),
        ),
        ("Judged".to_owned(), Value::Number(counts.judged as f64)),
        ("Failed".to_owned(), Value::Number(counts.failed as f64)),
        (
            "Discarded before, left out".to_owned(),
            Value::Number(counts.discarded as f64),
        ),
    ];
    for gate in &criteria.gates {
        rows.push((format!("Requirement: {}", gate.label()), said(&asked(gate))));
    }
    let all = criteria.weight();
    for wish in &criteria.wishes {
        let sentence = format!("weight {} of {all}", wish.weight);
        let fact = wish.fact.label();
        rows.push((format!("Wish: {fact}"), said(&sentence)));
        rows.push((format!("Part of {fact}"), said(&curve_words(wish))));
    }
    for county in &outcome.data {
        let parcels = with_commas(county.parcels);
        let data = versions(
            county.source.as_deref(),
            county.source_date,
            county.batch_id,
        );
        let what = format!("Data of county {}", county.county_fips);
        rows.push((what, said(&format!("{data}, {parcels} parcels"))));
    }
    for missing in &outcome.missing_layers {
        let what = format!("Unknown for every parcel: {}", missing.fact.label());
        rows.push((what, said(&missing.reason)));
    }
    for land in &outcome.unmapped {
        let what = format!("Without a layer of the {}", land.fact.label());
        let parcels = with_commas(counts.judged.saturating_sub(land.mapped));
        rows.push((what, said(&format!("{parcels} of the judged parcels"))));
    }
    rows.extend([
        (
            "Method version".to_owned(),
            Value::Number(run.method_version.into()),
        ),
        ("Hash of the criteria".to_owned(), said(&run.criteria_hash)),
        ("Run".to_owned(), said(&run.run_id.to_string())),
    ]);
    Table {
        name: "Search",
        columns: vec!["what".to_owned(), "value".to_owned()],
        rows: rows
            .into_iter()
            .map(|(what, value)| vec![Some(Value::Text(what)), Some(value)])
            .collect(),
    }
}

/// A requirement in words.
fn asked(gate: &Gate) -> String {
    let mut words = Vec::new();
    if let Some(min) = gate.min {
        words.push(format!("at least {min}"));
    }
    if let Some(max) = gate.max {
        words.push(format!("at most {max}"));
    }
    if let Some(names) = &gate.any_of {
        words.push(format!("one of {}", names.join(", ")));
    }
    if let Some(flag) = gate.is {
        words.push(if flag { "yes" } else { "no" }.to_owned());
    }
    let mut words = words.join(", ");
    let unknown = match gate.unknown {
        WhenUnknown::Pass => "passes",
        WhenUnknown::Fail => "fails",
        WhenUnknown::List => "is listed apart",
    };
    let _ = write!(words, "; unknown {unknown}");
    words
}
