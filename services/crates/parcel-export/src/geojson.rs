//! `GeoJSON`: one feature per line.

use serde_json::Value;

use crate::columns::{Cell, Column, written_time};
use crate::{ExportError, Exported, Rest};

const HEAD: &[u8] = b"{\"type\":\"FeatureCollection\",\"features\":[";

pub(crate) struct Encoder {
    columns: Vec<Column>,
    is_first: bool,
}

impl Encoder {
    pub fn new(columns: Vec<Column>, out: &mut Vec<u8>) -> Self {
        out.extend_from_slice(HEAD);
        Self {
            columns,
            is_first: true,
        }
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError> {
        if !self.is_first {
            out.push(b',');
        }
        self.is_first = false;
        out.extend_from_slice(b"\n{\"type\":\"Feature\",\"id\":\"");
        out.extend_from_slice(parcel.fields.ll_uuid.to_string().as_bytes());
        out.extend_from_slice(b"\",\"geometry\":");
        out.extend_from_slice(&parcel.outline);
        out.extend_from_slice(b",\"properties\":{");
        for (index, column) in self.columns.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            serde_json::to_writer(&mut *out, column.name)?;
            out.push(b':');
            value((column.cell)(parcel), out)?;
        }
        out.extend_from_slice(b"}}");
        Ok(())
    }

    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        out.extend_from_slice(b"\n]}\n");
        Ok(Rest::Nothing)
    }
}

fn value(cell: Option<Cell<'_>>, out: &mut Vec<u8>) -> Result<(), ExportError> {
    match cell {
        None => serde_json::to_writer(out, &Value::Null),
        Some(Cell::Text(text)) => serde_json::to_writer(out, &text),
        Some(Cell::Int32(number)) => serde_json::to_writer(out, &number),
        Some(Cell::Int64(number)) => serde_json::to_writer(out, &number),
        Some(Cell::Number(number)) => serde_json::to_writer(out, &number),
        Some(Cell::Money(money)) => serde_json::to_writer(out, money),
        Some(Cell::Boolean(flag)) => serde_json::to_writer(out, &flag),
        Some(Cell::Date(day)) => serde_json::to_writer(out, &day),
        Some(Cell::Time(time)) => serde_json::to_writer(out, &written_time(time)),
    }?;
    Ok(())
}
