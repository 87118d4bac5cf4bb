//! Entry point: parses the command line and runs one subcommand.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use main_api::program::MainApi;
use main_api::{SERVICE, commands};

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
    #[command(flatten)]
    Common(service::Command),
    /// Load states, counties and metropolitan areas, or update them.
    Geography,
    /// Create sample firms, users, projects and contacts; not for production.
    Seed,
    /// Create a firm and its first admin; the password is read from `ADMIN_PASSWORD`.
    CreateAdmin {
        /// Name of the firm; created if it does not exist.
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
        /// The file: a `FeatureCollection` of polygons, one per submarket.
        file: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    service::run_to_exit(SERVICE, run(Cli::parse())).await
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => service::run::<MainApi>(service::Command::Serve).await,
        Some(Command::Common(command)) => service::run::<MainApi>(command).await,
        Some(Command::Geography) => commands::geography::run().await,
        Some(Command::Seed) => commands::seed::run().await,
        Some(Command::CreateAdmin {
            firm,
            email,
            fname,
            lname,
        }) => commands::create_admin::run(&firm, &email, &fname, &lname).await,
        Some(Command::ImportMarkets {
            firm,
            market_field,
            submarket_field,
            file,
        }) => commands::import_markets::run(&firm, &market_field, &submarket_field, &file).await,
    }
}
