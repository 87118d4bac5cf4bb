//! Both sources of numbers give one model: yearly means agree within Monte Carlo error.
//!
//! The test is Welch's: the difference of two means of independent runs over its standard error, z
//! = (m1 - m2) / sqrt(s1²/n + s2²/n), n = 1,000 each. With 400, a spread wrong by 3 of 20 gave z =
//! 4.4 and was missed. With 4 sets × 3 years × 9 metrics, |z| ≤ 4.5 for all of them fails for less
//! than one in a thousand seeds if the model is the same; seeds are fixed. Few years, because
//! neighbouring ones are correlated. Both runs have the same switches, so that only numbers, order
//! and optimizations differ.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use sleuth::statistics::{Metric, YearSummary};
use sleuth::{
    City, Coefficients, Dated, Grid, Layers, Numbers, SelfModification, Settings, Shape, Span,
    predict,
};

const SHAPE: Shape = Shape { rows: 60, cols: 50 };
const SPAN: Span = Span {
    start: 2000,
    stop: 2012,
};
const ITERATIONS: u32 = 1_000;
const LIMIT: f64 = 4.5;
const SETS: [[f64; 5]; 4] = [
    [2.0, 5.0, 20.0, 51.0, 5.0],
    [20.0; 5],
    [100.0, 100.0, 100.0, 1.0, 100.0],
    [60.0, 90.0, 10.0, 80.0, 60.0],
];
const METRICS: [Metric; 9] = [
    Metric::Sng,
    Metric::Sdc,
    Metric::Og,
    Metric::Rt,
    Metric::Pop,
    Metric::Edges,
    Metric::Clusters,
    Metric::Xmean,
    Metric::Slope,
];

/// A town at the frame, a ring road, terraces, and land of every degree of exclusion.
fn city() -> City {
    let raster = |value: fn(usize, usize) -> u8| {
        let cells = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
        Grid::from_values(SHAPE, cells.collect()).unwrap()
    };
    let dated = |layer| vec![Dated { year: 2000, layer }];
    City::new(Layers {
        urban: dated(raster(|i, j| {
            u8::from(i < 9 && j < 12 || (i + 2 * j) % 37 == 0)
        })),
        roads: dated(raster(|i, j| match (i, j) {
            (20 | 45, _) => 100,
            (_, 30) => 60,
            _ => 0,
        })),
        slope: raster(|i, _| (i / 4 * 2) as u8),
        excluded: raster(|_, j| (j * 3) as u8),
    })
    .unwrap()
}

fn run(city: &City, set: [f64; 5], numbers: Numbers) -> Vec<YearSummary> {
    let settings = Settings {
        numbers,
        ..Settings::standard(11, 21.0, SelfModification::USUAL)
    };
    let given = Coefficients::given(set).unwrap();
    predict::predict(city, SPAN, given, settings, ITERATIONS).years()
}

/// The largest |z| and where it is.
fn farthest(one: &[YearSummary], other: &[YearSummary]) -> (f64, String) {
    let mut farthest = (0.0, String::new());
    for place in [0, 5, 11] {
        let (one, other) = (&one[place], &other[place]);
        for metric in METRICS {
            let error = ((one.sd(metric).powi(2) + other.sd(metric).powi(2))
                / f64::from(ITERATIONS))
            .sqrt();
            let apart = (one.mean(metric) - other.mean(metric)).abs();
            // Without variance, the means must be equal.
            let z = if apart > 0.0 { apart / error } else { 0.0 };
            if z > farthest.0 {
                farthest = (z, format!("{} of {}", metric.name(), one.year));
            }
        }
    }
    farthest
}

#[test]
fn standard_numbers_agree_with_the_original_ones() {
    let city = city();
    for set in SETS {
        let (z, place) = farthest(
            &run(&city, set, Numbers::Counted),
            &run(&city, set, Numbers::Original),
        );
        assert!(z <= LIMIT, "{set:?}: z = {z:.2}, {place}");
    }
}

/// The test detects a slightly wrong rule: spread by 3, slope resistance by 10.
#[test]
fn a_changed_rule_is_detected() {
    let city = city();
    let original = run(&city, SETS[1], Numbers::Original);
    for changed in [
        [20.0, 20.0, 23.0, 20.0, 20.0],
        [20.0, 20.0, 20.0, 30.0, 20.0],
    ] {
        let (z, place) = farthest(&run(&city, changed, Numbers::Counted), &original);
        assert!(z > LIMIT, "{changed:?}: z = {z:.2}, {place}");
    }
}
