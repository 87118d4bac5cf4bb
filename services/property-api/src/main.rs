//! The program: `serve` (default), `mail-worker`, `migrate`, `openapi`, `parked list`, `parked replay`.

use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use db::DbConfig;
use http_kit::telemetry::LogFormat;
use mail::Mailer;
use messaging::AmqpConfig;
use messaging::parked::{self, Selection};
use property_api::app::{App, Parts};
use property_api::attachments::FileStore;
use property_api::campaigns::progress::Progress;
use property_api::config::{Config, WorkerConfig};
use property_api::mail::worker::{self, MailWorker};
use property_api::{MIGRATIONS, SERVICE, routes};
use settings::Env;
use uuid::Uuid;

/// Properties of a firm: values, contacts, attachments and letters of intent.
#[derive(Debug, Parser)]
#[command(name = "property-api", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve until SIGTERM or SIGINT (the default).
    Serve,
    /// Hand queued mail over until SIGTERM or SIGINT; as many of these as you like.
    MailWorker,
    /// Bring the schema up to date, as its owner (`MIGRATION_DATABASE_URL`).
    Migrate,
    /// Print the `OpenAPI` document.
    Openapi,
    /// Messages that could not be handled.
    #[command(subcommand)]
    Parked(ParkedCommand),
}

#[derive(Debug, Subcommand)]
enum ParkedCommand {
    /// List them, oldest first, one JSON object a line.
    List {
        /// At most this many.
        #[arg(long, default_value_t = 100)]
        limit: i64,
    },
    /// Send them back to their queue.
    Replay {
        /// These only, by `parked_id`; all where none is given.
        ids: Vec<Uuid>,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run().await)
}

async fn run() -> anyhow::Result<()> {
    let command = Cli::parse().command.unwrap_or(Command::Serve);
    http_kit::telemetry::init(LogFormat::from_env());
    match command {
        Command::Serve => serve().await,
        Command::MailWorker => mail_worker().await,
        Command::Migrate => migrate().await,
        Command::Openapi => print(&routes::openapi()),
        Command::Parked(ParkedCommand::List { limit }) => list_parked(limit).await,
        Command::Parked(ParkedCommand::Replay { ids }) => replay_parked(ids).await,
    }
}

async fn serve() -> anyhow::Result<()> {
    let config = Config::from_env(Env::process())?;
    let shutdown = config.server.shutdown.clone();
    let parts = Parts::from_config(&config)?;
    let app = App::start(parts, config.server).with_context(|| {
        format!(
            "cannot listen at {}",
            std::env::var("BIND_ADDRESS").unwrap_or_default()
        )
    })?;
    tracing::info!(server.address = %app.address(), "listening");
    tokio::select! {
        result = stop_signal() => result?,
        () = shutdown.begun() => {}
    }
    tracing::info!("stopping");
    app.stop().await.context("the server did not stop in order")
}

async fn mail_worker() -> anyhow::Result<()> {
    let config = WorkerConfig::from_env(Env::process())?;
    let pool = db::connect(&config.database)?;
    let worker = MailWorker {
        progress: Progress::new(pool.clone()),
        pool,
        files: FileStore::open(&config.storage)?,
        mailer: Mailer::new(&config.mail)?,
        retry: worker::retry_policy(),
    };
    let handle = worker.spawn(config.amqp);
    tracing::info!(mail.mode = config.mail.mode(), "handing mail over");
    stop_signal().await?;
    tracing::info!("stopping");
    handle.shutdown().await;
    Ok(())
}

async fn stop_signal() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = terminate.recv() => Ok(()),
        result = tokio::signal::ctrl_c() => result.map_err(Into::into),
    }
}

async fn migrate() -> anyhow::Result<()> {
    let mut env = Env::process();
    let database = DbConfig::owner_from_env(&mut env, SERVICE);
    let database = env.finish(database)?;
    let ran = db::migrate(&database, &[messaging::MIGRATIONS, MIGRATIONS]).await?;
    tracing::info!(migrations = ran.len(), "the schema is up to date");
    Ok(())
}

async fn list_parked(limit: i64) -> anyhow::Result<()> {
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, SERVICE);
    env.finish(())?;
    for row in parked::list(&db::connect(&database)?, limit).await? {
        print(&format!("{}\n", serde_json::to_string(&row)?))?;
    }
    Ok(())
}

async fn replay_parked(ids: Vec<Uuid>) -> anyhow::Result<()> {
    let mut env = Env::process();
    let (database, amqp) = (
        DbConfig::from_env(&mut env, SERVICE),
        AmqpConfig::from_env(&mut env, SERVICE),
    );
    env.finish(())?;
    let selection = if ids.is_empty() {
        Selection::All
    } else {
        Selection::These(ids)
    };
    let replayed = parked::replay(&db::connect(&database)?, &amqp, &selection).await?;
    print(&format!("{replayed} replayed\n"))
}

fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout()
        .write_all(text.as_bytes())
        .context("cannot write to standard output")
}
