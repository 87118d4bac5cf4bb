//! Bulk import of parcels: a county's file, or the sample city.
//!
//! Sources are read as streams, rows are copied to a staging table, and one statement in the same
//! transaction writes the parcels: an import is all or nothing, and idempotent. A bad row is
//! counted and reported, never fatal. The meaning of columns is defined by
//! [`parcel_record::field_map`].

mod csv_file;
mod feature_files;
mod geopackage;
mod report;
mod shapefiles;
mod source;
mod staging;

use std::path::PathBuf;

use parcel_record::Provenance;
use parcel_record::field_map::FieldMap;

pub use report::{Rejections, Report};
pub use source::{Format, ImportError, SourceRow};
pub use staging::Staged;
use staging::load;

/// Source and interpretation of an import.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// The file.
    pub file: PathBuf,
    /// Detected from the file name if none.
    pub format: Option<Format>,
    /// County of rows without one: five digits.
    pub county_fips: Option<String>,
    /// Detected from the source's columns if none.
    pub field_map: Option<FieldMap>,
    /// Coordinate system if the file has none or a wrong one: `EPSG:2278`, a proj string or WKT.
    pub crs: Option<String>,
    /// Layer of a GeoPackage; its first with outlines if none.
    pub layer: Option<String>,
    /// Table of a GeoPackage to join, and the common column: `assess:LOC_ID`.
    pub join: Option<String>,
    /// Source and licence.
    pub provenance: Provenance,
}

/// Imports generated parcels.
pub async fn load_made(
    database: &db::DbConfig,
    parcels: Vec<Staged>,
    provenance: &Provenance,
) -> Result<Report, ImportError> {
    let (sender, rows) = tokio::sync::mpsc::channel(1_000);
    tokio::spawn(async move {
        for parcel in parcels {
            // Fails only when the import has failed; that error is reported.
            if sender
                .send(source::Item::Staged(Box::new(parcel)))
                .await
                .is_err()
            {
                break;
            }
        }
    });
    load(database, rows, provenance, |_| (), None).await
}

/// Imports a file; `progress` receives the number of rows read.
pub async fn import(
    database: &db::DbConfig,
    options: ImportOptions,
    progress: impl Fn(u64) + Send,
) -> Result<Report, ImportError> {
    let provenance = options.provenance.clone();
    let (rows, reader) = source::open(options);
    load(database, rows, &provenance, progress, Some(reader)).await
}
