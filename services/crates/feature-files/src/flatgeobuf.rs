//! `FlatGeobuf`, read feature by feature.
//!
//! The library takes whatever goes wrong between two features for the end of the file, and makes room for as
//! many bytes as a feature says that it has. So it reads through [`Bounded`], which knows where features begin.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _};

use flatgeobuf::packed_r_tree::PackedRTree;
use flatgeobuf::{ColumnType, FallibleStreamingIterator as _, FgbReader, Header};
use geozero::{CoordDimensions, ToWkb as _};
use parcel_record::Shape;
use serde_json::{Map, Value};

use crate::error::FileError;
use crate::input::{Input, Rows, SourceRow};
use crate::limits::check_row;
use crate::meter::Meter;

const FORMAT: &str = "FlatGeobuf";
/// Bytes of the size before each feature.
const SIZE: usize = 4;

/// All features of a file.
pub(crate) fn read<R: Rows>(input: &Input, meter: &Meter, rows: &mut R) -> Result<(), R::Error> {
    let mut file = BufReader::new(File::open(&input.file).map_err(FileError::File)?);
    let head = Head::read(&mut file)?;
    meter.expect_rows(head.features);
    file.rewind().map_err(FileError::File)?;
    let mut bounded = Bounded::new(file, head.bytes);
    add_features(&mut bounded, &head, rows)?;
    Ok(bounded.check_end(head.features)?)
}

fn add_features<R: Rows>(bounded: &mut Bounded, head: &Head, rows: &mut R) -> Result<(), R::Error> {
    let reader = FgbReader::open(bounded).map_err(invalid)?;
    let mut features = reader.select_all_seq().map_err(invalid)?;
    while let Some(feature) = features.next().map_err(invalid)? {
        let shape = feature.to_wkb(CoordDimensions::xy()).ok().map(Shape::Wkb);
        let properties = feature.fbs_feature().properties();
        let properties = properties.map(|properties| properties.bytes());
        match head.columns.values(properties.unwrap_or_default()) {
            (columns, true) => rows.row(SourceRow {
                shape,
                crs: head.crs.clone(),
                columns,
            })?,
            (columns, false) => rows.unreadable("unreadable columns", columns)?,
        }
    }
    Ok(())
}

/// What precedes the features.
struct Head {
    /// Its bytes, with those of the index.
    bytes: u64,
    /// How many features there are; 0 if the file does not say.
    features: u64,
    crs: Option<String>,
    columns: Columns,
}

impl Head {
    fn read(file: &mut BufReader<File>) -> Result<Self, FileError> {
        let all = file.get_ref().metadata().map_err(FileError::File)?.len();
        let (index, head) = Self::of(&FgbReader::open(&mut *file).map_err(invalid)?.header(), all)?;
        let bytes = index + file.stream_position().map_err(FileError::File)?;
        Ok(Self { bytes, ..head })
    }

    /// Bytes of the index, and the rest. `all` are the bytes of the file.
    fn of(header: &Header<'_>, all: u64) -> Result<(u64, Self), FileError> {
        let features = header.features_count();
        if features > all / SIZE as u64 {
            let reason = format!("it is too small for its {features} features");
            return Err(FileError::EndsEarly(reason));
        }
        let index = match (features, header.index_node_size()) {
            (0, _) | (_, 0) => 0,
            (_, 1) => return Err(FileError::invalid(FORMAT, "its index has no levels")),
            (_, size) => PackedRTree::index_size(features as usize, size) as u64,
        };
        let crs = header.crs().and_then(|crs| match crs.code() {
            0 => crs.wkt().map(ToOwned::to_owned),
            code => Some(code.to_string()),
        });
        let head = Self {
            bytes: 0,
            features,
            crs,
            columns: Columns::of(header),
        };
        Ok((index, head))
    }
}

/// Names and types of the columns, by which each value of a feature is numbered.
struct Columns(Vec<(String, ColumnType)>);

impl Columns {
    fn of(header: &Header<'_>) -> Self {
        let columns = header.columns().into_iter().flatten();
        Self(
            columns
                .map(|column| (column.name().to_owned(), column.type_()))
                .collect(),
        )
    }

