//! `GeoJSON` and `FlatGeobuf`: streams of features.
//!
//! `GeoJSON` is read feature by feature. A `crs` member from before RFC 7946 is honoured, because
//! files in feet still have one; it must precede the features, as all writers place it.

use std::fmt;
use std::fs::File;
use std::io::BufReader;

use flatgeobuf::{FallibleStreamingIterator as _, FeatureProperties as _, FgbReader};
use geozero::{CoordDimensions, ToWkb as _};
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::ImportOptions;
use crate::error::ImportError;
use crate::limits::{Limits, RowBytes, Text};
use crate::sink::{Sink, SourceRow};
use parcel_record::Shape;

/// A `FeatureCollection`, plain or gzip.
pub(crate) fn geojson(
    options: &ImportOptions,
    limits: Limits,
    sink: &mut Sink,
) -> Result<(), ImportError> {
    let source = Text::open(&options.file, limits, sink.meter())?;
    let mut reader = serde_json::Deserializer::from_reader(source.reader);
    let mut collection = Collection {
        sink,
        row: source.row,
        crs: None,
        seen: false,
        failed: None,
    };
    let parsed = serde::Deserializer::deserialize_map(&mut reader, &mut collection);
    match (collection.failed, parsed) {
        (Some(error), _) => Err(error),
        (None, Err(error)) if error.is_io() => Err(ImportError::reading(error.into())),
        (None, Err(error)) if error.is_eof() => Err(ImportError::EndsEarly(error.to_string())),
        (None, Err(error)) => Err(ImportError::invalid("GeoJSON", error)),
        (None, Ok(())) if collection.seen => Ok(()),
        (None, Ok(())) => Err(ImportError::invalid("GeoJSON", "it has no features")),
    }
}

struct Collection<'a> {
    sink: &'a mut Sink,
    row: RowBytes,
    crs: Option<String>,
    seen: bool,
    /// Our own error, which serde cannot carry.
    failed: Option<ImportError>,
}

impl<'de> Visitor<'de> for &mut Collection<'_> {
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
                        .and_then(crate::source::crs);
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

impl<'de> DeserializeSeed<'de> for &mut Collection<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl Collection<'_> {
    fn feature(&mut self, mut feature: Value) -> Result<(), ImportError> {
        let Some(Value::Object(columns)) = feature.get_mut("properties").map(Value::take) else {
            return self
                .sink
                .unreadable("a feature without properties", Map::new());
        };
        let shape = feature
            .get("geometry")
            .filter(|geometry| geometry.is_object())
            .map(|geometry| Shape::GeoJson(geometry.to_string()));
        self.sink.row(SourceRow {
            shape,
            crs: self.crs.clone(),
            columns,
        })
    }
}

/// A `FlatGeobuf` file.
pub(crate) fn flatgeobuf(options: &ImportOptions, sink: &mut Sink) -> Result<(), ImportError> {
    let reader = BufReader::new(File::open(&options.file).map_err(ImportError::File)?);
    let reader = FgbReader::open(reader).map_err(invalid)?;
    sink.meter().expect_rows(reader.header().features_count());
    let crs = reader.header().crs().and_then(|crs| match crs.code() {
        0 => crs.wkt().map(ToOwned::to_owned),
        code => Some(code.to_string()),
    });
    let mut features = reader.select_all_seq().map_err(invalid)?;
    while let Some(feature) = features.next().map_err(invalid)? {
        let shape = feature.to_wkb(CoordDimensions::xy()).ok().map(Shape::Wkb);
        let columns: Map<String, Value> = match feature.properties() {
            Ok(properties) => properties
                .into_iter()
                .map(|(name, value)| (name, Value::String(value)))
                .collect(),
            Err(_unreadable) => {
                sink.unreadable("unreadable columns", Map::new())?;
                continue;
            }
        };
        sink.row(SourceRow {
            shape,
            crs: crs.clone(),
            columns,
        })?;
    }
    Ok(())
}

fn invalid(error: flatgeobuf::Error) -> ImportError {
    match error {
        flatgeobuf::Error::IO(error) => ImportError::reading(error),
        other => ImportError::invalid("FlatGeobuf", other),
    }
}
