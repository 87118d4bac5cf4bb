//! Validation of inputs, and invariants of a year of change.

use proptest::prelude::*;

use super::*;
use crate::calibrate::Calibration;
use crate::coefficients::Coefficients;
use crate::predict;
use crate::random::Counter;
use crate::run::Span;
use crate::self_modification::SelfModification;
use crate::settings::{Numbers, Settings};
use crate::{Fit, Layers, statistics::Record};

const SHAPE: Shape = Shape { rows: 24, cols: 30 };
const URBAN: u8 = 7;
const WATER: u8 = 3;
const UNKNOWN: u8 = 0;
const FIRST: i32 = 1980;
const LAST: i32 = 2000;

fn raster(value: impl Fn(usize, usize) -> u8) -> Grid<u8> {
    let values = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
    Grid::from_values(SHAPE, values.collect()).unwrap()
}

fn town(reach: usize) -> Grid<u8> {
    raster(|row, col| u8::from(row.abs_diff(12) <= reach && col.abs_diff(10) <= reach))
}

fn city() -> City {
    City::new(Layers {
        urban: vec![
            Dated {
                year: FIRST,
                layer: town(2),
            },
            Dated {
                year: LAST,
                layer: town(4),
            },
        ],
        roads: vec![Dated {
            year: FIRST,
            layer: raster(|row, _| u8::from(row == 12)),
        }],
        slope: raster(|row, col| (row + col / 4) as u8),
        excluded: raster(|_, col| if col < 3 { 100 } else { 0 }),
    })
    .unwrap()
}

fn classes() -> Vec<Class> {
    [
        (UNKNOWN, Kind::Unclassed),
        (WATER, Kind::Excluded),
        (URBAN, Kind::Urban),
        (20, Kind::Ordinary),
        (21, Kind::Ordinary),
        (40, Kind::Ordinary),
    ]
    .map(|(value, kind)| Class {
        value,
        name: format!("{kind:?} {value}"),
        kind,
    })
    .into()
}

/// Ordinary land in stripes that shift between the years, a lake in the west, a corner of unclassed
/// land.
fn layers() -> Vec<Dated<Grid<u8>>> {
    let layer = |shift: usize, reach: usize| {
        let town = town(reach);
        raster(|row, col| match (row, col) {
            (_, 0..3) => WATER,
            (20.., 25..) => UNKNOWN,
            _ if town.at(row, col) > 0 => URBAN,
            _ => [20, 21, 40][(row / 3 + col / 5 + shift * (col % 3)) % 3],
        })
    };
    vec![
        Dated {
            year: FIRST,
            layer: layer(0, 2),
        },
        Dated {
            year: LAST,
            layer: layer(1, 4),
        },
    ]
}

fn land_use() -> LandUse {
    LandUse::new(&city(), classes(), layers(), ClassSlopes::Mean).unwrap()
}

fn standard(seed: u32) -> Settings {
    Settings::standard(seed, 40.0, SelfModification::OFF)
}

const SPAN: Span = Span {
    start: LAST,
    stop: LAST + 12,
};

#[test]
fn layers_that_cannot_be_simulated_are_refused() {
    type Changed = (Vec<Class>, Vec<Dated<Grid<u8>>>);
    let refused = |change: &dyn Fn(&mut Changed)| {
        let mut changed = (classes(), layers());
        change(&mut changed);
        LandUse::new(&city(), changed.0, changed.1, ClassSlopes::Mean).unwrap_err()
    };
    assert_eq!(
        refused(&|(_, layers)| layers.truncate(1)),
        LandUseError::Layers(1)
    );
    assert_eq!(
        refused(&|(_, layers)| layers.push(layers[1].clone())),
        LandUseError::Layers(3)
    );
    assert_eq!(
        refused(&|(_, layers)| layers.swap(0, 1)),
        LandUseError::YearOrder(LAST, FIRST)
    );
    assert_eq!(
        refused(&|(_, layers)| layers[1].year = 1999),
        LandUseError::LastYear {
            land_use: 1999,
            urban: LAST
        }
    );
    assert_eq!(
        refused(&|(_, layers)| layers[1].layer = Grid::filled(Shape { rows: 30, cols: 24 }, URBAN)),
        LandUseError::Size(LAST)
    );
    assert_eq!(
        refused(&|(_, layers)| layers[0].layer.values_mut()[5] = 99),
        LandUseError::UnknownClass {
            year: FIRST,
            value: 99
        }
    );
    assert_eq!(
        refused(&|(classes, _)| classes[1].value = URBAN),
        LandUseError::SameValue(URBAN)
    );
    assert_eq!(
        refused(&|(classes, _)| classes[2].kind = Kind::Excluded),
        LandUseError::Urban(0)
    );
    assert_eq!(
        refused(&|(classes, _)| classes.truncate(4)),
        LandUseError::Ordinary(1)
    );
}

