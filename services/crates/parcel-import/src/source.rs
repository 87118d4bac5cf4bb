//! Reads a source of any format as one stream of rows.
//!
//! Readers block on files, so they run on a separate thread and send rows through a bounded
//! channel, which keeps memory constant. Rows are mapped here by the field map.

use std::fmt;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::report::ReaderSummary;
use crate::staging::Staged;
use crate::{ImportOptions, csv_file, feature_files, geopackage, shapefiles};
use parcel_record::Shape;
use parcel_record::field_map::FieldMap;

/// Rows buffered between reader and database.
const BUFFER: usize = 1_000;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// `GeoJSON` `FeatureCollection`, also compressed with gzip.
    Geojson,
    /// `FlatGeobuf`.
    Flatgeobuf,
    /// Shapefile: `.shp` beside its other parts, or a zip of them.
    Shapefile,
    /// `GeoPackage`.
    Geopackage,
    /// CSV with a WKT column, or with coordinates of parcels whose outlines are known already; also gzip.
    Csv,
}

impl Format {
    /// Detected from the file name.
    pub fn of(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?.to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        Some(match name.rsplit_once('.')?.1 {
            "geojson" | "json" => Self::Geojson,
            "fgb" => Self::Flatgeobuf,
            "shp" | "zip" => Self::Shapefile,
            "gpkg" => Self::Geopackage,
            "csv" => Self::Csv,
            _ => return None,
        })
    }
}

/// Why an import was aborted. Nothing of the file is in the table then.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("the file cannot be read")]
    File(#[source] std::io::Error),
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
    /// No built-in field map matches the columns.
    #[error("no field map fits the columns {0}; use --field-map")]
    NoFieldMap(String),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] tokio_postgres::Error),
    /// The database rejected the connection.
    #[error("the database cannot be used")]
    Open(#[from] db::OpenError),
    /// The reading thread panicked.
    #[error("the reader ended unexpectedly")]
    Interrupted,
}

impl ImportError {
    pub(crate) fn invalid(format: &'static str, reason: impl fmt::Display) -> Self {
        Self::Invalid {
            format,
            reason: reason.to_string(),
        }
    }
}

/// A row from a format's reader.
#[derive(Debug, Clone)]
pub struct SourceRow {
    /// The outline, if there is one.
    pub shape: Option<Shape>,
    /// The file's coordinate system; WGS 84 if none.
    pub crs: Option<String>,
    /// The columns.
    pub columns: Map<String, Value>,
}

/// An item of the channel.
#[derive(Debug)]
pub enum Item {
    /// A parcel.
    Staged(Box<Staged>),
    /// A rejected row, with its position in the file and the reason.
    Rejected(i64, String),
}

/// Maps rows of a format's reader and sends them on.
pub(crate) struct Sink {
    sender: mpsc::Sender<Item>,
    map: Option<FieldMap>,
    crs: Option<String>,
    county_fips: Option<String>,
    line: i64,
}

impl Sink {
    /// Adds a row. An error ends the reading.
    pub fn row(&mut self, row: SourceRow) -> Result<(), ImportError> {
        self.line += 1;
        if self.map.is_none() {
            let found = FieldMap::detect(row.columns.keys().map(String::as_str));
            let names: Vec<&str> = row.columns.keys().map(String::as_str).collect();
            self.map = Some(found.ok_or_else(|| ImportError::NoFieldMap(names.join(", ")))?);
        }
        let Some(map) = &self.map else {
            return Err(ImportError::Interrupted);
        };
        let Some(shape) = row.shape else {
            return self.send(Item::Rejected(self.line, "no outline".to_owned()));
        };
        let item = match map.apply(&row.columns, self.county_fips.as_deref()) {
            Ok(fields) => Item::Staged(Box::new(Staged {
                line: self.line,
                shape,
                crs: self.crs.clone().or(row.crs).and_then(|text| crs(&text)),
                fields,
                raw: Some(Value::Object(row.columns)),
            })),
            Err(fault) => Item::Rejected(self.line, fault.to_string()),
        };
        self.send(item)
    }

