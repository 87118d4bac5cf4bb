//! Files of parcels: `GeoJSON`, `FlatGeobuf`, CSV, `GeoParquet`, XLSX, KML and `GeoPackage`.
//!
//! All formats have the same columns ([`columns`]). A [`Writer`] takes parcels one by one and returns
//! bytes as they become ready, so that a file of any size needs little memory. XLSX and `GeoPackage`, whose
//! beginning is written last, are temporary files until then.

mod columns;
mod csv;
mod fgb;
mod format;
mod geojson;
mod geopackage;
mod geoparquet;
mod kml;
pub mod lines;
mod outline;
mod xlsx;

use chrono::{DateTime, NaiveDate, Utc};
use parcel_record::{ParcelFields, TaxRollSource};

pub use columns::{Column, Kind, ListColumn, columns};
pub use format::{Format, Outline};
use table_file::Rest;
pub use table_file::{Finished, TableError};

/// A parcel to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Exported {
    /// Facts from the source.
    pub fields: ParcelFields,
    /// Name of the source.
    pub source: String,
    /// Licence of the source.
    pub source_licence: Option<String>,
    /// Generated sample data.
    pub is_sample: bool,
    /// When the source was read.
    pub fetched_at: DateTime<Utc>,
    /// Date of the source's file.
    pub source_date: Option<NaiveDate>,
    /// What is a tax roll's, and whose the rest is.
    pub tax_roll: Option<TaxRollSource>,
    /// Slope of the ground, percent; none where no layer reaches.
    pub slope_percent: Option<f64>,
    /// What the growth run that a request names says of it.
    pub growth: Growth,
    /// Since when its county's files no longer have it.
    pub retired_at: Option<DateTime<Utc>>,
    /// What the list of which it is a part says of it.
    pub listed: Listed,
    /// A multi-polygon in WGS 84, as [`Format::outline`] says.
    pub outline: Vec<u8>,
}

/// What a growth run says of a parcel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Growth {
    /// Chance that the open land around becomes urban, 0 to 1.
    pub chance: Option<f64>,
    /// First year of the decade in which half of the land around is expected to be urban.
    pub decade: Option<i32>,
}

/// What a list says of a parcel. A file has those of the columns that its list has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listed {
    /// Rank of a search: of the parcel, or of the site that it is a part of.
    pub rank: Option<i32>,
    /// Score of a search, 0 to 100, of the same.
    pub score: Option<f64>,
    /// Number of the site that it is a part of.
    pub site: Option<i32>,
    /// Why it is in the list.
    pub reason: Option<String>,
    /// How sure that is, 0 to 1.
    pub confidence: Option<f64>,
}

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The outline is no multi-polygon of the expected form.
    #[error("an outline is not readable")]
    Outline,
    /// A value cannot be written as JSON.
    #[error("a value cannot be written")]
    Json(#[from] serde_json::Error),
    /// The library that writes Parquet failed.
    #[error("the Parquet file cannot be written")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// The library that writes XLSX failed.
    #[error("the spreadsheet cannot be written")]
    Xlsx(#[from] rust_xlsxwriter::XlsxError),
    /// The spreadsheet cannot be packed, or is full.
    #[error("the spreadsheet cannot be written")]
    Table(#[from] TableError),
    /// `SQLite` failed.
    #[error("the GeoPackage cannot be written")]
    Sqlite(#[from] rusqlite::Error),
    /// A temporary file cannot be written or read.
    #[error("a temporary file cannot be written or read")]
    File(#[from] std::io::Error),
}

/// Writes a format: appends to `out` what is ready.
trait Encoder: Send {
    /// A parcel.
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError>;

    /// The end of the file.
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Rest, ExportError>;
}

/// Writes a file.
pub struct Writer {
    encoder: Box<dyn Encoder>,
    ready: Vec<u8>,
}

impl Writer {
    /// Begins a file of so many parcels; `with_retired` adds the column `retired_at`, `listed` those of a list.
    pub fn new(
        format: Format,
        parcels: u64,
        with_retired: bool,
        listed: &[ListColumn],
    ) -> Result<Self, ExportError> {
        let (columns, mut ready) = (columns(with_retired, listed), Vec::new());
        let encoder: Box<dyn Encoder> = match format {
            Format::Geojson => Box::new(geojson::Encoder::new(columns, &mut ready)),
            Format::Flatgeobuf => Box::new(fgb::Encoder::new(columns, parcels, &mut ready)),
            Format::Csv => Box::new(csv::Encoder::new(columns, &mut ready)),
            Format::Geoparquet => Box::new(geoparquet::Encoder::new(columns)?),
            Format::Xlsx => Box::new(xlsx::Encoder::new(columns)?),
            Format::Kml => Box::new(kml::Encoder::new(columns, &mut ready)),
            Format::Geopackage => Box::new(geopackage::Encoder::new(columns)?),
        };
        Ok(Self { encoder, ready })
    }

    /// Adds a parcel.
    pub fn add(&mut self, parcel: &Exported) -> Result<(), ExportError> {
        self.encoder.add(parcel, &mut self.ready)
    }

    /// Returns the bytes that became ready since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.ready)
    }

    /// Ends the file: the bytes that were not taken, and the rest.
    pub fn finish(mut self) -> Result<Finished, ExportError> {
        let rest = self.encoder.finish(&mut self.ready)?;
        Ok(Finished::new(self.ready, rest))
    }
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
