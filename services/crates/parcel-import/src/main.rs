//! `parcel-lookup import`: imports a county's parcel file. A separate program, so that file format
//! readers are not part of the process that answers requests.

mod bar;
mod each;
mod pace;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bar::Bar;
use chrono::NaiveDate;
use clap::Parser;
use db::DbConfig;
use feature_files::{FormatChoice, default_rejects};
use http_kit::telemetry::LogFormat;
use parcel_import::{Extent, ImportOptions, On, PageFile, Roll, Survey};
use parcel_record::counties::is_county;
use parcel_record::field_map::FieldMap;
use parcel_record::{Provenance, is_county_fips};
use settings::Env;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FIELD_MAPS: &str = "Field maps:
  A field map says which columns of the file are ours. Without --field-map, a built-in one is taken if
  its parcel number and three more of its columns are in the file and the values of the first 1,000
  rows fit it. Otherwise the import ends with a table of the file's columns and a guess; --accept-guess
  takes the guess. --dry-run shows what an import would do.

  --field-map \"parcelnumb=PIN,owner=OWN1+OWN2|NAME,state2='NC'\"
      A+B joins columns, A|B takes the first that is not blank, quotes hold a text of every row

The import ends without writing anything, with exit code 1, if the file is not understood, if its
outlines do not lie in their county, or if no row can be taken. Single rows that cannot be taken are
listed with their reason in the file of --rejects.

Several files:
  import east.zip west.zip --county-fips 37161 ...   one county in two files: one batch, which is undone as a whole
  import *.zip --each ...                            the counties of a state: a batch for each file. If the run is interrupted,
                                                     the same command leaves out what was imported and goes on.

Tax rolls:
  --roll names a table without outlines whose rows are joined to the parcels: by its column --on and the
  parcels' column of the same name, else their number. Values of the roll win. Several rows of one parcel
  are its units. Without a file of outlines it is joined to the imported parcels of --county-fips.

  import taxpar.gpkg --roll assess.csv --on LOC_ID ...
  import --roll roll.csv --on ACCOUNT=PIN --county-fips 37161 ...

Batches:
  A file is a whole county unless --partial is given: imported parcels of its counties that it no longer
  has are retired. Without --allow-retire, a file that would retire more than a fifth of a county is
  refused, and one with rows that cannot be read retires nothing. `parcel-lookup imports` lists, shows,
  compares and undoes imports.";

/// Load a county's parcel file.
#[derive(Debug, Parser)]
#[command(bin_name = "parcel-lookup import", version, after_long_help = FIELD_MAPS)]
struct Arguments {
    /// `GeoJSON` or a sequence of features (also .gz), `FlatGeobuf`, `GeoParquet`, shapefile (also .zip), `GeoPackage` or CSV.
    /// Several files are one import, of the same counties, unless --each is given.
    #[arg(required_unless_present = "roll", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    each: EachArguments,
    /// `auto` detects it from the file name.
    #[arg(long, default_value = "auto", value_parser = FormatChoice::parse)]
    format: FormatChoice,
    /// County of rows without one: five digits of state and county. Rows of another county are not taken.
    #[arg(long, value_parser = parse_county)]
    county_fips: Option<String>,
    /// Name of a built-in map, `column=SOURCE,column=A+B|C`, JSON, or a file of either; else a fitting built-in map.
    #[arg(long)]
    field_map: Option<String>,
    /// Take the guessed field map of the file and of the roll if no built-in one fits.
    #[arg(long)]
    accept_guess: bool,
    /// A built-in field map that is not for this file; can be repeated.
    #[arg(long, value_name = "NAME", value_parser = FieldMap::preset_names())]
    ignore_preset: Vec<String>,
    /// Coordinate reference system if the file has none: `EPSG:2278`, a proj string or WKT.
    #[arg(long)]
    crs: Option<String>,
    /// Exchange x and y of all coordinates.
    #[arg(long)]
    swap_axes: bool,
    /// Layer of a `GeoPackage`, or shapefile of a zip with several.
    #[arg(long)]
    layer: Option<String>,
    /// Table of a `GeoPackage` to join, and the common column: `assess:LOC_ID`.
    #[arg(long)]
    join: Option<String>,
    /// Most bytes that a zip or gzip file may unpack to, if the file is larger or smaller packed than is usual.
    #[arg(long, value_name = "BYTES")]
    max_unpacked_bytes: Option<u64>,
    /// CSV file for rows that are not taken; by default `<file name>.rejects.csv` in the current folder.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Report what the import would do, and write nothing to the database.
    #[arg(long)]
    dry_run: bool,
    /// HTML file that shows on tables and a map what the import did or would do, or why the file was refused.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    roll: RollArguments,
    #[command(flatten)]
    extent: ExtentArguments,
    /// Date of the data, such as 2026-01-31; by default that of the file's last change.
    #[arg(long, value_name = "DATE")]
    source_date: Option<NaiveDate>,
    /// Publisher of the data.
    #[arg(long)]
    source: String,
    /// Licence of the data.
    #[arg(long)]
    licence: Option<String>,
}

