//! The model on a small city of our own: pinned means, statistics recomputed from scratch, and the
//! guarantees of the standard mode.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod small_city;

use proptest::prelude::*;
use sleuth::statistics::{Metric, YearSummary};
use sleuth::{
    Coefficients, Dated, Numbers, SelfModification, Settings, Span, Switches, history, predict,
};
use small_city::{CRITICAL_SLOPE, SHAPE, SPAN, city, city_with, raster};

fn coefficients() -> Coefficients {
    Coefficients::given([40.0, 30.0, 35.0, 25.0, 45.0]).unwrap()
}

fn standard() -> Settings {
    Settings::standard(7, CRITICAL_SLOPE, SelfModification::USUAL)
}

/// The original's numbers with defects corrected: only the random numbers differ from the standard
/// mode.
fn original_numbers() -> Settings {
    Settings {
        numbers: Numbers::Original,
        ..standard()
    }
}

#[test]
fn means_stay_what_they_were() {
    let pinned = |settings, expected: &[(Metric, f64)]| {
        let years = predict::predict(&city(), SPAN, coefficients(), settings, 20).years();
        let last = years.last().unwrap();
        let found: Vec<(Metric, f64)> = expected
            .iter()
            .map(|(metric, _)| (*metric, last.mean(*metric)))
            .collect();
        assert!(
            found
                .iter()
                .zip(expected)
                .all(|(one, other)| (one.1 - other.1).abs() < 1e-9),
            "{found:?}"
        );
    };
    pinned(
        Settings::exact(7, CRITICAL_SLOPE, SelfModification::USUAL),
        &[
            (Metric::Pop, 1147.25),
            (Metric::Edges, 601.85),
            (Metric::Clusters, 93.9),
            (Metric::Rt, 2.6),
            (Metric::SlpRes, 1.0),
        ],
    );
    pinned(
        standard(),
        &[
            (Metric::Pop, 1109.4),
            (Metric::Edges, 625.65),
            (Metric::Clusters, 89.9),
            (Metric::Rt, 5.2),
            (Metric::SlpRes, 1.0),
        ],
    );
}

/// Both modes have the same distributions: means of selected years and metrics differ by at most
/// 4.5 standard errors.
#[test]
fn standard_numbers_agree_with_the_original_ones_within_chance() {
    let run = |settings| predict::predict(&city(), SPAN, coefficients(), settings, 400).years();
    let (standard, original) = (run(standard()), run(original_numbers()));
    let metrics = [
        Metric::Sng,
        Metric::Sdc,
        Metric::Og,
        Metric::Rt,
        Metric::Pop,
        Metric::Edges,
        Metric::Clusters,
        Metric::Xmean,
    ];
    let error = |year: &YearSummary, metric| year.sd(metric).powi(2) / 400.0;
    for place in [0, 4, 9, 14] {
        for metric in metrics {
            let (one, other) = (&standard[place], &original[place]);
            let apart = (one.mean(metric) - other.mean(metric)).abs();
            let limit = 4.5 * (error(one, metric) + error(other, metric)).sqrt();
            assert!(
                apart <= limit,
                "{} {}: {} and {}",
                one.year,
                metric.name(),
                one.mean(metric),
                other.mean(metric)
            );
        }
    }
}

/// Negative control: with one road layer for all years, or other numbers, the comparison above
/// fails.
#[test]
fn a_changed_model_does_not_agree() {
    let run = |settings| predict::predict(&city(), SPAN, coefficients(), settings, 400).years();
    let kept = Settings {
        switches: Switches::ORIGINAL,
        ..standard()
    };
    let (mended, kept) = (run(standard()), run(kept));
    let (one, other) = (&mended[14], &kept[14]);
    let error =
        (one.sd(Metric::PctUrban).powi(2) + other.sd(Metric::PctUrban).powi(2)).sqrt() / 20.0;
    let early = (mended[4].mean(Metric::PctUrban) - kept[4].mean(Metric::PctUrban)).abs();
    assert!(early > 4.5 * error, "{early} {error}");
}

#[test]
fn an_iteration_is_the_same_alone_and_parts_join_in_any_order() {
    let city = city();
    let whole = predict::predict(&city, SPAN, coefficients(), standard(), 6);
    let part = |iterations: [u32; 3]| {
        let mut runner = predict::runner(&city, SPAN, coefficients(), standard());
        let mut part = predict::Prediction::empty(SHAPE, SPAN);
        for iteration in iterations {
            part.add(&mut runner, iteration);
        }
        part
    };
    let mut joined = part([5, 0, 3]);
    joined.join(&part([4, 2, 1]));
    assert_eq!(joined.iterations(), 6);
    assert_eq!(joined.probability(), whole.probability());
    for (one, other) in joined.years().iter().zip(whole.years()) {
        assert!(
            Metric::ALL
                .iter()
                .all(|metric| (one.mean(*metric) - other.mean(*metric)).abs() < 1e-9)
        );
    }
}

