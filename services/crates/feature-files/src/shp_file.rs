//! The `.shp` of a shapefile: its shapes by their index.
//!
//! The library's iterator is not used: after a shape that it cannot read, it goes on wherever it stopped.
//! Here each record is taken whole from its place, and only its content is given to the library. Places are
//! those of the `.shx`; without one, records follow each other.

use std::fs::File;
use std::io::{BufReader, Cursor, Read as _};
use std::path::Path;

use shapefile::header::Header;
use shapefile::{ReadableShape as _, Shape};

use crate::error::FileError;
use crate::limits::check_row;

/// Bytes before the first record, of both files.
const FILE_HEAD: u64 = 100;
/// Bytes before the content of a record: its number, and the words of its content.
const RECORD_HEAD: u64 = 8;
/// Bytes of a record of the `.shx`.
const PLACE: u64 = 8;
/// Bytes of a word, in which both files count.
const WORD: u64 = 2;

/// Where a record begins and how long its content is, in words.
#[derive(Debug, Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

/// The shapes of a file.
pub(crate) struct Shapes {
    file: BufReader<File>,
    /// Bytes of the file.
    bytes: u64,
    /// Bytes before the next one that is read.
    at: u64,
    places: Vec<Place>,
    /// Of the record that was read last.
    content: Vec<u8>,
}

impl Shapes {
    /// Opens the `.shp`, and the `.shx` beside it if there is one.
    pub fn open(shp: &Path) -> Result<Self, FileError> {
        let (mut file, bytes) = opened(shp)?;
        let end = said_end(&mut file)?;
        let shx = shp.with_extension("shx");
        let (places, at) = if shx.exists() {
            (listed(&shx)?, FILE_HEAD)
        } else {
            (walked(&mut file, bytes, end)?, end)
        };
        Ok(Self {
            file,
            bytes,
            at,
            places,
            content: Vec::new(),
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// The shape of this index, from 0. The inner error is of this shape only.
    pub fn shape(&mut self, index: usize) -> Result<Result<Shape, FileError>, FileError> {
        let Place { start, length } = self.places[index];
        let (start, listed) = (u64::from(start) * WORD, u64::from(length) * WORD);
        self.move_to(start)?;
        let _number = word(&mut self.file)?;
        let own = u64::from(word(&mut self.file)?) * WORD;
        let content = start + RECORD_HEAD;
        let fits = |length: u64| content + length <= self.bytes;
        // A length that leads out of the file is damaged.
        let length = if fits(own) { own } else { listed };
        if !fits(length) {
            return Err(FileError::EndsEarly(
                "within a record of its .shp".to_owned(),
            ));
        }
        check_row(index as i64 + 1, length as usize)?;
        self.content.resize(length as usize, 0);
        self.file
            .read_exact(&mut self.content)
            .map_err(FileError::reading)?;
        self.at = content + length;
        let shape = Shape::read_from(&mut Cursor::new(self.content.as_slice()), length as i32);
        Ok(shape.map_err(|error| FileError::invalid("shapefile", error)))
    }

    /// Records that follow each other are read without a seek.
    fn move_to(&mut self, place: u64) -> Result<(), FileError> {
        if place != self.at {
            self.file
                .seek_relative(place as i64 - self.at as i64)
                .map_err(FileError::reading)?;
        }
        Ok(())
    }
}

/// A file and its size in bytes.
fn opened(path: &Path) -> Result<(BufReader<File>, u64), FileError> {
    let file = File::open(path).map_err(FileError::File)?;
    let bytes = file.metadata().map_err(FileError::File)?.len();
    Ok((BufReader::new(file), bytes))
}

/// Where the file ends, as its head says.
fn said_end(file: &mut BufReader<File>) -> Result<u64, FileError> {
    let head = Header::read_from(file).map_err(|error| match error {
        shapefile::Error::IoError(error) => FileError::reading(error),
        other => FileError::invalid("shapefile", other),
    })?;
    // The library refuses a negative one.
    Ok((u64::from(head.file_length.unsigned_abs()) * WORD).max(FILE_HEAD))
}

/// The places that the `.shx` lists.
fn listed(shx: &Path) -> Result<Vec<Place>, FileError> {
    let (mut file, _bytes) = opened(shx)?;
    let count = (said_end(&mut file)? - FILE_HEAD) / PLACE;
    let mut places = Vec::new();
    for _ in 0..count {
        let start = word(&mut file)?;
        let length = word(&mut file)?;
        places.push(Place { start, length });
    }
    Ok(places)
}

/// The places of records that follow each other to this end.
fn walked(file: &mut BufReader<File>, bytes: u64, end: u64) -> Result<Vec<Place>, FileError> {
    if end > bytes {
        let reason = "its .shp is shorter than its head says";
        return Err(FileError::EndsEarly(reason.to_owned()));
    }
    let mut places = Vec::new();
    let mut at = FILE_HEAD;
    while at < end {
        let _number = word(file)?;
        let length = word(file)?;
        let content = u64::from(length) * WORD;
        let next = at + RECORD_HEAD + content;
        if next > end {
            let reason = "a record of its .shp is longer than the rest of it";
            return Err(FileError::Damaged(reason.to_owned()));
        }
        places.push(Place {
            start: (at / WORD) as u32,
            length,
        });
        file.seek_relative(content as i64)
            .map_err(FileError::reading)?;
        at = next;
    }
    Ok(places)
}

fn word(file: &mut BufReader<File>) -> Result<u32, FileError> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes).map_err(FileError::reading)?;
    Ok(u32::from_be_bytes(bytes))
}
