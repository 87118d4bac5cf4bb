//! Benchmark: our standard mode against the original program.
//!
//! `SLEUTH_ORIGINAL` is the path of the original's binary; without it only our figures are printed.
//! `SLEUTH_LAYERS` is a folder of layers in the original's format, used instead of a generated
//! city.
//!
//! Both get the same layers, coefficients, years, iterations and self-modification, and both
//! calibrate one set: statistics of every year, compared with the real layers at the end. The
//! measure is CPU time (user and system) of one thread, as the difference between a run with
//! several iterations and one with a single iteration, which excludes reading and preparing layers.
//! Runs alternate; the minimum of each counts, since other load can only add time.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a program for the terminal"
)]

mod layers;
mod original;

use std::path::PathBuf;
use std::sync::Barrier;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use sleuth::{City, Coefficients, SelfModification, Settings, Span, history, predict};

use original::Original;

const USUAL: [u8; 5] = [2, 5, 20, 51, 5];
const HIGH: [u8; 5] = [100, 100, 100, 1, 100];
/// Tiling of the layers in the large runs.
const TIMES: usize = 10;

fn main() {
    let base = std::env::var_os("SLEUTH_LAYERS")
        .map_or_else(layers::own, |folder| layers::read(&PathBuf::from(folder)));
    // First, because only the peak memory of the whole process can be read.
    whole_area(&City::new(layers::tiled(&base, TIMES)).unwrap());
    let large = layers::tiled(&base, TIMES);

    let binary = std::env::var_os("SLEUTH_ORIGINAL").map(PathBuf::from);
    if binary.is_none() {
        println!("SLEUTH_ORIGINAL names no binary of the original: our figures alone");
    }
    println!(
        "rows x columns, coefficients, iterations, runs | million cells x years x iterations a second: ours, original | ratio"
    );
    for (layers, cases, iterations) in [
        (
            &base,
            [(USUAL, 100, 5), ([20; 5], 100, 5), (HIGH, 50, 3)],
            2_000,
        ),
        (&large, [(USUAL, 4, 3), ([20; 5], 2, 3), (HIGH, 1, 2)], 16),
    ] {
        let city = City::new(layers.clone()).unwrap();
        let original = binary
            .as_deref()
            .map(|binary| Original::new(binary, layers));
        for (coefficients, iterations, runs) in cases {
            let case = Case {
                city: &city,
                coefficients,
                iterations,
                runs,
            };
            case.compare(original.as_ref());
        }
        two_cores(&city, iterations);
    }
}

/// CPU seconds so far, user and system.
fn processor(who: UsageWho) -> f64 {
    let usage = getrusage(who).unwrap();
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    micros as f64 / 1e6
}

fn timed<R>(who: UsageWho, run: impl FnOnce() -> R) -> (f64, R) {
    let begun = processor(who);
    let result = run();
    (processor(who) - begun, result)
}

fn settings() -> Settings {
    Settings::standard(1, 21.0, SelfModification::USUAL)
}

fn given(coefficients: [u8; 5]) -> Coefficients {
    Coefficients::given(coefficients.map(f64::from)).unwrap()
}

struct Case<'c> {
    city: &'c City,
    coefficients: [u8; 5],
    /// Iterations measured: so many more than one are run.
    iterations: u32,
    runs: usize,
}

impl Case<'_> {
    fn compare(&self, original: Option<&Original>) {
        let (mut ours, mut theirs) = ([f64::MAX; 2], [f64::MAX; 2]);
        let mut gave_up = None;
        for _ in 0..self.runs {
            for (kind, iterations) in [1, 1 + self.iterations].into_iter().enumerate() {
                let (seconds, ()) = timed(UsageWho::RUSAGE_THREAD, || self.grow(iterations));
                ours[kind] = ours[kind].min(seconds);
                if let (Some(original), None) = (original, &gave_up) {
                    let (seconds, ended) = timed(UsageWho::RUSAGE_CHILDREN, || {
                        original.run(self.coefficients, iterations)
                    });
                    theirs[kind] = theirs[kind].min(seconds);
                    gave_up = ended.err();
                }
            }
        }
        let shape = self.city.shape();
        let urban = self.city.urban();
        let years = urban[urban.len() - 1].year - urban[0].year;
        let work = shape.cells() as f64 * f64::from(self.iterations) * f64::from(years) / 1e6;
        let rate = |seconds: [f64; 2]| work / (seconds[1] - seconds[0]);
        let beside = match (original, gave_up) {
            (None, _) => "- | -".to_owned(),
            (_, Some(reason)) => format!("- | the original gave up: {reason}"),
            _ => format!("{:.1} | {:.1}", rate(theirs), rate(ours) / rate(theirs)),
        };
        println!(
            "{} x {} {:?} {} {} | {:.1}, {beside}",
            shape.rows,
            shape.cols,
            self.coefficients,
            self.iterations,
            self.runs,
            rate(ours)
        );
    }

    fn grow(&self, iterations: u32) {
        let set = given(self.coefficients);
        let history = history::test(self.city, set, settings(), iterations).unwrap();
        assert!(history.fit.compare > 0.0);
    }
}

