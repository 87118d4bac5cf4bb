//! CSV as RFC 4180 describes it: a header, commas, lines that end in CR LF, quotes where needed.

use std::borrow::Cow;

use parcel_record::spreadsheet;
use table_file::csv::field;

use crate::columns::{Cell, Column, text};
use crate::{ExportError, Exported, Rest};

/// Name of the outline's column. GDAL recognises it. The last one, because outlines are long.
const OUTLINE: &str = "wkt";

pub(crate) struct Encoder {
    columns: Vec<Column>,
}

impl Encoder {
    pub fn new(columns: Vec<Column>, out: &mut Vec<u8>) -> Self {
        for column in &columns {
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
        for column in &self.columns {
            if let Some(cell) = (column.cell)(parcel) {
                field(harmless(cell).as_bytes(), out);
            }
            out.push(b',');
        }
        field(&parcel.outline, out);
        out.extend_from_slice(b"\r\n");
        Ok(())
    }

    fn finish(self: Box<Self>, _out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        Ok(Rest::Nothing)
    }
}

/// A text that a spreadsheet would run as a formula is disarmed; numbers and dates cannot be one.
fn harmless(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Text(text) => match spreadsheet::harmless(&text) {
            Cow::Owned(changed) => changed.into(),
            Cow::Borrowed(_) => text,
        },
        other => text(other),
    }
}
