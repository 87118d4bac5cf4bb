//! `GeoParquet`: Parquet with outlines in well-known binary and a description of them (key `geo`).
//!
//! Read row group by row group, and of these page by page. Only columns with single values are read;
//! lists and structures, such as the boxes of outlines, are not.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use chrono::{DateTime, SecondsFormat, Utc};
use parcel_record::Shape;
use parquet::basic::{
    Compression, ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::error::FileError;
use crate::input::{Input, Rows, SourceRow};
use crate::limits::{Limits, check_row};
use crate::meter::Meter;

const FORMAT: &str = "GeoParquet";
/// First and last bytes of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// All rows of a file.
pub(crate) fn read<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    let mut file = File::open(&input.file).map_err(FileError::File)?;
    let packed = file.metadata().map_err(FileError::File)?.len();
    check_ends(&mut file, packed)?;
    let file = SerializedFileReader::new(file).map_err(invalid)?;
    let metadata = file.metadata();
    let outline = Outline::of(metadata, input.has_crs)?;
    check_size(metadata, packed, Limits::of(input))?;
    let columns = Columns::of(metadata, &outline.column)?;
    let count = metadata.file_metadata().num_rows();
    meter.expect_rows(count.unsigned_abs());
    let mut line = 0;
    for index in 0..file.num_row_groups() {
        let group = file.get_row_group(index).map_err(invalid)?;
        let projection = Some(columns.projection.clone());
        let records = RowIter::from_row_group(projection, group.as_ref()).map_err(invalid)?;
        for row in records {
            line += 1;
            let (mut shape, mut values) = (None, Map::new());
            for (name, field) in row.map_err(invalid)?.into_columns() {
                match field {
                    Field::Bytes(bytes) if name == outline.column => {
                        check_row(line, bytes.len()).map_err(FileError::TooLarge)?;
                        shape = Some(Shape::Wkb(bytes.data().to_vec()));
                    }
                    _ if name == outline.column => {}
                    field => {
                        let value = columns.value(&name, field);
                        values.insert(name, value);
                    }
                }
            }
            rows.row(SourceRow {
                shape,
                crs: outline.crs.clone(),
                columns: values,
            })?;
        }
    }
    Ok(())
}

/// The library says of a file without its end that it is no Parquet.
fn check_ends(file: &mut File, bytes: u64) -> Result<(), FileError> {
    let mut ends = [[0; 4]; 2];
    if bytes < 12 {
        return Err(FileError::invalid(FORMAT, "it is no Parquet file"));
    }
    for (end, from) in ends.iter_mut().zip([SeekFrom::Start(0), SeekFrom::End(-4)]) {
        file.seek(from).map_err(FileError::File)?;
        file.read_exact(end).map_err(FileError::File)?;
    }
    match [&ends[0] == MAGIC, &ends[1] == MAGIC] {
        [true, true] => Ok(()),
        [true, false] => Err(FileError::EndsEarly(
            "its list of columns is missing".to_owned(),
        )),
        _ => Err(FileError::invalid(FORMAT, "it is no Parquet file")),
    }
}

/// The column of outlines, and its coordinate system.
struct Outline {
    column: String,
    crs: Option<String>,
}

/// The value of the key `geo`.
#[derive(Deserialize)]
struct Geo {
    primary_column: String,
    columns: Map<String, Value>,
}

impl Outline {
    /// As the file describes it; `has_crs` says that the operator named the coordinate system.
    fn of(metadata: &ParquetMetaData, has_crs: bool) -> Result<Self, FileError> {
        let pairs = metadata.file_metadata().key_value_metadata();
        let geo = pairs.into_iter().flatten().find(|pair| pair.key == "geo");
        Self::described(geo.and_then(|pair| pair.value.as_deref()), has_crs)
    }

    fn described(geo: Option<&str>, has_crs: bool) -> Result<Self, FileError> {
        let refused = |reason: String| FileError::invalid(FORMAT, reason);
        let geo = geo.ok_or_else(|| {
            refused("it is Parquet, but has no description of outlines (key geo)".to_owned())
        })?;
        let geo: Geo = serde_json::from_str(geo)
            .map_err(|error| refused(format!("its key geo is not readable: {error}")))?;
        let column = geo.primary_column;
        let described = geo.columns.get(&column).unwrap_or(&Value::Null);
        match described["encoding"].as_str() {
            Some("WKB") => {}
            other => {
                return Err(refused(format!(
                    "its outlines are encoded as {}, only WKB is read; write it again, for example with ogr2ogr -lco \
                     GEOMETRY_ENCODING=WKB",
                    other.unwrap_or("nothing")
                )));
            }
        }
        // The operator's system is used instead of the file's.
        let crs = if has_crs {
            None
        } else {
            crs(described.get("crs"), &column)?
        };
        Ok(Self { column, crs })
    }
}

