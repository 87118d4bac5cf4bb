//! Entry point: parses the command line and runs one subcommand.

use std::ffi::OsString;
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
    /// Load a firm's own markets and submarkets from a file of any format.
    #[command(disable_help_flag = true)]
    ImportMarkets(ToolArguments),
    /// Replace outlines and names of the shared counties from a file of any format.
    #[command(disable_help_flag = true)]
    ImportCounties(ToolArguments),
}

/// The arguments of a program of its own; `--help` too.
#[derive(clap::Args)]
struct ToolArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
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
        Some(Command::ImportMarkets(arguments)) => import_areas("import-markets", arguments),
        Some(Command::ImportCounties(arguments)) => import_areas("import-counties", arguments),
    }
}

/// The program reads the subcommand again.
fn import_areas(command: &str, ToolArguments { arguments }: ToolArguments) -> anyhow::Result<()> {
    let mut all = vec![OsString::from(command)];
    all.extend(arguments);
    service::run_tool("main-api-import-areas", &all)
}
