//! Import of layers of land: flood zones, wetlands, slope, easements, roads.
//!
//! The rows of a file of any format are copied to a temporary table, their outlines projected and checked there, and
//! written as one layer in the same transaction: it replaces the layer of the same kind and name, or nothing changes. A row
//! that cannot be taken is counted and listed in a file; a file that is not understood is refused as a whole. Which parcels a layer of
//! flood zones gives another zone is kept in the same transaction, for parcel watch.

mod error;
mod flood;
mod import;
mod made;
mod manage;
mod placing;
mod reading;
mod report;
mod staging;

use std::path::PathBuf;

use chrono::NaiveDate;
use feature_files::Input;
use site_layers::LayerKind;

pub use error::LayerError;
pub use import::import_layer;
pub use made::{MadeFeature, MadeLayer, load_made};
pub use manage::{Layer, list_layers, remove_layer};
pub use report::{Report, flood_changes_words};

/// A file of a layer, and what is said of it.
#[derive(Debug, Clone)]
pub struct LayerFile {
    /// What the layer is about.
    pub kind: LayerKind,
    /// Its name: it replaces the layer of the same kind and name.
    pub name: String,
    /// The file and how it is read.
    pub input: Input,
    /// Coordinate system if the file has none or a wrong one: `EPSG:2278`, a proj string or WKT.
    pub crs: Option<String>,
    /// Exchange x and y.
    pub swap_axes: bool,
    /// Publisher.
    pub source: String,
    /// Licence.
    pub licence: Option<String>,
    /// Date of the data.
    pub date: Option<NaiveDate>,
    /// File with the area that the layer describes, in degrees; the hull around its features if none.
    pub coverage: Option<PathBuf>,
    /// File for rejected rows; they are only counted if none.
    pub rejects: Option<PathBuf>,
    /// Report what an import would do, and write nothing.
    pub dry_run: bool,
}
