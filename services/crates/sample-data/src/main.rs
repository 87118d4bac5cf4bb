//! `parcel-lookup seed`: writes the sample city. A separate program, so that the generator is not
//! part of the process that answers requests.

use std::io::Write as _;
use std::process::ExitCode;

use db::DbConfig;
use http_kit::telemetry::LogFormat;
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run().await)
}

async fn run() -> anyhow::Result<()> {
    http_kit::telemetry::init("sample-data", LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, "sample-data");
    let database = env.finish(database)?;
    let report = sample_data::seed(&database).await?;
    sample_data::seed_land(&database).await?;
    std::io::stdout()
        .lock()
        .write_all(report.to_string().as_bytes())?;
    Ok(())
}
