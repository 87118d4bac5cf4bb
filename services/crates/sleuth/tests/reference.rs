//! Exact mode against the original program's output for its demo city, digit by digit.
//!
//! The files belong to third parties and lie beside the checkout. Without them these tests are
//! ignored; `make test` runs them where the files are present. Every row of every file is compared.
//! `original_rows.rs` runs in every checkout.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod demo_city;
#[expect(dead_code, reason = "sets are given here, not searched for")]
mod search;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use demo_city::{
    CRITICAL_SLOPE, control_statistics, demo_city, fit_differences, land_use, shared, variant,
};
use sleuth::calibrate::Goal;
use sleuth::land_use::Outcome;
use sleuth::predict::Prediction;
use sleuth::statistics::{Metric, YearSummary};
use sleuth::{City, Coefficients, Grid, Settings, Span, history, predict};

/// Parameters in a file's name.
struct Run {
    is_prediction: bool,
    span: Span,
    variant: String,
    land_use: bool,
    coefficients: [f64; 5],
    seed: u32,
    iterations: u32,
}

/// `MODE_START-STOP_VARIANT[_landuse]_D#-B#-S#-R#-G#_seed#_mc#`; none for other files.
fn parse(stem: &str) -> Option<Run> {
    let land_use = stem.contains("_landuse_");
    let stem = stem.replace("_landuse_", "_");
    let parts: Vec<&str> = stem.split('_').collect();
    let [mode, years, variant, coefficients, seed, mc] = parts.as_slice() else {
        return None;
    };
    if !["predict", "test"].contains(mode) {
        return None;
    }
    let (start, stop) = years.split_once('-')?;
    let values: Vec<f64> = coefficients
        .split('-')
        .map(|part| part[1..].parse().unwrap())
        .collect();
    Some(Run {
        is_prediction: *mode == "predict",
        span: Span {
            start: start.parse().unwrap(),
            stop: stop.parse().unwrap(),
        },
        variant: (*variant).to_owned(),
        land_use,
        coefficients: values.try_into().unwrap(),
        seed: seed.strip_prefix("seed")?.parse().unwrap(),
        iterations: mc.strip_prefix("mc")?.parse().unwrap(),
    })
}

fn settings(run: &Run) -> Settings {
    Settings::exact(run.seed, CRITICAL_SLOPE, variant(&run.variant))
}

/// Twelve significant digits, trailing zeros dropped, like C's `%.12g` for such numbers.
fn printed(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:.11e}");
    let exponent: i32 = scientific.split_once('e').unwrap().1.parse().unwrap();
    let trimmed = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if (-4..12).contains(&exponent) {
        return trimmed(&format!("{value:.*}", (11 - exponent) as usize));
    }
    let (mantissa, _) = scientific.split_once('e').unwrap();
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

/// Describes every cell of a file that differs.
fn differences(file: &Path, years: &[YearSummary], iterations: u32) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let headers = reader.headers().unwrap().clone();
    let names: BTreeMap<&str, Metric> = Metric::ALL
        .iter()
        .map(|metric| (metric.name(), *metric))
        .collect();
    let mut wrong = Vec::new();
    let mut rows = 0;
    for (row, year) in reader.records().map(Result::unwrap).zip(years) {
        rows += 1;
        for (header, expected) in headers.iter().zip(&row) {
            let ours = match header.rsplit_once('_') {
                _ if header == "year" => year.year.to_string(),
                _ if header == "n_mc" => iterations.to_string(),
                Some((name, "mean")) => printed(year.mean(names[name])),
                Some((name, "sd")) => printed(year.sd(names[name])),
                _ => panic!("unknown column {header}"),
            };
            if ours != expected {
                wrong.push(format!(
                    "{} {header}: {ours} instead of {expected}",
                    year.year
                ));
            }
        }
    }
    assert_eq!(rows, years.len(), "{}: rows", file.display());
    wrong
}

