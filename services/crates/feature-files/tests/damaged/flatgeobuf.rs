//! `FlatGeobuf` that is cut between its features, or of which a size or a value is damaged.

use std::io::Cursor;

use feature_files::{Contents, FileError, TooLarge};
use flatgeobuf::packed_r_tree::PackedRTree;
use flatgeobuf::{ColumnType, FgbReader, FgbWriter, FgbWriterOptions, GeometryType};
use geozero::geojson::GeoJson;
use geozero::{ColumnValue, PropertyProcessor as _};
use serde_json::{Value, json};

use crate::Found;

/// Features, with an area each.
fn file(write_index: bool) -> Vec<u8> {
    let options = FgbWriterOptions {
        write_index,
        ..FgbWriterOptions::default()
    };
    let mut writer =
        FgbWriter::create_with_options("parcels", GeometryType::Polygon, options).unwrap();
    writer.add_column("apn", ColumnType::String, |_, _| {});
    writer.add_column("acres", ColumnType::Double, |_, _| {});
    for index in 0..5 {
        let (west, east) = (f64::from(index), f64::from(index) + 0.5);
        let ring = [
            [west, 0.0],
            [east, 0.0],
            [east, 0.5],
            [west, 0.5],
            [west, 0.0],
        ];
        let square = json!({ "type": "Polygon", "coordinates": [ring] }).to_string();
        let number = format!("R-{index}");
        writer
            .add_feature_geom(GeoJson(&square), |row| {
                row.property(0, "apn", &ColumnValue::String(&number))
                    .unwrap();
                row.property(1, "acres", &ColumnValue::Double(1.5)).unwrap();
            })
            .unwrap();
    }
    let mut bytes = Vec::new();
    writer.write(&mut bytes).unwrap();
    bytes
}

/// Where each feature begins, with its size.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let mut cursor = Cursor::new(bytes);
    let index = {
        let reader = FgbReader::open(&mut cursor).unwrap();
        let header = reader.header();
        match (header.features_count(), header.index_node_size()) {
            (0, _) | (_, 0) => 0,
            (features, size) => PackedRTree::index_size(features as usize, size),
        }
    };
    let mut at = cursor.position() as usize + index;
    let mut starts = Vec::new();
    while at < bytes.len() {
        starts.push(at);
        let size = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        at += 4 + size as usize;
    }
    starts
}

fn read(bytes: &[u8]) -> (Found, Result<(), FileError>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("town.fgb");
    std::fs::write(&file, bytes).unwrap();
    crate::read(&file, Contents::Outlines)
}

fn columns(found: &Found) -> Vec<Value> {
    let rows = found.rows.iter();
    rows.map(|row| Value::Object(row.columns.clone())).collect()
}

/// The file as of a writer that does not say how many features it has.
fn without_count(mut bytes: Vec<u8>) -> Vec<u8> {
    let count = 5_u64.to_le_bytes();
    let places = 0..starts(&bytes)[0] - count.len();
    let places: Vec<usize> = places
        .filter(|place| bytes[*place..].starts_with(&count))
        .collect();
    for place in places {
        bytes[place..place + count.len()].fill(0);
        let reader = FgbReader::open(bytes.as_slice());
        if reader.is_ok_and(|reader| reader.header().features_count() == 0) {
            return bytes;
        }
        bytes[place..place + count.len()].copy_from_slice(&count);
    }
    panic!("the number of features is nowhere");
}

#[test]
fn a_file_that_is_cut_between_features_is_not_taken_for_whole() {
    for write_index in [false, true] {
        let whole = file(write_index);
        let (found, ended) = read(&whole);
        ended.unwrap();
        assert_eq!((found.rows.len(), found.unreadable.len()), (5, 0));
        assert!(found.rows.iter().all(|row| row.shape.is_some()));
        let starts = starts(&whole);
        assert_eq!(starts.len(), 5);
        // Before a feature, within its size, within itself, and within what precedes all.
        for (bytes, rows) in [
            (starts[3], 3),
            (starts[4] + 2, 4),
            (starts[4] + 50, 4),
            (starts[1], 1),
            (starts[0], 0),
            (starts[0] - 3, 0),
        ] {
            let (found, ended) = read(&whole[..bytes]);
            assert_eq!(found.rows.len(), rows, "{bytes}");
            assert!(
                matches!(ended, Err(FileError::EndsEarly(_))),
                "{bytes}: {ended:?}"
            );
        }
        let (_, ended) = read(&whole[..starts[3]]);
        assert_eq!(
            ended.unwrap_err().to_string(),
            "the file ends early: download it again: it has 3 of its 5 features"
        );
    }
}

#[test]
fn a_file_without_a_number_of_features_is_read_to_its_end() {
    let whole = without_count(file(false));
    let starts = starts(&whole);
    let (found, ended) = read(&whole);
    ended.unwrap();
    assert_eq!(found.rows.len(), 5);
    let (found, ended) = read(&whole[..starts[3] + 2]);
    assert_eq!(found.rows.len(), 3);
    assert!(matches!(ended, Err(FileError::EndsEarly(_))), "{ended:?}");
}

#[test]
fn a_number_of_features_that_cannot_be_is_refused() {
    let mut bytes = file(true);
    let zeroed = without_count(bytes.clone());
    let place = bytes
        .iter()
        .zip(&zeroed)
        .position(|(one, other)| one != other);
    let place = place.unwrap();
    bytes[place..place + 8].copy_from_slice(&u64::MAX.to_le_bytes());
    let (found, ended) = read(&bytes);
    assert!(found.rows.is_empty());
    assert!(matches!(ended, Err(FileError::EndsEarly(_))), "{ended:?}");
}

#[test]
fn no_memory_is_taken_for_a_damaged_size() {
    for write_index in [false, true] {
        let whole = file(write_index);
        let starts = starts(&whole);
        for (index, size) in [(0, u32::MAX), (2, u32::MAX), (4, (32 << 20) + 1)] {
            let mut damaged = whole.clone();
            damaged[starts[index]..starts[index] + 4].copy_from_slice(&size.to_le_bytes());
            let (found, ended) = read(&damaged);
            assert_eq!(found.rows.len(), index);
            let line = index as i64 + 1;
            assert!(
                matches!(&ended, Err(FileError::TooLarge(TooLarge::Row(row))) if *row == line),
                "{index}: {ended:?}"
            );
        }
    }
}

#[test]
fn a_row_whose_columns_are_cut_has_those_before() {
    let whole = file(false);
    let starts = starts(&whole);
    // The number of a parcel stands after its length and before the number of the next column.
    let number = |index: usize| {
        let text = format!("R-{index}");
        let feature = &whole[starts[index]..];
        let at = feature.windows(3).position(|part| part == text.as_bytes());
        starts[index] + at.unwrap()
    };
    let mut damaged = whole.clone();
    damaged[number(1) + 3..number(1) + 5].copy_from_slice(&99_u16.to_le_bytes());
    damaged[number(2) - 4..number(2)].copy_from_slice(&1_000_000_u32.to_le_bytes());
    damaged[number(3) + 1] = 0xff;
    let (found, ended) = read(&damaged);
    ended.unwrap();
    assert_eq!(
        columns(&found),
        [
            json!({ "apn": "R-0", "acres": "1.5" }),
            json!({ "apn": "R\u{fffd}3", "acres": "1.5" }),
            json!({ "apn": "R-4", "acres": "1.5" }),
        ]
    );
    let unreadable: Vec<Value> = found.unreadable.into_iter().map(Value::Object).collect();
    assert_eq!(unreadable, [json!({ "apn": "R-1" }), json!({})]);
}
