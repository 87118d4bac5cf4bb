//! `GeoJSON`, read feature by feature.
//!
//! A `crs` member from before RFC 7946 is honoured, because files in feet still have one; it must
//! precede the features, as all writers place it.

use std::fmt;
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
