//! Exact mode against rows printed by the original program for our own small city.
//!
//! `small_city/original_*.csv` contain what version 3.0 beta, patch 1, built by gcc 12.2, printed
//! for the layers of `small_city`, 4 iterations each: the average log, two decimals, of predictions
//! and of calibrations with one set, and the fit of the latter, five decimals. Runs in every
//! checkout; `reference.rs` compares all of the original's files for its own demo city if they are
//! present.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod small_city;

use std::collections::BTreeMap;

use sleuth::statistics::{Metric, YearSummary};
use sleuth::{Coefficients, Fit, SelfModification, Settings, history, predict};
use small_city::{CRITICAL_SLOPE, SPAN, city};

type Row = BTreeMap<String, String>;

const ITERATIONS: u32 = 4;
const SET: [&str; 5] = ["diff", "breed", "spread", "slope_res", "road_grav"];

fn rows(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn run_of(row: &Row) -> (Coefficients, Settings) {
    let given = SET.map(|name| row[name].parse().unwrap());
    let seed = row["seed"].parse().unwrap();
    (
        Coefficients::given(given).unwrap(),
        Settings::exact(seed, CRITICAL_SLOPE, SelfModification::USUAL),
    )
}

/// Describes every figure of a row that differs.
fn differences(row: &Row, year: &YearSummary) -> Vec<String> {
    let name = |metric: Metric| match metric.name() {
        coefficient @ ("diffus" | "breed" | "spread" | "slp_res" | "rd_grav") => {
            format!("now_{coefficient}")
        }
        other => other.to_owned(),
    };
    let known = Metric::ALL.into_iter().filter_map(|metric| {
        let printed: f64 = row.get(&name(metric))?.parse().unwrap();
        Some((metric, printed))
    });
    let mut compared = 0;
    let wrong = known
        .inspect(|_| compared += 1)
        // The last digit is rounded; with four iterations a mean may be exactly halfway.
        .filter(|(metric, printed)| (year.mean(*metric) - printed).abs() > 0.005 + 1e-9)
        .map(|(metric, printed)| {
            let (set, of) = (SET.map(|name| row[name].clone()).join("-"), year.year);
            let (name, ours) = (name(metric), year.mean(metric));
            format!(
                "{} {set}, {of}: {name} {ours} instead of {printed}",
                row["mode"]
            )
        })
        .collect();
    assert_eq!(compared, 20, "figures of a row");
    wrong
}

#[test]
fn years_are_as_the_original_printed_them() {
    let rows = rows(include_str!("small_city/original_years.csv"));
    let city = city();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for run in rows.chunk_by(|one, other| {
        SET.iter()
            .chain(&["mode"])
            .all(|name| one[*name] == other[*name])
    }) {
        let (coefficients, settings) = run_of(&run[0]);
        let years = if run[0]["mode"] == "predict" {
            predict::predict(&city, SPAN, coefficients, settings, ITERATIONS).years()
        } else {
            history::test(&city, coefficients, settings, ITERATIONS)
                .unwrap()
                .years
        };
        let printed: Vec<i32> = run.iter().map(|row| row["year"].parse().unwrap()).collect();
        assert_eq!(
            years.iter().map(|year| year.year).collect::<Vec<_>>(),
            printed
        );
        for (row, year) in run.iter().zip(&years) {
            wrong.extend(differences(row, year));
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 15 + 4 * 3);
    wrong.truncate(5);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn fits_are_as_the_original_printed_them() {
    let city = city();
    for row in rows(include_str!("small_city/original_fit.csv")) {
        let (coefficients, settings) = run_of(&row);
        let fit = history::test(&city, coefficients, settings, ITERATIONS)
            .unwrap()
            .fit;
        let squares = Fit::COMPARED.map(|metric| (metric.name(), fit.squared(metric).unwrap()));
        let scores = [
            ("product", fit.product()),
            ("compare", fit.compare),
            ("leesalee", fit.lee_sallee),
        ];
        for (name, ours) in scores.into_iter().chain(squares) {
            assert_eq!(format!("{ours:.5}"), row[name], "{name} of {row:?}");
        }
    }
}