/// Compares years, probability and land use of a prediction.
fn prediction_differences(folder: &Path, city: &City, run: &Run, file: &Path) -> Vec<String> {
    let coefficients = Coefficients::given(run.coefficients).unwrap();
    let land_use = land_use(folder, city);
    let mut runner = predict::runner(city, run.span, coefficients, settings(run));
    if run.land_use {
        runner = runner.with_land_use(land_use.from_last());
    }
    let mut prediction = Prediction::empty(city.shape(), run.span);
    let mut outcome = Outcome::empty(&land_use);
    for iteration in 0..run.iterations {
        prediction.add(&mut runner, iteration);
        if let Some(end) = runner.land_use() {
            outcome.add(end);
        }
    }
    let mut found = differences(file, &prediction.years(), run.iterations);
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let mut compare = |name: &str, ours: &Grid<u8>| {
        let picture = folder.join(format!("reference/{name}.png"));
        found.extend(picture_difference(&picture, ours));
    };
    compare(&format!("prob_png/{stem}"), &prediction.probability());
    if run.land_use {
        let name = format!("landuse_png/{stem}");
        compare(
            &format!("{name}_cumcolor_landuse"),
            &outcome.most_frequent(),
        );
        compare(&format!("{name}_uncertainty"), &outcome.uncertainty());
    }
    found
}

/// Compares years and scores of a test run.
fn test_differences(folder: &Path, city: &City, run: &Run, file: &Path) -> Vec<String> {
    let coefficients = Coefficients::given(run.coefficients).unwrap();
    let ours = if run.land_use {
        let land_use = land_use(folder, city);
        history::test_with_land_use(city, &land_use, coefficients, settings(run), run.iterations)
    } else {
        history::test(city, coefficients, settings(run), run.iterations)
    };
    let ours = ours.unwrap();
    let mut found = differences(file, &ours.years, run.iterations);
    found.extend(fit_differences(&control_line(folder, run), &ours.fit));
    found
}

