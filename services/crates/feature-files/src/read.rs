//! Reads a file of any format as one stream of rows.

use std::sync::Arc;

use crate::error::FileError;
use crate::format::Format;
use crate::input::{Input, Rows};
use crate::meter::Meter;
use crate::{csv_file, flatgeobuf, geojson, geopackage, geoparquet, shapefiles};

/// Reads all rows; the format is returned. Blocks: to be run on a thread of its own.
pub fn read<R: Rows>(input: &Input, meter: &Arc<Meter>, rows: &mut R) -> Result<Format, R::Error> {
    let format = input.format.or_else(|| Format::of(&input.file));
    let format = format.ok_or(FileError::UnknownFormat)?;
    match format {
        Format::Geojson => geojson::read(input, meter, rows)?,
        Format::Geojsonseq => geojson::read_sequence(input, meter, rows)?,
        Format::Flatgeobuf => flatgeobuf::read(input, meter, rows)?,
        Format::Geoparquet => geoparquet::read(input, meter, rows)?,
        Format::Shapefile => shapefiles::read(input, meter, rows)?,
        Format::Geopackage => geopackage::read(input, meter, rows)?,
        Format::Csv => csv_file::read(input, meter, rows)?,
        Format::Dbf => shapefiles::dbf(input, meter, rows)?,
    }
    Ok(format)
}
