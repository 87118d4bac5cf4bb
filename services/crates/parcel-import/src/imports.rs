//! `parcel-lookup imports`: lists, compares and undoes imports. A separate program, as the import
//! itself is.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Parser, Subcommand};
use db::DbConfig;
use http_kit::telemetry::LogFormat;
use parcel_import::batches::{self, KEPT_BATCHES};
use serde::Serialize;
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The imports of parcel files.
#[derive(Debug, Parser)]
#[command(bin_name = "parcel-lookup imports", version)]
struct Arguments {
    /// JSON instead of a table.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// All batches, the newest first.
    List,
    /// All about one batch.
    Show {
        /// Its number.
        batch: i64,
    },
    /// Restore the parcels as they were before a batch; only the latest of its counties.
    Undo {
        /// Its number.
        batch: i64,
    },
    /// What changed between two batches of a county.
    Diff {
        /// Its number.
        a: i64,
        /// Its number.
        b: i64,
        /// Examples of each kind of change.
        #[arg(long, default_value_t = 5)]
        examples: usize,
        /// Write all changes to this file.
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
    },
    /// Delete the history of old batches, which then cannot be undone or compared.
    Prune {
        /// Batches of each county whose history is kept.
        #[arg(long, value_name = "BATCHES", default_value_t = KEPT_BATCHES, value_parser = clap::value_parser!(i64).range(0..))]
        keep: i64,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run(Arguments::parse()).await)
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init("parcel-imports", LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, "parcel-imports");
    let database = env.finish(database)?;
    let json = arguments.json;
    let text = match arguments.command {
        Command::List => {
            let batches = batches::list(&database).await?;
            shown(json, &batches, |batches| batches::table(batches))?
        }
        Command::Show { batch } => {
            let batch = batches::show(&database, batch).await?;
            shown(json, &batch, ToString::to_string)?
        }
        Command::Undo { batch } => {
            let undone = batches::undo(&database, batch).await?;
            shown(json, &undone, ToString::to_string)?
        }
        Command::Diff {
            a,
            b,
            examples,
            csv,
        } => {
            let mut file = csv
                .map(|csv| {
                    File::create(&csv)
                        .with_context(|| format!("{} cannot be written", csv.display()))
                })
                .transpose()?;
            let table = file
                .as_mut()
                .map(|file| file as &mut (dyn std::io::Write + Send));
            let diff = batches::diff(&database, (a, b), examples, table).await?;
            shown(json, &diff, ToString::to_string)?
        }
        Command::Prune { keep } => {
            let rows = batches::prune_all(&database, keep).await?;
            shown(json, &rows, |rows| {
                format!("{rows} rows of history were deleted\n")
            })?
        }
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn shown<T: Serialize>(
    json: bool,
    value: &T,
    text: impl Fn(&T) -> String,
) -> serde_json::Result<String> {
    if json {
        Ok(serde_json::to_string_pretty(value)? + "\n")
    } else {
        Ok(text(value))
    }
}
