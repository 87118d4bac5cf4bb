//! Why an import ends without writing anything, in sentences that say what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;

use parcel_record::counties::{Bounds, county_label};
use parcel_record::field_map::{FieldMapError, NotDetected};

use crate::limits::TooLarge;
use crate::report::Rejections;

/// Why an import was aborted. Nothing of the file is in the table then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("the file cannot be read")]
    File(#[source] io::Error),
    /// Neither `--format` nor the file's name tells the format.
    #[error("the format cannot be detected from the file name; use --format")]
    UnknownFormat,
    /// The file does not match its format.
    #[error("the file is not valid {format}: {reason}")]
    Invalid {
        /// The format.
        format: &'static str,
        /// The reader's error.
        reason: String,
    },
    /// The download or the copy was interrupted.
    #[error("the file ends early: download it again: {0}")]
    EndsEarly(String),
    /// The compressed data are not what they were.
    #[error("the file is damaged: download it again: {0}")]
    Damaged(String),
    /// A shapefile without one of its files.
    #[error("the {place} has no {part}: add {what} of {of}")]
    MissingPart {
        /// Zip or folder.
        place: &'static str,
        /// Suffix of the missing file.
        part: &'static str,
        /// What it holds.
        what: &'static str,
        /// The `.shp`.
        of: String,
    },
    /// The file is too large to be what it seems.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No row at all.
    #[error("the file has no rows")]
    NoRows,
    /// No built-in field map fits the columns and values.
    #[error("no built-in field map fits{}; give --field-map, or --accept-guess to take the guess of the table", closest(.0))]
    NotRecognised(Box<NotDetected>),
    /// The guess was accepted, but there is none.
    #[error(
        "no column can be guessed to be the parcel number; give --field-map parcelnumb=COLUMN,…"
    )]
    NoGuess,
    /// The named field map is not for this file.
    #[error(transparent)]
    FieldMap(#[from] FieldMapError),
    /// The rows name another county than `--county-fips`.
    #[error(
        "{rows} of the first {of} rows are in another county, most in {other}, but --county-fips says {said}; \
         correct it, or leave it out for a file of several counties"
    )]
    OtherCounties {
        /// Rows of another county.
        rows: usize,
        /// Rows of the sample.
        of: usize,
        /// The county that most of them name.
        other: String,
        /// The county that was said.
        said: String,
    },
    /// The tax roll cannot be used.
    #[error("the tax roll: {}", of_roll(.0))]
    Roll(Box<ImportError>),
    /// A roll alone, without the county whose parcels it is for.
    #[error(
        "give --county-fips with a roll alone: its rows are joined to the imported parcels of that county"
    )]
    RollWithoutCounty,
    /// The county's outlines come first.
    #[error("{} has no imported parcels; give the file with its outlines together with the roll", county_label(.0))]
    NoParcelsToJoin(String),
    /// The join names a column that is not there.
    #[error("--on names the column {column}, but {what} has only the columns {known}")]
    NoJoinColumn {
        /// The roll or the file of the parcels.
        what: &'static str,
        /// The column.
        column: String,
        /// The columns that are there.
        known: String,
    },
    /// The join names a column that numbers the rows of a file.
    #[error("--on names the column {0}, which numbers the rows of a file and not parcels")]
    RowNumber(String),
    /// The roll has other numbers than the parcels.
    #[error(
        "only {} of the {} rows of the roll have a parcel: {} of the roll is {}, but {} of the parcels is {}; \
         name the columns with --on COLUMN=PARCEL_COLUMN",
        .0.joined, .0.of, .0.column, listed(&.0.examples), .0.parcel_column, listed(&.0.parcel_examples)
    )]
    RollNotJoined(Box<RollMismatch>),
    /// PostGIS cannot use the coordinate reference system.
    #[error(
        "the coordinate reference system {crs} is not known; give --crs, such as --crs EPSG:2264: {cause}"
    )]
    UnknownCrs {
        /// The number or the definition.
        crs: String,
        /// Error of PostGIS.
        cause: String,
    },
    /// No coordinate reference system, and coordinates that are no degrees.
    #[error(
        "the file names no coordinate reference system, and its coordinates are no degrees ({}); give --crs, such as \
         --crs EPSG:2264, or add the .prj of the shapefile",
        range(.0)
    )]
    NoDegrees(Bounds),
    /// Outlines are in their county only with x and y exchanged.
    #[error("the outlines lie in {place} only when x and y are exchanged; {advice}")]
    SwappedAxes {
        /// The county, or the United States.
        place: String,
        /// What to do with `--swap-axes`.
        advice: &'static str,
    },
    /// Outlines are not in their county.
    #[error(
        "{outside} of the first {of} outlines lie outside of {expected}: at {lon:.4}, {lat:.4}, {there}; check --county-fips and --crs"
    )]
    Outside {
        /// Outlines outside.
        outside: usize,
        /// Outlines of the sample.
        of: usize,
        /// Their county.
        expected: String,
        /// Where they lie.
        there: String,
        /// Degrees east.
        lon: f64,
        /// Degrees north.
        lat: f64,
    },
    /// No row was taken.
    #[error("none of the {rows} rows can be taken ({rejections}){}{}", hint(.rejections), see(.rejects.as_ref()))]
    AllRejected {
        /// Rows of the file.
        rows: i64,
        /// Why.
        rejections: Rejections,
        /// Where they are listed.
        rejects: Option<PathBuf>,
    },
    /// The number is rather in another column.
    #[error(
        "{rows} of the {of} rows have no parcel number; give --field-map with the column of the parcel number"
    )]
    MostlyUnnumbered {
        /// Rows without a number.
        rows: i64,
        /// Rows of the file.
        of: i64,
    },
    /// The file lacks much of the county.
    #[error(
        "the file lacks {gone} of the {of} parcels of {county} that were imported before; give --partial if it is only a \
         part of the county, or --allow-retire if they are really gone"
    )]
    TooManyRetired {
        /// Parcels that would be retired.
        gone: i64,
        /// Imported parcels of the county.
        of: i64,
        /// The county.
        county: String,
    },
    /// The file for rejected rows cannot be written.
    #[error("rejected rows cannot be written to {}; name another file with --rejects", file.display())]
    Rejects {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The page cannot be written.
    #[error("the report cannot be written to {}; name another file with --report", file.display())]
    Page {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] tokio_postgres::Error),
    /// The database rejected the connection.
    #[error("the database cannot be used")]
    Open(#[from] db::OpenError),
    /// Its county got a parcel while it was imported as a new one.
    #[error("a parcel of the county was added meanwhile: import the file again")]
    NoLongerNew,
    /// The reading thread panicked.
    #[error("the reader ended unexpectedly")]
    Interrupted,
}

