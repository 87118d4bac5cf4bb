//! CSV as RFC 4180 describes it: a header, commas, lines that end in CR LF, quotes where needed.

use std::borrow::Cow;

use parcel_record::spreadsheet;

use crate::columns::{Cell, Column, written_time};
use crate::{ExportError, Exported};

/// Name of the outline's column. GDAL recognises it. The last one, because outlines are long.
const OUTLINE: &str = "wkt";

pub(crate) struct Encoder {
    columns: &'static [Column],
}

impl Encoder {
    pub fn new(columns: &'static [Column], out: &mut Vec<u8>) -> Self {
        for column in columns {
            out.extend_from_slice(column.name.as_bytes());
            out.push(b',');
        }
        out.extend_from_slice(OUTLINE.as_bytes());
        out.extend_from_slice(b"\r\n");
        Self { columns }
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, out: &mut Vec<u8>) -> Result<(), ExportError> {
        for column in self.columns {
            if let Some(cell) = (column.cell)(parcel) {
                quoted(text(cell).as_bytes(), out);
            }
            out.push(b',');
        }
        quoted(&parcel.outline, out);
        out.extend_from_slice(b"\r\n");
        Ok(())
    }

    fn finish(self: Box<Self>, _out: &mut Vec<u8>) -> Result<(), ExportError> {
        Ok(())
    }
}

fn text(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        // Numbers and dates cannot begin a formula.
        Cell::Text(text) => match spreadsheet::harmless(&text) {
            Cow::Owned(changed) => changed.into(),
            Cow::Borrowed(_) => text,
        },
        Cell::Int32(number) => number.to_string().into(),
        Cell::Int64(number) => number.to_string().into(),
        Cell::Number(number) => number.to_string().into(),
        Cell::Money(money) => money.to_string().into(),
        Cell::Boolean(flag) => flag.to_string().into(),
        Cell::Date(day) => day.to_string().into(),
        Cell::Time(time) => written_time(time).into(),
    }
}

pub(crate) fn quoted(text: &[u8], out: &mut Vec<u8>) {
    let needs_quotes = text
        .iter()
        .any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'));
    if !needs_quotes {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for byte in text {
        if *byte == b'"' {
            out.push(b'"');
        }
        out.push(*byte);
    }
    out.push(b'"');
}
