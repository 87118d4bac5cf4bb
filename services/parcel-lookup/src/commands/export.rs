//! `export`: writes parcels to a file.

use std::io::{self, IsTerminal as _, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use ogc_features::{Collection, Selection};
use parcel_export::Format;
use parcel_record::counties::is_county;
use tempfile::NamedTempFile;
use tokio::sync::mpsc;

use crate::SERVICE;
use crate::export::land::{CHOSEN_BY, LAND};
use crate::export::lines::{self, Content, LineExport};
use crate::export::ops::{Export, Parcels, Part, WithRetired, run};
use crate::export::units::UNITS;
use crate::ogc::PARCELS;

/// Parcels between log lines where there is no terminal.
const STEP: u64 = 100_000;
const COLUMNS: &str = "All formats have the columns of the API: the facts under their names there, then source, source_licence,
is_sample, fetched_at, source_date, whose facts are those of a tax roll (roll_* and outline_*), slope_percent, growth_chance and
growth_decade, of which the last two are empty here. The county's own row of a parcel is not exported. Outlines are in WGS 84: exact in fgb, parquet and gpkg, with 7 decimals (a centimetre)
in geojson, csv and kml; xlsx has none. `parcel-lookup import` reads each of these files but xlsx and kml without
further options but --source; parcels keep their ids, sources, licences and dates. It also reads the files of --land.

Only public parcels are exported, not those that a firm bought from a provider.";

/// What to export, and where to.
#[derive(Debug, clap::Args)]
#[command(after_long_help = COLUMNS)]
pub struct ExportArguments {
    /// Format; by default that of the ending of FILE.
    #[arg(long, value_parser = PossibleValuesParser::new(Format::ALL.map(Format::extension)))]
    format: Option<String>,
    /// Only parcels of this county, five digits; can be repeated.
    #[arg(long, value_name = "FIPS", value_parser = county)]
    county_fips: Vec<String>,
    /// Only parcels in this box: west,south,east,north in degrees.
    #[arg(long, allow_hyphen_values = true)]
    bbox: Option<String>,
    /// Only parcels with this condition, in CQL2 text: `year_built < 1980 AND owner ILIKE '%LLC'`.
    #[arg(long, value_name = "CQL2")]
    filter: Option<String>,
    /// Also parcels that their counties no longer have, with the column `retired_at`.
    #[arg(long)]
    retired: bool,
    /// The units of the parcels instead, such as condominiums: a row of their tax roll each, as CSV.
    #[arg(long)]
    units: bool,
    /// The land without a parcel number instead, such as rights of way and lakes, as CSV. A filter has its `county_fips`, kind,
    /// description and source.
    #[arg(long, conflicts_with_all = ["units", "retired"])]
    land: bool,
    /// File, replaced when it is complete; `-` is standard output.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

fn county(text: &str) -> Result<String, String> {
    if is_county(text) {
        Ok(text.to_owned())
    } else {
        Err("there is no county of this code".to_owned())
    }
}

impl ExportArguments {
    fn format(&self) -> anyhow::Result<Format> {
        let ending = match &self.format {
            Some(format) => Some(format.as_str()),
            None => self.out.extension().and_then(|ending| ending.to_str()),
        };
        let known = Format::ALL.map(Format::extension).join(", ");
        let format = ending.and_then(Format::of_extension);
        format.with_context(|| format!("give --format: one of {known}"))
    }

    /// The parameters of a request that selects the same.
    fn selection(&self, of: &'static Collection) -> anyhow::Result<Selection> {
        let mut conditions: Vec<String> =
            self.filter.iter().map(|text| format!("({text})")).collect();
        if !self.county_fips.is_empty() {
            let counties: Vec<String> = self
                .county_fips
                .iter()
                .map(|code| format!("'{code}'"))
                .collect();
            conditions.push(format!("county_fips IN ({})", counties.join(", ")));
        }
        let filter = (!conditions.is_empty()).then(|| conditions.join(" AND "));
        let pairs = [("bbox", self.bbox.clone()), ("filter", filter)];
        let given = pairs
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let selection = Selection::of_pairs(given, of)?;
        if !selection.named().is_empty() {
            bail!("growth runs belong to firms: request /api-2/parcels with growth_run_id instead");
        }
        Ok(selection)
    }
}

pub async fn export(arguments: ExportArguments) -> anyhow::Result<()> {
    if arguments.units {
        let selection = arguments.selection(&PARCELS)?;
        return export_lines(arguments, &UNITS, selection, "units").await;
    }
    if arguments.land {
        let selection = arguments.selection(&CHOSEN_BY)?;
        return export_lines(
            arguments,
            &LAND,
            selection,
            "features without a parcel number",
        )
        .await;
    }
    let export = Export {
        format: arguments.format()?,
        parcels: Parcels::Selected(
            arguments.selection(&PARCELS)?,
            WithRetired(arguments.retired),
        ),
        max_parcels: None,
    };
    let target = Target::new(&arguments.out, export.format.is_binary())?;
    let pool = pool()?;
    let (sender, parts) = mpsc::channel(2);
    let work = async { Ok(run(&pool, export, sender).await?) };
    finished(work, parts, target, "parcels").await
}

async fn export_lines(
    arguments: ExportArguments,
    content: &'static Content,
    selection: Selection,
    what: &str,
) -> anyhow::Result<()> {
    let ending = arguments.out.extension().and_then(|ending| ending.to_str());
    let format = arguments.format.as_deref().or(ending);
    let format = format.and_then(Format::of_extension);
    if format.is_some_and(|format| format != Format::Csv) {
        bail!("{what} are written as csv only");
    }
    let export = LineExport {
        content,
        selection,
        with_retired: arguments.retired,
        max_rows: None,
    };
    let target = Target::new(&arguments.out, false)?;
    let pool = pool()?;
    let (sender, parts) = mpsc::channel(2);
    let work = async { Ok(lines::run(&pool, export, sender).await?) };
    finished(work, parts, target, what).await
}

fn pool() -> anyhow::Result<db::Pool> {
    let database = settings::from_process(|env| db::DbConfig::from_env(env, SERVICE))?;
    Ok(db::connect(&database.batch().pool_size(1))?)
}

/// Writes the file, unless the process is told to stop.
async fn finished(
    work: impl Future<Output = anyhow::Result<u64>>,
    parts: mpsc::Receiver<Part>,
    target: Target,
    what: &str,
) -> anyhow::Result<()> {
    let (count, target) = tokio::select! {
        done = futures::future::try_join(work, write(parts, target)) => done?,
        // Drops the unfinished file and cancels the statement.
        () = http_kit::server::stop_signal() => bail!("interrupted"),
    };
    target.finish(count, what)
}

/// Writes the parts of the file.
async fn write(mut parts: mpsc::Receiver<Part>, mut target: Target) -> anyhow::Result<Target> {
    let mut progress = Progress::new()?;
    while let Some(part) = parts.recv().await {
        target.write_all(&part.bytes)?;
        progress.show(&part);
    }
    Ok(target)
}

/// Where the file goes.
enum Target {
    Standard(io::Stdout),
    /// Written beside and renamed, so that under the name there is never a part of it.
    File {
        unfinished: NamedTempFile,
        path: PathBuf,
    },
}

impl Target {
    fn new(path: &Path, is_binary: bool) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            let out = io::stdout();
            if is_binary && out.is_terminal() {
                bail!("a terminal cannot show this format; give --out FILE");
            }
            return Ok(Self::Standard(out));
        }
        if path.exists() && !path.is_file() {
            bail!("{} is no file", path.display());
        }
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        // As a new file has them: the process's mask applies.
        let permissions = std::fs::Permissions::from_mode(0o666);
        let mut unfinished = tempfile::Builder::new();
        let unfinished = unfinished
            .prefix(".parcels-")
            .suffix(".part")
            .permissions(permissions)
            .tempfile_in(folder)
            .with_context(|| format!("{} cannot be written", folder.display()))?;
        let path = path.to_owned();
        Ok(Self::File { unfinished, path })
    }

    fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = match self {
            Self::Standard(out) => out.write_all(bytes),
            Self::File { unfinished, .. } => unfinished.write_all(bytes),
        };
        written.context("the file cannot be written")
    }

    fn finish(self, count: u64, what: &str) -> anyhow::Result<()> {
        match self {
            Self::Standard(mut out) => {
                out.flush()?;
                tracing::info!(export.parcels = count, "exported");
                Ok(())
            }
            Self::File { unfinished, path } => {
                let shown = path.display();
                let failed = || format!("{shown} cannot be written");
                unfinished.as_file().sync_all().with_context(failed)?;
                unfinished.persist(&path).with_context(failed)?;
                service::print(&format!("{count} {what} were written to {shown}\n"))
            }
        }
    }
}

/// A bar on a terminal, log lines elsewhere.
enum Progress {
    Bar(ProgressBar),
    /// The number of parcels of the next line.
    Log(u64),
}

impl Progress {
    fn new() -> anyhow::Result<Self> {
        if !io::stderr().is_terminal() {
            return Ok(Self::Log(STEP));
        }
        let bar = ProgressBar::new(0);
        let style = "{bar:30} {percent:>3} %  {pos} parcels, {per_sec}  {eta} left";
        bar.set_style(ProgressStyle::with_template(style)?);
        Ok(Self::Bar(bar))
    }

    fn show(&mut self, part: &Part) {
        match self {
            Self::Bar(bar) => {
                bar.set_length(part.of);
                bar.set_position(part.parcels);
            }
            Self::Log(next) if part.parcels >= *next => {
                *next += STEP;
                tracing::info!(
                    export.parcels = part.parcels,
                    export.of = part.of,
                    "exporting"
                );
            }
            Self::Log(_) => {}
        }
    }
}

impl Drop for Progress {
    /// Removes the bar before the next line.
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