/// The columns by which a roll was joined, with values of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollMismatch {
    /// Rows with a parcel.
    pub joined: i64,
    /// All rows of the roll.
    pub of: i64,
    /// Column of the roll.
    pub column: String,
    /// Some of its values.
    pub examples: Vec<String>,
    /// Column of the parcels.
    pub parcel_column: String,
    /// Some of its values.
    pub parcel_examples: Vec<String>,
}

impl ImportError {
    /// The reader's error in one line: some print several, with a trace of their own functions.
    pub(crate) fn invalid(format: &'static str, reason: impl fmt::Display) -> Self {
        Self::Invalid {
            format,
            reason: first_line(reason),
        }
    }

    /// An error while reading the bytes of a file.
    pub(crate) fn reading(error: io::Error) -> Self {
        if let Some(limit) = error
            .get_ref()
            .and_then(|inner| inner.downcast_ref::<TooLarge>())
        {
            return Self::TooLarge(limit.clone());
        }
        let text = first_line(&error);
        if error.kind() == io::ErrorKind::UnexpectedEof || text.contains("incomplete") {
            Self::EndsEarly(text)
        } else if matches!(
            error.kind(),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput
        ) {
            Self::Damaged(text)
        } else {
            Self::File(error)
        }
    }
}

/// What is wrong with a roll; its options have names of their own.
fn of_roll(error: &ImportError) -> String {
    let text = with_causes(error);
    text.replace("--field-map", "--roll-field-map")
        .replace("--format", "--roll-format")
        .replace("--layer", "--roll-layer")
}

/// Values for a sentence.
fn listed(values: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
    if values.is_empty() {
        "always blank".to_owned()
    } else {
        values.join(", ")
    }
}

/// The error with its causes, in one line.
pub(crate) fn with_causes(error: &ImportError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

fn first_line(text: impl fmt::Display) -> String {
    let text = text.to_string();
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("unknown").to_owned()
}

fn closest(not: &NotDetected) -> String {
    not.closest.as_ref().map_or_else(String::new, |unfit| {
        format!(" (closest: {}, but {})", unfit.map, unfit.reason)
    })
}

fn range(bounds: &Bounds) -> String {
    let Bounds {
        west,
        south,
        east,
        north,
    } = bounds;
    format!("x {west:.0} to {east:.0}, y {south:.0} to {north:.0}")
}

/// What helps against the most frequent reason.
fn hint(rejections: &Rejections) -> &'static str {
    match rejections.most() {
        Some("no county code") => "; give --county-fips",
        Some("no parcel number" | "parcel number not usable") => {
            "; give --field-map with the column of the parcel number"
        }
        Some("no outline") => "; check --format and --layer",
        Some("no usable outline") => "; check --crs and the geometries",
        _ => "",
    }
}

fn see(file: Option<&PathBuf>) -> String {
    file.map_or_else(String::new, |file| format!("; see {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_one_line_without_a_trace() {
        let error = ImportError::invalid(
            "FlatGeobuf",
            "Missing field `a`.\n\twhile verifying x\n\tat y",
        );
        assert_eq!(
            error.to_string(),
            "the file is not valid FlatGeobuf: Missing field `a`."
        );
    }

    #[test]
    fn causes_are_said_too() {
        let denied = ImportError::File(io::Error::from(io::ErrorKind::PermissionDenied));
        assert_eq!(
            with_causes(&denied),
            "the file cannot be read: permission denied"
        );
    }

    #[test]
    fn a_broken_download_is_told_from_a_missing_file() {
        let early = ImportError::reading(io::Error::other("incomplete deflate stream"));
        assert_eq!(
            early.to_string(),
            "the file ends early: download it again: incomplete deflate stream"
        );
        let corrupt = io::Error::new(io::ErrorKind::InvalidInput, "corrupt deflate stream");
        assert!(matches!(
            ImportError::reading(corrupt),
            ImportError::Damaged(_)
        ));
        let missing = io::Error::from(io::ErrorKind::NotFound);
        assert!(matches!(
            ImportError::reading(missing),
            ImportError::File(_)
        ));
    }
}
