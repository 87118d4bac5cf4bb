//! `GeoJSON`, read feature by feature: a `FeatureCollection`, or features one after the other.
//!
//! A `crs` member from before RFC 7946 is honoured, because files in feet still have one; it must
//! precede the features, as all writers place it.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use parcel_record::Shape;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::crs::crs;
use crate::error::FileError;
use crate::input::{Input, Rows, SourceRow};
use crate::limits::{Limits, RowBytes, Text};
use crate::meter::Meter;

/// A `FeatureCollection`, plain or gzip.
pub(crate) fn read<R: Rows>(
    input: &Input,
    meter: &Arc<Meter>,
    rows: &mut R,
) -> Result<(), R::Error> {
    let source = Text::open(&input.file, Limits::of(input), meter)?;
    let mut reader = serde_json::Deserializer::from_reader(source.reader);
    let mut collection = Collection {
        rows,
        row: source.row,
        crs: None,
        seen: false,
        failed: None,
    };
    let parsed = serde::Deserializer::deserialize_map(&mut reader, &mut collection);
    match (collection.failed, parsed) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(unreadable(error).into()),
        (None, Ok(())) if collection.seen => Ok(()),
        (None, Ok(())) => Err(FileError::invalid("GeoJSON", "it has no features").into()),
    }
}

/// Features one after the other, plain or gzip.
pub(crate) fn read_sequence<R: Rows>(
    input: &Input,
    meter: &Arc<Meter>,
    rows: &mut R,
) -> Result<(), R::Error> {
    let source = Text::open(&input.file, Limits::of(input), meter)?;
    let features = serde_json::Deserializer::from_reader(Separated(source.reader));
    for feature in features.into_iter::<Value>() {
        source.row.next();
        add(feature.map_err(unreadable)?, None, rows)?;
    }
    Ok(())
}

/// Record separators as blanks, which may be between values and are not elsewhere.
struct Separated<R>(R);

impl<R: Read> Read for Separated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        for byte in &mut buffer[..count] {
            if *byte == 0x1e {
                *byte = b' ';
            }
        }
        Ok(count)
    }
}

fn unreadable(error: serde_json::Error) -> FileError {
    if error.is_io() {
        FileError::reading(error.into())
    } else if error.is_eof() {
        FileError::EndsEarly(error.to_string())
    } else {
        FileError::invalid("GeoJSON", error)
    }
}

struct Collection<'a, R: Rows> {
    rows: &'a mut R,
    row: RowBytes,
    crs: Option<String>,
    seen: bool,
    /// Our own error, which serde cannot carry.
    failed: Option<R::Error>,
}

impl<'de, R: Rows> Visitor<'de> for &mut Collection<'_, R> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a GeoJSON FeatureCollection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "crs" => {
                    let member: Value = map.next_value()?;
                    self.crs = member
                        .pointer("/properties/name")
                        .and_then(Value::as_str)
                        .and_then(crs);
                    if self.seen && self.crs.is_some() {
                        return Err(A::Error::custom(
                            "its crs member comes after the features; use --crs",
                        ));
                    }
                }
                "features" => {
                    self.seen = true;
                    map.next_value_seed(&mut *self)?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut features: A) -> Result<(), A::Error> {
        while let Some(feature) = features.next_element::<Value>()? {
            self.row.next();
            if let Err(error) = self.feature(feature) {
                self.failed = Some(error);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

impl<'de, R: Rows> DeserializeSeed<'de> for &mut Collection<'_, R> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<R: Rows> Collection<'_, R> {
    fn feature(&mut self, feature: Value) -> Result<(), R::Error> {
        add(feature, self.crs.clone(), self.rows)
    }
}

/// Adds a feature.
fn add<R: Rows>(mut feature: Value, crs: Option<String>, rows: &mut R) -> Result<(), R::Error> {
    let Some(Value::Object(columns)) = feature.get_mut("properties").map(Value::take) else {
        return rows.unreadable("a feature without properties", Map::new());
    };
    let shape = feature
        .get("geometry")
        .filter(|geometry| geometry.is_object())
        .map(|geometry| Shape::GeoJson(geometry.to_string()));
    rows.row(SourceRow {
        shape,
        crs,
        columns,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns of all rows.
    #[derive(Default)]
    struct Kept(Vec<Map<String, Value>>);

    impl Rows for Kept {
        type Error = FileError;

        fn row(&mut self, row: SourceRow) -> Result<(), FileError> {
            assert!(row.shape.is_some() && row.crs.is_none());
            self.0.push(row.columns);
            Ok(())
        }

        fn unreadable(&mut self, _: &'static str, _: Map<String, Value>) -> Result<(), FileError> {
            self.0.push(Map::new());
            Ok(())
        }
    }

    fn sequence(text: &str) -> (Vec<Map<String, Value>>, Result<(), FileError>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.geojsonl");
        std::fs::write(&file, text).unwrap();
        let mut kept = Kept::default();
        let read = crate::read(&Input::new(file), &Arc::default(), &mut kept);
        (kept.0, read.map(|_format| ()))
    }

    #[test]
    fn features_one_after_the_other_are_rows() {
        let point = r#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"PIN":"1"}}"#;
        let pretty = point.replace(',', ",\n  ");
        for text in [
            format!("{point}\n{point}\n\n{{}}\n"),
            format!("\u{1e}{pretty}\n\u{1e}{point}\n\u{1e}{{}}"),
        ] {
            let (rows, read) = sequence(&text);
            read.unwrap();
            assert_eq!(rows.len(), 3, "{text}");
            assert_eq!(rows[0]["PIN"], "1");
            assert!(rows[2].is_empty(), "a feature without properties");
        }
    }

    #[test]
    fn a_sequence_that_is_cut_ends_early() {
        let (rows, read) = sequence("{\"properties\":");
        assert!(rows.is_empty());
        assert!(matches!(read, Err(FileError::EndsEarly(_))), "{read:?}");
        let (_, read) = sequence("APN,owner\n");
        assert!(matches!(read, Err(FileError::Invalid { .. })), "{read:?}");
    }
}
