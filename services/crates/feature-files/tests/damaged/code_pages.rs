//! `.dbf` tables in other code pages than UTF-8.

use feature_files::{Contents, FileError};
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::read;
use crate::tables::{LIVE, table};

/// A table whose column and owner have this byte, with this language driver.
fn written(folder: &TempDir, driver: u8, byte: u8) -> std::path::PathBuf {
    let records: &[(u8, &[&str])] = &[(LIVE, &["1", "PE_A"]), (LIVE, &["2", "HERON"])];
    let mut bytes = table(&[("PIN", b'C', 4), ("DUE_O", b'C', 8)], records);
    for place in &mut bytes {
        if *place == b'_' {
            *place = byte;
        }
    }
    bytes[29] = driver;
    let file = folder.path().join("roll.dbf");
    std::fs::write(&file, bytes).unwrap();
    file
}

fn rows(file: &std::path::Path) -> Result<Vec<Map<String, Value>>, FileError> {
    let (found, ended) = read(file, Contents::Table);
    ended.map(|()| found.rows.into_iter().map(|row| row.columns).collect())
}

#[test]
fn texts_are_read_by_the_language_driver() {
    let folder = tempfile::tempdir().unwrap();
    // DOS of the United States and of Western Europe, Windows, and none.
    for (driver, byte) in [(1, 0xA4), (2, 0xA4), (3, 0xF1), (0, 0xF1), (87, 0xF1)] {
        let rows = rows(&written(&folder, driver, byte)).unwrap();
        assert_eq!(rows[0]["DUEñO"], "PEñA", "{driver}");
        assert_eq!(rows[1]["PIN"], "2");
        assert_eq!(rows[1]["DUEñO"], "HERON");
    }
}

#[test]
fn the_cpg_says_more_than_the_language_driver() {
    let folder = tempfile::tempdir().unwrap();
    for (name, byte) in [
        ("437", 0xA4),
        ("OEM 850\r\n", 0xA4),
        ("\u{feff}ISO-8859-1", 0xF1),
    ] {
        let file = written(&folder, 104, byte);
        std::fs::write(file.with_extension("cpg"), name).unwrap();
        assert_eq!(rows(&file).unwrap()[0]["DUEñO"], "PEñA", "{name}");
    }
}

#[test]
fn a_page_that_is_not_known_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, 104, 0xA4);
    let sentence = rows(&file).unwrap_err().to_string();
    assert!(
        sentence.contains("language driver 104") && sentence.contains(".cpg"),
        "{sentence}"
    );
    std::fs::write(file.with_extension("cpg"), "KEYBCS2").unwrap();
    let sentence = rows(&file).unwrap_err().to_string();
    assert!(sentence.contains("'KEYBCS2' of its .cpg"), "{sentence}");
}
