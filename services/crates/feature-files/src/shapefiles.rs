//! Shapefiles: `.shp` with its `.dbf`, `.shx` and `.prj`, or a zip of them.
//!
//! The coordinate system is in the `.prj` as WKT, which is passed to PostGIS unchanged. Without a
//! `.prj`, coordinates are degrees unless `--crs` is given.

use std::ffi::OsStr;
use std::path::Path;

use parcel_record::Shape;
use parcel_record::esri_rings::{Ring, multi_polygon};
use serde_json::{Map, Value};
use shapefile::dbase::{self, FieldValue};
use shapefile::{PolygonRing, Shape as EsriShape};

use crate::error::FileError;
use crate::input::{Contents, Input, Rows, SourceRow};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::zipped;

/// Consecutive unreadable records after which the file is treated as corrupt.
const MAX_UNREADABLE_ROWS: u32 = 100;

/// All records of a shapefile.
pub(crate) fn read<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    let file = &input.file;
    let is_zip = file
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    if !is_zip {
        return read_parts(file, "folder", meter, rows);
    }
    let unzipped = zipped::unzip(file, input.layer.as_deref(), Limits::of(input))?;
    read_parts(&unzipped.shp, "zip", meter, rows)
}

/// All records of the table of a shapefile alone.
pub(crate) fn dbf<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    if input.contents == Contents::Outlines {
        let reason = "name its .shp instead of its .dbf";
        return Err(FileError::invalid("shapefile", reason).into());
    }
    let of_table = |error| invalid(shapefile::Error::DbaseError(error));
    let mut table = dbase::Reader::from_path(&input.file).map_err(of_table)?;
    meter.expect_rows(u64::from(table.header().num_records));
    for record in table.iter_records() {
        let columns = record.map_err(of_table)?.into_iter();
        rows.row(SourceRow {
            shape: None,
            crs: None,
            columns: columns.map(|(name, field)| (name, value(field))).collect(),
        })?;
    }
    Ok(())
}

fn read_parts<R: Rows>(
    shp: &Path,
    place: &'static str,
    meter: &Meter,
    rows: &mut R,
) -> Result<(), R::Error> {
    let dbf = shp.with_extension("dbf");
    if shp.is_file() && !dbf.is_file() {
        let name = shp.file_name().map(OsStr::to_string_lossy);
        return Err(FileError::MissingPart {
            place,
            part: ".dbf",
            what: "the attributes",
            of: name.unwrap_or_default().into_owned(),
        }
        .into());
    }
    let crs = std::fs::read_to_string(shp.with_extension("prj")).ok();
    let mut reader = shapefile::Reader::from_path(shp).map_err(invalid)?;
    let table = dbase::Reader::from_path(&dbf)
        .map_err(|error| invalid(shapefile::Error::DbaseError(error)))?;
    let count = table.header().num_records as usize;
    meter.expect_rows(count as u64);
    if let Ok(shapes) = reader.shape_count()
        && shapes != count
    {
        let reason = format!("its .shp has {shapes} shapes, but its .dbf has {count} rows");
        return Err(FileError::invalid("shapefile", reason).into());
    }
    let mut unreadable = 0;
    for record in reader.iter_shapes_and_records() {
        match record {
            Ok((shape, record)) => {
                unreadable = 0;
                let columns: Map<String, Value> = record
                    .into_iter()
                    .map(|(name, field)| (name, value(field)))
                    .collect();
                rows.row(SourceRow {
                    shape: outline(&shape),
                    crs: crs.clone(),
                    columns,
                })?;
            }
            Err(error) => {
                let error = invalid(error);
                unreadable += 1;
                if unreadable > MAX_UNREADABLE_ROWS || matches!(error, FileError::EndsEarly(_)) {
                    return Err(error.into());
                }
                rows.unreadable("an unreadable record", Map::new())?;
            }
        }
    }
    Ok(())
}

fn invalid(error: shapefile::Error) -> FileError {
    match error {
        shapefile::Error::IoError(error) => FileError::reading(error),
        shapefile::Error::DbaseError(error) => {
            FileError::invalid("shapefile", format!("in its .dbf: {error}"))
        }
        other => FileError::invalid("shapefile", other),
    }
}

fn outline(shape: &EsriShape) -> Option<Shape> {
    fn rings<P>(rings: &[PolygonRing<P>], place: impl Fn(&P) -> [f64; 2]) -> Vec<Ring> {
        rings
            .iter()
            .map(|ring| match ring {
                PolygonRing::Outer(points) | PolygonRing::Inner(points) => {
                    points.iter().map(&place).collect()
                }
            })
            .collect()
    }
    let rings = match shape {
        EsriShape::Polygon(polygon) => rings(polygon.rings(), |p| [p.x, p.y]),
        EsriShape::PolygonM(polygon) => rings(polygon.rings(), |p| [p.x, p.y]),
        EsriShape::PolygonZ(polygon) => rings(polygon.rings(), |p| [p.x, p.y]),
        _ => return None,
    };
    multi_polygon(rings).map(|shape| Shape::GeoJson(shape.to_string()))
}

fn value(field: FieldValue) -> Value {
    match field {
        FieldValue::Character(text) => text.map_or(Value::Null, Value::String),
        FieldValue::Memo(text) => Value::String(text),
        FieldValue::Numeric(number) => number.map_or(Value::Null, Value::from),
        FieldValue::Float(number) => number.map_or(Value::Null, Value::from),
        FieldValue::Double(number) | FieldValue::Currency(number) => Value::from(number),
        FieldValue::Integer(number) => Value::from(number),
        FieldValue::Logical(flag) => flag.map_or(Value::Null, Value::Bool),
        FieldValue::Date(day) => day.map_or(Value::Null, |day| {
            Value::String(format!(
                "{:04}-{:02}-{:02}",
                day.year(),
                day.month(),
                day.day()
            ))
        }),
        FieldValue::DateTime(_) => Value::Null,
    }
}
