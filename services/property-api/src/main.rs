//! Entry point: `serve` (default), `mail-worker`, and the subcommands common to all services.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use property_api::SERVICE;
use property_api::letter_links::signing_key;
use property_api::program::{self, PropertyApi};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Write a key that seals signed letters, with a certificate of its own, to the files of
    /// `SIGNING_KEY_FILE` and `SIGNING_CERTIFICATE_FILE`.
    MakeSigningKey {
        /// Whom the certificate names: this installation.
        #[arg(long, default_value = "Sitewright")]
        name: String,
        /// How long the certificate is valid.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
        years: u32,
    },
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
        Some(Command::MakeSigningKey { name, years }) => signing_key::run(&name, years),
    }
}