/// With the switch a single layer from before the start is not used, also not in the urban share;
/// without it, or with a layer from the start on, roads are used.
#[test]
fn a_lone_road_layer_from_before_the_start_is_lost_as_in_the_original() {
    let run = |year, weight, settings| {
        let layer = raster(|i, _| u8::from(i == 24) * weight);
        let city = city_with(vec![Dated { year, layer }]);
        predict::predict(&city, SPAN, coefficients(), settings, 20).years()
    };
    let grown_by_roads =
        |years: &[YearSummary]| years.iter().map(|year| year.mean(Metric::Rt)).sum::<f64>();
    let exact = Settings::exact(7, CRITICAL_SLOPE, SelfModification::USUAL);
    let lost = run(1989, 100, exact);
    assert!(grown_by_roads(&lost) == 0.0 && lost == run(1990, 0, exact));
    assert!(grown_by_roads(&run(1990, 100, exact)) > 0.0);
    assert!(grown_by_roads(&run(1989, 100, standard())) > 0.0);
    let kept = Settings {
        switches: Switches {
            prediction_loses_lone_old_roads: true,
            ..Switches::MENDED
        },
        ..standard()
    };
    assert!(grown_by_roads(&run(1989, 100, kept)) == 0.0);
}

#[test]
fn years_that_run_backwards_grow_nothing() {
    let span = Span {
        start: 2005,
        stop: 1990,
    };
    let city = city();
    let none = predict::predict(&city, span, coefficients(), standard(), 3);
    assert!(none.years().is_empty() && none.counts_in(1990).is_none());
    let urban = |cells: &[u8]| cells.iter().filter(|value| **value > 0).count();
    let seed = urban(city.urban()[3].layer.values());
    assert_eq!(urban(none.probability().values()), seed);
}

#[test]
fn history_compares_with_the_real_layers() {
    let history = history::test(&city(), coefficients(), standard(), 10).unwrap();
    assert_eq!(
        history
            .years
            .iter()
            .map(|year| year.year)
            .collect::<Vec<_>>(),
        [1995, 2000, 2005]
    );
    assert!(
        history.fit.lee_sallee > 0.2 && history.fit.lee_sallee < 1.0,
        "{}",
        history.fit.lee_sallee
    );
    assert!(
        history.fit.squared(Metric::Pop).unwrap() > 0.9
            && history.fit.squared(Metric::Sng).is_none()
    );
    assert!(history.fit.optimal() >= history.fit.product());
}

/// Computes the metrics of a city from scratch.
fn counted(urban: &[bool]) -> [u64; 4] {
    let (rows, cols) = (SHAPE.rows as i32, SHAPE.cols as i32);
    let at = |i: i32, j: i32| urban[(i * cols + j) as usize];
    let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let beside = |cell: usize| {
        let (i, j) = (cell as i32 / cols, cell as i32 % cols);
        sides
            .map(|(down, across)| (i + down, j + across))
            .into_iter()
            .filter(|(i, j)| (0..rows).contains(i) && (0..cols).contains(j))
    };
    let edges = (0..urban.len())
        .filter(|cell| urban[*cell] && beside(*cell).any(|(i, j)| !at(i, j)))
        .count();
    let interior = |i: i32, j: i32| i > 0 && j > 0 && i < rows - 1 && j < cols - 1;
    let mut seen = vec![false; urban.len()];
    let (mut clusters, mut off_frame) = (0_u64, 0_u64);
    for cell in 0..urban.len() {
        if !urban[cell] || seen[cell] || !interior(cell as i32 / cols, cell as i32 % cols) {
            continue;
        }
        clusters += 1;
        seen[cell] = true;
        let mut open = vec![cell];
        while let Some(next) = open.pop() {
            off_frame += 1;
            for (i, j) in beside(next).filter(|(i, j)| interior(*i, *j) && at(*i, *j)) {
                let index = (i * cols + j) as usize;
                if !std::mem::replace(&mut seen[index], true) {
                    open.push(index);
                }
            }
        }
    }
    let pop = urban.iter().filter(|urban| **urban).count();
    [
        pop as u64,
        edges as u64,
        clusters,
        off_frame / clusters.max(1),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn statistics_kept_up_equal_statistics_counted(values in prop::array::uniform5(0_u8..=100), seed in 0_u32..1_000, warm in 0_u32..3) {
        let city = city();
        let settings = Settings { seed, ..standard() };
        let coefficients = Coefficients::given(values.map(f64::from)).unwrap();
        let mut runner = predict::runner(&city, SPAN, coefficients, settings);
        let mut records = Vec::new();
        for iteration in 0..=warm {
            runner.iterate(iteration, &mut records);
        }
        let mut counts = vec![0_u32; SHAPE.cells()];
        runner.count_urban(&mut counts);
        let urban: Vec<bool> = counts.iter().map(|count| *count > 0).collect();
        let last = records.last().unwrap();
        let kept = [Metric::Pop, Metric::Edges, Metric::Clusters, Metric::ClSize].map(|metric| last.get(metric) as u64);
        prop_assert_eq!(kept, counted(&urban));
        // No cell is lost, none grows in the lake.
        prop_assert!(city.urban()[0].layer.values().iter().zip(&urban).all(|(seed, urban)| *seed == 0 || *urban));
        prop_assert!(!urban[36 * SHAPE.cols + 12]);
    }
}
