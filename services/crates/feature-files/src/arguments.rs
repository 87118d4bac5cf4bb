//! Arguments of the programs that import a file.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;

use crate::{Format, Input};

/// A file, how it is read, and what is written besides.
#[derive(Debug, clap::Args)]
pub struct FileArguments {
    /// `GeoJSON` or a sequence of features (also .gz), `FlatGeobuf`, `GeoParquet`, shapefile (also .zip), `GeoPackage` or CSV with WKT.
    file: PathBuf,
    /// `auto` detects it from the file name.
    #[arg(long, default_value = "auto", value_parser = FormatChoice::parse)]
    format: FormatChoice,
    /// Coordinate reference system if the file has none: `EPSG:2278`, a proj string or WKT.
    #[arg(long)]
    pub crs: Option<String>,
    /// Exchange x and y of all coordinates.
    #[arg(long)]
    pub swap_axes: bool,
    /// Layer of a `GeoPackage`, or shapefile of a zip with several.
    #[arg(long)]
    layer: Option<String>,
    /// Most bytes that a zip or gzip file may unpack to, if the file is larger or smaller packed than is usual.
    #[arg(long, value_name = "BYTES")]
    max_unpacked_bytes: Option<u64>,
    /// CSV file for rows that are not taken; by default `<file name>.rejects.csv` in the current folder.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Report what the import would do, and write nothing to the database.
    #[arg(long)]
    pub dry_run: bool,
}

impl FileArguments {
    /// The file and how it is read.
    pub fn input(&self) -> Input {
        Input {
            format: self.format.0,
            layer: self.layer.clone(),
            max_unpacked_bytes: self.max_unpacked_bytes,
            ..Input::new(self.file.clone())
        }
    }

    /// The file for rows that are not taken.
    pub fn rejects(&self) -> Option<PathBuf> {
        self.rejects.clone().or_else(|| default_rejects(&self.file))
    }
}

/// A format, or that of the file's name.
#[derive(Debug, Clone, Copy)]
pub struct FormatChoice(pub Option<Format>);

impl FormatChoice {
    /// `auto` or the name of a format.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self(None));
        }
        Format::from_str(text, true).map(|format| Self(Some(format)))
    }
}

/// The usual file for rejected rows, in the current folder, because that of the source may not be writable.
pub fn default_rejects(file: &Path) -> Option<PathBuf> {
    let mut name = file.file_name()?.to_owned();
    name.push(".rejects.csv");
    Some(PathBuf::from(name))
}
