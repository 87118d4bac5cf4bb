//! Reads a source of any format as one stream of rows.
//!
//! Readers block on files, so they run on a separate thread and send rows through a bounded
//! channel, which keeps memory constant. Rows are mapped there by the field map.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error::ImportError;
use crate::format::Format;
use crate::item::Item;
use crate::limits::Limits;
use crate::progress::Meter;
use crate::report::ReaderSummary;
use crate::roll::Roll;
use crate::sink::Sink;
use crate::{ImportOptions, csv_file, feature_files, geopackage, geoparquet, shapefiles};

/// Rows buffered between reader and database.
const BUFFER: usize = 1_000;

/// A source that is being read.
pub(crate) struct Opened {
    /// Its rows.
    pub rows: mpsc::Receiver<Item>,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReaderSummary, ImportError>>,
    /// How much was read.
    pub meter: Arc<Meter>,
}

/// Starts reading the outlines on a separate thread.
pub(crate) fn open(options: Arc<ImportOptions>) -> Opened {
    start(options, |sink| sink)
}

/// Starts reading a tax roll on a separate thread.
pub(crate) fn open_roll(options: &ImportOptions, roll: &Roll) -> Opened {
    let of_roll = ImportOptions {
        file: roll.file.clone(),
        format: roll.format,
        layer: roll.layer.clone(),
        field_map: roll.field_map.clone(),
        join: None,
        crs: None,
        survey: None,
        ..options.clone()
    };
    let on = roll.on.clone();
    start(Arc::new(of_roll), |sink| sink.of_roll(on))
}

fn start(options: Arc<ImportOptions>, for_rows: impl FnOnce(Sink) -> Sink) -> Opened {
    let (sender, rows) = mpsc::channel(BUFFER);
    let meter = Arc::new(Meter::default());
    let mut sink = for_rows(Sink::new(sender, Arc::clone(&options), Arc::clone(&meter)));
    let reader = tokio::task::spawn_blocking(move || {
        let format = options
            .format
            .or_else(|| Format::of(&options.file))
            .ok_or(ImportError::UnknownFormat)?;
        let limits = Limits::new(options.max_unpacked_bytes);
        match format {
            Format::Geojson => feature_files::geojson(&options, limits, &mut sink)?,
            Format::Flatgeobuf => feature_files::flatgeobuf(&options, &mut sink)?,
            Format::Geoparquet => geoparquet::read(&options, limits, &mut sink)?,
            Format::Shapefile => shapefiles::read(&options, limits, &mut sink)?,
            Format::Geopackage => geopackage::read(&options, &mut sink)?,
            Format::Csv => csv_file::read(&options, limits, &mut sink)?,
            Format::Dbf => shapefiles::dbf(&options, &mut sink)?,
        }
        Ok(ReaderSummary {
            format: format!("{format:?}").to_lowercase(),
            ..sink.finish()?
        })
    });
    Opened {
        rows,
        reader,
        meter,
    }
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
}
