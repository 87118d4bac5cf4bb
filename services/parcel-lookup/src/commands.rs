//! The service's commands.
//!
//! Thin: each reads what it needs from the environment and calls the library. Reports go to standard
//! output, logs to standard error.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use auth::{EndedSessions, KeySet, Origins};
use clap::{Parser, Subcommand, ValueEnum as _};
use domain::{BBox, LonLat};
use http_kit::config::Env;
use http_kit::telemetry::LogFormat;
use messaging::parked;
use parcel_lookup::app::{self, Parts, WorkerParts};
use parcel_lookup::config::{self, Config, WorkerCommandConfig};
use parcel_lookup::county::is_county_fips;
use parcel_lookup::field_map::FieldMap;
use parcel_lookup::growth::GrowthDesk;
use parcel_lookup::growth::area::LayerSource;
use parcel_lookup::growth::layers::desk::{LayerConfig, LayerDesk};
use parcel_lookup::import::{self, Format, ImportOptions};
use parcel_lookup::parcels::Provenance;
use parcel_lookup::places::Geocoder;
use parcel_lookup::providers::Providers;
use parcel_lookup::providers::http::{Http, Limits};
use parcel_lookup::{routes, sample, schema};

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
    Import(ImportArguments),
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

#[derive(Debug, clap::Args)]
struct ImportArguments {
    /// GeoJSON (also .gz), FlatGeobuf, shapefile (also .zip), GeoPackage or CSV.
    file: PathBuf,
    /// `auto` tells it from the file's name.
    #[arg(long, default_value = "auto", value_parser = parse_format)]
    format: FormatChoice,
    /// County of rows that name none: five digits of state and county.
    #[arg(long, value_parser = parse_county)]
    county_fips: Option<String>,
    /// Name of a built-in map, `column=SOURCE,column=A+B|C`, JSON, or a file of either; else told from the columns.
    #[arg(long)]
    field_map: Option<String>,
    /// Coordinates' system where the file tells none: `EPSG:2278`, a proj string or WKT.
    #[arg(long)]
    crs: Option<String>,
    /// Layer of a GeoPackage.
    #[arg(long)]
    layer: Option<String>,
    /// Table of a GeoPackage to join, and the column that both have: `assess:LOC_ID`.
    #[arg(long)]
    join: Option<String>,
    /// Who publishes the data.
    #[arg(long)]
    source: String,
    /// Under which licence.
    #[arg(long)]
    licence: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct FormatChoice(Option<Format>);

fn parse_format(text: &str) -> Result<FormatChoice, String> {
    if text == "auto" {
        return Ok(FormatChoice(None));
    }
    Format::from_str(text, true).map(|format| FormatChoice(Some(format)))
}

fn parse_county(text: &str) -> Result<String, String> {
    if is_county_fips(text) {
        Ok(text.to_owned())
    } else {
        Err("a county code has five digits, such as 48201".to_owned())
    }
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

/// Runs a command.
pub async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init(LogFormat::from_env());
    let env = Env::process();
    match arguments.command.unwrap_or(Command::Serve) {
        Command::Serve => serve(Config::from_env(env)?).await,
        Command::Worker => worker(WorkerCommandConfig::from_env(env)?).await,
        Command::Migrate => migrate(env).await,
        Command::Openapi => print(&routes::openapi()),
        Command::Parked(command) => parked_command(env, command).await,
        Command::Seed => seed(env).await,
        Command::Import(arguments) => import_file(env, arguments).await,
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
        growth: GrowthDesk::new(config.growth, LayerSource::standard(config.layers)?),
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

async fn migrate(mut env: Env) -> anyhow::Result<()> {
    let database = config::owner_database(&mut env);
    let database = env.finish(database)?;
    let ran = db::migrate(&database, schema::MIGRATION_SETS).await?;
    tracing::info!(migrations.ran = ran.len(), "the schema is up to date");
    Ok(())
}

async fn seed(env: Env) -> anyhow::Result<()> {
    let report = sample::seed(&database(env)?).await?;
    print(&report.to_string())
}

async fn import_file(env: Env, arguments: ImportArguments) -> anyhow::Result<()> {
    let field_map = arguments.field_map.as_deref().map(field_map).transpose()?;
    let options = ImportOptions {
        file: arguments.file,
        format: arguments.format.0,
        county_fips: arguments.county_fips,
        field_map,
        crs: arguments.crs,
        layer: arguments.layer,
        join: arguments.join,
        provenance: Provenance {
            source: arguments.source,
            licence: arguments.licence,
            is_sample: false,
        },
    };
    let progress = |rows: u64| tracing::info!(import.rows = rows, "reading");
    let report = import::import(&database(env)?, options, progress).await?;
    print(&report.to_string())
}

/// The text itself, or the text of the file that it names.
fn field_map(text: &str) -> anyhow::Result<FieldMap> {
    let text = if Path::new(text).is_file() {
        std::fs::read_to_string(text)?
    } else {
        text.to_owned()
    };
    Ok(FieldMap::parse(&text)?)
}

fn database(mut env: Env) -> anyhow::Result<db::DbConfig> {
    let database = config::database(&mut env);
    Ok(env.finish(database)?)
}

async fn check_layers(mut env: Env, bbox: BBox) -> anyhow::Result<()> {
    let providers = config::ProviderConfig::from_env(&mut env);
    let config = LayerConfig::from_env(&mut env, providers.user_agent);
    let desk = LayerDesk::new(env.finish(config)?)?;
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
    let (database, amqp) = (config::database(&mut env), config::amqp(&mut env));
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
