//! `FlatGeobuf`, read feature by feature.

use std::fs::File;
use std::io::BufReader;

use flatgeobuf::{FallibleStreamingIterator as _, FeatureProperties as _, FgbReader};
use geozero::{CoordDimensions, ToWkb as _};
use parcel_record::Shape;
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::input::{Input, Rows, SourceRow};
use crate::meter::Meter;

/// All features of a file.
pub(crate) fn read<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    let reader = BufReader::new(File::open(&input.file).map_err(FileError::File)?);
    let reader = FgbReader::open(reader).map_err(invalid)?;
    meter.expect_rows(reader.header().features_count());
    let crs = reader.header().crs().and_then(|crs| match crs.code() {
        0 => crs.wkt().map(ToOwned::to_owned),
        code => Some(code.to_string()),
    });
    let mut features = reader.select_all_seq().map_err(invalid)?;
    while let Some(feature) = features.next().map_err(invalid)? {
        let shape = feature.to_wkb(CoordDimensions::xy()).ok().map(Shape::Wkb);
        let columns: Map<String, Value> = match feature.properties() {
            Ok(properties) => properties
                .into_iter()
                .map(|(name, value)| (name, Value::String(value)))
                .collect(),
            Err(_unreadable) => {
                rows.unreadable("unreadable columns", Map::new())?;
                continue;
            }
        };
        rows.row(SourceRow {
            shape,
            crs: crs.clone(),
            columns,
        })?;
    }
    Ok(())
}

fn invalid(error: flatgeobuf::Error) -> FileError {
    match error {
        flatgeobuf::Error::IO(error) => FileError::reading(error),
        other => FileError::invalid("FlatGeobuf", other),
    }
}