    /// Adds a row that the format's reader could not read.
    pub fn unreadable(&mut self, reason: &str) -> Result<(), ImportError> {
        self.line += 1;
        self.send(Item::Rejected(self.line, reason.to_owned()))
    }

    fn send(&self, item: Item) -> Result<(), ImportError> {
        // Fails only when the writing side has failed; its error is reported.
        self.sender
            .blocking_send(item)
            .map_err(|_gone| ImportError::Interrupted)
    }
}

/// Starts reading on a separate thread.
pub fn open(
    options: ImportOptions,
) -> (
    mpsc::Receiver<Item>,
    JoinHandle<Result<ReaderSummary, ImportError>>,
) {
    let (sender, rows) = mpsc::channel(BUFFER);
    let reader = tokio::task::spawn_blocking(move || {
        let format = options
            .format
            .or_else(|| Format::of(&options.file))
            .ok_or(ImportError::UnknownFormat)?;
        let mut sink = Sink {
            sender,
            map: options.field_map.clone(),
            crs: options.crs.clone(),
            county_fips: options.county_fips.clone(),
            line: 0,
        };
        match format {
            Format::Geojson => feature_files::geojson(&options.file, &mut sink)?,
            Format::Flatgeobuf => feature_files::flatgeobuf(&options.file, &mut sink)?,
            Format::Shapefile => shapefiles::read(&options.file, &mut sink)?,
            Format::Geopackage => geopackage::read(&options, &mut sink)?,
            Format::Csv => csv_file::read(&options.file, &mut sink)?,
        }
        let field_map = sink
            .map
            .as_ref()
            .map_or_else(|| "none".to_owned(), |map| map.name().to_owned());
        Ok(ReaderSummary {
            format: format!("{format:?}").to_lowercase(),
            field_map,
            rows: sink.line,
        })
    });
    (rows, reader)
}

/// The file's bytes, decompressed if it is gzip.
pub(crate) fn unpacked(file: &Path) -> Result<Box<dyn Read>, ImportError> {
    let mut reader =
        BufReader::with_capacity(256 * 1024, File::open(file).map_err(ImportError::File)?);
    let gzip = reader
        .fill_buf()
        .map_err(ImportError::File)?
        .starts_with(&[0x1f, 0x8b]);
    Ok(if gzip {
        Box::new(BufReader::with_capacity(
            256 * 1024,
            flate2::read::MultiGzDecoder::new(reader),
        ))
    } else {
        Box::new(reader)
    })
}

/// Normalizes a coordinate system for `parcel_geometry`; none for WGS 84.
///
/// `urn:ogc:def:crs:EPSG::2264` and `EPSG:2264` become the number; proj strings and WKT stay.
pub(crate) fn crs(text: &str) -> Option<String> {
    let text = text.trim();
    let upper = text.to_uppercase();
    if text.is_empty() || upper.ends_with("CRS84") {
        return None;
    }
    let number = if text.bytes().all(|byte| byte.is_ascii_digit()) {
        Some(text)
    } else {
        upper
            .contains("EPSG")
            .then(|| text.rsplit(':').next().unwrap_or(text))
            .filter(|last| !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match number {
        Some("4326") => None,
        Some(number) => Some(number.to_owned()),
        None => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinate_systems_are_understood_in_every_spelling() {
        for (text, understood) in [
            ("urn:ogc:def:crs:OGC:1.3:CRS84", None),
            ("EPSG:4326", None),
            ("urn:ogc:def:crs:EPSG::2264", Some("2264")),
            ("epsg:2278", Some("2278")),
            ("26986", Some("26986")),
            ("+proj=lcc +lat_1=1", Some("+proj=lcc +lat_1=1")),
        ] {
            assert_eq!(crs(text).as_deref(), understood, "{text}");
        }
        assert!(
            crs("PROJCS[\"NAD83\",AUTHORITY[\"EPSG\",\"26986\"]]")
                .is_some_and(|wkt| wkt.starts_with("PROJCS"))
        );
    }

    #[test]
    fn formats_are_told_from_names() {
        for (name, format) in [
            ("a.geojson.gz", Some(Format::Geojson)),
            ("b.ZIP", Some(Format::Shapefile)),
            ("c.csv", Some(Format::Csv)),
            ("d", None),
            ("e.pdf", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
