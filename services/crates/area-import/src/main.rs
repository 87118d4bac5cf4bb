//! `main-api import-markets` and `import-counties`. A separate program, so that file format readers
//! are not part of the process that answers requests.

use std::io::Write as _;
use std::process::ExitCode;

use area_import::{AreaFile, CountyColumns, MarketColumns};
use clap::{Parser, Subcommand};
use db::DbConfig;
use feature_files::FileArguments;
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
        file: AreaArguments,
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
        file: AreaArguments,
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
struct AreaArguments {
    #[command(flatten)]
    file: FileArguments,
    /// Licence of the outlines; shown on the map with the source.
    #[arg(long, requires = "source")]
    licence: Option<String>,
}

impl AreaArguments {
    fn of(self, source: Option<String>) -> AreaFile {
        let Self { file, licence } = self;
        AreaFile {
            rejects: file.rejects(),
            input: file.input(),
            crs: file.crs,
            swap_axes: file.swap_axes,
            source,
            licence,
            dry_run: file.dry_run,
        }
    }
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
    use std::path::PathBuf;

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