#[test]
fn transitions_are_shares_of_the_first_year() {
    let mut layers = layers();
    // Two cells of class 40 become 20 and 21, one stays; no other cell is 40.
    for (layer, put) in layers.iter_mut().zip([[40, 40, 40], [20, 21, 40]]) {
        for value in layer.layer.values_mut() {
            *value = if *value == 40 { 20 } else { *value };
        }
        layer.layer.values_mut()[10..13].copy_from_slice(&put);
    }
    let land_use = LandUse::new(&city(), classes(), layers, ClassSlopes::Mean).unwrap();
    for (to, wanted) in [0.0, 0.0, 0.0, 1.0, 1.0, 1.0].into_iter().enumerate() {
        assert!((land_use.transition(5, to) * 3.0 - wanted).abs() < 1e-12);
    }
}

#[test]
fn slopes_of_classes_are_means_unless_the_original_is_to_be_kept() {
    let with = |class_slopes| LandUse::new(&city(), classes(), layers(), class_slopes).unwrap();
    let (means, sums) = (with(ClassSlopes::Mean), with(ClassSlopes::Sum));
    let last = &layers()[1].layer;
    for (place, class) in classes().iter().enumerate() {
        let cells = last.values().iter().filter(|value| **value == class.value);
        let count = cells.count() as f64;
        assert!((means.slopes[place] * count - sums.slopes[place]).abs() < 1e-9);
    }
    // Water in columns 0 to 2 of 24 rows, where the slope is the row.
    assert!((means.slopes[1] - 11.5).abs() < 1e-12);
}

#[test]
fn land_that_cannot_change_ends_the_search_for_a_place() {
    let mut layers = layers();
    for dated in &mut layers {
        dated.layer.values_mut().fill(WATER);
    }
    let land_use = LandUse::new(&city(), classes(), layers, ClassSlopes::Mean).unwrap();
    let mut land = land_use.from_last();
    let mut draws = Counter::new(1, 0, LAST + 1);
    land.change(&[40, 41], (LAST + 1, 500), Numbers::Counted, &mut draws);
    let changed = land.classes();
    assert_eq!((changed.values()[40], changed.values()[42]), (URBAN, WATER));
}

#[test]
fn growth_is_the_same_with_and_without_land_use() {
    let (city, land_use) = (city(), land_use());
    let given = Coefficients::given([60.0, 40.0, 50.0, 10.0, 20.0]).unwrap();
    let grown = |with: bool, settings: Settings| -> Vec<Record> {
        let mut runner = predict::runner(&city, SPAN, given, settings);
        if with {
            runner = runner.with_land_use(land_use.from_last());
        }
        let mut records = Vec::new();
        (0..3).for_each(|iteration| runner.iterate(iteration, &mut records));
        records
    };
    assert_eq!(grown(true, standard(5)), grown(false, standard(5)));
    // In the original both use one stream, so growth differs.
    let original = Settings {
        numbers: Numbers::Original,
        ..standard(5)
    };
    assert_ne!(grown(true, original), grown(false, original));
}

#[test]
fn a_calibration_with_land_use_scores_it_and_leaves_the_rest() {
    let land_use = land_use();
    let mut layers: Vec<Dated<Grid<u8>>> = city().urban().to_vec();
    layers.insert(
        1,
        Dated {
            year: 1990,
            layer: town(3),
        },
    );
    let city = City::new(Layers {
        urban: layers,
        roads: vec![Dated {
            year: FIRST,
            layer: raster(|row, _| u8::from(row == 12)),
        }],
        slope: raster(|row, col| (row + col / 4) as u8),
        excluded: raster(|_, col| if col < 3 { 100 } else { 0 }),
    })
    .unwrap();
    let given = Coefficients::given([20.0, 10.0, 30.0, 10.0, 20.0]).unwrap();
    let calibration = || Calibration::new(&city, standard(5), 3).unwrap();
    let without = calibration().score(given);
    let with = calibration().with_land_use(&land_use).score(given);
    let agreement = with.fit.land_use.unwrap();
    assert!(agreement > 0.0 && agreement < 1.0, "{agreement}");
    assert!((with.product - without.product * agreement).abs() < 1e-12);
    assert_eq!(
        Fit {
            land_use: None,
            ..with.fit
        },
        without.fit
    );
}

