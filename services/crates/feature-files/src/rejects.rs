//! The rows that were not taken, as a CSV file: row, reason, and the columns of the source.
//!
//! Rows are kept in an unnamed file beside it until all column names are known; the CSV is written
//! only if there are any.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use parcel_record::spreadsheet::harmless;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::places::Places;

/// Collects rejected rows for one file.
#[derive(Debug, Default)]
pub struct Rejects {
    file: Option<PathBuf>,
    kept: Option<Kept>,
    places: Places,
}

#[derive(Debug)]
struct Kept {
    spool: BufWriter<File>,
    /// Whether it is of a second file and its position in its file, then start and length in the spool.
    rows: Vec<((bool, i64), u64, u64)>,
    end: u64,
    names: Vec<String>,
    known: HashSet<String>,
}

#[derive(Serialize)]
struct Spooled<'a> {
    reason: &'a str,
    columns: &'a Map<String, Value>,
}

#[derive(Deserialize)]
struct Read {
    reason: String,
    columns: Map<String, Value>,
}

impl Rejects {
    /// To be written to this file; without one, rows are not kept.
    pub fn new(file: Option<PathBuf>) -> Self {
        Self {
            file,
            kept: None,
            places: Places::default(),
        }
    }

    /// From now on, rows are of several files, which get a column.
    pub fn set_places(&mut self, places: Places) {
        self.places = places;
    }

    /// Keeps a row.
    pub fn add(
        &mut self,
        line: i64,
        reason: &str,
        columns: &Map<String, Value>,
    ) -> Result<(), FileError> {
        self.keep((false, line), reason, columns)
    }

    /// Keeps a row of a second file, which is listed after those of the first.
    pub fn add_of_second(
        &mut self,
        line: i64,
        reason: &str,
        columns: &Map<String, Value>,
    ) -> Result<(), FileError> {
        self.keep((true, line), reason, columns)
    }

    fn keep(
        &mut self,
        place: (bool, i64),
        reason: &str,
        columns: &Map<String, Value>,
    ) -> Result<(), FileError> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let failed = |source| FileError::Rejects {
            file: file.clone(),
            source,
        };
        if self.kept.is_none() {
            self.kept = Some(Kept::beside(file).map_err(failed)?);
        }
        match &mut self.kept {
            Some(kept) => kept.add(place, reason, columns).map_err(failed),
            None => Ok(()),
        }
    }

    /// Writes the file, if there are rows, and names it.
    pub fn finish(&mut self) -> Result<Option<PathBuf>, FileError> {
        let (Some(file), Some(kept)) = (&self.file, self.kept.take()) else {
            return Ok(None);
        };
        let written = kept.write(file, &self.places);
        written.map_err(|source| FileError::Rejects {
            file: file.clone(),
            source,
        })?;
        Ok(Some(file.clone()))
    }
}

impl Kept {
    /// In the same folder: a folder that cannot be written is noticed at the first row, not after
    /// the last.
    fn beside(file: &Path) -> io::Result<Self> {
        let folder = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Ok(Self {
            spool: BufWriter::new(tempfile::tempfile_in(folder)?),
            rows: Vec::new(),
            end: 0,
            names: Vec::new(),
            known: HashSet::new(),
        })
    }

    fn add(
        &mut self,
        place: (bool, i64),
        reason: &str,
        columns: &Map<String, Value>,
    ) -> io::Result<()> {
        for name in columns.keys() {
            if self.known.insert(name.clone()) {
                self.names.push(name.clone());
            }
        }
        let row = serde_json::to_vec(&Spooled { reason, columns })?;
        self.spool.write_all(&row)?;
        self.rows.push((place, self.end, row.len() as u64));
        self.end += row.len() as u64;
        Ok(())
    }

    fn write(mut self, file: &Path, places: &Places) -> io::Result<()> {
        self.rows.sort_by_key(|(place, ..)| *place);
        let mut spool = self
            .spool
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        let mut table = csv::Writer::from_path(file)?;
        let head: &[&str] = if places.are_several() {
            &["file", "row", "reason"]
        } else {
            &["row", "reason"]
        };
        let head = head.iter().map(|name| (*name).to_owned());
        table
            .write_record(head.chain(self.names.iter().map(|name| harmless(name).into_owned())))?;
        let mut bytes = Vec::new();
        for ((is_of_second, line), start, length) in self.rows {
            spool.seek(SeekFrom::Start(start))?;
            bytes.clear();
            (&mut spool).take(length).read_to_end(&mut bytes)?;
            let row: Read = serde_json::from_slice(&bytes)?;
            let cells = self.names.iter().map(|name| cell(row.columns.get(name)));
            let (file, line) = if is_of_second {
                (None, line)
            } else {
                places.of(line)
            };
            let file = places
                .are_several()
                .then(|| harmless(file.unwrap_or_default()).into_owned());
            let place = file.into_iter().chain([line.to_string(), row.reason]);
            table.write_record(place.chain(cells))?;
        }
        table.flush()
    }
}

fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => harmless(text).into_owned(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_written_in_order_with_all_their_columns() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.rejects.csv");
        let mut rejects = Rejects::new(Some(file.clone()));
        let mut add = |line, reason: &str, columns: Value| {
            rejects
                .add(line, reason, columns.as_object().unwrap())
                .unwrap();
        };
        add(
            7,
            "no outline",
            json!({ "PIN": "1", "owner": "=cmd|' /C calc'!A0" }),
        );
        add(
            2,
            "no parcel number",
            json!({ "lon": "-81.9", "owner": null, "Note": "-x, \"y\"" }),
        );
        add(9, "an unreadable line", json!({}));
        assert_eq!(rejects.finish().unwrap(), Some(file.clone()));
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            "row,reason,PIN,owner,Note,lon\n\
             2,no parcel number,,,\"'-x, \"\"y\"\"\",-81.9\n\
             7,no outline,1,'=cmd|' /C calc'!A0,,\n\
             9,an unreadable line,,,,\n"
        );
    }

    #[test]
    fn rows_of_several_files_name_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.rejects.csv");
        let mut rejects = Rejects::new(Some(file.clone()));
        let columns = Map::from_iter([("PIN".to_owned(), json!("1"))]);
        rejects.add(3, "no outline", &columns).unwrap();
        rejects.add_of_second(2, "tax roll", &columns).unwrap();
        let mut places = Places::default();
        for (first, name) in [(1, "a.zip"), (3, "b.zip")] {
            places.begin(first, name.to_owned());
        }
        rejects.set_places(places);
        rejects.finish().unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            "file,row,reason,PIN\nb.zip,1,no outline,1\n,2,tax roll,1\n"
        );
    }

    #[test]
    fn without_rows_there_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("none.csv");
        assert_eq!(Rejects::new(Some(file.clone())).finish().unwrap(), None);
        assert!(!file.exists());
    }

    #[test]
    fn a_folder_that_is_not_there_is_noticed_at_the_first_row() {
        let mut rejects = Rejects::new(Some(PathBuf::from("/no/such/folder/a.csv")));
        let error = rejects.add(1, "x", &Map::new()).unwrap_err();
        assert!(error.to_string().contains("--rejects"), "{error}");
    }
}
