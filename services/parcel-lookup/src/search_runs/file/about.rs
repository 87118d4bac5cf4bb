//! The second sheet of a file of results.

use std::fmt::Write as _;

use site_search::{Criteria, Gate, WhenUnknown, with_commas};
use table_file::{Table, Value};

use super::{Extent, name_of, said, versions};
use crate::search_runs::api::result_dto::SearchList;
use crate::search_runs::curve_words::curve_words;
use crate::search_runs::row::{SearchOutcome, SearchRow};

/// What was searched for, and on which data: the second sheet.
pub(super) fn sheet(
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
            Value::Number(extent.first as f64),
        ),
        (
            "Parcels of the project after these".to_owned(),
            Value::Number(extent.own as f64),
        ),
        (
            "Discarded since, left out of these".to_owned(),
            Value::Number(extent.discarded_since as f64),
        ),
        (
            "Sites of the project, judged as one by what is known today".to_owned(),
            Value::Number(extent.sites as f64),
        ),
        (
            "Sites of the project outside of the area or the filter".to_owned(),
            Value::Number(extent.sites_outside as f64),
        ),
        (
            "Sites of the project that were not judged".to_owned(),
            Value::Number(extent.sites_more as f64),
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
