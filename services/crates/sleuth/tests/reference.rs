//! Exact mode against what the original program printed on its demo city, digit by digit.
//!
//! The files belong to other people and lie beside the checkout, not in it; where they are not
//! there, nothing is compared and the test says so. Land-use runs and calibrations are not read yet.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sleuth::statistics::{Metric, YearSummary};
use sleuth::{
    City, Coefficients, Dated, Fit, Grid, Layers, SelfModification, Settings, Shape, Span, history,
    predict,
};

const CRITICAL_SLOPE: f64 = 21.0;

fn shared() -> Option<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/sleuth");
    if !place.join("reference").is_dir() {
        eprintln!("skipped: no reference files beside the checkout");
        return None;
    }
    Some(place)
}

fn layer(folder: &Path, name: &str) -> Grid<u8> {
    let path = folder.join(format!("demo_city/png/demo200.{name}.png"));
    let picture = image::open(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .into_luma8();
    let shape = Shape {
        rows: picture.height() as usize,
        cols: picture.width() as usize,
    };
    Grid::from_values(shape, picture.into_raw()).unwrap()
}

fn demo_city(folder: &Path) -> City {
    let dated = |name: &str, years: &[i32]| -> Vec<Dated<Grid<u8>>> {
        years
            .iter()
            .map(|year| Dated {
                year: *year,
                layer: layer(folder, &format!("{name}.{year}")),
            })
            .collect()
    };
    let years = [1930, 1950, 1970, 1990];
    City::new(Layers {
        urban: dated("urban", &years),
        roads: dated("roads", &years),
        slope: layer(folder, "slope"),
        excluded: layer(folder, "excluded"),
    })
    .unwrap()
}

fn variant(name: &str) -> SelfModification {
    match name {
        "base" => SelfModification::USUAL,
        "nomod" => SelfModification::OFF,
        "boomx" => SelfModification {
            critical_low: 0.0,
            critical_high: 0.0,
            boom: 1.10,
            slope_sensitivity: 1.0,
            road_sensitivity: 0.5,
            ..SelfModification::USUAL
        },
        "bustx" => SelfModification {
            critical_low: 1e13,
            critical_high: 1e13,
            bust: 0.5,
            slope_sensitivity: 1.0,
            road_sensitivity: 0.5,
            ..SelfModification::USUAL
        },
        other => panic!("unknown variant {other}"),
    }
}

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
            found.extend(fit_differences(folder, &run, &ours.fit));
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
fn fit_differences(folder: &Path, run: &Run, fit: &Fit) -> Vec<String> {
    let mut reader =
        csv::Reader::from_path(folder.join("reference/test_control_stats.csv")).unwrap();
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let get = |row: &csv::StringRecord, name: &str| {
        row[headers.iter().position(|header| header == name).unwrap()].to_owned()
    };
    let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
    let is_ours = |row: &&csv::StringRecord| {
        get(row, "landuse") == "0"
            && get(row, "variant") == run.variant
            && names
                .iter()
                .zip(run.coefficients)
                .all(|(name, value)| get(row, name) == value.to_string())
    };
    let row = rows.iter().find(is_ours).unwrap_or_else(|| {
        panic!(
            "no control statistics of {} {:?}",
            run.variant, run.coefficients
        )
    });
    let metrics = [
        "pop",
        "edges",
        "clusters",
        "cl_size",
        "slope",
        "pct_urban",
        "xmean",
        "ymean",
        "rad",
    ]
    .map(|name| {
        let metric = Metric::ALL
            .into_iter()
            .find(|metric| metric.name() == name)
            .unwrap();
        (name, fit.squared(metric).unwrap())
    });
    let scores = [
        ("product", fit.product()),
        ("compare", fit.compare),
        ("leesalee", fit.lee_sallee),
    ];
    (scores.into_iter().chain(metrics))
        .map(|(name, ours)| (name, format!("{ours:.5}"), get(row, name)))
        .filter(|(_, ours, theirs)| ours != theirs)
        .map(|(name, ours, theirs)| format!("fit {name}: {ours} instead of {theirs}"))
        .collect()
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
