//! `parcel-lookup import`: imports a county's parcel file. A separate program, so that file format
//! readers are not part of the process that answers requests.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum as _};
use db::DbConfig;
use http_kit::telemetry::LogFormat;
use parcel_import::{Format, ImportOptions};
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, is_county_fips};
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Load a county's parcel file.
#[derive(Debug, Parser)]
#[command(bin_name = "parcel-lookup import", version)]
struct Arguments {
    /// `GeoJSON` (also .gz), `FlatGeobuf`, shapefile (also .zip), `GeoPackage` or CSV.
    file: PathBuf,
    /// `auto` detects it from the file name.
    #[arg(long, default_value = "auto", value_parser = parse_format)]
    format: FormatChoice,
    /// County of rows without one: five digits of state and county.
    #[arg(long, value_parser = parse_county)]
    county_fips: Option<String>,
    /// Name of a built-in map, `column=SOURCE,column=A+B|C`, JSON, or a file of either; else detected from the columns.
    #[arg(long)]
    field_map: Option<String>,
    /// Coordinate reference system if the file has none: `EPSG:2278`, a proj string or WKT.
    #[arg(long)]
    crs: Option<String>,
    /// Layer of a `GeoPackage`.
    #[arg(long)]
    layer: Option<String>,
    /// Table of a `GeoPackage` to join, and the common column: `assess:LOC_ID`.
    #[arg(long)]
    join: Option<String>,
    /// Publisher of the data.
    #[arg(long)]
    source: String,
    /// Licence of the data.
    #[arg(long)]
    licence: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct FormatChoice(Option<Format>);

fn parse_format(text: &str) -> Result<FormatChoice, String> {
    if text == "auto" {
        return Ok(FormatChoice(None));
    }
    Format::from_str(text, true).map(|format| FormatChoice(Some(format)))
}

fn parse_county(text: &str) -> Result<String, String> {
    if is_county_fips(text) {
        Ok(text.to_owned())
    } else {
        Err("a county code has five digits, such as 48201".to_owned())
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run(Arguments::parse()).await)
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init("parcel-import", LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, "parcel-import");
    let database = env.finish(database)?;
    let field_map = arguments.field_map.as_deref().map(field_map).transpose()?;
    let options = ImportOptions {
        file: arguments.file,
        format: arguments.format.0,
        county_fips: arguments.county_fips,
        field_map,
        crs: arguments.crs,
        layer: arguments.layer,
        join: arguments.join,
        provenance: Provenance {
            source: arguments.source,
            licence: arguments.licence,
            is_sample: false,
        },
    };
    let progress = |rows: u64| tracing::info!(import.rows = rows, "reading");
    let report = parcel_import::import(&database, options, progress).await?;
    std::io::stdout()
        .lock()
        .write_all(report.to_string().as_bytes())?;
    Ok(())
}

/// The text itself, or the content of the file that it names.
fn field_map(text: &str) -> anyhow::Result<FieldMap> {
    let text = if Path::new(text).is_file() {
        std::fs::read_to_string(text)?
    } else {
        text.to_owned()
    };
    Ok(FieldMap::parse(&text)?)
}
