//! XLSX: a sheet with a row for each parcel, without outlines.
//!
//! Rows are written to a temporary file as they come, and packed at the end.

use chrono::Datelike as _;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tempfile::tempfile;

use crate::columns::{Cell, Column, Kind, text};
use crate::{ExportError, Exported, Rest};

/// Rows of a sheet, without the header.
const MAX_ROWS: u32 = 1_048_575;
/// Characters of a cell; longer texts are cut.
const MAX_CHARS: usize = 32_767;
const SHEET: &str = "Parcels";
const DAY: &str = "yyyy-mm-dd";

pub(crate) struct Encoder {
    columns: &'static [Column],
    workbook: Workbook,
    /// The row of the next parcel.
    row: u32,
    formats: Formats,
}

/// How cells look.
pub(crate) struct Formats {
    /// A text is never taken for a number or a formula, not even when its cell is edited.
    text: Format,
    money: Format,
    day: Format,
}

impl Default for Formats {
    fn default() -> Self {
        Self {
            text: Format::new().set_num_format("@").set_quote_prefix(),
            money: Format::new().set_num_format("#,##0.00"),
            day: Format::new().set_num_format(DAY),
        }
    }
}

/// Begins a sheet: its columns, with their widths, stay in view. Rows are written from the first to the last.
pub(crate) fn begin<'a>(
    workbook: &'a mut Workbook,
    name: &str,
    columns: impl Iterator<Item = (&'a str, f64)>,
) -> Result<&'a mut Worksheet, XlsxError> {
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    let bold = Format::new().set_bold();
    for (at, (name, width)) in (0..).zip(columns) {
        sheet.set_column_width(at, width)?;
        sheet.write_string_with_format(0, at, name, &bold)?;
    }
    Ok(sheet)
}

impl Encoder {
    pub fn new(columns: &'static [Column]) -> Result<Self, ExportError> {
        let mut workbook = Workbook::new();
        let named = columns.iter().map(|column| (column.name, width(column)));
        begin(&mut workbook, SHEET, named)?;
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
            return Err(ExportError::TooManyRows);
        }
        let sheet = self.workbook.worksheet_from_index(0)?;
        for (index, column) in self.columns.iter().enumerate() {
            if let Some(cell) = (column.cell)(parcel) {
                self.formats.write(sheet, (self.row, index as u16), cell)?;
            }
        }
        self.row += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>, _out: &mut Vec<u8>) -> Result<Rest, ExportError> {
        let mut file = tempfile()?;
        self.workbook.save_to_writer(&mut file)?;
        std::io::Seek::rewind(&mut file)?;
        Ok(Rest::File(file))
    }
}

impl Formats {
    pub(crate) fn write(
        &self,
        sheet: &mut Worksheet,
        (row, column): (u32, u16),
        cell: Cell<'_>,
    ) -> Result<(), XlsxError> {
        match cell {
            Cell::Int32(number) => sheet.write_number(row, column, number),
            // A cell's number is a double.
            Cell::Int64(number) => sheet.write_number(row, column, number as f64),
            Cell::Number(number) => sheet.write_number(row, column, number),
            Cell::Money(money) => {
                // Digits and a point are always a number.
                let dollars: f64 = money.to_string().parse().unwrap_or(f64::NAN);
                sheet.write_number_with_format(row, column, dollars, &self.money)
            }
            Cell::Boolean(flag) => sheet.write_boolean(row, column, flag),
            // Spreadsheets know no day before 1900.
            Cell::Date(day) if day.year() < 1900 => {
                sheet.write_string_with_format(row, column, day.to_string(), &self.text)
            }
            Cell::Date(day) => sheet.write_datetime_with_format(row, column, day, &self.day),
            cell @ (Cell::Text(_) | Cell::Time(_)) => {
                sheet.write_string_with_format(row, column, shortened(&text(cell)), &self.text)
            }
        }?;
        Ok(())
    }
}

fn shortened(text: &str) -> &str {
    // Spreadsheets count UTF-16 units.
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > MAX_CHARS
    });
    end.map_or(text, |(at, _)| &text[..at])
}

fn width(column: &Column) -> f64 {
    match (column.name, column.kind) {
        ("ll_uuid", _) => 37.0,
        ("address" | "owner" | "mailing_address" | "legaldesc", _) => 30.0,
        (_, Kind::Time) => 26.0,
        (name, _) => (name.len() as f64 + 2.0).max(12.0),
    }
}