/// Compares every run whose file name has this prefix; returns the number of files.
fn compare_runs(folder: &Path, prefix: &str) -> usize {
    let city = demo_city(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("reference"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut compared = 0;
    let mut wrong = Vec::new();
    for file in files {
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let Some(run) = parse(stem).filter(|_| stem.starts_with(prefix)) else {
            continue;
        };
        let mut found = if run.is_prediction {
            prediction_differences(folder, &city, &run, &file)
        } else {
            test_differences(folder, &city, &run, &file)
        };
        found.truncate(3);
        wrong.extend(
            found
                .into_iter()
                .map(|difference| format!("{stem}: {difference}")),
        );
        compared += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    compared
}

/// Compares an image cell by cell.
fn picture_difference(file: &Path, ours: &Grid<u8>) -> Option<String> {
    let theirs = image::open(file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        .into_luma8()
        .into_raw();
    let wrong = ours
        .values()
        .iter()
        .zip(&theirs)
        .filter(|(one, other)| one != other)
        .count();
    (wrong > 0 || ours.values().len() != theirs.len())
        .then(|| format!("{wrong} cells of {}", file.display()))
}

/// The run's line among the control statistics.
fn control_line(folder: &Path, run: &Run) -> BTreeMap<String, String> {
    let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
    control_statistics(&folder.join("reference/test_control_stats.csv"))
        .into_iter()
        .find(|line| {
            line["landuse"] == u8::from(run.land_use).to_string()
                && line["variant"] == run.variant
                && names
                    .iter()
                    .zip(run.coefficients)
                    .all(|(name, value)| line[*name] == value.to_string())
        })
        .unwrap_or_else(|| panic!("no line of {} {:?}", run.variant, run.coefficients))
}

/// Compares the lines of a calibration: every set, run one after another on one set of layers.
fn compare_sets(folder: &Path, name: &str, iterations: u32, seed: u32) -> usize {
    let city = demo_city(folder);
    let lines = control_statistics(&folder.join(format!("reference/{name}.csv")));
    let settings = Settings::exact(seed, CRITICAL_SLOPE, variant(&lines[0]["variant"]));
    let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
    let given =
        |line: &BTreeMap<String, String>| names.map(|name| line[name].parse::<f64>().unwrap());
    let sets: Vec<Coefficients> = lines
        .iter()
        .map(|line| Coefficients::given(given(line)).unwrap())
        .collect();
    let scores = search::scores(&city, settings, iterations, Goal::Optimal, &sets);
    assert_eq!(scores.len(), lines.len());
    let mut wrong = Vec::new();
    for (line, score) in lines.iter().zip(&scores) {
        let found = fit_differences(line, &score.fit);
        let run = &line["run"];
        wrong.extend(
            found
                .iter()
                .map(|difference| format!("run {run}: {difference}")),
        );
    }
    assert!(wrong.is_empty(), "{name}: {}", wrong.join("\n"));
    lines.len()
}

/// Describes every cell of a trace (the first three iterations, year by year) that differs.
fn trace_differences(folder: &Path, city: &City, file: &Path, stem: &str) -> Vec<String> {
    let run = parse(stem).unwrap();
    let coefficients = Coefficients::given(run.coefficients).unwrap();
    let land_use = land_use(folder, city);
    let records = if run.is_prediction {
        let mut runner = predict::runner(city, run.span, coefficients, settings(&run));
        if run.land_use {
            runner = runner.with_land_use(land_use.from_last());
        }
        let mut records = Vec::new();
        (0..3).for_each(|iteration| runner.iterate(iteration, &mut records));
        records
    } else if run.land_use {
        let ours = history::test_with_land_use(city, &land_use, coefficients, settings(&run), 3);
        ours.unwrap().records
    } else {
        let ours = history::test(city, coefficients, settings(&run), 3);
        ours.unwrap().records
    };
    let mut reader = csv::Reader::from_path(file).unwrap();
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), records.len(), "{stem}: rows");
    let metric = |name: &str| Metric::ALL.into_iter().find(|metric| metric.name() == name);
    let mut wrong = Vec::new();
    for (row, record) in rows.iter().zip(&records) {
        for (name, expected) in headers.iter().zip(row).skip(2) {
            let ours = printed(record.get(metric(name).unwrap()));
            if ours != expected {
                let (mc, year) = (&row[0], &row[1]);
                wrong.push(format!("{mc} {year} {name}: {ours} instead of {expected}"));
            }
        }
    }
    wrong
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn traces_are_reproduced() {
    let folder = shared();
    let city = demo_city(&folder);
    let files = std::fs::read_dir(folder.join("reference/trace")).unwrap();
    let mut compared = 0;
    for file in files.map(|entry| entry.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let stem = name.strip_suffix("_first3mc").unwrap();
        let wrong = trace_differences(&folder, &city, &file, stem);
        assert!(
            wrong.is_empty(),
            "{name}: {}",
            wrong[..wrong.len().min(3)].join("\n")
        );
        compared += 1;
    }
    assert_eq!(compared, 22);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn predictions_from_1930_without_land_use_are_reproduced() {
    let folder = shared();
    assert!(compare_runs(&folder, "predict_1930-1990_base") >= 6);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn predictions_from_1930_without_self_modification_are_reproduced() {
    let folder = shared();
    assert!(compare_runs(&folder, "predict_1930-1990_nomod") >= 6);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn predictions_from_1990_without_land_use_are_reproduced() {
    let folder = shared();
    let compared = ["base_D", "nomod", "boomx", "bustx"]
        .map(|variant| compare_runs(&folder, &format!("predict_1990-2010_{variant}")));
    assert_eq!(compared, [6, 6, 2, 2]);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn predictions_with_land_use_are_reproduced() {
    let folder = shared();
    assert_eq!(compare_runs(&folder, "predict_1990-2010_base_landuse"), 2);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn test_runs_with_land_use_are_reproduced() {
    let folder = shared();
    assert_eq!(compare_runs(&folder, "test_1930-1990_base_landuse"), 2);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn test_runs_without_land_use_are_reproduced() {
    let folder = shared();
    assert!(compare_runs(&folder, "test_1930-1990_base_D") == 6);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn test_runs_without_self_modification_are_reproduced() {
    let folder = shared();
    assert!(compare_runs(&folder, "test_1930-1990_nomod") >= 6);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn test_runs_in_boom_and_bust_are_reproduced() {
    let folder = shared();
    assert_eq!(
        ["boomx", "bustx"]
            .map(|variant| compare_runs(&folder, &format!("test_1930-1990_{variant}"))),
        [2, 2]
    );
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn a_calibration_in_large_steps_is_reproduced() {
    let folder = shared();
    let name = "calibrate_1930-1990_base_seed1_mc10_half0";
    assert_eq!(compare_sets(&folder, name, 10, 1), 122);
}

#[test]
#[ignore = "needs the original's files beside the checkout"]
fn a_calibration_near_the_best_is_reproduced() {
    let folder = shared();
    let name = "calibrate_1930-1990_nomod_seed7_mc10_half0";
    assert_eq!(compare_sets(&folder, name, 10, 7), 162);
}
