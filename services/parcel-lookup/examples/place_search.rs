//! Measures the place search on the database of `DATABASE_URL`; the README says how to fill one.
//!
//! Prints the milliseconds of our own tables' part for each text around Houston, around Charlotte
//! and without a centre: the median of ten searches, and the slowest.
#![expect(clippy::print_stdout, reason = "the table is the result")]

use std::time::{Duration, Instant};

use anyhow::Context as _;
use db::{DbConfig, Pool};
use domain::LonLat;
use parcel_lookup::places::domain::SearchText;
use parcel_lookup::places::ops;
use parcel_lookup::places::store::Request;

const RUNS: usize = 10;
const TEXTS: [&str; 15] = [
    "4049 Cypress",
    "main",
    "LLC",
    "smith",
    "0111140003526",
    "011114",
    "st",
    "xq",
    "no such place",
    "TX",
    "houston tx",
    "4049 cypress rd, houston, tx",
    "12",
    "a b",
    "bayou smith",
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let url = std::env::var("DATABASE_URL").context("DATABASE_URL")?;
    let pool = db::connect(&DbConfig::new(url, "place-search"))?;
    let centers = [
        LonLat::new(-95.37, 29.76)?,
        LonLat::new(-80.84, 35.15)?,
        LonLat::MIDDLE_OF_US,
    ];
    println!("| text | Houston | Charlotte | no centre |\n| --- | --- | --- | --- |");
    for text in TEXTS {
        let parsed = SearchText::parse(text);
        print!("| {text} |");
        for center in centers {
            let asked = Request {
                text: &parsed,
                center,
                limit: 8,
            };
            let (found, times) = measure(&pool, &asked).await?;
            let [median, slowest] =
                [times[RUNS / 2], times[RUNS - 1]].map(|t| t.as_secs_f64() * 1e3);
            print!(" {median:.0} ms, at most {slowest:.0}; {found} found |");
        }
        println!();
    }
    Ok(())
}

/// The number of parcels found, and the times in order.
async fn measure(pool: &Pool, asked: &Request<'_>) -> anyhow::Result<(usize, Vec<Duration>)> {
    let (mut found, mut times) = (0, Vec::new());
    for _run in 0..RUNS {
        let start = Instant::now();
        let (parcels, _cities) = ops::ours(pool, asked).await?;
        times.push(start.elapsed());
        found = parcels.numbers.len() + parcels.others.len();
    }
    times.sort();
    Ok((found, times))
}
