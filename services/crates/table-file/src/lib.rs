//! Tables whose columns their caller names, such as results of a search: as CSV, or as sheets of one XLSX file.
//!
//! Texts are texts, as in files of parcels: no formula runs, and no number loses its zeros. A [`Table`] is in memory;
//! a [`TableWriter`] writes rows as they come.

pub mod csv;
mod finished;
pub mod sheet;

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use parcel_record::spreadsheet::harmless;
use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};

use crate::csv::line;
use crate::sheet::{Formats, MAX_ROWS};

pub use finished::{Finished, Rest};

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The library that writes XLSX failed.
    #[error("the spreadsheet cannot be written")]
    Xlsx(#[from] XlsxError),
    /// A sheet has a million rows.
    #[error("a spreadsheet has at most 1,048,575 rows")]
    TooManyRows,
    /// A temporary file cannot be written or read.
    #[error("a temporary file cannot be written or read")]
    File(#[from] std::io::Error),
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A number.
    Number(f64),
    /// True or false.
    Boolean(bool),
    /// A day.
    Date(NaiveDate),
    /// A time.
    Time(DateTime<Utc>),
}

impl Value {
    /// A text that a spreadsheet would run as a formula is disarmed; numbers and dates cannot be one.
    fn csv(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => harmless(text),
            Self::Number(number) => number.to_string().into(),
            Self::Boolean(flag) => flag.to_string().into(),
            Self::Date(day) => day.to_string().into(),
            Self::Time(time) => written(*time).into(),
        }
    }

    fn write(
        &self,
        formats: &Formats,
        sheet: &mut Worksheet,
        at: sheet::At,
    ) -> Result<(), XlsxError> {
        match self {
            Self::Text(text) => formats.text(sheet, at, text),
            Self::Number(number) => sheet.write_number(at.0, at.1, *number).map(drop),
            Self::Boolean(flag) => sheet.write_boolean(at.0, at.1, *flag).map(drop),
            Self::Date(day) => formats.day(sheet, at, *day),
            Self::Time(time) => formats.text(sheet, at, &written(*time)),
        }
    }
}

/// A time with as many decimals as it needs: `2026-01-31T08:00:00.5Z` would not be read everywhere,
/// so none, three or six.
fn written(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// A table. An unknown value is an empty cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Name of the sheet.
    pub name: &'static str,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// A value, or none, for each column.
    pub rows: Vec<Vec<Option<Value>>>,
}

impl Table {
    /// The table as CSV.
    pub fn csv(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let names = self.columns.iter().map(|name| Cow::Borrowed(name.as_str()));
        line(names, &mut out);
        for row in &self.rows {
            csv_row(row, &mut out);
        }
        out
    }
}

fn csv_row(row: &[Option<Value>], out: &mut Vec<u8>) {
    let texts = row.iter().map(|value| match value {
        Some(value) => value.csv(),
        None => Cow::Borrowed(""),
    });
    line(texts, out);
}

/// Writes a table row by row. CSV is ready as rows come, XLSX at the end.
pub struct TableWriter {
    ready: Vec<u8>,
    /// Of XLSX.
    sheet: Option<Sheet>,
}

struct Sheet {
    workbook: Workbook,
    formats: Formats,
    /// Of the next row.
    row: u32,
}

impl TableWriter {
    /// Begins a CSV file.
    pub fn csv(columns: &[&str]) -> Self {
        let mut ready = Vec::new();
        line(columns.iter().copied().map(Cow::Borrowed), &mut ready);
        Self { ready, sheet: None }
    }

    /// Begins an XLSX file with one sheet of this name.
    pub fn xlsx(name: &str, columns: &[&str]) -> Result<Self, TableError> {
        let mut workbook = Workbook::new();
        let wide = columns.iter().map(|name| (*name, width(name)));
        sheet::begin(&mut workbook, name, wide)?;
        let sheet = Sheet {
            workbook,
            formats: Formats::default(),
            row: 1,
        };
        Ok(Self {
            ready: Vec::new(),
            sheet: Some(sheet),
        })
    }

    /// Adds a row: a value, or none, for each column.
    pub fn add(&mut self, row: &[Option<Value>]) -> Result<(), TableError> {
        let Some(sheet) = &mut self.sheet else {
            csv_row(row, &mut self.ready);
            return Ok(());
        };
        if sheet.row > MAX_ROWS {
            return Err(TableError::TooManyRows);
        }
        let page = sheet.workbook.worksheet_from_index(0)?;
        for (column, value) in (0..).zip(row) {
            if let Some(value) = value {
                value.write(&sheet.formats, page, (sheet.row, column))?;
            }
        }
        sheet.row += 1;
        Ok(())
    }

