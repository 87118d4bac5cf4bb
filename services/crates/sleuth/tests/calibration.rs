//! Calibration on a city grown by the model itself recovers its coefficients.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod search;

use proptest::prelude::*;
use sleuth::calibrate::{Calibration, Goal, Level, Range, TooLittle, finalists, score};
use sleuth::{
    City, Coefficients, Dated, Grid, Layers, SelfModification, Settings, Shape, Span, predict,
};

const SHAPE: Shape = Shape {
    rows: 160,
    cols: 208,
};
const YEARS: [i32; 9] = [1990, 1993, 1996, 1999, 2002, 2005, 2008, 2011, 2014];
/// Diffusion, breed, spread, slope resistance, road gravity.
const KNOWN: [f64; 5] = [40.0, 60.0, 30.0, 50.0, 30.0];

fn set(values: [f64; 5]) -> Coefficients {
    Coefficients::given(values).unwrap()
}

fn settings(seed: u32) -> Settings {
    Settings::standard(seed, 21.0, SelfModification::OFF)
}

fn raster(value: impl Fn(i32, i32) -> u8) -> Grid<u8> {
    let cells = (0..SHAPE.cells() as i32)
        .map(|cell| value(cell / SHAPE.cols as i32, cell % SHAPE.cols as i32));
    Grid::from_values(SHAPE, cells.collect()).unwrap()
}

/// Hills that rise to the south-east, where the first towns lie; three roads; a strip of water.
fn land(urban: Vec<Dated<Grid<u8>>>) -> City {
    let slope = |row: i32, col: i32| {
        let (row, col) = (f64::from(row), f64::from(col));
        let hills = 5.0 * (row / 6.0).sin() * (col / 5.0).cos();
        (col / 13.0 + row / 40.0 + hills).max(0.0) as u8
    };
    let road = |row: i32, col: i32| row == 100 || col == 80 || col == 160;
    City::new(Layers {
        urban,
        roads: vec![Dated {
            year: YEARS[0],
            layer: raster(|row, col| if road(row, col) { 100 } else { 0 }),
        }],
        slope: raster(slope),
        excluded: raster(|row, col| if row > 135 || col > 195 { 100 } else { 0 }),
    })
    .unwrap()
}

/// A city that the model grew once from these coefficients, with a layer every third year.
fn grown(from: Coefficients, seed: u32) -> City {
    let towns = raster(|row, col| {
        let near =
            |i: i32, j: i32, reach: i32| (row - i).pow(2) + (col - j).pow(2) <= reach * reach;
        u8::from(near(100, 160, 9) || near(120, 180, 5) || near(110, 140, 4) || near(90, 175, 3))
    });
    let first = Dated {
        year: YEARS[0],
        layer: towns,
    };
    let city = land(vec![first.clone()]);
    let later = YEARS[1..].iter().map(|year| {
        let span = Span {
            start: YEARS[0],
            stop: *year,
        };
        // With one iteration: 100 percent where it is urban.
        let layer = predict::predict(&city, span, from, settings(seed), 1).probability();
        Dated { year: *year, layer }
    });
    land(std::iter::once(first).chain(later).collect())
}

/// Score of a set with random numbers not used in any search here.
fn osm(city: &City, set: Coefficients) -> f64 {
    let mut calibration = Calibration::new(city, settings(2), 20).unwrap();
    calibration.score(set).osm
}

/// Random variation of scores: three standard deviations of the known set's scores on cities that
/// it grew itself.
fn chance() -> f64 {
    let own: Vec<f64> = (100..108)
        .map(|seed| osm(&grown(set(KNOWN), seed), set(KNOWN)))
        .collect();
    let mean = own.iter().sum::<f64>() / own.len() as f64;
    let square: f64 = own.iter().map(|osm| (osm - mean).powi(2)).sum();
    3.0 * (square / (own.len() - 1) as f64).sqrt()
}

/// Along each coefficient, the others being known, the best of ten values is within ten of the true
/// one, and the score falls by more than random variation towards both ends. Road gravity is left
/// out: its trips are a few cells per year here and hardly affect the score.
#[test]
fn each_coefficient_of_a_grown_city_is_found_when_the_others_are_known() {
    let (city, chance) = (grown(set(KNOWN), 11), chance());
    for (place, known) in KNOWN[..4].iter().enumerate() {
        let values = [1.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 100.0];
        let scores = values.map(|value| {
            let mut values = KNOWN;
            values[place] = value;
            osm(&city, set(values))
        });
        let best = scores.iter().copied().fold(0.0, f64::max);
        let found = values[scores.iter().position(|score| *score >= best).unwrap()];
        assert!(
            (found - known).abs() <= 10.0,
            "{place}: {found} for {known}"
        );
        assert!(
            best - scores[0] > chance && best - scores[9] > chance,
            "{place}: {scores:.3?}"
        );
    }
}

