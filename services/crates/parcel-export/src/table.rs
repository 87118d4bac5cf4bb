//! Tables whose columns their caller names, such as results of a search: as CSV, or as sheets of one XLSX file.
//!
//! Texts are texts, as in files of parcels: no formula runs, and no number loses its zeros. A table is in memory.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, Utc};
use rust_xlsxwriter::Workbook;

use crate::ExportError;
use crate::columns::Cell;
use crate::csv::{harmless, line};
use crate::xlsx::{self, Formats};

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
    fn cell(&self) -> Cell<'_> {
        match self {
            Self::Text(text) => Cell::Text(Cow::Borrowed(text)),
            Self::Number(number) => Cell::Number(*number),
            Self::Boolean(flag) => Cell::Boolean(*flag),
            Self::Date(day) => Cell::Date(*day),
            Self::Time(time) => Cell::Time(*time),
        }
    }
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
            let texts = row.iter().map(|value| match value {
                Some(value) => harmless(value.cell()),
                None => Cow::Borrowed(""),
            });
            line(texts, &mut out);
        }
        out
    }
}

/// A workbook with a sheet for each table.
pub fn xlsx(tables: &[Table]) -> Result<Vec<u8>, ExportError> {
    let mut workbook = Workbook::new();
    let formats = Formats::default();
    for table in tables {
        let columns = table.columns.iter().map(String::as_str);
        let columns = columns.map(|name| (name, width(name)));
        let sheet = xlsx::begin(&mut workbook, table.name, columns)?;
        for (row, values) in (1..).zip(&table.rows) {
            for (column, value) in (0..).zip(values) {
                if let Some(value) = value {
                    formats.write(sheet, (row, column), value.cell())?;
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
