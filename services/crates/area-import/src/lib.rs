//! Import of areas: a firm's markets and submarkets, or the counties that all firms share.
//!
//! The rows of a file of any format are copied to a temporary table, their outlines checked and
//! projected there, and written in the same transaction: all or nothing. What the file names again
//! is replaced and keeps its id, so that projects stay linked; nothing is deleted. A row that cannot
//! be taken is reported and listed in a file; a file that is not understood is refused as a whole.

mod columns;
mod counties;
mod error;
mod fips;
mod markets;
mod placing;
mod reading;
mod report;
mod staging;

use std::path::PathBuf;

use feature_files::Input;

pub use columns::{CountyColumns, MarketColumns};
pub use counties::import_counties;
pub use error::{AreaError, columns_of};
pub use markets::import_markets;
pub use report::{Counts, Report};

/// A file of areas, and what is said of it.
#[derive(Debug, Clone)]
pub struct AreaFile {
    /// The file and how it is read.
    pub input: Input,
    /// Coordinate system if the file has none or a wrong one: `EPSG:2278`, a proj string or WKT.
    pub crs: Option<String>,
    /// Exchange x and y.
    pub swap_axes: bool,
    /// Publisher of the outlines.
    pub source: Option<String>,
    /// Licence of the outlines.
    pub licence: Option<String>,
    /// File for rejected rows; they are only counted if none.
    pub rejects: Option<PathBuf>,
    /// Report what an import would do, and write nothing.
    pub dry_run: bool,
}
