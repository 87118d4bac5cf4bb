//! Why a file cannot be read, in sentences that say what to do.

use std::fmt;
use std::io;
use std::path::PathBuf;

use parcel_record::counties::Bounds;

use crate::limits::TooLarge;

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
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
    /// Outlines are where they should be only with x and y exchanged.
    #[error("the outlines lie in {place} only when x and y are exchanged; {advice}")]
    SwappedAxes {
        /// The county, or the United States.
        place: String,
        /// What to do with `--swap-axes`.
        advice: &'static str,
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
    /// The reading thread panicked.
    #[error("the reader ended unexpectedly")]
    Interrupted,
}

impl FileError {
    /// The reader's error in one line: some print several, with a trace of their own functions.
    pub fn invalid(format: &'static str, reason: impl fmt::Display) -> Self {
        Self::Invalid {
            format,
            reason: first_line(reason),
        }
    }

    /// An error while reading the bytes of a file.
    pub fn reading(error: io::Error) -> Self {
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

fn first_line(text: impl fmt::Display) -> String {
    let text = text.to_string();
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.unwrap_or("unknown").to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_one_line_without_a_trace() {
        let error = FileError::invalid(
            "FlatGeobuf",
            "Missing field `a`.\n\twhile verifying x\n\tat y",
        );
        assert_eq!(
            error.to_string(),
            "the file is not valid FlatGeobuf: Missing field `a`."
        );
    }

    #[test]
    fn a_broken_download_is_told_from_a_missing_file() {
        let early = FileError::reading(io::Error::other("incomplete deflate stream"));
        assert_eq!(
            early.to_string(),
            "the file ends early: download it again: incomplete deflate stream"
        );
        let corrupt = io::Error::new(io::ErrorKind::InvalidInput, "corrupt deflate stream");
        assert!(matches!(FileError::reading(corrupt), FileError::Damaged(_)));
        let missing = io::Error::from(io::ErrorKind::NotFound);
        assert!(matches!(FileError::reading(missing), FileError::File(_)));
    }
}
