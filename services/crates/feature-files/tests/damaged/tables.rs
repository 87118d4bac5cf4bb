//! `.dbf` tables with values and records that are none.

use feature_files::{Contents, FileError};
use serde_json::{Value, json};

use crate::read;

/// The mark of a record.
pub const LIVE: u8 = b' ';
/// The mark of a record that was deleted.
pub const DELETED: u8 = b'*';

/// A table: name, type and length of its columns, then the mark and the cells of its records.
pub fn table(columns: &[(&str, u8, u8)], records: &[(u8, &[&str])]) -> Vec<u8> {
    let head = 32 + 32 * columns.len() + 1;
    let lengths = columns.iter().map(|(_, _, length)| usize::from(*length));
    let record = 1 + lengths.sum::<usize>();
    let mut bytes = vec![0; 32];
    // Version 3, changed on 31 January 2026.
    bytes[..4].copy_from_slice(&[3, 126, 1, 31]);
    bytes[4..8].copy_from_slice(&(records.len() as u32).to_le_bytes());
    bytes[8..10].copy_from_slice(&(head as u16).to_le_bytes());
    bytes[10..12].copy_from_slice(&(record as u16).to_le_bytes());
    for (name, kind, length) in columns {
        let mut column = [0; 32];
        column[..name.len()].copy_from_slice(name.as_bytes());
        (column[11], column[16]) = (*kind, *length);
        bytes.extend(column);
    }
    bytes.push(0x0d);
    for (mark, cells) in records {
        bytes.push(*mark);
        for ((_, _, length), cell) in columns.iter().zip(*cells) {
            let width = usize::from(*length);
            bytes.extend(format!("{cell:<width$}").into_bytes());
        }
    }
    bytes
}

/// All rows of a table.
fn rows(bytes: &[u8]) -> (Vec<Value>, Result<(), FileError>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roll.dbf");
    std::fs::write(&file, bytes).unwrap();
    let (found, ended) = read(&file, Contents::Table);
    assert!(found.unreadable.is_empty());
    let rows = found.rows.into_iter();
    (rows.map(|row| Value::Object(row.columns)).collect(), ended)
}

const COLUMNS: &[(&str, u8, u8)] = &[
    ("PIN", b'C', 4),
    ("SOLD", b'D', 8),
    ("PRICE", b'N', 10),
    ("AREA", b'F', 19),
    ("IS_LAND", b'L', 1),
    ("ZONE", b'C', 4),
];

#[test]
fn a_value_that_cannot_be_read_is_null_and_its_row_stays() {
    let records: &[(u8, &[&str])] = &[
        (
            LIVE,
            &["A", "20240509", "1234.5", "2.50000000000e+003", "T", "R1"],
        ),
        (
            LIVE,
            &[
                "B",
                "00000000",
                "**********",
                "*******************",
                "?",
                "R2",
            ],
        ),
        (LIVE, &["C", "", "", "", "", "R3"]),
        (
            LIVE,
            &["D", "2024-5-9", "12x4", "-1.#IND00000e+000", "x", "R4"],
        ),
        (LIVE, &["E", "20241345", "NaN", "inf", "", "R5"]),
    ];
    let (found, ended) = rows(&table(COLUMNS, records));
    ended.unwrap();
    let empty = |pin: &str, zone: &str| json!({ "PIN": pin, "SOLD": null, "PRICE": null, "AREA": null, "IS_LAND": null, "ZONE": zone });
    assert_eq!(
        found,
        [
            json!({ "PIN": "A", "SOLD": "2024-05-09", "PRICE": 1234.5, "AREA": 2500.0, "IS_LAND": true, "ZONE": "R1" }),
            empty("B", "R2"),
            empty("C", "R3"),
            empty("D", "R4"),
            empty("E", "R5"),
        ]
    );
}

#[test]
fn a_deleted_record_is_no_row() {
    let columns = &[("PIN", b'C', 4)];
    let records: &[(u8, &[&str])] = &[(DELETED, &["A"]), (LIVE, &["B"]), (DELETED, &["C"])];
    let (found, ended) = rows(&table(columns, records));
    ended.unwrap();
    assert_eq!(found, [json!({ "PIN": "B" })]);
}

/// As ArcGIS writes doubles. As numbers of 32 bits these would be even, and the same.
#[test]
fn numbers_of_type_f_have_all_their_digits() {
    let columns = &[("ACCOUNT", b'F', 19)];
    let records: &[(u8, &[&str])] = &[
        (LIVE, &["1.55705977900e+009"]),
        (LIVE, &["1.55705978100e+009"]),
    ];
    let (found, ended) = rows(&table(columns, records));
    ended.unwrap();
    assert_eq!(
        found,
        [
            json!({ "ACCOUNT": 1_557_059_779.0 }),
            json!({ "ACCOUNT": 1_557_059_781.0 })
        ]
    );
}

#[test]
fn a_table_that_was_never_changed_is_read() {
    let mut bytes = table(&[("PIN", b'C', 4)], &[(LIVE, &["A"])]);
    bytes[1..4].fill(0);
    let (found, ended) = rows(&bytes);
    ended.unwrap();
    assert_eq!(found, [json!({ "PIN": "A" })]);
}

#[test]
fn a_table_that_is_cut_ends_early() {
    let records: &[(u8, &[&str])] = &[(LIVE, &["A"]), (LIVE, &["B"])];
    let whole = table(&[("PIN", b'C', 4)], records);
    for (bytes, expected) in [(whole.len() - 1, 1), (whole.len() - 5, 1), (40, 0), (5, 0)] {
        let (found, ended) = rows(&whole[..bytes]);
        assert_eq!(found.len(), expected, "{bytes}");
        assert!(
            matches!(ended, Err(FileError::EndsEarly(_))),
            "{bytes}: {ended:?}"
        );
    }
}
