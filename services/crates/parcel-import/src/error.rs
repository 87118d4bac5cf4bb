//! Why an import ends without writing anything, in sentences that say what to do.

use std::io;
use std::path::PathBuf;

use feature_files::{FileError, Rejections};
use parcel_record::counties::county_label;
use parcel_record::field_map::{FieldMapError, NotDetected};

use crate::rows::Gone;

/// Why an import was aborted. Nothing of the file is in the table then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read, or rejected rows cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
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
    /// One of several files cannot be used.
    #[error("{file}: {}", with_causes(.error))]
    OfFile {
        /// Its name.
        file: String,
        /// Why.
        error: Box<ImportError>,
    },
    /// Two files of one call that are imported apart have the same county.
    #[error(
        "{county} is also in {file}, which was imported before it; files of one county are imported together, without --each"
    )]
    CountyOfEarlierFile {
        /// The county.
        county: String,
        /// The other file.
        file: String,
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

impl From<Gone> for ImportError {
    /// Only when the writing side has failed; its error is reported.
    fn from(Gone: Gone) -> Self {
        Self::Interrupted
    }
}

impl ImportError {
    /// The error with its causes, in one line.
    pub fn with_causes(&self) -> String {
        with_causes(self)
    }

    /// A county of two files that are imported apart.
    pub(crate) fn county_of(county: &str, file: &str) -> Self {
        Self::CountyOfEarlierFile {
            county: county_label(county),
            file: file.to_owned(),
        }
    }

    /// The error of one of several files.
    pub(crate) fn of_file(self, file: &str) -> Self {
        match self {
            // The error of the other side is the cause.
            Self::Interrupted => Self::Interrupted,
            error => Self::OfFile {
                file: file.to_owned(),
                error: Box::new(error),
            },
        }
    }
}

fn with_causes(error: &ImportError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

fn closest(not: &NotDetected) -> String {
    not.closest.as_ref().map_or_else(String::new, |unfit| {
        format!(" (closest: {}, but {})", unfit.map, unfit.reason)
    })
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
    fn causes_are_said_too() {
        let denied = FileError::File(io::Error::from(io::ErrorKind::PermissionDenied));
        assert_eq!(
            with_causes(&denied.into()),
            "the file cannot be read: permission denied"
        );
    }
}