/// The coordinate system by its id. Without the member, coordinates are degrees of WGS 84; null means
/// that the system is not known.
fn crs(projjson: Option<&Value>, column: &str) -> Result<Option<String>, FileError> {
    let Some(system) = projjson else {
        return Ok(None);
    };
    let id = &system["id"];
    let code = match &id["code"] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match (id["authority"].as_str(), code.as_deref()) {
        (Some("OGC"), Some("CRS84")) => Ok(None),
        (Some("EPSG" | "ESRI"), Some(code)) => Ok(crate::crs::crs(code)),
        _ => {
            let name = system["name"].as_str().unwrap_or("without a name");
            Err(FileError::invalid(
                FORMAT,
                format!(
                    "the coordinate reference system of its column {column} ({name}) has no id of EPSG; give --crs, such as \
                     --crs EPSG:2264"
                ),
            ))
        }
    }
}

/// Refuses compressions that we do not have, and files that unpack to too much.
fn check_size(metadata: &ParquetMetaData, packed: u64, limits: Limits) -> Result<(), FileError> {
    let mut unpacked = 0_u64;
    for group in metadata.row_groups() {
        unpacked = unpacked.saturating_add(group.total_byte_size().unsigned_abs());
        for column in group.columns() {
            check_compression(column.compression())?;
        }
    }
    Ok(limits.check(packed, unpacked)?)
}

fn check_compression(compression: Compression) -> Result<(), FileError> {
    if matches!(
        compression,
        Compression::UNCOMPRESSED
            | Compression::SNAPPY
            | Compression::GZIP(_)
            | Compression::ZSTD(_)
            | Compression::LZ4_RAW
    ) {
        return Ok(());
    }
    let name = format!("{compression}");
    let name = name.split('(').next().unwrap_or_default();
    Err(FileError::invalid(
        FORMAT,
        format!(
            "it is compressed with {name}, only Snappy, Zstandard, Gzip and LZ4_RAW are read; write it again, for \
             example with ogr2ogr -lco COMPRESSION=ZSTD"
        ),
    ))
}

/// The columns that are read.
struct Columns {
    projection: Type,
    /// Times that the library returns as numbers.
    nanoseconds: HashSet<String>,
    /// Ids that it returns as bytes.
    uuids: HashSet<String>,
}

impl Columns {
    fn of(metadata: &ParquetMetaData, outline: &str) -> Result<Self, FileError> {
        let schema = metadata.file_metadata().schema();
        let fields: Vec<_> = schema
            .get_fields()
            .iter()
            .filter(|field| is_read(field))
            .cloned()
            .collect();
        let has_outline = fields.iter().any(|field| {
            field.name() == outline && field.get_physical_type() == Physical::BYTE_ARRAY
        });
        if !has_outline {
            let reason = format!("its column of outlines, {outline}, is missing or not binary");
            return Err(FileError::invalid(FORMAT, reason));
        }
        let named = |is: fn(&LogicalType) -> bool| {
            let named = fields.iter().filter(|field| {
                let logical = field.get_basic_info().logical_type_ref();
                logical.is_some_and(is)
            });
            named.map(|field| field.name().to_owned()).collect()
        };
        let nanoseconds = named(
            |logical| matches!(logical, LogicalType::Timestamp(time) if time.unit == TimeUnit::NANOS),
        );
        let uuids = named(|logical| *logical == LogicalType::Uuid);
        let projection = Type::group_type_builder(schema.name())
            .with_fields(fields)
            .build()
            .map_err(invalid)?;
        Ok(Self {
            projection,
            nanoseconds,
            uuids,
        })
    }

