//! `main-api import-markets` and `import-counties`. A separate program, so that file format readers
//! are not part of the process that answers requests.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use area_import::{AreaFile, CountyColumns, MarketColumns};
use clap::{Parser, Subcommand, ValueEnum as _};
use db::DbConfig;
use feature_files::{Format, Input};
use http_kit::telemetry::LogFormat;
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NAME: &str = "area-import";

const AFTER: &str = "Columns that are not named are guessed by their usual names; otherwise the import ends with a table of
the file's columns. Nothing is written, with exit code 1, if the file is not understood or no row can be
taken. Single rows that cannot be taken are listed with their reason in the file of --rejects. Rows of the
same area are its parts. What was imported before and is named again is replaced and keeps its id; nothing
is deleted. --dry-run shows what an import would do.";

/// Areas of main-api.
#[derive(Debug, Parser)]
#[command(bin_name = "main-api", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Load a firm's own markets and submarkets: a polygon for each submarket.
    #[command(after_long_help = AFTER)]
    ImportMarkets {
        #[command(flatten)]
        file: FileArguments,
        /// Name of the firm.
        #[arg(long)]
        firm: String,
        /// Column that holds the market's name.
        #[arg(long, value_name = "COLUMN")]
        market_field: Option<String>,
        /// Column that holds the submarket's name.
        #[arg(long, value_name = "COLUMN")]
        submarket_field: Option<String>,
        /// Publisher of the outlines, if they are not the firm's own; shown on the map.
        #[arg(long)]
        source: Option<String>,
    },
    /// Replace outlines and names of counties by their codes, and add new ones.
    #[command(after_long_help = AFTER)]
    ImportCounties {
        #[command(flatten)]
        file: FileArguments,
        /// Column that holds the county's code: GEOID, or its last three digits with --state-field.
        #[arg(long, value_name = "COLUMN")]
        fips_field: Option<String>,
        /// Column that holds the county's name.
        #[arg(long, value_name = "COLUMN")]
        name_field: Option<String>,
        /// Column that holds the county's state: digits, letters or name.
        #[arg(long, value_name = "COLUMN")]
        state_field: Option<String>,
        /// Publisher of the outlines; shown on the map.
        #[arg(long)]
        source: String,
    },
}

#[derive(Debug, clap::Args)]
struct FileArguments {
    /// `GeoJSON` or a sequence of features (also .gz), `FlatGeobuf`, `GeoParquet`, shapefile (also .zip), `GeoPackage` or CSV with WKT.
    file: PathBuf,
    /// `auto` detects it from the file name.
    #[arg(long, default_value = "auto", value_parser = parse_format)]
    format: FormatChoice,
    /// Coordinate reference system if the file has none: `EPSG:2278`, a proj string or WKT.
    #[arg(long)]
    crs: Option<String>,
    /// Exchange x and y of all coordinates.
    #[arg(long)]
    swap_axes: bool,
    /// Layer of a `GeoPackage`, or shapefile of a zip with several.
    #[arg(long)]
    layer: Option<String>,
    /// Most bytes that a zip or gzip file may unpack to, if the file is larger or smaller packed than is usual.
    #[arg(long, value_name = "BYTES")]
    max_unpacked_bytes: Option<u64>,
    /// CSV file for rows that are not taken; by default `<file name>.rejects.csv` in the current folder.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Report what the import would do, and write nothing to the database.
    #[arg(long)]
    dry_run: bool,
    /// Licence of the outlines; shown on the map with the source.
    #[arg(long, requires = "source")]
    licence: Option<String>,
}

impl FileArguments {
    fn of(self, source: Option<String>) -> AreaFile {
        AreaFile {
            rejects: self.rejects.or_else(|| default_rejects(&self.file)),
            input: Input {
                format: self.format.0,
                layer: self.layer,
                max_unpacked_bytes: self.max_unpacked_bytes,
                ..Input::new(self.file)
            },
            crs: self.crs,
            swap_axes: self.swap_axes,
            source,
            licence: self.licence,
            dry_run: self.dry_run,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct FormatChoice(Option<Format>);

fn parse_format(text: &str) -> Result<FormatChoice, String> {
    if text == "auto" {
        return Ok(FormatChoice(None));
    }
    Format::from_str(text, true).map(|format| FormatChoice(Some(format)))
}

/// In the current folder, because that of the file may not be writable.
fn default_rejects(file: &Path) -> Option<PathBuf> {
    let mut name = file.file_name()?.to_owned();
    name.push(".rejects.csv");
    Some(PathBuf::from(name))
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(run(Arguments::parse().command).await)
}

async fn run(command: Command) -> anyhow::Result<()> {
    http_kit::telemetry::init(NAME, LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::owner_from_env(&mut env, NAME);
    let database = env.finish(database)?;
    let result = match command {
        Command::ImportMarkets {
            file,
            firm,
            market_field,
            submarket_field,
            source,
        } => {
            let columns = MarketColumns {
                market: market_field,
                submarket: submarket_field,
            };
            area_import::import_markets(&database, &firm, columns, &file.of(source)).await
        }
        Command::ImportCounties {
            file,
            fips_field,
            name_field,
            state_field,
            source,
        } => {
            let columns = CountyColumns {
                fips: fips_field,
                name: name_field,
                state: state_field,
            };
            area_import::import_counties(&database, columns, &file.of(Some(source))).await
        }
    };
    let mut out = std::io::stdout().lock();
    if let Err(error) = &result
        && let Some(table) = area_import::columns_of(error)
    {
        out.write_all(table.as_bytes())?;
    }
    write!(out, "{}", result?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, clap::Error> {
        Arguments::try_parse_from(line.split(' ')).map(|arguments| arguments.command)
    }

    #[test]
    fn a_firm_needs_no_source_but_a_county_does() {
        let markets = parsed("main-api import-markets zones.gpkg --firm Acme --market-field M");
        assert!(matches!(
            markets,
            Ok(Command::ImportMarkets { source: None, market_field: Some(field), .. }) if field == "M"
        ));
        assert!(parsed("main-api import-markets a.zip --firm Acme --licence CC0").is_err());
        assert!(parsed("main-api import-counties a.zip").is_err());
        let counties = parsed(
            "main-api import-counties a.zip --format shapefile --source Census --licence CC0 --dry-run",
        );
        let (file, source) = match counties {
            Ok(Command::ImportCounties { file, source, .. }) => (file, source),
            other => panic!("{other:?}"),
        };
        let file = file.of(Some(source));
        assert_eq!(file.rejects, Some(PathBuf::from("a.zip.rejects.csv")));
        assert_eq!(file.licence.as_deref(), Some("CC0"));
        assert!(file.dry_run);
    }
}
