//! Shapefiles: `.shp` with its `.dbf`, `.shx` and `.prj`, or a zip of them.
//!
//! A row is the record of the `.dbf` and the shape of the same index. The coordinate system is in the `.prj`
//! as WKT, which is passed to PostGIS unchanged. Without a `.prj`, coordinates are degrees unless `--crs` is
//! given.

use std::ffi::OsStr;
use std::path::Path;

use parcel_record::Shape;
use parcel_record::esri_rings::{Ring, multi_polygon};
use shapefile::{PolygonRing, Shape as EsriShape};

use crate::dbf_file::Table;
use crate::error::FileError;
use crate::input::{Contents, Input, Rows, SourceRow};
use crate::limits::Limits;
use crate::meter::Meter;
use crate::shp_file::Shapes;
use crate::zipped;

/// Consecutive unreadable shapes after which the file is treated as corrupt.
const MAX_UNREADABLE_SHAPES: u32 = 100;

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
    let mut table = Table::open(&input.file)?;
    let count = table.count();
    meter.expect_rows(count as u64);
    for index in 0..count {
        if let Some(columns) = table.record(index)? {
            rows.row(SourceRow {
                shape: None,
                crs: None,
                columns,
            })?;
        }
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
    let mut shapes = Shapes::open(shp)?;
    let mut table = Table::open(&dbf)?;
    let count = table.count();
    meter.expect_rows(count as u64);
    if shapes.count() != count {
        let shapes = shapes.count();
        let reason = format!("its .shp has {shapes} shapes, but its .dbf has {count} rows");
        return Err(FileError::invalid("shapefile", reason).into());
    }
    let mut unreadable = 0;
    for index in 0..count {
        // What is marked as deleted is no row, nor is its shape: GDAL leaves out both.
        let Some(columns) = table.record(index)? else {
            continue;
        };
        let shape = match shapes.shape(index)? {
            Ok(shape) => {
                unreadable = 0;
                outline(&shape)
            }
            Err(error) => {
                unreadable += 1;
                if unreadable > MAX_UNREADABLE_SHAPES {
                    return Err(error.into());
                }
                None
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
