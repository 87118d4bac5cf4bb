//! `GeoParquet` 1.1: outlines in well-known binary, and their boxes, by which readers skip row groups.
//!
//! By the column writers of the crate `parquet`, without Arrow.

use std::sync::Arc;

use bigdecimal::{BigDecimal, ToPrimitive as _};
use chrono::NaiveDate;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use serde_json::json;

use crate::columns::{Cell, Column, Kind};
use crate::outline::{Bounds, bounds, joined, polygons};
use crate::{ExportError, Exported, Rest};

/// Most parcels of a row group, which is kept in memory until it is written.
const GROUP_PARCELS: usize = 10_000;
/// Bytes of outlines that end a row group earlier.
const GROUP_BYTES: usize = 16 << 20;
const OUTLINE: &str = "geometry";
const BOX: &str = "bbox";
const SIDES: [&str; 4] = ["xmin", "ymin", "xmax", "ymax"];
/// Digits of an amount in dollars, and how many of them are cents.
const MONEY: (i32, i32) = (14, 2);

pub(crate) struct Encoder {
    columns: Vec<Column>,
    writer: SerializedFileWriter<Vec<u8>>,
    group: Group,
    /// Box around all parcels.
    bounds: Option<Bounds>,
}

/// The values of a row group by column.
#[derive(Default)]
struct Group {
    columns: Vec<Values>,
    outlines: Vec<ByteArray>,
    boxes: [Vec<f64>; 4],
    bytes: usize,
}

/// The values of a column, without the empty ones, and for each parcel 1 or, if it has none, 0.
struct Values {
    levels: Vec<i16>,
    values: Typed,
}

