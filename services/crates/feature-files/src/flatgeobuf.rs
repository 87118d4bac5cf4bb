//! `FlatGeobuf`, read feature by feature.

use std::fs::File;
use std::io::BufReader;

use flatgeobuf::{FallibleStreamingIterator as _, FeatureProperties as _, FgbReader};
use geozero::{ColumnValue, CoordDimensions, PropertyProcessor, ToWkb as _};
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
        let mut columns = Columns::default();
        if feature.process_properties(&mut columns).is_err() {
            rows.unreadable("unreadable columns", Map::new())?;
            continue;
        }
        rows.row(SourceRow {
            shape,
            crs: crs.clone(),
            columns: columns.0,
        })?;
    }
    Ok(())
}

/// All values as text.
#[derive(Default)]
struct Columns(Map<String, Value>);

impl PropertyProcessor for Columns {
    fn property(
        &mut self,
        _index: usize,
        name: &str,
        value: &ColumnValue<'_>,
    ) -> geozero::error::Result<bool> {
        let text = match value {
            ColumnValue::String(text) => (*text).to_owned(),
            other => other.to_string(),
        };
        self.0.insert(name.to_owned(), Value::String(text));
        Ok(false)
    }
}

fn invalid(error: flatgeobuf::Error) -> FileError {
    match error {
        flatgeobuf::Error::IO(error) => FileError::reading(error),
        other => FileError::invalid("FlatGeobuf", other),
    }
}
