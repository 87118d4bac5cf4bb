//! The program: reads the command line and the environment, and runs one command.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use http_kit::telemetry::{self, LogFormat};
use main_api::commands;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Sign-in, users, projects, markers, markets, contacts and companies.
#[derive(Parser)]
#[command(name = "main-api", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve HTTP and events (default).
    Serve,
    /// Bring the schema up to date.
    Migrate,
    /// Print the API document.
    Openapi,
    /// Load states, counties and metropolitan areas, or bring them up to date.
    Geography,
    /// Make sample firms, users, projects and contacts. Never in a deployment.
    Seed,
    /// Make a firm and its first admin; the password is read from `ADMIN_PASSWORD`.
    CreateAdmin {
        /// Name of the firm; made when there is none.
        #[arg(long)]
        firm: String,
        /// E-mail address of the admin.
        #[arg(long)]
        email: String,
        /// First name.
        #[arg(long)]
        fname: String,
        /// Last name.
        #[arg(long, default_value = "")]
        lname: String,
    },
    /// Load a firm's own markets and submarkets from a GeoJSON file in WGS 84.
    ImportMarkets {
        /// Name of the firm.
        #[arg(long)]
        firm: String,
        /// Property that holds the market's name.
        #[arg(long, default_value = "market")]
        market_field: String,
        /// Property that holds the submarket's name.
        #[arg(long, default_value = "submarket")]
        submarket_field: String,
        /// The file: a `FeatureCollection` of polygons, one a submarket.
        file: PathBuf,
    },
    /// Messages that could not be handled.
    Parked {
        #[command(subcommand)]
        action: Parked,
    },
}

#[derive(Subcommand)]
enum Parked {
    /// Show them with their reasons.
    List,
    /// Send them back to their queues.
    Replay {
        /// Which; all when none is named.
        ids: Vec<uuid::Uuid>,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run().await)
}

async fn run() -> anyhow::Result<()> {
    let command = Cli::parse().command.unwrap_or(Command::Serve);
    telemetry::init(LogFormat::from_env());
    match command {
        Command::Serve => commands::serve::run().await,
        Command::Migrate => commands::migrate::run().await,
        Command::Openapi => commands::openapi::run(),
        Command::Geography => commands::geography::run().await,
        Command::Seed => commands::seed::run().await,
        Command::CreateAdmin {
            firm,
            email,
            fname,
            lname,
        } => commands::create_admin::run(&firm, &email, &fname, &lname).await,
        Command::ImportMarkets {
            firm,
            market_field,
            submarket_field,
            file,
        } => commands::import_markets::run(&firm, &market_field, &submarket_field, &file).await,
        Command::Parked {
            action: Parked::List,
        } => commands::parked::list().await,
        Command::Parked {
            action: Parked::Replay { ids },
        } => commands::parked::replay(ids).await,
    }
}