#[derive(Debug, clap::Args)]
struct EachArguments {
    /// Each file is an import of its own, with other counties than the others. A file that is refused does not end the
    /// others; files that were imported before, with the same options, are left out.
    #[arg(long, conflicts_with_all = ["roll", "rejects", "report"])]
    each: bool,
    /// Also import files that were imported before.
    #[arg(long, requires = "each")]
    again: bool,
}

#[derive(Debug, clap::Args)]
struct RollArguments {
    /// Tax roll without outlines: any of these formats, or the .dbf of a shapefile.
    #[arg(long, value_name = "FILE", requires = "on")]
    roll: Option<PathBuf>,
    /// Column of the roll that names the parcel, and the parcels' column if its name is another one.
    #[arg(long, value_name = "COLUMN[=PARCEL_COLUMN]", requires = "roll")]
    on: Option<On>,
    /// As --format, of the roll.
    #[arg(long, default_value = "auto", value_name = "FORMAT", value_parser = FormatChoice::parse, requires = "roll")]
    roll_format: FormatChoice,
    /// Table of a `GeoPackage`, by default its only one without outlines; shapefile of a zip.
    #[arg(long, value_name = "LAYER", requires = "roll")]
    roll_layer: Option<String>,
    /// As --field-map, of the roll; it can also name the column of a unit's number (unit=COLUMN).
    #[arg(long, value_name = "FIELD_MAP", requires = "roll")]
    roll_field_map: Option<String>,
}

impl RollArguments {
    fn roll(self, is_alone: bool) -> anyhow::Result<Option<Roll>> {
        let (Some(file), Some(on)) = (self.roll, self.on) else {
            return Ok(None);
        };
        Ok(Some(Roll {
            file,
            format: self.roll_format.0,
            layer: self.roll_layer,
            on,
            field_map: self.roll_field_map.as_deref().map(field_map).transpose()?,
            is_alone,
        }))
    }
}

#[derive(Debug, clap::Args)]
struct ExtentArguments {
    /// The file is a part of its county: parcels that it lacks are not retired.
    #[arg(long)]
    partial: bool,
    /// Retire parcels also if they are more than a fifth of a county, or if rows cannot be read.
    #[arg(long, conflicts_with = "partial")]
    allow_retire: bool,
}

impl From<ExtentArguments> for Extent {
    fn from(arguments: ExtentArguments) -> Self {
        if arguments.partial {
            Self::Part
        } else {
            Self::Whole {
                allow_retire: arguments.allow_retire,
            }
        }
    }
}

fn parse_county(text: &str) -> Result<String, String> {
    if !is_county_fips(text) {
        Err("a county code has five digits, such as 48201".to_owned())
    } else if is_county(text) {
        Ok(text.to_owned())
    } else {
        Err("there is no county of this code".to_owned())
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    http_kit::command::outcome(Box::pin(run(Arguments::parse())).await)
}

async fn run(arguments: Arguments) -> anyhow::Result<()> {
    http_kit::telemetry::init("parcel-import", LogFormat::from_env());
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, "parcel-import");
    let database = env.finish(database)?;
    if arguments.each.each {
        let again = arguments.each.again;
        return each::import(&database, options_of_each(arguments)?, again).await;
    }
    // A page that cannot be written is noticed before the database is.
    let page = arguments.report.clone().map(PageFile::beside).transpose()?;
    let options = options(arguments)?;
    let bar = Bar::new()?;
    let progress = |step| {
        // A bar that cannot be drawn must not end the import.
        let _ = bar.show(step);
    };
    let result = parcel_import::import(&database, options.clone(), progress).await;
    bar.clear();
    let mut out = std::io::stdout().lock();
    if let Err(error) = &result
        && let Some(table) = parcel_import::columns_and_guess(error)
    {
        out.write_all(table.as_bytes())?;
    }
    if let Ok(report) = &result {
        // Before the page: what was imported stays so if the page cannot be written.
        out.write_all(report.to_string().as_bytes())?;
    }
    let mut unwritten = None;
    if let Some(page) = page {
        let written = match &result {
            Ok(report) => page.write(report),
            Err(error) => page.write(&parcel_import::refused(&database, &options, error).await),
        };
        match written {
            Ok(file) => writeln!(out, "the report is in {}", file.display())?,
            Err(error) => unwritten = Some(error),
        }
    }
    // Why the file was refused is more important than the page.
    result?;
    unwritten.map_or(Ok(()), |error| Err(error.into()))
}