    /// Returns the bytes that became ready since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.ready)
    }

    /// Ends the file: the bytes that were not taken, and the rest.
    pub fn finish(self) -> Result<Finished, TableError> {
        let rest = match self.sheet {
            None => Rest::Nothing,
            Some(sheet) => Rest::File(sheet::end(sheet.workbook)?),
        };
        Ok(Finished::new(self.ready, rest))
    }
}

impl std::fmt::Debug for TableWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableWriter").finish_non_exhaustive()
    }
}

/// A workbook with a sheet for each table.
pub fn xlsx(tables: &[Table]) -> Result<Vec<u8>, TableError> {
    let mut workbook = Workbook::new();
    let formats = Formats::default();
    for table in tables {
        let columns = table.columns.iter().map(String::as_str);
        let columns = columns.map(|name| (name, width(name)));
        let sheet = sheet::begin(&mut workbook, table.name, columns)?;
        for (row, values) in (1..).zip(&table.rows) {
            for (column, value) in (0..).zip(values) {
                if let Some(value) = value {
                    value.write(&formats, sheet, (row, column))?;
                }
            }
        }
    }
    Ok(workbook.save_to_buffer()?)
}

fn width(name: &str) -> f64 {
    match name {
        "ll_uuid" | "search_run_id" => 37.0,
        "address" | "owner" | "mailing_address" | "data" => 30.0,
        "what" => 40.0,
        "value" => 80.0,
        _ => (name.len() as f64 + 2.0).clamp(12.0, 40.0),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader as _, Xlsx};

    use super::*;

    fn table() -> Table {
        let text = |text: &str| Some(Value::Text(text.to_owned()));
        Table {
            name: "Results",
            columns: vec![
                "parcelnumb".to_owned(),
                "owner".to_owned(),
                "score".to_owned(),
            ],
            rows: vec![
                vec![
                    text("0012"),
                    text("=HYPERLINK(\"x\")"),
                    Some(Value::Number(66.5)),
                ],
                vec![text("3"), None, Some(Value::Number(-1.0))],
            ],
        }
    }

    #[test]
    fn texts_of_csv_are_no_formulas_and_unknown_ones_are_empty() {
        let csv = String::from_utf8(table().csv()).unwrap();
        assert_eq!(
            csv,
            "parcelnumb,owner,score\r\n0012,\"'=HYPERLINK(\"\"x\"\")\",66.5\r\n3,,-1\r\n"
        );
    }

    fn written(mut writer: TableWriter) -> Vec<u8> {
        for row in &table().rows {
            writer.add(row).unwrap();
        }
        let mut bytes = writer.take();
        let mut end = writer.finish().unwrap();
        loop {
            let part = end.next_part().unwrap();
            if part.is_empty() {
                return bytes;
            }
            bytes.extend(part);
        }
    }

    #[test]
    fn rows_that_come_one_by_one_make_the_same_files() {
        let columns = ["parcelnumb", "owner", "score"];
        assert_eq!(written(TableWriter::csv(&columns)), table().csv());
        let bytes = written(TableWriter::xlsx("Results", &columns).unwrap());
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let sheet = book.worksheet_range("Results").unwrap();
        let cell = |row, column| sheet.get((row, column)).cloned().unwrap_or_default();
        assert_eq!(cell(0, 1), Data::String("owner".to_owned()));
        assert_eq!(cell(1, 1), Data::String("=HYPERLINK(\"x\")".to_owned()));
        assert_eq!(cell(2, 2), Data::Float(-1.0));
    }

    #[test]
    fn each_table_is_a_sheet_of_typed_cells() {
        let other = Table {
            name: "Search",
            ..table()
        };
        let bytes = xlsx(&[table(), other]).unwrap();
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        assert_eq!(book.sheet_names(), ["Results", "Search"]);
        let sheet = book.worksheet_range("Results").unwrap();
        let cell = |row, column| sheet.get((row, column)).cloned().unwrap_or_default();
        assert_eq!(cell(0, 2), Data::String("score".to_owned()));
        assert_eq!(cell(1, 0), Data::String("0012".to_owned()));
        assert_eq!(cell(1, 1), Data::String("=HYPERLINK(\"x\")".to_owned()));
        assert_eq!(cell(1, 2), Data::Float(66.5));
        assert_eq!(cell(2, 1), Data::Empty);
    }
}
