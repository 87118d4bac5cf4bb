//! Shapefiles: `.shp` with its `.dbf`, `.shx` and `.prj`, or a zip of them.
//!
//! The coordinate system is in the `.prj` as WKT, which is passed to PostGIS unchanged. Without a
//! `.prj`, coordinates are degrees unless `--crs` is given.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use shapefile::dbase::FieldValue;
use shapefile::{PolygonRing, Shape as EsriShape};
use tempfile::TempDir;

use crate::source::{ImportError, Sink, SourceRow};
use parcel_record::Shape;
use parcel_record::esri_rings::{Ring, multi_polygon};

/// Consecutive unreadable records after which the file is treated as corrupt.
const MAX_UNREADABLE_ROWS: u32 = 100;

/// All records of a shapefile.
pub(crate) fn read(file: &Path, sink: &mut Sink) -> Result<(), ImportError> {
    let unzipped = if is_zip(file) {
        Some(unzip(file)?)
    } else {
        None
    };
    let shp = unzipped
        .as_ref()
        .map_or(Ok(file.to_owned()), |folder| find_shp(folder.path()))?;
    let crs = std::fs::read_to_string(shp.with_extension("prj")).ok();
    let mut reader = shapefile::Reader::from_path(&shp)
        .map_err(|error| ImportError::invalid("shapefile", error))?;
    let mut unreadable = 0;
    for record in reader.iter_shapes_and_records() {
        match record {
            Ok((shape, record)) => {
                unreadable = 0;
                let columns: Map<String, Value> = record
                    .into_iter()
                    .map(|(name, field)| (name, value(field)))
                    .collect();
                sink.row(SourceRow {
                    shape: outline(&shape),
                    crs: crs.clone(),
                    columns,
                })?;
            }
            Err(error) => {
                unreadable += 1;
                if unreadable > MAX_UNREADABLE_ROWS {
                    return Err(ImportError::invalid("shapefile", error));
                }
                sink.unreadable("an unreadable record")?;
            }
        }
    }
    Ok(())
}

fn is_zip(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// Extracts the parts by their base names, which prevents path traversal.
fn unzip(file: &Path) -> Result<TempDir, ImportError> {
    let invalid = |error: zip::result::ZipError| ImportError::invalid("zip", error);
    let mut archive =
        zip::ZipArchive::new(File::open(file).map_err(ImportError::File)?).map_err(invalid)?;
    let folder = tempfile::tempdir().map_err(ImportError::File)?;
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).map_err(invalid)?;
        let Some(name) = part.enclosed_name().and_then(|path| {
            path.file_name()
                .map(|name| name.to_string_lossy().to_lowercase())
        }) else {
            continue;
        };
        if [".shp", ".shx", ".dbf", ".prj", ".cpg"]
            .iter()
            .any(|suffix| name.ends_with(suffix))
        {
            let mut copy = File::create(folder.path().join(name)).map_err(ImportError::File)?;
            io::copy(&mut part, &mut copy).map_err(ImportError::File)?;
        }
    }
    Ok(folder)
}

fn find_shp(folder: &Path) -> Result<PathBuf, ImportError> {
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(ImportError::File)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "shp"))
        .collect();
    names.sort();
    names
        .into_iter()
        .next()
        .ok_or_else(|| ImportError::invalid("zip", "it contains no .shp"))
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
