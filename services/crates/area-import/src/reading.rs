//! Reads the file on a thread of its own, recognises its columns by the first rows, and sends its
//! areas on.

use std::sync::Arc;

use feature_files::{Crs, FileError, Format, Input, Meter, Reason, Rows, SourceRow, crs, read};
use parcel_record::Shape;
use parcel_record::field_map::Sample;
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::AreaFile;
use crate::columns::{Area, Columns, Wanted};
use crate::error::AreaError;

/// Rows by which columns are recognised.
const SAMPLE: usize = 100;
/// Rows between reader and database: outlines of areas are large.
const BUFFER: usize = 100;

/// What is sent to the database.
#[derive(Debug)]
pub(crate) enum Item {
    /// An area.
    Area(Box<ReadArea>),
    /// A rejected row.
    Rejected {
        line: i64,
        reason: Reason,
        columns: Map<String, Value>,
    },
}

/// An area on its way to the database.
#[derive(Debug)]
pub(crate) struct ReadArea {
    /// Position in the file, from 1.
    pub line: i64,
    pub area: Area,
    pub shape: Shape,
    /// Normalized; WGS 84 if none.
    pub crs: Option<String>,
    pub columns: Map<String, Value>,
}

/// Result of reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ReadFile {
    pub format: String,
    pub rows: i64,
    pub crs: Crs,
    /// Which columns name areas; empty if no row was readable.
    pub columns: String,
}

/// A file that is being read.
pub(crate) struct Opened {
    pub items: mpsc::Receiver<Item>,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReadFile, AreaError>>,
}

/// Starts to read.
pub(crate) fn open(file: &AreaFile, wanted: Wanted) -> Opened {
    let (sender, items) = mpsc::channel(BUFFER);
    let input = Input {
        has_crs: file.crs.is_some(),
        ..file.input.clone()
    };
    let mut sink = Sink {
        sender,
        wanted,
        said_crs: file.crs.clone(),
        line: 0,
        sample: Vec::new(),
        columns: None,
        crs: Crs::default(),
    };
    let reader = tokio::task::spawn_blocking(move || {
        let format = read(&input, &Arc::new(Meter::default()), &mut sink)?;
        sink.finish(format)
    });
    Opened { items, reader }
}

struct Sink {
    sender: mpsc::Sender<Item>,
    wanted: Wanted,
    said_crs: Option<String>,
    line: i64,
    /// The first rows, until there are enough.
    sample: Vec<(i64, SourceRow)>,
    /// Known after the sample.
    columns: Option<Columns>,
    crs: Crs,
}

impl Rows for Sink {
    type Error = AreaError;

    fn row(&mut self, row: SourceRow) -> Result<(), AreaError> {
        self.line += 1;
        if let Some(columns) = &self.columns {
            return self.send(self.item(columns, self.line, row));
        }
        self.sample.push((self.line, row));
        if self.sample.len() == SAMPLE {
            self.end_sample()?;
        }
        Ok(())
    }

    fn unreadable(
        &mut self,
        reason: &'static str,
        columns: Map<String, Value>,
    ) -> Result<(), AreaError> {
        self.line += 1;
        self.send(Item::Rejected {
            line: self.line,
            reason: Reason::new(reason),
            columns,
        })
    }
}

impl Sink {
    /// Decides on the columns, and sends the rows that waited for them.
    fn end_sample(&mut self) -> Result<(), AreaError> {
        let rows = std::mem::take(&mut self.sample);
        let sample = Sample::new(rows.iter().map(|(_, row)| &row.columns));
        let columns = self.wanted.of_file(&sample)?;
        let first = rows.first().and_then(|(_, row)| self.crs_of(row));
        self.crs = Crs::of(first.as_deref(), self.said_crs.is_some());
        for (line, row) in rows {
            self.send(self.item(&columns, line, row))?;
        }
        self.columns = Some(columns);
        Ok(())
    }

    fn finish(mut self, format: Format) -> Result<ReadFile, AreaError> {
        if self.line == 0 {
            return Err(FileError::NoRows.into());
        }
        if self.columns.is_none() && !self.sample.is_empty() {
            self.end_sample()?;
        }
        let columns = self.columns.as_ref().map(Columns::described);
        Ok(ReadFile {
            format: format!("{format:?}").to_lowercase(),
            rows: self.line,
            crs: self.crs,
            columns: columns.unwrap_or_default(),
        })
    }

    fn crs_of(&self, row: &SourceRow) -> Option<String> {
        crs(self.said_crs.as_ref().or(row.crs.as_ref())?)
    }

    fn item(&self, columns: &Columns, line: i64, row: SourceRow) -> Item {
        let crs = self.crs_of(&row);
        let area = columns.area(&row.columns);
        match (area, row.shape) {
            (Err(reason), _) => Item::Rejected {
                line,
                reason,
                columns: row.columns,
            },
            (_, None | Some(Shape::Point { .. })) => Item::Rejected {
                line,
                reason: Reason::new("no outline"),
                columns: row.columns,
            },
            (Ok(area), Some(shape)) => Item::Area(Box::new(ReadArea {
                line,
                area,
                shape,
                crs,
                columns: row.columns,
            })),
        }
    }

    fn send(&self, item: Item) -> Result<(), AreaError> {
        // Fails only when the writing side has failed; its error is reported.
        self.sender
            .blocking_send(item)
            .map_err(|_gone| FileError::Interrupted.into())
    }
}
