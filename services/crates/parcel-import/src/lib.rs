//! Loading parcels in bulk: a county's file, or the sample city.
//!
//! Sources are read as streams, rows go to a staging table by COPY, and one statement in the same
//! transaction writes the parcels: a file is in whole or not at all, and the same file twice changes
//! nothing. A bad row is counted and reported, never fatal. Which columns mean what is
//! [`parcel_record::field_map`]'s business.

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

/// What to import, and how to understand it.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// The file.
    pub file: PathBuf,
    /// Its format; told from its name where none.
    pub format: Option<Format>,
    /// County of rows that name none: five digits.
    pub county_fips: Option<String>,
    /// Where our columns come from; told from the source's columns where none.
    pub field_map: Option<FieldMap>,
    /// Coordinates' system where the file tells none or a wrong one: `EPSG:2278`, a proj string or WKT.
    pub crs: Option<String>,
    /// Layer of a GeoPackage; its first with outlines where none.
    pub layer: Option<String>,
    /// Table of a GeoPackage to join, and the column that both have: `assess:LOC_ID`.
    pub join: Option<String>,
    /// Who says so.
    pub provenance: Provenance,
}

/// Loads parcels that are made here, not read from a file.
pub async fn load_made(
    database: &db::DbConfig,
    parcels: Vec<Staged>,
    provenance: &Provenance,
) -> Result<Report, ImportError> {
    let (sender, rows) = tokio::sync::mpsc::channel(1_000);
    tokio::spawn(async move {
        for parcel in parcels {
            // Fails only when the loading has failed, whose error is the one that is told.
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

/// Imports a file; tells `progress` now and then how many rows were read.
pub async fn import(
    database: &db::DbConfig,
    options: ImportOptions,
    progress: impl Fn(u64) + Send,
) -> Result<Report, ImportError> {
    let provenance = options.provenance.clone();
    let (rows, reader) = source::open(options);
    load(database, rows, &provenance, progress, Some(reader)).await
}
