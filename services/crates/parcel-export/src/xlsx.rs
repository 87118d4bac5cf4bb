//! XLSX: a sheet with a row for each parcel, without outlines.

use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};
use table_file::TableError;
use table_file::sheet::{self, At, Formats, MAX_ROWS};

use crate::columns::{Cell, Column, Kind, text};
use crate::{ExportError, Exported, Rest};

const SHEET: &str = "Parcels";

pub(crate) struct Encoder {
    columns: Vec<Column>,
    workbook: Workbook,
    /// The row of the next parcel.
    row: u32,
    formats: Formats,
}

impl Encoder {
    pub fn new(columns: Vec<Column>) -> Result<Self, ExportError> {
        let mut workbook = Workbook::new();
        let named = columns.iter().map(|column| (column.name, width(column)));
        sheet::begin(&mut workbook, SHEET, named)?;
        Ok(Self {
            columns,
            workbook,
            row: 1,
            formats: Formats::default(),
        })
    }
}

impl crate::Encoder for Encoder {
    fn add(&mut self, parcel: &Exported, _out: &mut Vec<u8>) -> Result<(), ExportError> {
        if self.row > MAX_ROWS {
            return Err(TableError::TooManyRows.into());
        }
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (index, column) in self.columns.iter().enumerate() {
            if let Some(cell) = (column.cell)(parcel) {
                write(&self.formats, sheet, (self.row, index as u16), cell)?;
            }
        }
        self.row += 1;
        Ok(())
    }

    fn finish(self: Box<Self>, _out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        Ok(Rest::File(sheet::end(self.workbook)?))
    }
}

fn write(
    formats: &Formats,
    sheet: &mut Worksheet,
    at: At,
    cell: Cell<'_>,
) -> Result<(), XlsxError> {
    let (row, column) = at;
    match cell {
        Cell::Int32(number) => sheet.write_number(row, column, number).map(drop),
        // A cell's number is a double.
        Cell::Int64(number) => sheet.write_number(row, column, number as f64).map(drop),
        Cell::Number(number) => sheet.write_number(row, column, number).map(drop),
        Cell::Money(money) => {
            // Digits and a point are always a number.
            let dollars: f64 = money.to_string().parse().unwrap_or(f64::NAN);
            formats.money(sheet, at, dollars)
        }
        Cell::Boolean(flag) => sheet.write_boolean(row, column, flag).map(drop),
        Cell::Date(day) => formats.day(sheet, at, day),
        cell @ (Cell::Text(_) | Cell::Time(_)) => formats.text(sheet, at, &text(cell)),
    }
}

fn width(column: &Column) -> f64 {
    match (column.name, column.kind) {
        ("ll_uuid", _) => 37.0,
        ("address" | "owner" | "mailing_address" | "legaldesc", _) => 30.0,
        (_, Kind::Time) => 26.0,
        (name, _) => (name.len() as f64 + 2.0).max(12.0),
    }
}
