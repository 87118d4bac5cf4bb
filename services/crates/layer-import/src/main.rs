//! `parcel-lookup import-layer` and `layers`. A separate program, so that file format readers are not part of the
//! process that answers requests.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use chrono::NaiveDate;
use clap::{Parser, Subcommand};
use db::DbConfig;
use feature_files::FileArguments;
use http_kit::telemetry::LogFormat;
use layer_import::{LayerFile, flood_changes_words, list_layers, remove_layer};
use settings::Env;
use site_layers::LayerKind;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NAME: &str = "layer-import";

const AFTER: &str = "The layer of the same kind and name is replaced in one transaction. Columns are known by their usual names: FLD_ZONE and
ZONE_SUBTY of flood zones, ATTRIBUTE or WETLAND_TYPE of wetlands, percent or gridcode (at least so steep) of slope, width_m or
width_ft of easements that are lines, name and class or MTFCC of roads. Where the layer has no feature, there is none: --coverage
names the area for which that holds, by default the hull around its features. Flood zones say it themselves.";

/// Layers of land.
#[derive(Debug, Parser)]
#[command(bin_name = "parcel-lookup", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Load a layer of flood zones, wetlands, water, slope, easements, highways, rail or roads.
    #[command(after_long_help = AFTER)]
    ImportLayer(Box<ImportArguments>),
    /// List and remove layers.
    Layers {
        #[command(subcommand)]
        command: LayersCommand,
    },
}

#[derive(Debug, Subcommand)]
enum LayersCommand {
    /// Layers with their source, date and number of features.
    List {
        /// Also the cells that were fetched from public services.
        #[arg(long)]
        services: bool,
    },
    /// Remove a layer with its features.
    Remove {
        /// Its number, as `list` shows it.
        layer_id: i64,
    },
}

#[derive(Debug, clap::Args)]
struct ImportArguments {
    #[command(flatten)]
    file: FileArguments,
    /// flood, wetland, water, slope, easement, highway, rail or road.
    #[arg(long, value_parser = parse_kind)]
    kind: LayerKind,
    /// Name of the layer; by default that of the file.
    #[arg(long)]
    name: Option<String>,
    /// Publisher of the data; shown with each result.
    #[arg(long)]
    source: String,
    /// Licence of the data.
    #[arg(long)]
    licence: Option<String>,
    /// Date of the data, such as 2026-01-31.
    #[arg(long, value_name = "DATE")]
    date: Option<NaiveDate>,
    /// File with the area that the layer describes.
    #[arg(long, value_name = "FILE")]
    coverage: Option<PathBuf>,
}

impl ImportArguments {
    fn of(self) -> LayerFile {
        let input = self.file.input();
        let stem = input.file.file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy().into_owned();
        LayerFile {
            kind: self.kind,
            name: self.name.unwrap_or(stem),
            rejects: self.file.rejects(),
            input,
            crs: self.file.crs,
            swap_axes: self.file.swap_axes,
            source: self.source,
            licence: self.licence,
            date: self.date,
            coverage: self.coverage,
            dry_run: self.file.dry_run,
        }
    }
}

fn parse_kind(text: &str) -> Result<LayerKind, String> {
    LayerKind::named(text).ok_or_else(|| {
        let known: Vec<&str> = LayerKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("one of {}", known.join(", "))
    })
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run(Arguments::parse().command).await)
}

async fn run(command: Command) -> anyhow::Result<()> {
    http_kit::telemetry::init(NAME, LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, NAME);
    let database = env.finish(database)?;
    let mut out = std::io::stdout().lock();
    match command {
        Command::ImportLayer(arguments) => {
            let report = layer_import::import_layer(&database, &arguments.of()).await?;
            write!(out, "{report}")?;
        }
        Command::Layers {
            command: LayersCommand::List { services },
        } => {
            let layers = list_layers(&database, services).await?;
            out.write_all(table(&layers).as_bytes())?;
        }
        Command::Layers {
            command: LayersCommand::Remove { layer_id },
        } => {
            let flood_changes = remove_layer(&database, layer_id).await?;
            writeln!(out, "layer {layer_id} was removed")?;
            if let Some(parcels) = flood_changes {
                writeln!(out, "{}", flood_changes_words(parcels))?;
            }
        }
    }
    Ok(())
}

fn table(layers: &[layer_import::Layer]) -> String {
    let rows = layers.iter().map(|layer| {
        let date = layer.source_date.map_or_else(
            || format!("read {}", layer.fetched_at.date_naive()),
            |date| date.to_string(),
        );
        let sample = if layer.is_sample { " (sample)" } else { "" };
        vec![
            layer.layer_id.to_string(),
            layer.kind.clone(),
            layer.name.clone(),
            format!("{}{sample}", layer.source),
            layer.source_licence.clone().unwrap_or_default(),
            date,
            layer.features.to_string(),
            format!("{:.1}", layer.coverage_km2),
        ]
    });
    let head = [
        "id", "kind", "name", "source", "licence", "date", "features", "km2",
    ];
    feature_files::table(&head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, clap::Error> {
        Arguments::try_parse_from(line.split(' ')).map(|arguments| arguments.command)
    }

    #[test]
    fn a_layer_needs_a_kind_and_a_source() {
        let line =
            "parcel-lookup import-layer zones.gpkg --kind flood --source FEMA --date 2026-01-31";
        let Ok(Command::ImportLayer(arguments)) = parsed(line) else {
            panic!("not parsed");
        };
        let file = arguments.of();
        assert_eq!((file.kind, file.name.as_str()), (LayerKind::Flood, "zones"));
        assert_eq!(file.rejects, Some(PathBuf::from("zones.gpkg.rejects.csv")));
        assert!(parsed("parcel-lookup import-layer zones.gpkg --kind lava --source FEMA").is_err());
        assert!(parsed("parcel-lookup import-layer zones.gpkg --kind flood").is_err());
        assert!(parsed("parcel-lookup layers list --services").is_ok());
        assert!(parsed("parcel-lookup layers remove 3").is_ok());
    }
}
