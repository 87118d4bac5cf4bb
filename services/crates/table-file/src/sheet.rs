//! Sheets of an XLSX file.
//!
//! Rows are written to a temporary file as they come, and packed at the end.

use std::fs::File;

use chrono::{Datelike as _, NaiveDate};
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};
use tempfile::tempfile;

use crate::TableError;

/// Rows of a sheet, without the header.
pub const MAX_ROWS: u32 = 1_048_575;
/// Characters of a cell; longer texts are cut.
const MAX_CHARS: usize = 32_767;
const DAY: &str = "yyyy-mm-dd";

/// A cell's row and column.
pub type At = (u32, u16);

/// Begins a sheet: its columns, with their widths, stay in view. Rows are written from the first to the last.
pub fn begin<'a>(
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

/// Packs a workbook.
pub fn end(mut workbook: Workbook) -> Result<File, TableError> {
    let mut file = tempfile()?;
    workbook.save_to_writer(&mut file)?;
    std::io::Seek::rewind(&mut file)?;
    Ok(file)
}

/// How cells look.
#[derive(Debug)]
pub struct Formats {
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

impl Formats {
    /// Writes a text, whatever it looks like.
    pub fn text(&self, sheet: &mut Worksheet, at: At, text: &str) -> Result<(), XlsxError> {
        sheet.write_string_with_format(at.0, at.1, shortened(text), &self.text)?;
        Ok(())
    }

    /// Writes an amount of dollars.
    pub fn money(&self, sheet: &mut Worksheet, at: At, dollars: f64) -> Result<(), XlsxError> {
        sheet.write_number_with_format(at.0, at.1, dollars, &self.money)?;
        Ok(())
    }

    /// Writes a day.
    pub fn day(&self, sheet: &mut Worksheet, at: At, day: NaiveDate) -> Result<(), XlsxError> {
        // Spreadsheets know no day before 1900.
        if day.year() < 1900 {
            return self.text(sheet, at, &day.to_string());
        }
        sheet.write_datetime_with_format(at.0, at.1, day, &self.day)?;
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