fn options(arguments: Arguments) -> anyhow::Result<ImportOptions> {
    let provenance = Provenance {
        source: arguments.source,
        licence: arguments.licence,
        is_sample: false,
    };
    let roll = arguments.roll.roll(arguments.files.is_empty())?;
    let mut files = arguments.files.into_iter();
    // clap requires one of them.
    let file = files
        .next()
        .or_else(|| roll.as_ref().map(|roll| roll.file.clone()));
    let file = file.unwrap_or_default();
    let rejects = arguments.rejects.or_else(|| default_rejects(&file));
    Ok(ImportOptions {
        more_files: files.collect(),
        format: arguments.format.0,
        county_fips: arguments.county_fips,
        field_map: arguments.field_map.as_deref().map(field_map).transpose()?,
        ignored_presets: arguments.ignore_preset,
        accept_guess: arguments.accept_guess,
        crs: arguments.crs,
        swap_axes: arguments.swap_axes,
        layer: arguments.layer,
        join: arguments.join,
        roll,
        max_unpacked_bytes: arguments.max_unpacked_bytes,
        rejects,
        dry_run: arguments.dry_run,
        extent: arguments.extent.into(),
        source_date: arguments.source_date,
        survey: arguments.report.map(|_| Arc::new(Survey::default())),
        ..ImportOptions::new(file, provenance)
    })
}

/// Options of each file. Two files of one name in several folders have their own file of rejected rows.
fn options_of_each(mut arguments: Arguments) -> anyhow::Result<Vec<ImportOptions>> {
    let files = std::mem::take(&mut arguments.files);
    let first = files.iter().take(1).cloned().collect();
    arguments.files = first;
    let common = options(arguments)?;
    let mut taken = BTreeSet::new();
    let of_file = |file: PathBuf| {
        let mut rejects = default_rejects(&file);
        if let Some(name) = &mut rejects {
            let mut number = 2;
            while !taken.insert(name.clone()) {
                *name = file.with_extension(format!("{number}.rejects.csv"));
                *name = PathBuf::from(name.file_name().unwrap_or_default());
                number += 1;
            }
        }
        ImportOptions {
            file,
            rejects,
            ..common.clone()
        }
    };
    Ok(files.into_iter().map(of_file).collect())
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parsed(more: &[&str]) -> Result<Arguments, clap::Error> {
        let always = ["import", "--source", "Made here"];
        Arguments::try_parse_from(always.iter().chain(more))
    }

    #[test]
    fn several_files_are_one_import_or_one_each() {
        Arguments::command().debug_assert();
        let together = options(parsed(&["a.zip", "b.gpkg"]).unwrap()).unwrap();
        assert_eq!(together.file, PathBuf::from("a.zip"));
        assert_eq!(together.more_files, [PathBuf::from("b.gpkg")]);
        let files = ["x/a.zip", "y/a.zip", "y/b.zip", "--each", "--crs", "2264"];
        let each = options_of_each(parsed(&files).unwrap()).unwrap();
        let rejects: Vec<_> = each
            .iter()
            .map(|options| options.rejects.clone().unwrap())
            .collect();
        let names = ["a.zip.rejects.csv", "a.2.rejects.csv", "b.zip.rejects.csv"];
        assert_eq!(rejects, names.map(PathBuf::from));
        assert!(each.iter().all(|options| options.more_files.is_empty()));
        assert!(
            each.iter()
                .all(|options| options.crs.as_deref() == Some("2264"))
        );
        // A roll is no file of outlines, and a page is of one import.
        let alone = options(parsed(&["--roll", "r.csv", "--on", "PIN"]).unwrap()).unwrap();
        assert_eq!(alone.file, PathBuf::from("r.csv"));
        for refused in [
            &["a.zip", "--again"][..],
            &["a.zip", "--each", "--report", "a.html"],
            &["a.zip", "--each", "--roll", "r.csv", "--on", "PIN"],
            &[],
        ] {
            assert!(parsed(refused).is_err(), "{refused:?}");
        }
    }
}
