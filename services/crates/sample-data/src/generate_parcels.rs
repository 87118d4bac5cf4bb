//! `parcel-lookup generate-parcels`: writes generated counties over the whole country, to measure the
//! product with many parcels.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use db::DbConfig;
use http_kit::telemetry::LogFormat;
use sample_data::country;
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Load generated parcels of counties over the whole country, for benchmarks. Each county is an import of its own:
/// a county that has parcels is left alone, so that a run that was killed is continued by the next one.
#[derive(Debug, Parser)]
#[command(bin_name = "parcel-lookup generate-parcels", version)]
struct Arguments {
    /// Number of parcels of all counties together.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=200_000_000))]
    count: u64,
    /// Other parcels.
    #[arg(long, default_value_t = sample_data::SEED)]
    seed: u64,
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run(Arguments::parse()).await)
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init("generate-parcels", LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, "generate-parcels");
    let database = env.finish(database)?;
    let plans = country::plans(arguments.count, arguments.seed);
    let began = Instant::now();
    country::load(&database, &plans, arguments.seed, |plan, report| {
        let seconds = began.elapsed().as_secs();
        let county = plan.county.county_fips;
        // Whoever no longer reads the lines does not end the import.
        let _ = match report {
            Some(report) => writeln!(
                std::io::stdout(),
                "{county}: {} parcels, after {seconds} s",
                report.written.inserted
            ),
            None => writeln!(std::io::stdout(), "{county}: has parcels, left alone"),
        };
    })
    .await?;
    Ok(())
}
