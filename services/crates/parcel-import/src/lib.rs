//! Bulk import of parcels: a county's file, or the sample city.
//!
//! Sources are read as streams, rows are copied to a staging table, and one statement in the same
//! transaction writes the parcels: an import is all or nothing, and idempotent. A bad row is
//! counted, reported and kept in a file, never fatal; a file that is not understood is refused as a
//! whole (see the README). Every import is a batch, which [`batches`] lists, compares and undoes. The meaning of columns is defined by [`parcel_record::field_map`].

pub mod batches;
mod error;
mod files_meter;
mod item;
mod massgis;
mod origin;
mod page;
mod progress;
mod report;
mod roll;
mod rows;
mod series;
mod shared_land;
mod sink;
mod source;
mod staging;
mod survey;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use chrono::NaiveDate;
use feature_files::Rejects;
use origin::Origin;
use parcel_record::Provenance;
use parcel_record::field_map::FieldMap;
use tokio_postgres::error::SqlState;

pub use feature_files::{Crs, FileError, Format, Rejections, TooLarge};

pub use error::{ImportError, RollMismatch};
pub use origin::Extent;
pub use page::PageFile;
pub use progress::Progress;
pub use report::{
    About, CountySummary, FieldSummary, ReaderSummary, Report, columns_and_guess, unrecognised,
};
pub use roll::{On, Roll, RollSummary};
pub use series::{Outcome, Series};
use staging::{Checks, Load, NewCounty, NewCountyTable, RollLoad, load};
pub use staging::{Staged, UnnumberedReport};
pub use survey::{Fate, Outline, Survey};

/// Rows of the sample.
const SAMPLE: usize = 1_000;
/// Parcels of a county that get a partition of their own. Building the indexes at once saves about 3 s of this many, and
/// the country has some 300 such counties: each partition costs every statement that does not say a place.
const LARGE: u64 = 100_000;

/// Source and interpretation of an import.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// The file with outlines; that of the roll if there is none.
    pub file: PathBuf,
    /// Further files of the same counties, which are one batch with it.
    pub more_files: Vec<PathBuf>,
    /// Counties of other files of the same call, which this one must not have, with the names of those files.
    pub counties_of_others: BTreeMap<String, String>,
    /// Detected from the file name if none.
    pub format: Option<Format>,
    /// County of rows without one: five digits. Rows of another county are not taken.
    pub county_fips: Option<String>,
    /// Detected from the source's columns and values if none.
    pub field_map: Option<FieldMap>,
    /// Built-in field maps that are not detected.
    pub ignored_presets: Vec<String>,
    /// Take the guess if no built-in field map fits.
    pub accept_guess: bool,
    /// Coordinate system if the file has none or a wrong one: `EPSG:2278`, a proj string or WKT.
    pub crs: Option<String>,
    /// Exchange x and y.
    pub swap_axes: bool,
    /// Layer of a GeoPackage, by default its first with outlines; shapefile of a zip.
    pub layer: Option<String>,
    /// Table of a GeoPackage to join, and the common column: `assess:LOC_ID`.
    pub join: Option<String>,
    /// Tax roll whose rows name the parcels.
    pub roll: Option<Roll>,
    /// Limit of what a compressed file may unpack to; a built-in limit if none.
    pub max_unpacked_bytes: Option<u64>,
    /// File for rejected rows; they are only counted if none.
    pub rejects: Option<PathBuf>,
    /// Report what an import would do, and write nothing to the database.
    pub dry_run: bool,
    /// How much of its counties the file has.
    pub extent: Extent,
    /// Date of the data; that of the file's last change if none.
    pub source_date: Option<NaiveDate>,
    /// Rows by which columns and places are recognised before the others are read.
    pub sample: usize,
    /// Parcels of a new county that get a partition of their own.
    pub large: u64,
    /// Source and licence.
    pub provenance: Provenance,
    /// Takes a sample of the outlines, if the report is to be drawn as a page.
    pub survey: Option<Arc<Survey>>,
}

impl ImportOptions {
    /// All of this file, with nothing said about it.
    pub fn new(file: PathBuf, provenance: Provenance) -> Self {
        Self {
            file,
            more_files: Vec::new(),
            counties_of_others: BTreeMap::new(),
            format: None,
            county_fips: None,
            field_map: None,
            ignored_presets: Vec::new(),
            accept_guess: false,
            crs: None,
            swap_axes: false,
            layer: None,
            join: None,
            roll: None,
            max_unpacked_bytes: None,
            rejects: None,
            dry_run: false,
            extent: Extent::Whole {
                allow_retire: false,
            },
            source_date: None,
            sample: SAMPLE,
            large: LARGE,
            provenance,
            survey: None,
        }
    }

    /// The files with outlines, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        std::iter::once(&self.file).chain(&self.more_files)
    }

    /// Whether there are no outlines.
    fn is_only_roll(&self) -> bool {
        self.roll.as_ref().is_some_and(|roll| roll.is_alone)
    }
}

/// The county of generated parcels, if they are all of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeCounty {
    /// State and county, five digits.
    pub county_fips: String,
    /// Its number of parcels.
    pub rows: u64,
}

