//! A complete calibration of the original's demo city, coarse to final, on all cores: prints the
//! best sets of each stage, the finalists' scores with other random numbers, and the coefficients
//! for forecasts.
//!
//! `cargo run --release -p sleuth --example calibrate_demo_city [iterations] [base|nomod]`, with
//! the city's files beside the checkout.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for the terminal that stops at what it cannot read"
)]

#[path = "../tests/demo_city/mod.rs"]
#[expect(dead_code, reason = "the tests compare with the original as well")]
mod demo_city;
#[path = "../tests/search/mod.rs"]
mod search;

use std::time::Instant;

use sleuth::Settings;
use sleuth::calibrate::{Calibration, Goal, Score, finalists, ranked};

/// Iterations for ranking the finalists, and for scoring the winner.
const LATER: [u32; 2] = [40, 100];

fn print(name: &str, score: &Score) {
    println!(
        "{name:9} {:?} OSM {:.4}, Lee-Sallee {:.4}, compare {:.4}, product {:.4}",
        score.coefficients.whole(),
        score.osm,
        score.fit.lee_sallee,
        score.fit.compare,
        score.product
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let iterations = arguments.next().map_or(4, |number| number.parse().unwrap());
    let variant = demo_city::variant(&arguments.next().unwrap_or_else(|| "nomod".to_owned()));
    let folder = demo_city::shared();
    let city = demo_city::demo_city(&folder);
    let settings = |seed| Settings::standard(seed, demo_city::CRITICAL_SLOPE, variant);
    let began = Instant::now();
    let (stages, scores) =
        search::stages(&city, settings(1), iterations, Goal::Balanced, |stage| {
            let seconds = began.elapsed().as_secs_f64();
            println!(
                "{:?} from {seconds:.0} s: {} sets",
                stage.level,
                stage.sets().len()
            );
            stage
        });
    println!("searched for {:.0} s", began.elapsed().as_secs_f64());
    let mut rest = &scores[..];
    for stage in &stages {
        let (of_stage, later) = rest.split_at(stage.sets().len());
        print(&format!("{:?}", stage.level), ranked(of_stage)[0]);
        rest = later;
    }
    let sets = finalists(&scores);
    let again = search::scores(&city, settings(2), LATER[0], Goal::Balanced, &sets);
    for score in ranked(&again) {
        print("finalist", score);
    }
    let winner = finalists(&again)[0];
    let mut judge = Calibration::new(&city, settings(3), LATER[1]).unwrap();
    print("winner", &judge.score(winner));
    println!("forecast with {:.2?}", judge.forecast(winner).values());
}