enum Typed {
    Bytes(Vec<ByteArray>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
    Boolean(Vec<bool>),
}

impl Encoder {
    pub fn new(columns: Vec<Column>) -> Result<Self, ExportError> {
        let outline = ColumnPath::from(OUTLINE);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            // No outline occurs twice.
            .set_column_dictionary_enabled(outline.clone(), false)
            .set_column_statistics_enabled(outline, EnabledStatistics::None)
            .set_created_by(concat!("Sitewright ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer =
            SerializedFileWriter::new(Vec::new(), schema(&columns)?, Arc::new(properties))?;
        Ok(Self {
            group: Group::new(&columns),
            columns,
            writer,
            bounds: None,
        })
    }

    /// Writes the parcels that wait, as a row group.
    fn write_group(&mut self) -> Result<(), ExportError> {
        let group = std::mem::replace(&mut self.group, Group::new(&self.columns));
        if group.outlines.is_empty() {
            return Ok(());
        }
        let mut writer = self.writer.next_row_group()?;
        for (column, values) in self.columns.iter().zip(&group.columns) {
            let levels = (!column.is_required).then_some(values.levels.as_slice());
            match &values.values {
                Typed::Bytes(list) => write::<ByteArrayType>(&mut writer, list, levels)?,
                Typed::Int32(list) => write::<Int32Type>(&mut writer, list, levels)?,
                Typed::Int64(list) => write::<Int64Type>(&mut writer, list, levels)?,
                Typed::Double(list) => write::<DoubleType>(&mut writer, list, levels)?,
                Typed::Boolean(list) => write::<BoolType>(&mut writer, list, levels)?,
            }
        }
        write::<ByteArrayType>(&mut writer, &group.outlines, None)?;
        for side in &group.boxes {
            write::<DoubleType>(&mut writer, side, None)?;
        }
        writer.close()?;
        Ok(())
    }

    fn move_to(&mut self, out: &mut Vec<u8>) -> Result<(), ExportError> {
        self.writer
            .flush()
            .map_err(parquet::errors::ParquetError::from)?;
        out.append(self.writer.inner_mut());
        Ok(())
    }

    /// The value of the key `geo`. Without a system, coordinates are longitude and latitude of WGS 84.
    fn geo(&self) -> String {
        let side = |name: &str| json!([BOX, name]);
        let mut column = json!({
            "encoding": "WKB",
            "geometry_types": ["MultiPolygon"],
            "covering": { "bbox": {
                "xmin": side("xmin"), "ymin": side("ymin"),
                "xmax": side("xmax"), "ymax": side("ymax"),
            } },
        });
        if let Some(bounds) = self.bounds {
            column["bbox"] = json!(bounds);
        }
        let columns = json!({ OUTLINE: column });
        json!({ "version": "1.1.0", "primary_column": OUTLINE, "columns": columns }).to_string()
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError> {
        let bounds = bounds(&polygons(&parcel.outline)?).ok_or(ExportError::Outline)?;
        self.bounds = Some(self.bounds.map_or(bounds, |all| joined(all, bounds)));
        self.group.add(&self.columns, parcel, bounds);
        if self.group.is_full() {
            self.write_group()?;
            self.move_to(out)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        self.write_group()?;
        let geo = KeyValue::new("geo".to_owned(), self.geo());
        self.writer.append_key_value_metadata(geo);
        self.writer.finish()?;
        self.move_to(out)?;
        Ok(Rest::Nothing)
    }
}

impl Group {
    fn new(columns: &[Column]) -> Self {
        Self {
            columns: columns.iter().map(Values::of).collect(),
            ..Self::default()
        }
    }

    fn add(&mut self, columns: &[Column], parcel: &Exported, bounds: Bounds) {
        for (column, values) in columns.iter().zip(&mut self.columns) {
            values.add((column.cell)(parcel));
        }
        self.bytes += parcel.outline.len();
        self.outlines.push(parcel.outline.clone().into());
        for (side, value) in self.boxes.iter_mut().zip(bounds) {
            side.push(value);
        }
    }

    fn is_full(&self) -> bool {
        self.outlines.len() >= GROUP_PARCELS || self.bytes >= GROUP_BYTES
    }
}

impl Values {
    fn of(column: &Column) -> Self {
        Self {
            levels: Vec::new(),
            values: match column.kind {
                Kind::Text => Typed::Bytes(Vec::new()),
                Kind::Int32 | Kind::Date => Typed::Int32(Vec::new()),
                Kind::Int64 | Kind::Money | Kind::Time => Typed::Int64(Vec::new()),
                Kind::Number => Typed::Double(Vec::new()),
                Kind::Boolean => Typed::Boolean(Vec::new()),
            },
        }
    }

    fn add(&mut self, cell: Option<Cell<'_>>) {
        self.levels.push(i16::from(cell.is_some()));
        match (cell, &mut self.values) {
            (Some(Cell::Text(text)), Typed::Bytes(list)) => {
                list.push(text.into_owned().into_bytes().into());
            }
            (Some(Cell::Int32(number)), Typed::Int32(list)) => list.push(number),
            (Some(Cell::Date(day)), Typed::Int32(list)) => list.push(days(day)),
            (Some(Cell::Int64(number)), Typed::Int64(list)) => list.push(number),
            (Some(Cell::Money(money)), Typed::Int64(list)) => {
                let cents: BigDecimal = money.amount() * 100;
                // Below 10¹⁴.
                list.push(cents.to_i64().unwrap_or(i64::MAX));
            }
            (Some(Cell::Time(time)), Typed::Int64(list)) => list.push(time.timestamp_micros()),
            (Some(Cell::Number(number)), Typed::Double(list)) => list.push(number),
            (Some(Cell::Boolean(flag)), Typed::Boolean(list)) => list.push(flag),
            // A cell always has the kind of its column.
            _ => {}
        }
    }
}

/// Days since 1970.
fn days(day: NaiveDate) -> i32 {
    day.signed_duration_since(NaiveDate::default()).num_days() as i32
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ExportError> {
    // There are as many columns as in the schema.
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}

fn schema(columns: &[Column]) -> Result<TypePtr, ExportError> {
    let mut fields: Vec<TypePtr> = Vec::new();
    for column in columns {
        fields.push(field(column)?);
    }
    fields.push(Arc::new(
        Type::primitive_type_builder(OUTLINE, Physical::BYTE_ARRAY)
            .with_repetition(Repetition::REQUIRED)
            .build()?,
    ));
    let mut sides: Vec<TypePtr> = Vec::new();
    for name in SIDES {
        let side = Type::primitive_type_builder(name, Physical::DOUBLE);
        sides.push(Arc::new(
            side.with_repetition(Repetition::REQUIRED).build()?,
        ));
    }
    fields.push(Arc::new(
        Type::group_type_builder(BOX)
            .with_repetition(Repetition::REQUIRED)
            .with_fields(sides)
            .build()?,
    ));
    let schema = Type::group_type_builder("schema").with_fields(fields);
    Ok(Arc::new(schema.build()?))
}

fn field(column: &Column) -> Result<TypePtr, ExportError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Int32 => (Physical::INT32, None),
        Kind::Int64 => (Physical::INT64, None),
        Kind::Number => (Physical::DOUBLE, None),
        Kind::Boolean => (Physical::BOOLEAN, None),
        Kind::Date => (Physical::INT32, Some(LogicalType::Date)),
        Kind::Time => (
            Physical::INT64,
            Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
        ),
        Kind::Money => {
            let (precision, scale) = MONEY;
            (
                Physical::INT64,
                Some(LogicalType::decimal(scale, precision)),
            )
        }
    };
    let mut builder = Type::primitive_type_builder(column.name, physical)
        .with_logical_type(logical)
        .with_repetition(if column.is_required {
            Repetition::REQUIRED
        } else {
            Repetition::OPTIONAL
        });
    if column.kind == Kind::Money {
        builder = builder.with_precision(MONEY.0).with_scale(MONEY.1);
    }
    Ok(Arc::new(builder.build()?))
}
