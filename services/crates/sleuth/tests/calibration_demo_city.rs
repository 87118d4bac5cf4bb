//! A calibration of demo city's real layers against the best sets that the original printed.
//!
//! Runs where the files lie beside the checkout. The whole search is the example
//! `calibrate_demo_city`; here a stage has three values of each coefficient instead of five.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

#[expect(
    dead_code,
    reason = "other tests compare with all of the original's files"
)]
mod demo_city;
mod search;

use std::collections::BTreeMap;
use std::path::Path;

use sleuth::calibrate::{Goal, finalists, score};
use sleuth::{Coefficients, SelfModification, Settings};

type Line = BTreeMap<String, String>;

/// Columns whose product is the Optimal SLEUTH Metric.
const OSM: [&str; 7] = [
    "compare", "pop", "edges", "clusters", "slope", "xmean", "ymean",
];

fn settings(seed: u32) -> Settings {
    Settings::standard(seed, demo_city::CRITICAL_SLOPE, SelfModification::OFF)
}

fn value(line: &Line, columns: &[&str]) -> f64 {
    let values = columns
        .iter()
        .map(|name| line[*name].parse::<f64>().unwrap());
    values.product()
}

/// The lines with the best score by each of these among all that the original printed.
fn best_lines<const N: usize>(folder: &Path, scores: [&[&str]; N]) -> [Line; N] {
    let files = [
        "calibrate_1930-1990_base_seed1_mc10_half0",
        "calibrate_1930-1990_nomod_seed7_mc10_half0",
        "test_control_stats",
    ];
    let read = |name| demo_city::control_statistics(&folder.join(format!("reference/{name}.csv")));
    let lines: Vec<Line> = files.into_iter().flat_map(read).collect();
    scores.map(|columns| {
        let best = lines
            .iter()
            .max_by(|one, other| value(one, columns).total_cmp(&value(other, columns)));
        best.unwrap().clone()
    })
}

/// What the search finds is judged twice. As it was found: its best Optimal SLEUTH Metric against the
/// best that the original printed, both the luckiest of many sets with few iterations. And by numbers
/// that no search has seen, 100 iterations: the winner against the original's best sets by the
/// metric, by Lee-Sallee and by the product of all scores. Compared are the metric and what the search
/// aims at, the metric times Lee-Sallee; not Lee-Sallee alone. The product of all scores, at which it
/// does not aim, is met to a tenth: with four seeds this short search came to 0.94, 0.97, 1.10 and
/// 1.19 times the original's best.
#[test]
fn demo_city_is_met_at_least_as_well_as_by_the_best_reference_sets() {
    let Some(folder) = demo_city::shared() else {
        return;
    };
    let city = demo_city::demo_city(&folder);
    let (_, scores) = search::stages(&city, settings(1), 4, Goal::Balanced, |mut stage| {
        for range in &mut stage.ranges {
            range.step *= 2;
        }
        stage
    });
    let finalists_again =
        search::scores(&city, settings(2), 40, Goal::Balanced, &finalists(&scores));
    let best = |osm: f64, score: &sleuth::calibrate::Score| osm.max(score.osm);
    let found = scores.iter().fold(0.0, best);
    let lines = best_lines(&folder, [&OSM, &["leesalee"], &["product"]]);
    let printed = value(&lines[0], &OSM);
    assert!(found >= printed, "found {found}, printed {printed}");

    let names = ["diff", "breed", "spread", "slope_res", "road_grav"];
    let mut sets = vec![finalists(&finalists_again)[0]];
    sets.extend(
        lines.iter().map(|line| {
            Coefficients::given(names.map(|name| line[name].parse().unwrap())).unwrap()
        }),
    );
    let judged = search::scores(&city, settings(3), 100, Goal::Balanced, &sets);
    let (ours, theirs) = judged.split_first().unwrap();
    for theirs in theirs {
        assert!(ours.osm >= theirs.osm, "{ours:?} {theirs:?}");
        assert!(ours.product >= 0.9 * theirs.product, "{ours:?} {theirs:?}");
        assert!(ours.worth >= theirs.worth, "{ours:?} {theirs:?}");
    }
    // More iterations and the same numbers give the same set the same score.
    let again = score(&city, ours.coefficients, settings(3), 100).unwrap();
    assert_eq!(again.osm.to_bits(), ours.osm.to_bits());
}
