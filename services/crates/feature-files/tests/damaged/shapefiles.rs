//! Shapefiles: a row keeps its own outline, whatever is wrong with the rows before it.

use std::fs;
use std::path::{Path, PathBuf};

use feature_files::{Contents, FileError};
use parcel_record::Shape;
use serde_json::Value;
use shapefile::{Point, Polygon, PolygonRing, ShapeWriter};
use tempfile::TempDir;

use crate::tables::{DELETED, LIVE, table};

/// and so on: squares, each one degree east of the one before, and records with these marks.
fn shapefile(folder: &TempDir, marks: &[u8]) -> PathBuf {
    let shp = folder.path().join("town.shp");
    let mut writer = ShapeWriter::from_path(&shp).unwrap();
    for index in 0..marks.len() {
        let (west, east) = (index as f64, index as f64 + 0.5);
        let corners = [(west, 0.0), (west, 0.5), (east, 0.5), (east, 0.0)];
        let ring = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let square = Polygon::new(PolygonRing::Outer(ring));
        writer.write_shape(&square).unwrap();
    }
    drop(writer);
    let numbers: Vec<String> = (0..marks.len()).map(|index| format!("R-{index}")).collect();
    let cells: Vec<[&str; 1]> = numbers.iter().map(|number| [number.as_str()]).collect();
    let records: Vec<(u8, &[&str])> = marks
        .iter()
        .zip(&cells)
        .map(|(mark, cells)| (*mark, cells.as_slice()))
        .collect();
    let dbf = table(&[("PIN", b'C', 8)], &records);
    fs::write(shp.with_extension("dbf"), dbf).unwrap();
    shp
}

/// Each row with the place of its outline, and how the reading ended.
fn places(shp: &Path) -> (Vec<String>, Result<(), FileError>) {
    let (found, ended) = crate::read(shp, Contents::Outlines);
    assert!(found.unreadable.is_empty());
    let place = |shape: &Shape| {
        let outline: Value = serde_json::from_str(&shape.text()).unwrap();
        outline.pointer("/coordinates/0/0/0/0").unwrap().to_string()
    };
    let rows = found.rows.iter().map(|row| {
        let number = row.columns["PIN"].as_str().unwrap();
        let place = row.shape.as_ref().map(place);
        format!("{number} at {}", place.as_deref().unwrap_or("no place"))
    });
    (rows.collect(), ended)
}

/// Where the content of a record begins in the `.shp`, as the `.shx` says.
fn content(shp: &Path, index: usize) -> usize {
    let shx = fs::read(shp.with_extension("shx")).unwrap();
    let at = 100 + 8 * index;
    let words = u32::from_be_bytes(shx[at..at + 4].try_into().unwrap());
    words as usize * 2 + 8
}

/// Writes these bytes at a place of the `.shp`.
fn damage(shp: &Path, at: usize, bytes: &[u8]) {
    let mut content = fs::read(shp).unwrap();
    content[at..at + bytes.len()].copy_from_slice(bytes);
    fs::write(shp, content).unwrap();
}

fn cut(file: &Path, bytes: usize) {
    let content = fs::read(file).unwrap();
    fs::write(file, &content[..bytes]).unwrap();
}

#[test]
fn a_deleted_record_takes_its_shape_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let shp = shapefile(&folder, &[LIVE, DELETED, LIVE, DELETED, DELETED, LIVE]);
    let expected = ["R-0 at 0.0", "R-2 at 2.0", "R-5 at 5.0"];
    let (rows, ended) = places(&shp);
    ended.unwrap();
    assert_eq!(rows, expected);
    // Without an index, records follow each other.
    fs::remove_file(shp.with_extension("shx")).unwrap();
    let (rows, ended) = places(&shp);
    ended.unwrap();
    assert_eq!(rows, expected);
}

