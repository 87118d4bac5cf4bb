//! Limits of what a file may unpack to: a small archive can hold terabytes of zeros.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::error::FileError;
use crate::input::Input;
use crate::meter::Meter;

/// Unpacked bytes of a file. The parts of a shapefile hold at most 2 GiB each, and there are three
/// large ones.
const MAX_UNPACKED: u64 = 6 << 30;
/// How many times its size a file may unpack to. The county files that we have unpack to 3 to 13
/// times, tables padded with blanks to somewhat more; a bomb to 1,000 times.
const MAX_RATIO: u64 = 200;
/// Unpacked bytes that need no ratio, because they do no harm.
const HARMLESS: u64 = 64 << 20;
/// Bytes of one row as text. An outline with as many vertices as are accepted has about 25 MB.
const MAX_ROW: u64 = 32 << 20;
/// Bytes read from the file at once.
const CHUNK: usize = 256 * 1024;

/// A limit was exceeded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// More bytes than expected of any file.
    #[error(
        "the file unpacks to more than {} MB; if that is right, raise --max-unpacked-bytes",
        .0 / 1_000_000
    )]
    Unpacked(u64),
    /// More zeros than in any real file.
    #[error(
        "the file unpacks to more than {MAX_RATIO} times its size, which no such file does; if it is right, give --max-unpacked-bytes"
    )]
    Ratio,
    /// A row that is no feature.
    #[error("row {} is larger than {} MB, which no feature is", .0, MAX_ROW / 1_000_000)]
    Row(i64),
}

/// The limits of one import.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    unpacked: u64,
    ratio: Option<u64>,
}

impl Limits {
    /// Those of a file.
    pub fn of(input: &Input) -> Self {
        Self::new(input.max_unpacked_bytes)
    }

    /// The operator's limit replaces both of ours.
    fn new(max_unpacked_bytes: Option<u64>) -> Self {
        match max_unpacked_bytes {
            Some(unpacked) => Self {
                unpacked,
                ratio: None,
            },
            None => Self {
                unpacked: MAX_UNPACKED,
                ratio: Some(MAX_RATIO),
            },
        }
    }

    /// Whether so many packed bytes may become so many unpacked ones.
    pub fn check(self, packed: u64, unpacked: u64) -> Result<(), TooLarge> {
        if unpacked > self.unpacked {
            return Err(TooLarge::Unpacked(self.unpacked));
        }
        match self.ratio {
            Some(ratio) if unpacked > HARMLESS && unpacked / ratio > packed => Err(TooLarge::Ratio),
            _ => Ok(()),
        }
    }
}

/// Refuses a row, counted from 1, that is too large, be it by its outline alone.
pub(crate) fn check_row(row: i64, bytes: usize) -> Result<(), TooLarge> {
    if bytes as u64 > MAX_ROW {
        return Err(TooLarge::Row(row));
    }
    Ok(())
}

/// Bytes of the current row, shared with the reader of the format, which knows where rows end.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowBytes(Rc<std::cell::Cell<(i64, u64)>>);

impl RowBytes {
    /// A row has ended.
    pub fn next(&self) {
        let (row, _) = self.0.get();
        self.0.set((row + 1, 0));
    }

    fn add(&self, bytes: u64) -> Result<(), TooLarge> {
        let (row, before) = self.0.get();
        self.0.set((row, before + bytes));
        if before + bytes > MAX_ROW {
            return Err(TooLarge::Row(row + 1));
        }
        Ok(())
    }
}

/// The bytes of a text file, decompressed if it is gzip, within the limits.
pub(crate) struct Text {
    /// The bytes.
    pub reader: Box<dyn Read>,
    /// To be told of the end of each row.
    pub row: RowBytes,
}

