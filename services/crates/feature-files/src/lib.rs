//! Files of features, in any format: rows with an outline and columns.
//!
//! An importer gives an [`Input`] and takes the rows as they are read ([`read`]), so that memory is
//! bounded whatever the size of the file. Outlines stay in the file's coordinates: PostGIS parses,
//! projects and repairs them. [`Rejects`] and [`Rejections`] keep the rows that are not taken. What
//! columns mean is known to the importer only.

mod arguments;
mod code_page;
mod crs;
mod csv_file;
mod dbf_file;
mod error;
mod flatgeobuf;
mod format;
mod geojson;
mod geopackage;
mod geoparquet;
mod input;
mod limits;
mod meter;
mod places;
mod read;
mod rejections;
mod rejects;
mod shapefiles;
mod shp_file;
mod table;
mod zipped;

pub use arguments::{FileArguments, FormatChoice, default_rejects};
pub use crs::{Crs, crs};
pub use error::FileError;
pub use format::Format;
pub use geopackage::quote;
pub use input::{Contents, Input, Rows, SourceRow};
pub use limits::TooLarge;
pub use meter::Meter;
pub use places::Places;
pub use read::read;
pub use rejections::{Example, Reason, Rejections};
pub use rejects::Rejects;
pub use table::{cells, percent, table};

/// Functions that PostGIS has while a session lasts: `pg_temp.import_shape` reads a shape by its
/// kind, `pg_temp.import_points` projects points, `pg_temp.import_crs_error` says why a coordinate
/// reference system cannot be used, and `pg_temp.import_simplified` simplifies an outline of very many
/// vertices.
pub const POSTGIS_FUNCTIONS: &str = include_str!("functions.sql");
