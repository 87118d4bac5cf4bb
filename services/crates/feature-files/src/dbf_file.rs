//! `.dbf` tables, of shapefiles and alone: their records by their index.
//!
//! The library's iterator is not used: it leaves out the records that are marked as deleted without a word,
//! and ends a record at the first field that it cannot read.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::{Map, Value};
use shapefile::dbase::{
    self, ErrorKind, FieldError, FieldIterator, FieldType, FieldValue, ReadableRecord,
};

use crate::code_page::{CodePage, bytes_as_characters};
use crate::error::FileError;

/// A table.
pub(crate) struct Table {
    file: dbase::File<BufReader<Corrected>>,
    names: Vec<String>,
    memos: Option<Memos>,
    code_page: CodePage,
}

/// Texts that are in a file of their own, which only the library's other reader opens.
struct Memos {
    table: dbase::Reader<BufReader<File>>,
    columns: Vec<usize>,
}

impl Table {
    /// Opens a table, and the file of its texts if it has one.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = Corrected::open(path)?;
        let code_page = CodePage::of(path, file.language_driver)?;
        let file = dbase::File::open_with_encoding(BufReader::new(file), bytes_as_characters())?;
        let fields = file.fields();
        let bytes: usize = fields.iter().map(|field| usize::from(field.length())).sum();
        if bytes >= usize::from(u16::MAX) {
            // Their length is counted in two bytes.
            let reason = "in its .dbf: records of more than 65,535 bytes";
            return Err(FileError::invalid("shapefile", reason));
        }
        let columns: Vec<usize> = fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.field_type() == FieldType::Memo)
            .map(|(column, _)| column)
            .collect();
        let memos = if columns.is_empty() {
            None
        } else {
            let table = dbase::ReaderBuilder::new()
                .with_encoding(bytes_as_characters())
                .open(path)?;
            Some(Memos { table, columns })
        };
        let names = fields.iter().map(|field| field.name().to_owned());
        let names = names.map(|name| code_page.text(name)).collect();
        Ok(Self {
            file,
            names,
            memos,
            code_page,
        })
    }

    /// How many records there are, with those that are marked as deleted.
    pub fn count(&self) -> usize {
        self.file.num_records()
    }

    /// The columns of the record of this index, from 0; none if it is marked as deleted.
    pub fn record(&mut self, index: usize) -> Result<Option<Map<String, Value>>, FileError> {
        let Some(mut record) = self.file.record(index) else {
            return Ok(None);
        };
        if record.is_deleted()? {
            return Ok(None);
        }
        let Values(mut values) = record.read_as::<Values>()?;
        if let Some(memos) = &mut self.memos {
            memos.fill(index, &mut values)?;
        }
        for value in &mut values {
            if let Value::String(text) = value {
                *text = self.code_page.text(std::mem::take(text));
            }
        }
        Ok(Some(self.names.iter().cloned().zip(values).collect()))
    }
}

impl Memos {
    /// Puts the texts of a record into its columns.
    fn fill(&mut self, index: usize, values: &mut [Value]) -> Result<(), FileError> {
        self.table.seek(index)?;
        let record = self.table.iter_records_as::<Values>().next();
        let Some(Values(mut texts)) = record.transpose()? else {
            return Ok(());
        };
        for column in &self.columns {
            values[*column] = texts[*column].take();
        }
        Ok(())
    }
}

/// The values of a record in the order of its columns.
struct Values(Vec<Value>);

impl ReadableRecord for Values {
    /// A field that cannot be read is null, and those after it are read: a date of zeros or blanks and a number
    /// of asterisks are how programs write null.
    fn read_using<Source, MemoSource>(
        fields: &mut FieldIterator<'_, Source, MemoSource>,
    ) -> Result<Self, FieldError>
    where
        Source: Read + Seek,
        MemoSource: Read + Seek,
    {
        let values = fields.map(|field| field.map_or(Value::Null, |field| value(field.value)));
        Ok(Self(values.collect()))
    }
}

/// The file, with a head that the library reads as others do.
///
/// Columns of type F are numbers in digits like those of type N. The library reads them as numbers of 32 bits,
/// which have 7 digits; ArcGIS gives this type to all of its doubles. And it refuses a file whose last change
/// has neither month nor day.
struct Corrected {
    file: File,
    at: u64,
    /// Bytes of the head, after which records begin.
    head: u64,
    /// The byte that tells the code page of texts.
    language_driver: u8,
}

impl Corrected {
    fn open(path: &Path) -> Result<Self, FileError> {
        let mut file = File::open(path).map_err(FileError::File)?;
        let mut start = [0; 32];
        file.read_exact(&mut start).map_err(FileError::reading)?;
        file.rewind().map_err(FileError::File)?;
        let head = u16::from_le_bytes([start[8], start[9]]);
        Ok(Self {
            file,
            at: 0,
            head: u64::from(head),
            language_driver: start[29],
        })
    }
}

impl Read for Corrected {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        for (place, byte) in (self.at..self.head).zip(&mut buffer[..count]) {
            match place {
                2 | 3 if *byte == 0 => *byte = 1,
                // A column has 32 bytes, the twelfth of which is its type.
                32.. if place % 32 == 11 && *byte == b'F' => *byte = b'N',
                _ => {}
            }
        }
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Corrected {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(place)?;
        Ok(self.at)
    }
}

impl From<dbase::Error> for FileError {
    fn from(error: dbase::Error) -> Self {
        match error.kind() {
            ErrorKind::IoError(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => {
                Self::EndsEarly("within its .dbf".to_owned())
            }
            _ => Self::invalid("shapefile", format!("in its .dbf: {error}")),
        }
    }
}

fn value(field: FieldValue) -> Value {
    match field {
        FieldValue::Character(text) => text.map_or(Value::Null, Value::String),
        FieldValue::Memo(text) => Value::String(text),
        FieldValue::Numeric(number) => number.map_or(Value::Null, Value::from),
        FieldValue::Float(number) => number.map_or(Value::Null, Value::from),
        FieldValue::Double(number) | FieldValue::Currency(number) => Value::from(number),
        FieldValue::Integer(number) => Value::from(number),
        FieldValue::Logical(flag) => flag.map_or(Value::Null, Value::Bool),
        FieldValue::Date(day) => day.map_or(Value::Null, |day| {
            Value::String(format!(
                "{:04}-{:02}-{:02}",
                day.year(),
                day.month(),
                day.day()
            ))
        }),
        FieldValue::DateTime(_) => Value::Null,
    }
}