    fn value(&self, name: &str, field: Field) -> Value {
        match field {
            Field::Bool(flag) => Value::Bool(flag),
            Field::Byte(number) => Value::from(number),
            Field::Short(number) => Value::from(number),
            Field::Int(number) => Value::from(number),
            Field::Long(number) if self.nanoseconds.contains(name) => {
                shown(Some(DateTime::from_timestamp_nanos(number)))
            }
            Field::Long(number) => Value::from(number),
            Field::UByte(number) => Value::from(number),
            Field::UShort(number) => Value::from(number),
            Field::UInt(number) => Value::from(number),
            Field::ULong(number) => Value::from(number),
            // By its text: as a double 0.1 would have nine decimals.
            Field::Float(number) => number
                .to_string()
                .parse::<f64>()
                .map_or(Value::Null, Value::from),
            Field::Double(number) => Value::from(number),
            Field::Str(text) => Value::String(text),
            Field::Bytes(bytes) if self.uuids.contains(name) => {
                let id = Uuid::from_slice(bytes.data());
                id.map_or(Value::Null, |id| Value::String(id.to_string()))
            }
            Field::Bytes(bytes) => {
                let text = String::from_utf8(bytes.data().to_vec());
                text.map_or(Value::Null, Value::String)
            }
            Field::TimestampMillis(time) => shown(DateTime::from_timestamp_millis(time)),
            Field::TimestampMicros(time) => shown(DateTime::from_timestamp_micros(time)),
            Field::Decimal(_) | Field::Date(_) | Field::TimeMillis(_) | Field::TimeMicros(_) => {
                Value::String(field.to_string())
            }
            _ => Value::Null,
        }
    }
}

/// Single values of types that the library converts.
fn is_read(field: &Type) -> bool {
    let info = field.get_basic_info();
    field.is_primitive()
        && info.repetition() != Repetition::REPEATED
        && info.converted_type() != ConvertedType::INTERVAL
}

fn shown(time: Option<DateTime<Utc>>) -> Value {
    let text = time.map(|time| time.to_rfc3339_opts(SecondsFormat::AutoSi, true));
    text.map_or(Value::Null, Value::String)
}

fn invalid(error: ParquetError) -> FileError {
    match error {
        ParquetError::EOF(text) => FileError::EndsEarly(text),
        ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
            Ok(error) => FileError::reading(*error),
            Err(cause) => FileError::Damaged(cause.to_string()),
        },
        other => FileError::Damaged(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::basic::{BrotliLevel, ZstdLevel};
    use serde_json::json;

    fn described(column: &Value, has_crs: bool) -> Result<Option<String>, String> {
        let geo = json!({ "version": "1.1.0", "primary_column": "shape", "columns": { "shape": column } });
        let outline = Outline::described(Some(&geo.to_string()), has_crs);
        outline
            .map(|outline| outline.crs)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn coordinate_systems_are_known_by_their_id() {
        let of = |crs: Value| described(&json!({ "encoding": "WKB", "crs": crs }), false);
        assert_eq!(described(&json!({ "encoding": "WKB" }), false), Ok(None));
        let id = |authority: &str, code: Value| json!({ "id": { "authority": authority, "code": code } });
        assert_eq!(of(id("OGC", json!("CRS84"))), Ok(None));
        assert_eq!(of(id("EPSG", json!(4326))), Ok(None));
        assert_eq!(of(id("EPSG", json!(2264))), Ok(Some("2264".to_owned())));
        for unknown in [
            Value::Null,
            json!({ "name": "Our grid" }),
            id("IAU_2015", json!(30100)),
        ] {
            let refused = of(unknown.clone()).unwrap_err();
            assert!(refused.contains("--crs"), "{unknown}: {refused}");
        }
        let ours = json!({ "encoding": "WKB", "crs": { "name": "Our grid" } });
        assert!(described(&ours, false).unwrap_err().contains("Our grid"));
        assert_eq!(described(&ours, true), Ok(None), "--crs was given");
    }

    #[test]
    fn other_compressions_are_named() {
        assert!(check_compression(Compression::ZSTD(ZstdLevel::default())).is_ok());
        let refused = check_compression(Compression::BROTLI(BrotliLevel::default()));
        let sentence = refused.unwrap_err().to_string();
        assert!(sentence.contains("with BROTLI, only Snappy"), "{sentence}");
    }

    #[test]
    fn other_descriptions_are_refused() {
        let refused = |geo: Option<&str>| {
            let outline = Outline::described(geo, false);
            outline.err().unwrap().to_string()
        };
        assert!(refused(None).contains("no description of outlines"));
        assert!(refused(Some("{}")).contains("primary_column"));
        let native = described(&json!({ "encoding": "multipolygon" }), false).unwrap_err();
        assert!(
            native.contains("multipolygon") && native.contains("WKB"),
            "{native}"
        );
        assert!(
            described(&Value::Null, false)
                .unwrap_err()
                .contains("only WKB")
        );
    }
}
