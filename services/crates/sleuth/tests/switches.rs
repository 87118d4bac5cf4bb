//! All sixteen combinations of the defects, with both kinds of numbers: the result does not depend
//! on how the work is divided, on how many threads share it, or on where it continues.

#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

#[expect(dead_code, reason = "the city without its real layers")]
mod small_city;

use std::thread;

use sleuth::predict::{self, Prediction};
use sleuth::{City, Coefficients, Dated, Numbers, SelfModification, Settings, Span, Switches};
use small_city::{CRITICAL_SLOPE, city_with, raster};

/// With more new cells per year than the growth list holds before it overlaps.
const SET: [f64; 5] = [60.0, 80.0, 60.0, 20.0, 80.0];
const SPAN: Span = Span {
    start: 1990,
    stop: 1998,
};
const ITERATIONS: u32 = 6;

/// The four switches as bits.
fn switches(bits: u8) -> Switches {
    Switches {
        growth_list_overlap: bits & 1 > 0,
        whole_road_weights: bits & 2 > 0,
        prediction_uses_last_roads: bits & 4 > 0,
        prediction_loses_lone_old_roads: bits & 8 > 0,
    }
}

fn settings(bits: u8, numbers: Numbers) -> Settings {
    Settings {
        numbers,
        switches: switches(bits),
        ..Settings::standard(7, CRITICAL_SLOPE, SelfModification::USUAL)
    }
}

/// Roads of two weights, more of them in a later year; a single road layer from before the start.
fn cities() -> [City; 2] {
    let roads = |year, more: i32| Dated {
        year,
        layer: raster(move |i, j| match (i, j) {
            (24, _) => 100,
            (_, 44) => 40,
            _ => u8::from(j % 16 == more) * 70,
        }),
    };
    let dated = vec![roads(1990, -1), roads(1994, 5)];
    [city_with(dated), city_with(vec![roads(1980, 5)])]
}

fn part(city: &City, settings: Settings, iterations: &[u32]) -> Prediction {
    let given = Coefficients::given(SET).unwrap();
    let mut runner = predict::runner(city, SPAN, given, settings);
    let mut part = Prediction::yearly(city, SPAN);
    for iteration in iterations {
        part.add(&mut runner, *iteration);
    }
    part
}

fn joined(city: &City, parts: &[Prediction]) -> Vec<u8> {
    let mut joined = Prediction::yearly(city, SPAN);
    for part in parts {
        joined.join(&Prediction::from_bytes(&part.to_bytes()).unwrap());
    }
    joined.to_bytes()
}

#[test]
fn no_combination_depends_on_how_the_work_is_shared() {
    for city in &cities() {
        for bits in 0..16 {
            let settings = settings(bits, Numbers::Counted);
            let all: Vec<u32> = (0..ITERATIONS).collect();
            let whole = part(city, settings, &all).to_bytes();
            for threads in [2, 3, 6] {
                let parts: Vec<Prediction> = thread::scope(|scope| {
                    let dealt: Vec<_> = (0..threads)
                        .map(|first| {
                            let own: Vec<u32> =
                                all.iter().copied().skip(first).step_by(threads).collect();
                            scope.spawn(move || part(city, settings, &own))
                        })
                        .collect();
                    // The last one first: the order of completion must not matter.
                    dealt
                        .into_iter()
                        .rev()
                        .map(|part| part.join().unwrap())
                        .collect()
                });
                assert!(
                    joined(city, &parts) == whole,
                    "{bits:04b}: {threads} threads"
                );
            }
            // Serialized after the second, and continued by a new runner, backwards.
            let parts = [
                part(city, settings, &[0, 1]),
                part(city, settings, &[5, 4, 3, 2]),
            ];
            assert!(joined(city, &parts) == whole, "{bits:04b}: gone on with");
        }
    }
}

#[test]
fn no_combination_of_the_originals_numbers_depends_on_where_it_is_cut() {
    for city in &cities() {
        for bits in 0..16 {
            let settings = settings(bits, Numbers::Original);
            let all: Vec<u32> = (0..ITERATIONS).collect();
            let whole = part(city, settings, &all).to_bytes();
            let given = Coefficients::given(SET).unwrap();
            let mut runner = predict::runner(city, SPAN, given, settings);
            let parts: Vec<Prediction> = (all.chunks(2))
                .map(|some| {
                    let mut part = Prediction::yearly(city, SPAN);
                    for iteration in some {
                        part.add(&mut runner, *iteration);
                    }
                    part
                })
                .collect();
            assert!(joined(city, &parts) == whole, "{bits:04b}");
        }
    }
}

/// Each switch changes the result, whatever the others are.
#[test]
fn each_switch_matters() {
    let [dated, lone] = cities();
    for numbers in [Numbers::Counted, Numbers::Original] {
        for bits in 0..16 {
            let run = |city: &City, bits| part(city, settings(bits, numbers), &[0, 1]).to_bytes();
            for (bit, city) in [(1, &dated), (2, &dated), (4, &dated), (8, &lone)] {
                assert!(run(city, bits) != run(city, bits ^ bit), "{bits:04b} {bit}");
            }
        }
    }
}