    /// The values of a feature as text, and whether these are all. The library's own reader panics if a value
    /// is cut, and ends at a text that is not UTF-8.
    fn values(&self, mut bytes: &[u8]) -> (Map<String, Value>, bool) {
        let mut values = Map::new();
        // Some writers add a byte.
        while !self.0.is_empty() && bytes.len() > 1 {
            let Some((name, text)) = self.value(&mut bytes) else {
                return (values, false);
            };
            values.insert(name.to_owned(), Value::String(text));
        }
        (values, true)
    }

    /// The next value, which is taken from the bytes; none if it is cut or its column is not known.
    fn value(&self, bytes: &mut &[u8]) -> Option<(&str, String)> {
        let index = u16::from_le_bytes(taken(bytes)?);
        let (name, kind) = self.0.get(usize::from(index))?;
        let text = match *kind {
            ColumnType::Byte => i8::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::UByte => u8::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::Bool => (taken::<1>(bytes)? != [0]).to_string(),
            ColumnType::Short => i16::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::UShort => u16::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::Int => i32::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::UInt => u32::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::Long => i64::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::ULong => u64::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::Float => f32::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::Double => f64::from_le_bytes(taken(bytes)?).to_string(),
            ColumnType::String | ColumnType::Json | ColumnType::DateTime => {
                String::from_utf8_lossy(sized(bytes)?).into_owned()
            }
            ColumnType::Binary => {
                sized(bytes)?;
                "[BINARY]".to_owned()
            }
            _ => return None,
        };
        Some((name.as_str(), text))
    }
}

/// The first bytes, which are taken away.
fn taken<const COUNT: usize>(bytes: &mut &[u8]) -> Option<[u8; COUNT]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// The bytes of a value that is preceded by their number.
fn sized<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let count = u32::from_le_bytes(taken(bytes)?);
    let (first, rest) = bytes.split_at_checked(count as usize)?;
    *bytes = rest;
    Some(first)
}

/// The file, with a watch on the size of each feature.
struct Bounded {
    file: BufReader<File>,
    /// Bytes before the next size: those of the head, then of each feature.
    left: u64,
    /// The next size, of which so many bytes were read.
    size: [u8; SIZE],
    known: usize,
    /// Features whose size was read.
    features: u64,
    /// What the library does not tell from the end of the file.
    failed: Option<FileError>,
}

impl Bounded {
    fn new(file: BufReader<File>, head: u64) -> Self {
        Self {
            file,
            left: head,
            size: [0; SIZE],
            known: 0,
            features: 0,
            failed: None,
        }
    }

    /// After the last feature that the library found; the file says that it has so many.
    fn check_end(self, said: u64) -> Result<(), FileError> {
        let found = self.features;
        if let Some(error) = self.failed {
            Err(error)
        } else if found < said {
            let reason = format!("it has {found} of its {said} features");
            Err(FileError::EndsEarly(reason))
        } else if self.known > 0 {
            let reason = format!("after {found} features");
            Err(FileError::EndsEarly(reason))
        } else {
            Ok(())
        }
    }

    /// The library ends at any error here; ours is kept.
    fn fail(&mut self, error: FileError) -> io::Error {
        self.failed = Some(error);
        io::ErrorKind::Other.into()
    }
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left > 0 {
            let most = usize::try_from(self.left).unwrap_or(usize::MAX);
            let most = most.min(buffer.len());
            let count = self.file.read(&mut buffer[..most])?;
            self.left -= count as u64;
            return Ok(count);
        }
        let most = (SIZE - self.known).min(buffer.len());
        let count = match self.file.read(&mut buffer[..most]) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => return Err(self.fail(FileError::reading(error))),
        };
        self.size[self.known..self.known + count].copy_from_slice(&buffer[..count]);
        self.known += count;
        if self.known == SIZE {
            self.known = 0;
            self.features += 1;
            let size = u32::from_le_bytes(self.size);
            if let Err(limit) = check_row(self.features as i64, size as usize) {
                return Err(self.fail(limit.into()));
            }
            self.left = u64::from(size);
        }
        Ok(count)
    }
}

fn invalid(error: flatgeobuf::Error) -> FileError {
    match error {
        flatgeobuf::Error::IO(error) => FileError::reading(error),
        other => FileError::invalid(FORMAT, other),
    }
}