/// Imports generated parcels, directly if they are those of a county that has none. They retire nothing.
pub async fn load_made(
    database: &db::DbConfig,
    parcels: impl IntoIterator<Item = Staged> + Send + 'static,
    provenance: &Provenance,
    county: Option<MadeCounty>,
) -> Result<Report, ImportError> {
    let (mut sender, rows) = rows::channel();
    tokio::task::spawn_blocking(move || {
        // Fails only when the import has failed; that error is reported.
        let sent = parcels
            .into_iter()
            .try_for_each(|parcel| sender.send(item::Item::Staged(Box::new(parcel))));
        let _ = sent.and_then(|()| sender.flush());
    });
    let made = Load {
        rows,
        provenance,
        progress: |_| (),
        reader: None,
        checks: None,
        made: county.map(|county| NewCountyTable {
            is_apart: county.rows >= LARGE,
            county: county.county_fips,
        }),
        roll: None,
        counties_of_others: BTreeMap::new(),
        rejects: Rejects::default(),
        dry_run: false,
        origin: Origin::made(),
        survey: None,
    };
    load(database, made).await
}

/// Those of these counties that have parcels, also retired ones.
pub async fn counties_with_parcels(
    database: &db::DbConfig,
    counties: &[&str],
) -> Result<BTreeSet<String>, ImportError> {
    let (client, _connection) = db::open(database).await?;
    staging::counties_with_parcels(&client, counties).await
}

/// Imports a file; `progress` is told how far it is.
pub async fn import(
    database: &db::DbConfig,
    options: ImportOptions,
    progress: impl Fn(Progress) + Send + Sync,
) -> Result<Report, ImportError> {
    let options = Arc::new(options);
    // A page needs the outlines of all rows in the staging table, and a roll their facts.
    let is_staged =
        options.dry_run || options.swap_axes || options.survey.is_some() || options.roll.is_some();
    let direct = options.county_fips.clone().filter(|_| !is_staged);
    match import_once(database, &options, &progress, direct).await {
        // A provider has added a parcel of the county meanwhile, which must be merged.
        Err(error) if is_conflict(&error) => import_once(database, &options, &progress, None).await,
        other => other,
    }
}

fn is_conflict(error: &ImportError) -> bool {
    match error {
        ImportError::NoLongerNew => true,
        ImportError::Database(error) => error.code().is_some_and(|code| {
            [SqlState::UNIQUE_VIOLATION, SqlState::T_R_DEADLOCK_DETECTED].contains(code)
        }),
        _ => false,
    }
}

/// `direct`: the county of all rows, if they can be written while the file is read.
async fn import_once(
    database: &db::DbConfig,
    options: &Arc<ImportOptions>,
    progress: &(impl Fn(Progress) + Send + Sync),
    direct: Option<String>,
) -> Result<Report, ImportError> {
    if let Some(survey) = &options.survey {
        survey.forget();
    }
    let (rows, reader, meter) = if options.is_only_roll() {
        let (_, no_rows) = rows::channel();
        (no_rows, None, Arc::default())
    } else {
        let opened = source::open(Arc::clone(options));
        (opened.rows, Some(opened.reader), opened.meter)
    };
    let read = Arc::clone(&meter);
    let file = Load {
        rows,
        provenance: &options.provenance,
        progress: move |step: Progress| {
            progress(match step {
                Progress::Reading { rows, .. } => Progress::Reading {
                    rows,
                    share: meter.share(),
                    expected_rows: meter.expected_rows(),
                },
                other => other,
            });
        },
        reader,
        checks: (!options.is_only_roll()).then_some(Checks {
            swap_axes: options.swap_axes,
            direct: direct.map(|county| NewCounty {
                county,
                meter: read,
                large: options.large,
            }),
        }),
        made: None,
        roll: roll_of(options)?,
        counties_of_others: options.counties_of_others.clone(),
        rejects: Rejects::new(options.rejects.clone()),
        dry_run: options.dry_run,
        origin: Origin::of_file(options),
        survey: options.survey.clone(),
    };
    let report = load(database, file).await?;
    Ok(Report {
        about: Some(origin::about(options)),
        ..report
    })
}

/// Starts to read the tax roll, if there is one.
fn roll_of(options: &ImportOptions) -> Result<Option<RollLoad>, ImportError> {
    let Some(roll) = &options.roll else {
        return Ok(None);
    };
    let county = if options.is_only_roll() {
        Some(
            options
                .county_fips
                .clone()
                .ok_or(ImportError::RollWithoutCounty)?,
        )
    } else {
        None
    };
    let opened = source::open_roll(options, roll);
    Ok(Some(RollLoad {
        rows: opened.rows,
        reader: opened.reader,
        meter: opened.meter,
        on: roll.on.clone(),
        file: origin::name(&roll.file),
        county,
    }))
}

/// The report of a file that was refused, for a page: what is known of it, and where its first
/// outlines lie if they can be read.
pub async fn refused(
    database: &db::DbConfig,
    options: &ImportOptions,
    error: &ImportError,
) -> Report {
    let mut report = Report {
        about: Some(origin::about(options)),
        refused: Some(error.with_causes()),
        ..Report::default()
    };
    let Some(survey) = &options.survey else {
        return report;
    };
    report.reader = survey.reader();
    if let ImportError::AllRejected {
        rows,
        rejections,
        rejects,
    } = error
    {
        report.reader.rows = *rows;
        report.rejections = rejections.clone();
        report.rejects.clone_from(rejects);
    }
    // A page without a map is better than none: the database may be what has failed.
    if let Ok((client, _connection)) = db::open(database).await {
        let outlines = survey.refused(&client, options.swap_axes).await;
        report.outlines = outlines.unwrap_or_default();
    }
    report.counties = report::counties_of(&report.outlines);
    report
}
