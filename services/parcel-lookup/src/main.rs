//! Entry point: `serve` (default), `worker`, the subcommands common to all services, and tools for
//! operators.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use domain::{BBox, LonLat};
use parcel_lookup::SERVICE;
use parcel_lookup::commands::{ExportArguments, check_layers, check_provider, export};
use parcel_lookup::program::{self, ParcelLookup};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Parcels by place, id and number, and growth simulations.
#[derive(Debug, Parser)]
#[command(name = "parcel-lookup", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Common(service::Command),
    /// Compute batches of growth runs until SIGTERM or SIGINT; any number of workers can run.
    Worker,
    /// Load the generated sample city in central Houston.
    Seed,
    /// Load generated parcels over the whole country, for benchmarks.
    #[command(disable_help_flag = true)]
    GenerateParcels(ToolArguments),
    /// Write the built base map, two archives of vector tiles, to a folder.
    BaseMap {
        /// The folder; it is created.
        folder: PathBuf,
    },
    /// Load a county's parcel file.
    #[command(disable_help_flag = true)]
    Import(ToolArguments),
    /// List, show, compare and undo imports.
    #[command(disable_help_flag = true)]
    Imports(ToolArguments),
    /// Load a layer of flood zones, wetlands, slope, easements or roads.
    #[command(disable_help_flag = true)]
    ImportLayer(ToolArguments),
    /// List and remove such layers.
    #[command(disable_help_flag = true)]
    Layers(ToolArguments),
    /// Write parcels to a file.
    Export(ExportArguments),
    /// Show the source of the growth layers of an area, and their properties.
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
    /// Request a point from each configured provider and show the responses.
    CheckProvider {
        /// Degrees north.
        #[arg(allow_negative_numbers = true)]
        lat: f64,
        /// Degrees east.
        #[arg(allow_negative_numbers = true)]
        lon: f64,
    },
}

/// The arguments of a program of its own; `--help` too.
#[derive(Debug, clap::Args)]
struct ToolArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

#[actix_web::main]
async fn main() -> ExitCode {
    Box::pin(service::run_to_exit(SERVICE, run(Cli::parse()))).await
}

async fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => service::run::<ParcelLookup>(service::Command::Serve).await,
        Some(Command::Common(command)) => service::run::<ParcelLookup>(command).await,
        Some(Command::Worker) => program::worker().await,
        Some(Command::Seed) => service::run_tool("parcel-lookup-seed", &[]),
        Some(Command::GenerateParcels(ToolArguments { arguments })) => {
            service::run_tool("parcel-lookup-generate-parcels", &arguments)
        }
        Some(Command::BaseMap { folder }) => {
            service::run_tool("parcel-lookup-base-map", &[folder.into_os_string()])
        }
        Some(Command::Import(ToolArguments { arguments })) => {
            service::run_tool("parcel-lookup-import", &arguments)
        }
        Some(Command::Imports(ToolArguments { arguments })) => {
            service::run_tool("parcel-lookup-imports", &arguments)
        }
        Some(Command::ImportLayer(arguments)) => layers("import-layer", arguments),
        Some(Command::Layers(arguments)) => layers("layers", arguments),
        Some(Command::Export(arguments)) => export(arguments).await,
        Some(Command::CheckLayers {
            west,
            south,
            east,
            north,
        }) => check_layers(BBox::new(west, south, east, north)?).await,
        Some(Command::CheckProvider { lat, lon }) => check_provider(LonLat::new(lon, lat)?).await,
    }
}

/// A subcommand of the program of layers.
fn layers(command: &str, ToolArguments { arguments }: ToolArguments) -> anyhow::Result<()> {
    let arguments: Vec<OsString> = std::iter::once(command.into()).chain(arguments).collect();
    service::run_tool("parcel-lookup-layers", &arguments)
}