#[test]
fn outcomes_join_in_any_order_and_say_how_sure_they_are() {
    let (city, land_use) = (city(), land_use());
    let given = Coefficients::given([60.0, 40.0, 50.0, 10.0, 20.0]).unwrap();
    let part = |iterations: &[u32]| {
        let mut runner = predict::runner(&city, SPAN, given, standard(5));
        runner = runner.with_land_use(land_use.from_last());
        let mut outcome = Outcome::empty(&land_use);
        for iteration in iterations {
            runner.iterate(*iteration, &mut Vec::new());
            outcome.add(runner.land_use().unwrap());
        }
        outcome
    };
    let whole = part(&[0, 1, 2, 3, 4]);
    let mut joined = part(&[4, 1]);
    joined.join(&part(&[3, 0, 2]));
    assert_eq!(joined.iterations(), 5);
    assert_eq!(joined.most_frequent(), whole.most_frequent());
    assert_eq!(joined.uncertainty(), whole.uncertainty());
    let alone = part(&[2]);
    assert!(alone.uncertainty().values().iter().all(|value| *value == 0));
    let sure = whole.uncertainty();
    assert!(sure.values().iter().any(|value| *value > 0));
    assert!(sure.values().iter().all(|value| *value <= 80));
    // The first declared class is handled like any other (the original leaves such cells
    // uninitialized).
    let unknown = layers()[1].layer.clone();
    let most = whole.most_frequent();
    assert!(
        (most.values().iter().zip(unknown.values()))
            .all(|(most, before)| *before != UNKNOWN || [UNKNOWN, URBAN].contains(most))
    );
    assert!(most.values().contains(&UNKNOWN));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn shares_of_a_class_add_up_to_one(first in layer(), second in layer()) {
        let layers = vec![Dated { year: FIRST, layer: first.clone() }, Dated { year: LAST, layer: second }];
        let land_use = LandUse::new(&city(), classes(), layers, ClassSlopes::Mean).unwrap();
        for (from, class) in classes().iter().enumerate() {
            let sum: f64 = (0..classes().len()).map(|to| land_use.transition(from, to)).sum();
            let wanted = f64::from(u8::from(first.values().contains(&class.value)));
            prop_assert!((sum - wanted).abs() < 1e-12, "{} of {}", sum, class.name);
        }
    }

    #[test]
    fn a_year_of_change_keeps_its_laws(seed in 0_u32..10_000, start in layer(), end in layer(), urban in prop::collection::btree_set(0_u32..SHAPE.cells() as u32, 0..60), grown in 0_u32..60, original: bool) {
        let numbers = if original { Numbers::Original } else { Numbers::Counted };
        let layers = vec![Dated { year: FIRST, layer: start }, Dated { year: LAST, layer: end.clone() }];
        let land_use = LandUse::new(&city(), classes(), layers, ClassSlopes::Mean).unwrap();
        let urban: Vec<u32> = urban.into_iter().collect();
        let mut land = land_use.from_last();
        let mut before = land.classes();
        for year in LAST + 1..LAST + 9 {
            let old = land.ages.clone();
            let mut draws = Counter::new(u64::from(seed), 0, year);
            land.change(&urban, (year, grown), numbers, &mut draws);
            let after = land.classes();
            for (cell, value) in after.values().iter().enumerate() {
                let was = before.values()[cell];
                if urban.contains(&(cell as u32)) {
                    prop_assert_eq!(*value, URBAN);
                } else if [UNKNOWN, WATER, URBAN].contains(&was) {
                    prop_assert_eq!(*value, was);
                } else {
                    prop_assert!([20, 21, 40].contains(value));
                }
                // A new deltatron has age 1, which becomes 2 at the end of the year; others age
                // too.
                let age = land.ages[cell];
                prop_assert!(age <= 5);
                let older = [0, 2, 3, 4, 5, 0][usize::from(old[cell])];
                prop_assert!(age == 2 || age == older);
                prop_assert!(*value == was || *value == URBAN || age == 2);
            }
            before = after;
        }
        land.restart();
        prop_assert_eq!(land.classes(), end);
        prop_assert!(land.ages.iter().all(|age| *age == 0));
    }

    #[test]
    fn an_iteration_depends_on_its_number_alone(iteration in 0_u32..50, earlier in 0_u32..50) {
        let (city, land_use) = (city(), land_use());
        let given = Coefficients::given([60.0, 40.0, 50.0, 10.0, 20.0]).unwrap();
        let run = |iterations: &[u32]| {
            let mut runner = predict::runner(&city, SPAN, given, standard(9)).with_land_use(land_use.from_last());
            for iteration in iterations {
                runner.iterate(*iteration, &mut Vec::new());
            }
            runner.land_use().map(Deltatrons::classes)
        };
        prop_assert_eq!(run(&[iteration]), run(&[earlier, iteration]));
    }
}

fn layer() -> impl Strategy<Value = Grid<u8>> {
    let value = prop::sample::select(vec![UNKNOWN, WATER, URBAN, 20, 21, 40, 20, 21, 40]);
    prop::collection::vec(value, SHAPE.cells())
        .prop_map(|values| Grid::from_values(SHAPE, values).unwrap())
}
