//! What is read, and who takes the rows.

use std::path::PathBuf;

use parcel_record::Shape;
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::format::Format;

/// A file and how it is to be read.
#[derive(Debug, Clone)]
pub struct Input {
    /// The file.
    pub file: PathBuf,
    /// Detected from the file name if none.
    pub format: Option<Format>,
    /// What is wanted of it.
    pub contents: Contents,
    /// The operator names the coordinate reference system, so that the file need not.
    pub has_crs: bool,
    /// Layer of a `GeoPackage`, by default its first with outlines; shapefile of a zip.
    pub layer: Option<String>,
    /// Table of a `GeoPackage` to join, and the common column: `assess:LOC_ID`.
    pub join: Option<String>,
    /// The statement for the rows of a layer or table of a `GeoPackage`, of which its name and those
    /// of all tables are known; all of its columns if none.
    pub select: fn(&str, &[String]) -> Option<String>,
    /// Limit of what a compressed file may unpack to; a built-in limit if none.
    pub max_unpacked_bytes: Option<u64>,
}

/// What is wanted of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// Rows with outlines.
    Outlines,
    /// Rows; outlines are left aside.
    Table,
}

impl Input {
    /// The outlines of this file, with nothing said about it.
    pub fn new(file: PathBuf) -> Self {
        Self {
            file,
            format: None,
            contents: Contents::Outlines,
            has_crs: false,
            layer: None,
            join: None,
            select: |_, _| None,
            max_unpacked_bytes: None,
        }
    }
}

/// A row of a file.
#[derive(Debug, Clone)]
pub struct SourceRow {
    /// The outline, if there is one.
    pub shape: Option<Shape>,
    /// The file's coordinate system; WGS 84 if none.
    pub crs: Option<String>,
    /// The columns.
    pub columns: Map<String, Value>,
}

/// Takes the rows of a file, in their order. An error ends the reading.
pub trait Rows {
    /// Of the importer; it can also be that of the file.
    type Error: From<FileError>;

    /// A row.
    fn row(&mut self, row: SourceRow) -> Result<(), Self::Error>;

    /// A row that cannot be read, with the columns that can. One of which only the outline cannot is a row without
    /// an outline.
    fn unreadable(
        &mut self,
        reason: &'static str,
        columns: Map<String, Value>,
    ) -> Result<(), Self::Error>;
}