#[test]
fn a_shape_that_cannot_be_read_leaves_its_row_without_an_outline() {
    // Type, number of parts, number of points.
    for (at, number) in [(0, 99_i32), (36, -1), (40, 1_000)] {
        let folder = tempfile::tempdir().unwrap();
        let shp = shapefile(&folder, &[LIVE; 4]);
        damage(&shp, content(&shp, 1) + at, &number.to_le_bytes());
        let expected = ["R-0 at 0.0", "R-1 at no place", "R-2 at 2.0", "R-3 at 3.0"];
        let (rows, ended) = places(&shp);
        ended.unwrap();
        assert_eq!(rows, expected, "{at}");
        fs::remove_file(shp.with_extension("shx")).unwrap();
        let (rows, ended) = places(&shp);
        ended.unwrap();
        assert_eq!(rows, expected, "{at} without an index");
    }
}

#[test]
fn the_index_says_how_long_a_record_is_whose_own_length_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let shp = shapefile(&folder, &[LIVE; 3]);
    damage(&shp, content(&shp, 1) - 4, &i32::MAX.to_be_bytes());
    let (rows, ended) = places(&shp);
    ended.unwrap();
    assert_eq!(rows, ["R-0 at 0.0", "R-1 at 1.0", "R-2 at 2.0"]);
    fs::remove_file(shp.with_extension("shx")).unwrap();
    let (rows, ended) = places(&shp);
    assert!(rows.is_empty(), "{rows:?}");
    assert!(matches!(ended, Err(FileError::Damaged(_))), "{ended:?}");
}

#[test]
fn a_file_of_unreadable_shapes_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let shp = shapefile(&folder, &[LIVE; 103]);
    for index in 1..=100 {
        damage(&shp, content(&shp, index), &99_i32.to_le_bytes());
    }
    let (rows, ended) = places(&shp);
    ended.unwrap();
    assert_eq!(rows.len(), 103);
    assert_eq!(
        rows[100..],
        ["R-100 at no place", "R-101 at 101.0", "R-102 at 102.0"]
    );
    damage(&shp, content(&shp, 101), &99_i32.to_le_bytes());
    let (_, ended) = places(&shp);
    assert!(matches!(ended, Err(FileError::Invalid { .. })), "{ended:?}");
}

#[test]
fn a_shapefile_that_is_cut_ends_early() {
    let folder = tempfile::tempdir().unwrap();
    let early = |shp: &Path, expected: usize| {
        let (rows, ended) = places(shp);
        assert_eq!(rows.len(), expected);
        assert!(matches!(ended, Err(FileError::EndsEarly(_))), "{ended:?}");
    };
    // Between two records, within a head and within a content.
    for from_content in [-8, -2, 20] {
        let shp = shapefile(&folder, &[LIVE; 3]);
        let bytes = content(&shp, 2).checked_add_signed(from_content).unwrap();
        cut(&shp, bytes);
        early(&shp, 2);
        fs::remove_file(shp.with_extension("shx")).unwrap();
        early(&shp, 0);
    }
    let shp = shapefile(&folder, &[LIVE; 3]);
    cut(&shp.with_extension("shx"), 110);
    early(&shp, 0);
}

#[test]
fn shapes_and_rows_must_be_as_many() {
    let folder = tempfile::tempdir().unwrap();
    let shp = shapefile(&folder, &[LIVE; 3]);
    let records: &[(u8, &[&str])] = &[(LIVE, &["R-0"]), (LIVE, &["R-1"])];
    let dbf = table(&[("PIN", b'C', 8)], records);
    fs::write(shp.with_extension("dbf"), dbf).unwrap();
    for has_index in [true, false] {
        if !has_index {
            fs::remove_file(shp.with_extension("shx")).unwrap();
        }
        let (rows, ended) = places(&shp);
        assert!(rows.is_empty(), "{rows:?}");
        let sentence = ended.unwrap_err().to_string();
        assert!(
            sentence.contains("its .shp has 3 shapes, but its .dbf has 2 rows"),
            "{sentence}"
        );
    }
}
