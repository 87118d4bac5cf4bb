//! The subcommands that every service has, and the exit code of its process.

use std::future::Future;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use db::{DbConfig, EmbeddedMigrations};
use http_kit::telemetry::{self, LogFormat};
use settings::Env;
use utoipa::openapi::OpenApi;

use crate::parked::{self, ParkedCommand};
use crate::settings_page;

/// Defines a service for its command line.
pub trait Program {
    /// Service name on the broker, in logs and in events.
    const NAME: &'static str;
    /// Migrations that `migrate` runs, in order.
    const MIGRATIONS: &'static [EmbeddedMigrations];
    /// Subcommands that run until stopped; an installation needs at least one process of each.
    const PROCESSES: &'static [&'static str];
    /// Whether it has background jobs; then `MIGRATIONS` makes their table.
    const HAS_JOBS: bool = false;

    /// The OpenAPI document of all routes.
    fn document() -> OpenApi;

    /// Reads every setting of every subcommand, so that `env` records their names; the values are
    /// discarded.
    fn read_settings(env: &mut Env);

    /// Serves until SIGTERM or SIGINT.
    fn serve() -> impl Future<Output = anyhow::Result<()>>;
}

/// The subcommands; flatten them into the service's own.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT (the default).
    Serve,
    /// Run the migrations of the schema, as its owner (`MIGRATION_DATABASE_URL`).
    Migrate,
    /// Print the OpenAPI document.
    Openapi,
    /// Print the settings that are read from the environment.
    Settings {
        /// As a JSON array of objects with `name`, `required` and `secret`.
        #[arg(long)]
        json: bool,
    },
    /// Print the subcommands that run until they are stopped, one per line.
    Processes,
    /// List or replay messages that could not be processed, and dead jobs.
    #[command(subcommand)]
    Parked(ParkedCommand),
}

/// Initializes logs and traces of this service, runs `main` and converts its result to an exit code.
pub async fn run_to_exit<F>(service: &'static str, main: F) -> ExitCode
where
    F: Future<Output = anyhow::Result<()>>,
{
    telemetry::init(service, LogFormat::from_env());
    let outcome = http_kit::command::outcome(main.await);
    if let Err(error) = tokio::task::spawn_blocking(telemetry::stop).await {
        tracing::warn!(error.cause = %error, "the last spans were not exported");
    }
    outcome
}

/// Runs one of the common subcommands.
pub async fn run<P: Program>(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve => P::serve().await,
        Command::Migrate => migrate::<P>().await,
        Command::Openapi => print(&http_kit::openapi::to_json(&P::document())),
        Command::Settings { json } => print(&settings_page::of::<P>(json)?),
        Command::Processes => print(&(P::PROCESSES.join("\n") + "\n")),
        Command::Parked(command) => parked::run::<P>(command).await,
    }
}

/// Prints text to standard output; logs go to standard error.
pub fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout()
        .lock()
        .write_all(text.as_bytes())
        .context("cannot write to standard output")
}

async fn migrate<P: Program>() -> anyhow::Result<()> {
    let database = settings::from_process(|env| DbConfig::owner_from_env(env, P::NAME))?;
    let ran = db::migrate(&database, P::MIGRATIONS).await?;
    tracing::info!(migrations.ran = ran.len(), "the schema is up to date");
    Ok(())
}