impl Text {
    /// Opens the file.
    pub fn open(file: &Path, limits: Limits, meter: &Arc<Meter>) -> Result<Self, FileError> {
        let file = File::open(file).map_err(FileError::File)?;
        meter.expect_bytes(file.metadata().map_err(FileError::File)?.len());
        let counted = Counted {
            inner: file,
            meter: Arc::clone(meter),
        };
        let mut packed = BufReader::with_capacity(CHUNK, counted);
        let start = packed.fill_buf().map_err(FileError::reading)?;
        let row = RowBytes::default();
        let reader: Box<dyn Read> = if start.starts_with(&[0x1f, 0x8b]) {
            let unpacked = Unpacked {
                inner: flate2::read::MultiGzDecoder::new(packed),
                meter: Arc::clone(meter),
                limits,
                bytes: 0,
            };
            bounded(BufReader::with_capacity(CHUNK, unpacked), &row)
        } else {
            bounded(packed, &row)
        };
        Ok(Self { reader, row })
    }
}

fn bounded(inner: impl Read + 'static, row: &RowBytes) -> Box<dyn Read> {
    Box::new(Rows {
        inner,
        row: row.clone(),
    })
}

/// Counts the bytes of the file, for progress and ratio.
struct Counted {
    inner: File,
    meter: Arc<Meter>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.meter.add_bytes(count as u64);
        Ok(count)
    }
}

/// Ends when too much was unpacked.
struct Unpacked<R> {
    inner: R,
    meter: Arc<Meter>,
    limits: Limits,
    bytes: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.bytes += count as u64;
        self.limits
            .check(self.meter.bytes(), self.bytes)
            .map_err(io::Error::other)?;
        Ok(count)
    }
}

/// Ends when a row does not.
struct Rows<R> {
    inner: R,
    row: RowBytes,
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.row.add(count as u64).map_err(io::Error::other)?;
        Ok(count)
    }
}

/// Copies one part of an archive. `unpacked` is the number of bytes of the parts before, and
/// `packed` the size of the archive.
pub(crate) fn copy_part(
    part: &mut impl Read,
    copy: &mut impl io::Write,
    limits: Limits,
    packed: u64,
    unpacked: &mut u64,
) -> Result<(), FileError> {
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = part.read(&mut buffer).map_err(FileError::reading)?;
        if count == 0 {
            return Ok(());
        }
        *unpacked += count as u64;
        limits.check(packed, *unpacked)?;
        copy.write_all(&buffer[..count]).map_err(FileError::File)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bomb_is_told_from_a_large_file() {
        let usual = Limits::new(None);
        assert_eq!(usual.check(1_500_000, 1_500_000_000), Err(TooLarge::Ratio));
        assert_eq!(usual.check(60_000, 60_000_000), Ok(()));
        assert_eq!(usual.check(100_000_000, 2_000_000_000), Ok(()));
        assert_eq!(
            usual.check(3 << 30, 7 << 30),
            Err(TooLarge::Unpacked(MAX_UNPACKED))
        );
        let raised = Limits::new(Some(2_000_000_000));
        assert_eq!(raised.check(1_500_000, 1_500_000_000), Ok(()));
        assert!(raised.check(1_500_000, 2_500_000_000).is_err());
    }

    #[test]
    fn a_gzip_bomb_ends_while_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bomb.geojson.gz");
        let bomb = File::create(&file).unwrap();
        let mut packer = flate2::write::GzEncoder::new(bomb, flate2::Compression::default());
        io::copy(&mut io::repeat(0).take(HARMLESS * 2), &mut packer).unwrap();
        packer.finish().unwrap();
        let meter = Arc::new(Meter::default());
        let mut text = Text::open(&file, Limits::new(None), &meter).unwrap();
        let mut read = 0;
        let mut buffer = vec![0; CHUNK];
        let error = loop {
            // Rows end, so that only the ratio is tested.
            text.row.next();
            match text.reader.read(&mut buffer) {
                Ok(0) => panic!("the bomb was read"),
                Ok(count) => read += count as u64,
                Err(error) => break error,
            }
        };
        assert!(read <= HARMLESS + CHUNK as u64, "{read}");
        assert!(matches!(
            FileError::reading(error),
            FileError::TooLarge(TooLarge::Ratio)
        ));
    }

    #[test]
    fn a_row_without_end_ends() {
        let row = RowBytes::default();
        row.next();
        let mut reader = bounded(io::repeat(b'x'), &row);
        let error = io::copy(&mut reader, &mut io::sink()).unwrap_err();
        assert_eq!(error.to_string(), TooLarge::Row(2).to_string());
    }
}
