//! Exact mode against what the original program printed on its demo city, digit by digit.
//!
//! The files belong to other people and lie beside the checkout, not in it; where they are not
//! there, nothing is compared and the test says so. Land-use runs are not read yet.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod demo_city;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use demo_city::{CRITICAL_SLOPE, control_statistics, demo_city, fit_differences, shared, variant};
use sleuth::calibrate::Calibration;
use sleuth::statistics::{Metric, YearSummary};
use sleuth::{Coefficients, Grid, Settings, Span, history, predict};

/// What a file's name says of its run.
struct Run {
    is_prediction: bool,
    span: Span,
    variant: String,
    coefficients: [f64; 5],
    seed: u32,
    iterations: u32,
}

/// `MODE_START-STOP_VARIANT_D#-B#-S#-R#-G#_seed#_mc#`; none for land-use runs.
fn parse(stem: &str) -> Option<Run> {
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
        coefficients: values.try_into().unwrap(),
        seed: seed.strip_prefix("seed")?.parse().unwrap(),
        iterations: mc.strip_prefix("mc")?.parse().unwrap(),
    })
}

fn settings(run: &Run) -> Settings {
    Settings::exact(run.seed, CRITICAL_SLOPE, variant(&run.variant))
}

/// Twelve significant digits, trailing zeros dropped: what C's `%.12g` prints for such numbers.
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

/// Every cell of a file that differs, in words.
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

/// Compares every run whose file's name begins so; gives the number of files.
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
        let coefficients = Coefficients::given(run.coefficients).unwrap();
        let mut found = if run.is_prediction {
            let ours = predict::predict(
                &city,
                run.span,
                coefficients,
                settings(&run),
                run.iterations,
            );
            let mut found = differences(&file, &ours.years(), run.iterations);
            found.extend(picture_difference(
                &folder.join(format!("reference/prob_png/{stem}.png")),
                &ours.probability(),
            ));
            found
        } else {
            let ours = history::test(&city, coefficients, settings(&run), run.iterations).unwrap();
            let mut found = differences(&file, &ours.years, run.iterations);
            found.extend(fit_differences(&control_line(folder, &run), &ours.fit));
            found
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

/// The probability of the last year, cell by cell.
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
        .then(|| format!("{wrong} cells of the probability picture"))
}

/// The run's line among the control statistics.
fn control_line(folder: &Path, run: &Run) -> BTreeMap<String, String> {
    let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
    control_statistics(&folder.join("reference/test_control_stats.csv"))
        .into_iter()
        .find(|line| {
            line["landuse"] == "0"
                && line["variant"] == run.variant
                && names
                    .iter()
                    .zip(run.coefficients)
                    .all(|(name, value)| line[*name] == value.to_string())
        })
        .unwrap_or_else(|| panic!("no line of {} {:?}", run.variant, run.coefficients))
}

/// The lines of a calibration: every set, run after another on one set of layers.
fn compare_sets(folder: &Path, name: &str, iterations: u32, seed: u32) -> usize {
    let city = demo_city(folder);
    let lines = control_statistics(&folder.join(format!("reference/{name}.csv")));
    let settings = Settings::exact(seed, CRITICAL_SLOPE, variant(&lines[0]["variant"]));
    let mut calibration = Calibration::new(&city, settings, iterations).unwrap();
    let mut wrong = Vec::new();
    for line in &lines {
        let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
        let given = Coefficients::given(names.map(|name| line[name].parse().unwrap())).unwrap();
        let score = calibration.score(given);
        let found = fit_differences(line, &score.fit);
        wrong.extend(
            found
                .into_iter()
                .map(|difference| format!("run {}: {difference}", line["run"])),
        );
    }
    assert!(wrong.is_empty(), "{name}: {}", wrong.join("\n"));
    lines.len()
}

#[test]
fn predictions_from_1930_without_land_use_are_reproduced() {
    if let Some(folder) = shared() {
        assert!(compare_runs(&folder, "predict_1930-1990_base") >= 6);
    }
}

#[test]
fn predictions_from_1930_without_self_modification_are_reproduced() {
    if let Some(folder) = shared() {
        assert!(compare_runs(&folder, "predict_1930-1990_nomod") >= 6);
    }
}

#[test]
fn predictions_from_1990_without_land_use_are_reproduced() {
    if let Some(folder) = shared() {
        assert!(compare_runs(&folder, "predict_1990-2010") >= 16);
    }
}

#[test]
fn test_runs_without_land_use_are_reproduced() {
    if let Some(folder) = shared() {
        assert!(compare_runs(&folder, "test_1930-1990_base") >= 6);
    }
}

#[test]
fn test_runs_without_self_modification_are_reproduced() {
    if let Some(folder) = shared() {
        assert!(compare_runs(&folder, "test_1930-1990_nomod") >= 6);
    }
}

#[test]
fn test_runs_in_boom_and_bust_are_reproduced() {
    if let Some(folder) = shared() {
        assert_eq!(
            ["boomx", "bustx"]
                .map(|variant| compare_runs(&folder, &format!("test_1930-1990_{variant}"))),
            [2, 2]
        );
    }
}

#[test]
fn a_calibration_in_large_steps_is_reproduced() {
    if let Some(folder) = shared() {
        let name = "calibrate_1930-1990_base_seed1_mc10_half0";
        assert_eq!(compare_sets(&folder, name, 10, 1), 122);
    }
}

#[test]
fn a_calibration_near_the_best_is_reproduced() {
    if let Some(folder) = shared() {
        let name = "calibrate_1930-1990_nomod_seed7_mc10_half0";
        assert_eq!(compare_sets(&folder, name, 10, 7), 162);
    }
}
