//! Files that are damaged, cut, in another code page, or hold what cannot be read.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod code_pages;
mod flatgeobuf;
mod shapefiles;
mod tables;

use std::path::Path;
use std::sync::Arc;

use feature_files::{Contents, FileError, Input, Rows, SourceRow};
use serde_json::{Map, Value};

/// What a file gave.
#[derive(Debug, Default)]
struct Found {
    rows: Vec<SourceRow>,
    unreadable: Vec<Map<String, Value>>,
}

impl Rows for Found {
    type Error = FileError;

    fn row(&mut self, row: SourceRow) -> Result<(), FileError> {
        self.rows.push(row);
        Ok(())
    }

    fn unreadable(
        &mut self,
        _reason: &'static str,
        columns: Map<String, Value>,
    ) -> Result<(), FileError> {
        self.unreadable.push(columns);
        Ok(())
    }
}

/// Its rows, and how the reading ended.
fn read(file: &Path, contents: Contents) -> (Found, Result<(), FileError>) {
    let input = Input {
        contents,
        ..Input::new(file.to_owned())
    };
    let mut found = Found::default();
    let ended = feature_files::read(&input, &Arc::default(), &mut found);
    (found, ended.map(|_format| ()))
}
