//! Reads the file on a thread of its own and sends its features on.

use std::path::PathBuf;
use std::sync::Arc;

use feature_files::{Crs, FileError, Input, Meter, Reason, Rows, SourceRow, crs, read};
use parcel_record::Shape;
use serde_json::{Map, Value};
use site_layers::{LayerKind, Refused, attributes};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error::LayerError;

/// Rows between reader and database.
const BUFFER: usize = 200;

/// What is sent to the database.
#[derive(Debug)]
pub(crate) enum Item {
    Feature(Box<Feature>),
    Rejected {
        line: i64,
        reason: Reason,
        columns: Map<String, Value>,
    },
}

/// A feature on its way to the database.
#[derive(Debug)]
pub(crate) struct Feature {
    /// Position in the file, from 1.
    pub line: i64,
    pub shape: Shape,
    /// Normalized; WGS 84 if none.
    pub crs: Option<String>,
    pub attributes: Value,
    pub columns: Map<String, Value>,
}

/// Result of reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ReadFile {
    pub format: String,
    pub rows: i64,
    pub crs: Crs,
}

/// A file that is being read.
pub(crate) struct Opened {
    pub items: mpsc::Receiver<Item>,
    /// Ends after the last row.
    pub reader: JoinHandle<Result<ReadFile, LayerError>>,
}

/// Starts to read a file of this kind; of an area without a kind, attributes are left aside.
pub(crate) fn open(input: &Input, said_crs: Option<&str>, kind: Option<LayerKind>) -> Opened {
    let (sender, items) = mpsc::channel(BUFFER);
    let input = Input {
        has_crs: said_crs.is_some(),
        ..input.clone()
    };
    let mut sink = Sink {
        sender,
        kind,
        said_crs: said_crs.map(ToOwned::to_owned),
        line: 0,
        crs: None,
    };
    let reader = tokio::task::spawn_blocking(move || {
        let format = read(&input, &Arc::new(Meter::default()), &mut sink)?;
        if sink.line == 0 {
            return Err(FileError::NoRows.into());
        }
        Ok(ReadFile {
            format: format!("{format:?}").to_lowercase(),
            rows: sink.line,
            crs: sink.crs.unwrap_or_default(),
        })
    });
    Opened { items, reader }
}

/// The file of the area that a layer describes.
pub(crate) fn open_area(file: PathBuf) -> Opened {
    open(&Input::new(file), None, None)
}

struct Sink {
    sender: mpsc::Sender<Item>,
    kind: Option<LayerKind>,
    said_crs: Option<String>,
    line: i64,
    /// That of the first row.
    crs: Option<Crs>,
}

impl Rows for Sink {
    type Error = LayerError;

    fn row(&mut self, row: SourceRow) -> Result<(), LayerError> {
        self.line += 1;
        let crs = self
            .said_crs
            .as_ref()
            .or(row.crs.as_ref())
            .and_then(|text| crs(text));
        let was_said = self.said_crs.is_some();
        self.crs
            .get_or_insert_with(|| Crs::of(crs.as_deref(), was_said));
        let read = self
            .kind
            .map_or(Ok(Value::Null), |kind| attributes(kind, &row.columns));
        let item = match (read, row.shape) {
            (Err(Refused(reason)), _) => self.rejected(Reason::new(reason), row.columns),
            (_, None | Some(Shape::Point { .. })) => {
                self.rejected(Reason::new("no outline"), row.columns)
            }
            (Ok(attributes), Some(shape)) => Item::Feature(Box::new(Feature {
                line: self.line,
                shape,
                crs,
                attributes,
                columns: row.columns,
            })),
        };
        self.send(item)
    }

    fn unreadable(
        &mut self,
        reason: &'static str,
        columns: Map<String, Value>,
    ) -> Result<(), LayerError> {
        self.line += 1;
        self.send(self.rejected(Reason::new(reason), columns))
    }
}

impl Sink {
    fn rejected(&self, reason: Reason, columns: Map<String, Value>) -> Item {
        Item::Rejected {
            line: self.line,
            reason,
            columns,
        }
    }

    fn send(&self, item: Item) -> Result<(), LayerError> {
        // Fails only when the writing side has failed; its error is reported.
        self.sender
            .blocking_send(item)
            .map_err(|_gone| FileError::Interrupted.into())
    }
}
