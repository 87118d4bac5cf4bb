//! CSV: outlines as WKT in a column, or coordinates only. Outlines are never invented.

use std::sync::Arc;

use parcel_record::Shape;
use parcel_record::field_map::values;
use parcel_record::spreadsheet;
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::input::{Contents, Input, Rows, SourceRow};
use crate::limits::{Limits, Text};
use crate::meter::Meter;

const WKT: &[&str] = &["wkt", "geom", "geometry", "the_geom", "shape", "wkt_geom"];
const LAT: &[&str] = &["lat", "latitude", "y"];
const LON: &[&str] = &["lon", "lng", "long", "longitude", "x"];

/// All rows of a CSV file with a header line.
pub(crate) fn read<R: Rows>(
    input: &Input,
    meter: &Arc<Meter>,
    rows: &mut R,
) -> Result<(), R::Error> {
    let source = Text::open(&input.file, Limits::of(input), meter)?;
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(source.reader);
    let head = reader.byte_headers().map_err(invalid)?;
    let head: Vec<String> = head
        .iter()
        .map(text)
        .map(|name| name.trim_start_matches('\u{feff}').trim().to_owned())
        .collect();
    let column = |names: &[&str]| {
        head.iter()
            .position(|name| names.contains(&name.to_lowercase().as_str()))
    };
    let (wkt, lat, lon) = (column(WKT), column(LAT), column(LON));
    let has_outlines = wkt.is_some() || lat.is_some() && lon.is_some();
    if input.contents == Contents::Outlines && !has_outlines {
        let reason = "it has neither a WKT column nor lat and lon columns";
        return Err(FileError::invalid("CSV", reason).into());
    }
    for record in reader.byte_records() {
        source.row.next();
        let record = match record {
            Ok(record) => record,
            Err(error) if error.is_io_error() => return Err(invalid(error).into()),
            Err(_unreadable) => {
                rows.unreadable("an unreadable line", Map::new())?;
                continue;
            }
        };
        if record.len() != head.len() {
            // A comma or a quote too many: cells are not below their names.
            let cells = record.iter().map(text).collect::<Vec<_>>().join(",");
            let line = Map::from_iter([("line".to_owned(), Value::String(cells))]);
            rows.unreadable("more or fewer cells than the first line", line)?;
            continue;
        }
        let cell = |index: Option<usize>| index.and_then(|index| record.get(index)).map(text);
        let number = |index| cell(index).and_then(|cell| values::number(&Value::String(cell)));
        let shape = match (
            cell(wkt).filter(|cell| !cell.trim().is_empty()),
            number(lon),
            number(lat),
        ) {
            (Some(wkt), _, _) => Some(Shape::Wkt(wkt)),
            (None, Some(lon), Some(lat)) => Some(Shape::Point { lon, lat }),
            _ => None,
        };
        let columns: Map<String, Value> = head
            .iter()
            .zip(record.iter())
            .enumerate()
            .filter(|(index, _)| Some(*index) != wkt)
            .map(|(_, (name, cell))| {
                let cell = text(cell);
                // As our own CSV files write it.
                let cell = spreadsheet::original(&cell).to_owned();
                (name.clone(), Value::String(cell))
            })
            .collect();
        rows.row(SourceRow {
            shape,
            crs: None,
            columns,
        })?;
    }
    Ok(())
}

fn invalid(error: csv::Error) -> FileError {
    let text = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => FileError::reading(error),
        _ => FileError::invalid("CSV", text),
    }
}

/// UTF-8, else Latin-1, as old programs write.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_latin) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
