//! The service's commands.
//!
//! Each reads its settings from the environment and calls the library. Reports go to standard
//! output, logs to standard error.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process;
use std::sync::Arc;

use anyhow::Context as _;
use auth::{EndedSessions, KeySet, Origins};
use clap::{Parser, Subcommand};
use db::DbConfig;
use domain::{BBox, LonLat};
use growth_layers::{LayerConfig, LayerResolver, LayerSource as _};
use http_kit::telemetry::LogFormat;
use messaging::{AmqpConfig, parked};
use parcel_lookup::app::{self, Parts, WorkerParts};
use parcel_lookup::config::{self, Config, WorkerCommandConfig};
use parcel_lookup::growth::GrowthContext;
use parcel_lookup::places::Geocoder;
use parcel_lookup::providers::Providers;
use parcel_lookup::{ALL_MIGRATIONS, SERVICE, routes};
use provider_client::{Http, Limits};
use settings::Env;

/// parcel-lookup: which parcel is where, and what is known of it.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answers requests (the default).
    Serve,
    /// Computes batches of growth runs; any number of these may run.
    Worker,
    /// Brings the schema up to date, as the owner role.
    Migrate,
    /// Prints the OpenAPI document.
    Openapi,
    /// Messages that could not be handled.
    #[command(subcommand)]
    Parked(ParkedCommand),
    /// Fills in the made-up sample city in central Houston.
    Seed,
    /// Loads a county's parcel file.
    #[command(disable_help_flag = true)]
    Import(ToolArguments),
    /// Shows which source answers for an area's layers of growth, and what it has.
    CheckLayers {
        /// Degrees east.
        #[arg(allow_negative_numbers = true)]
        west: f64,
        /// Degrees north.
        #[arg(allow_negative_numbers = true)]
        south: f64,
        /// Degrees east.
        #[arg(allow_negative_numbers = true)]
        east: f64,
        /// Degrees north.
        #[arg(allow_negative_numbers = true)]
        north: f64,
    },
    /// Asks each configured provider once and shows what it says.
    CheckProvider {
        /// Degrees north.
        #[arg(allow_negative_numbers = true)]
        lat: f64,
        /// Degrees east.
        #[arg(allow_negative_numbers = true)]
        lon: f64,
    },
}

/// What a program of its own is given; `--help` too.
#[derive(Debug, clap::Args)]
struct ToolArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

#[derive(Debug, Subcommand)]
enum ParkedCommand {
    /// Lists them with their reasons, one JSON object a line.
    List,
    /// Sends them back to their queues: those named, or all.
    Replay {
        /// Ids from the list; none means all.
        ids: Vec<uuid::Uuid>,
    },
}

pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init(LogFormat::from_env());
    let env = Env::process();
    match arguments.command.unwrap_or(Command::Serve) {
        Command::Serve => serve(Config::from_env(env)?).await,
        Command::Worker => worker(WorkerCommandConfig::from_env(env)?).await,
        Command::Migrate => migrate(env).await,
        Command::Openapi => print(&routes::openapi()),
        Command::Parked(command) => parked_command(env, command).await,
        Command::Seed => run_tool("parcel-lookup-seed", &[]),
        Command::Import(ToolArguments { arguments }) => {
            run_tool("parcel-lookup-import", &arguments)
        }
        Command::CheckLayers {
            west,
            south,
            east,
            north,
        } => check_layers(env, BBox::new(west, south, east, north)?).await,
        Command::CheckProvider { lat, lon } => check_provider(env, LonLat::new(lon, lat)?).await,
    }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let http = Http::new(&config.providers.user_agent, Limits::default())?;
    let parts = Parts {
        pool: db::connect(&config.database)?,
        amqp: config.amqp,
        ended: Some(EndedSessions::beside(&config.jwks_url)?),
        keys: KeySet::remote(config.jwks_url, config.jwt_issuer)?,
        origins: Origins::new(
            &config.public_url,
            config.server.cors_allowed_origins.iter().cloned(),
        ),
        providers: Providers::from_config(&config.providers)?,
        geocoder: config
            .geocoder_url
            .as_deref()
            .map(|url| Geocoder::new(url, http))
            .transpose()?,
        map: config.map,
        growth: GrowthContext::new(config.growth, Arc::new(LayerResolver::new(config.layers)?)),
    };
    app::serve(config.server, parts).await
}

async fn worker(config: WorkerCommandConfig) -> anyhow::Result<()> {
    let parts = WorkerParts {
        pool: db::connect(&config.database)?,
        amqp: config.amqp,
        config: config.worker,
    };
    app::work(config.server, parts).await
}

/// Replaces this process by the program of this name installed in the same folder. File readers and
/// the sample city are not linked into the process that answers requests.
fn run_tool(name: &str, arguments: &[OsString]) -> anyhow::Result<()> {
    let program = std::env::current_exe()?.with_file_name(name);
    let error = process::Command::new(&program).args(arguments).exec();
    Err(error).with_context(|| format!("{} cannot be run", program.display()))
}

async fn migrate(mut env: Env) -> anyhow::Result<()> {
    let database = DbConfig::owner_from_env(&mut env, SERVICE);
    let database = env.finish(database)?;
    let ran = db::migrate(&database, ALL_MIGRATIONS).await?;
    tracing::info!(migrations.ran = ran.len(), "the schema is up to date");
    Ok(())
}

async fn check_layers(mut env: Env, bbox: BBox) -> anyhow::Result<()> {
    let providers = config::ProviderConfig::from_env(&mut env);
    let config = LayerConfig::from_env(&mut env, providers.user_agent);
    let desk = LayerResolver::new(env.finish(config)?)?;
    let started = std::time::Instant::now();
    let area = desk.for_area(bbox).await?;
    print(&format!(
        "{area}read in {:.1} s\n",
        started.elapsed().as_secs_f64()
    ))
}

async fn check_provider(mut env: Env, at: LonLat) -> anyhow::Result<()> {
    let providers = Providers::from_config(&config::ProviderConfig::from_env(&mut env))?;
    let mut asked = 0;
    for provider in providers.covering(at) {
        asked += 1;
        let said = match provider.at_point(at).await {
            Ok(found) if found.is_empty() => "knows no parcel here".to_owned(),
            Ok(found) => found
                .iter()
                .map(|parcel| serde_json::to_string_pretty(&parcel.fields))
                .collect::<Result<Vec<_>, _>>()?
                .join("\n"),
            Err(error) => format!("failed: {:#}", anyhow::Error::from(error)),
        };
        print(&format!("{}: {said}\n", provider.name()))?;
    }
    print(&format!(
        "{asked} providers are configured for this point\n"
    ))
}

async fn parked_command(mut env: Env, command: ParkedCommand) -> anyhow::Result<()> {
    let (database, amqp) = (
        DbConfig::from_env(&mut env, SERVICE),
        AmqpConfig::from_env(&mut env, SERVICE),
    );
    let (database, amqp) = env.finish((database, amqp))?;
    let pool = db::connect(&database)?;
    match command {
        ParkedCommand::List => {
            for message in parked::list(&pool, i64::MAX).await? {
                print(&(serde_json::to_string(&message)? + "\n"))?;
            }
            Ok(())
        }
        ParkedCommand::Replay { ids } => {
            let selection = if ids.is_empty() {
                parked::Selection::All
            } else {
                parked::Selection::These(ids)
            };
            let replayed = parked::replay(&pool, &amqp, &selection).await?;
            print(&format!("{replayed} messages went back to their queues\n"))
        }
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout()
        .lock()
        .write_all(text.as_bytes())
        .context("standard output is closed")
}
