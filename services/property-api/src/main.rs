//! Entry point: `serve` (default), `mail-worker`, and the subcommands common to all services.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use property_api::SERVICE;
use property_api::program::{self, PropertyApi};

/// Properties of a firm: values, contacts, attachments and letters of intent.
#[derive(Debug, Parser)]
#[command(name = "property-api", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Common(service::Command),
    /// Send queued mail until SIGTERM or SIGINT; any number of workers can run.
    MailWorker,
}

#[tokio::main]
async fn main() -> ExitCode {
    service::run_to_exit(SERVICE, run(Cli::parse())).await
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => service::run::<PropertyApi>(service::Command::Serve).await,
        Some(Command::Common(command)) => service::run::<PropertyApi>(command).await,
        Some(Command::MailWorker) => program::mail_worker().await,
    }
}
