//! The subcommands that every service has, and the end of its process.

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

/// What a service is, for its command line.
pub trait Program {
    /// The service's name on the broker, in logs and in events.
    const NAME: &'static str;
    /// What `migrate` runs, in order.
    const MIGRATIONS: &'static [EmbeddedMigrations];
    /// The subcommands that run until they are stopped; an installation runs at least one process of
    /// each.
    const PROCESSES: &'static [&'static str];
    /// Whether it has background jobs; then `MIGRATIONS` makes their table.
    const HAS_JOBS: bool = false;

    /// The document of all its routes.
    fn document() -> OpenApi;

    /// Reads every setting of every subcommand. What is read is thrown away; the names are kept.
    fn read_settings(env: &mut Env);

    /// Serves until SIGTERM or SIGINT.
    fn serve() -> impl Future<Output = anyhow::Result<()>>;
}

/// The subcommands; flatten them into the service's own.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT (the default).
    Serve,
    /// Bring the schema up to date, as its owner (`MIGRATION_DATABASE_URL`).
    Migrate,
    /// Print the OpenAPI document.
    Openapi,
    /// Print the settings that the environment can hold.
    Settings {
        /// As a JSON array of objects with `name`, `required` and `secret`.
        #[arg(long)]
        json: bool,
    },
    /// Print the subcommands that run until they are stopped, one a line.
    Processes,
    /// Messages that could not be handled, and dead jobs.
    #[command(subcommand)]
    Parked(ParkedCommand),
}

/// Starts logs and runs `main`; how it ended, as the process's exit code.
pub async fn run_to_exit<F>(main: F) -> ExitCode
where
    F: Future<Output = anyhow::Result<()>>,
{
    telemetry::init(LogFormat::from_env());
    http_kit::command::outcome(main.await)
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

/// Text for the person or program at the terminal. Logs go to standard error.
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