/// All together they are recovered as far as one city can distinguish them, because one may
/// compensate for another: (1) the known set is not beaten by more than random variation; (2) every
/// known coefficient lies in the final stage's range or within one step of it; (3) the final ranges
/// exclude at least three quarters of all sets. Road gravity is given, which leaves 625 sets per
/// stage instead of 3,125, with two iterations each.
#[test]
fn coefficients_of_a_grown_city_are_recovered() {
    let (city, chance) = (grown(set(KNOWN), 11), chance());
    let gravity = Range {
        start: 30,
        step: 1,
        stop: 30,
    };
    let (stages, scores) = search::stages(&city, settings(1), 2, Goal::Optimal, |mut stage| {
        stage.ranges[4] = gravity;
        stage
    });
    let found = finalists(&scores).into_iter().map(|set| osm(&city, set));
    let (best, ours) = (found.fold(0.0, f64::max), osm(&city, set(KNOWN)));
    assert!(ours >= best - chance, "{ours} {best} {chance}");

    let last = stages.last().unwrap();
    assert_eq!(last.level, Level::Final);
    for (range, known) in last.ranges.iter().zip(set(KNOWN).whole()) {
        let reach = range.start.saturating_sub(range.step)..=range.stop + range.step;
        assert!(reach.contains(&known), "{known} {range:?}");
    }
    let width = |range: &Range| f64::from(range.stop - range.start) / 100.0;
    let left: f64 = last.ranges[..4].iter().map(width).product();
    assert!(left <= 0.25, "{:?}", last.ranges);

    // The measure distinguishes sets: wrong coefficients score lower by more than random variation.
    for wrong in [[1.0, 1.0, 100.0, 1.0], [100.0; 4], [5.0; 4]] {
        let [diffusion, breed, spread, slope] = wrong;
        let wrong = osm(&city, set([diffusion, breed, spread, slope, KNOWN[4]]));
        assert!(wrong < best - chance, "{wrong} {best} {chance}");
    }
}

#[test]
fn what_cannot_be_calibrated_is_refused_with_a_reason() {
    let mut dated: Vec<Dated<Grid<u8>>> = grown(set(KNOWN), 1).urban().to_vec();
    let refused = |dated: &[Dated<Grid<u8>>], iterations| {
        score(&land(dated.to_vec()), set(KNOWN), settings(1), iterations).unwrap_err()
    };
    assert_eq!(refused(&dated, 0), TooLittle::Iterations);
    assert_eq!(refused(&dated[..2], 4), TooLittle::Dates(2));
    assert_eq!(
        refused(&dated[..1], 4).to_string(),
        "a calibration requires urban layers of at least three dates, found 1"
    );
    dated.truncate(3);
    let least = score(&land(dated), set(KNOWN), settings(1), 2).unwrap();
    assert!(least.worth > 0.0 && least.worth < least.osm);
}

/// Layers without change, or without a town, still give finite scores: no time series can be
/// compared, and the size in the last year distinguishes sets.
#[test]
fn layers_that_never_change_still_give_scores() {
    let town = raster(|row, col| u8::from((row - 80).abs() < 4 && (col - 100).abs() < 4));
    for layer in [town, raster(|_, _| 0)] {
        let layers = YEARS[..4].iter().map(|year| Dated {
            year: *year,
            layer: layer.clone(),
        });
        let score = score(&land(layers.collect()), set(KNOWN), settings(1), 2).unwrap();
        assert_eq!(score.fit.left_out().count(), 6);
        assert_eq!(score.osm.to_bits(), score.fit.compare.to_bits());
        assert!(score.product.abs() < 1e-12);
        assert!((0.0..1.0).contains(&score.fit.lee_sallee) && score.fit.compare.is_finite());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_score_depends_on_its_set_alone(one in prop::array::uniform5(0_u8..60), other in prop::array::uniform5(0_u8..60), seed in 0_u32..100) {
        let city = grown(set(KNOWN), 3);
        let (one, other) = (set(one.map(f64::from)), set(other.map(f64::from)));
        for settings in [settings(seed), Settings::exact(seed, 21.0, SelfModification::USUAL)] {
            let alone = score(&city, one, settings, 2).unwrap();
            let mut calibration = Calibration::new(&city, settings, 2).unwrap();
            calibration.score(other);
            prop_assert_eq!(&calibration.score(one), &alone);
            calibration.forecast(other);
            prop_assert_eq!(&calibration.score(one), &alone);
            let measures = [alone.osm, alone.product, alone.worth, alone.fit.lee_sallee];
            prop_assert!(measures.iter().all(|measure| (0.0..=1.0).contains(measure)));
        }
    }
}

/// The forecasting coefficients are those at the end of self-modification: a boom every year
/// multiplies diffusion 23 times before the last year.
#[test]
fn forecasts_start_where_self_modification_ended() {
    let city = grown(set(KNOWN), 1);
    let boom = SelfModification {
        critical_low: 0.0,
        critical_high: 0.0,
        ..SelfModification::USUAL
    };
    let ended = |self_modification| {
        let settings = Settings::standard(1, 21.0, self_modification);
        let mut calibration = Calibration::new(&city, settings, 3).unwrap();
        calibration.forecast(set(KNOWN))
    };
    let [diffusion, breed, ..] = ended(boom).values();
    assert!(
        (diffusion - 40.0 * 1.01_f64.powi(23)).abs() < 1e-9,
        "{diffusion}"
    );
    assert!((breed - 60.0 * 1.01_f64.powi(23)).abs() < 1e-9, "{breed}");
    assert_eq!(ended(SelfModification::OFF), set(KNOWN));
}