/// Runs the iterations on one thread, and the same number split over two, with runners prepared
/// before. Wall time shows the gain of two cores on an idle machine; CPU time shows the added cost
/// per iteration when two run in parallel.
fn two_cores(city: &City, iterations: u32) {
    let (start, stop) = (
        city.urban()[0].year,
        city.urban()[city.urban().len() - 1].year,
    );
    let run = |threads: u32| -> (f64, f64) {
        let ready = Barrier::new(threads as usize);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|thread| {
                    let ready = &ready;
                    scope.spawn(move || {
                        let span = Span { start, stop };
                        let mut runner = predict::runner(city, span, given([20; 5]), settings());
                        let mut records = Vec::new();
                        runner.iterate(0, &mut records);
                        ready.wait();
                        let begun = Instant::now();
                        let (seconds, ()) = timed(UsageWho::RUSAGE_THREAD, || {
                            for iteration in (thread + 1..=iterations).step_by(threads as usize) {
                                records.clear();
                                runner.iterate(iteration, &mut records);
                            }
                        });
                        (begun.elapsed().as_secs_f64(), seconds)
                    })
                })
                .collect();
            let times: Vec<(f64, f64)> = workers.into_iter().map(|it| it.join().unwrap()).collect();
            let wall = times.iter().map(|(wall, _)| *wall).fold(0.0, f64::max);
            (wall, times.iter().map(|(_, seconds)| seconds).sum())
        })
    };
    let mut least = [(f64::MAX, f64::MAX); 2];
    for _ in 0..5 {
        for (threads, least) in (1..).zip(&mut least) {
            let (wall, seconds) = run(threads);
            *least = (least.0.min(wall), least.1.min(seconds));
        }
    }
    let [one, two] = least;
    println!(
        "{} x {} {:?} {iterations} on two threads: {:.2} times as fast by wall time, {:.2} by processor time",
        city.shape().rows,
        city.shape().cols,
        [20; 5],
        one.0 / two.0,
        2.0 * one.1 / two.1
    );
}

/// A prediction of 30 years, 100 iterations, urban cells counted by year: on one thread, then on
/// two whose parts are joined; peak memory.
fn whole_area(city: &City) {
    let start = city.urban()[city.urban().len() - 1].year;
    let span = Span {
        start,
        stop: start + 30,
    };
    let part = |iterations: std::ops::Range<u32>| {
        let mut runner = predict::runner(city, span, given(USUAL), settings());
        let mut part = predict::Prediction::yearly(city, span);
        for iteration in iterations {
            part.add(&mut runner, iteration);
        }
        part
    };
    let on = |threads: u32| {
        let begun = Instant::now();
        let (seconds, ()) = timed(UsageWho::RUSAGE_SELF, || {
            let each = 100 / threads;
            let mut parts: Vec<predict::Prediction> = std::thread::scope(|scope| {
                let workers: Vec<_> = (0..threads)
                    .map(|thread| {
                        let part = &part;
                        scope.spawn(move || part(thread * each..(thread + 1) * each))
                    })
                    .collect();
                workers.into_iter().map(|it| it.join().unwrap()).collect()
            });
            let mut whole = parts.swap_remove(0);
            for part in &parts {
                whole.join(part);
            }
            assert_eq!(whole.iterations(), 100);
        });
        let (wall, threads) = (begun.elapsed().as_secs_f64(), f64::from(threads));
        println!(
            "{threads} threads: {wall:.2} s of wall time, {seconds:.2} s of processor time ({:.2} for each)",
            seconds / threads
        );
        wall
    };
    let shape = city.shape();
    println!(
        "{} x {}, 30 years, 100 iterations, {USUAL:?}",
        shape.rows, shape.cols
    );
    println!("{:.2} times as fast on two", on(1) / on(2));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        for line in status.lines().filter(|line| line.starts_with("VmHWM")) {
            println!("most memory held, preparing included: {line}");
        }
    }
}
