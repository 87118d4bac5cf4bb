//! Serialization of predictions, for parts computed on other machines.
//!
//! Little-endian; lists of cells as differences, counts as LEB128; a checksum at the end (FNV-1a,
//! 64 bits) detects accidental corruption, not tampering. Equal predictions have equal bytes, in
//! whatever order their parts were joined.

use thiserror::Error;

use super::{Prediction, tally::Tally};
use crate::grid::Shape;
use crate::run::Span;
use crate::statistics::{METRICS, Metric, Record};

/// Bytes that cannot be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BytesError {
    /// Not a prediction.
    #[error("the data is not a prediction")]
    Foreign,
    /// An unknown format version.
    #[error("the prediction has format version {0}, not {VERSION}")]
    Version(u8),
    /// Truncated, corrupt or inconsistent.
    #[error("the data of the prediction is corrupt")]
    Damaged,
}

const MAGIC: &[u8] = b"sleuth prediction";
const VERSION: u8 = 1;
/// Size limit, so that corrupt sizes cannot cause huge allocations.
const MAX_CELLS: u64 = 1 << 28;

impl Prediction {
    /// Encodes the prediction.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        for number in [self.shape.rows, self.shape.cols, self.tally.columns] {
            put(&mut bytes, number as u64);
        }
        for year in [self.span.start, self.span.stop] {
            bytes.extend(year.to_le_bytes());
        }
        put_ascending(&mut bytes, &self.numbers);
        for record in &self.records {
            for metric in Metric::ALL {
                bytes.extend(record.get(metric).to_le_bytes());
            }
        }
        put_ascending(&mut bytes, &self.tally.seed);
        let mut cells = self.tally.cells.clone();
        cells.sort_unstable();
        put_ascending(&mut bytes, &cells);
        for cell in cells {
            for count in self.tally.row(cell) {
                put(&mut bytes, u64::from(count));
            }
        }
        bytes.extend(sum(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes what [`Prediction::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BytesError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(BytesError::Foreign)?;
        match body.first() {
            Some(&VERSION) => {}
            Some(version) => return Err(BytesError::Version(*version)),
            None => return Err(BytesError::Damaged),
        }
        let (kept, check) = bytes.split_last_chunk::<8>().ok_or(BytesError::Damaged)?;
        if sum(kept) != u64::from_le_bytes(*check) {
            return Err(BytesError::Damaged);
        }
        read(&kept[MAGIC.len() + 1..]).ok_or(BytesError::Damaged)
    }
}

fn read(mut from: &[u8]) -> Option<Prediction> {
    let from = &mut from;
    let (rows, cols, columns) = (take(from)?, take(from)?, take(from)? as usize);
    let size = rows.checked_mul(cols).filter(|size| *size <= MAX_CELLS)?;
    let shape = Shape {
        rows: rows as usize,
        cols: cols as usize,
    };
    let span = Span {
        start: i32::from_le_bytes(take_array(from)?),
        stop: i32::from_le_bytes(take_array(from)?),
    };
    let years = span.years().count();
    if columns != 1 && columns != years {
        return None;
    }
    let numbers = take_ascending(from, u64::from(u32::MAX) + 1)?;
    let mut records = Vec::new();
    for _ in 0..numbers.len().checked_mul(years)? {
        let mut record = Record::new();
        for metric in Metric::ALL {
            record.set(metric, f64::from_le_bytes(take_array(from)?));
        }
        records.push(record);
    }
    let mut tally = Tally::new(shape, columns);
    tally.seed = take_ascending(from, size)?;
    let cells = take_ascending(from, size)?;
    for cell in cells {
        let mut turned = 0;
        for column in 0..columns {
            let count = u16::try_from(take(from)?).ok()?;
            turned += usize::from(count);
            tally.count(cell, column, count);
        }
        if turned == 0 || turned > numbers.len() || tally.seed.binary_search(&cell).is_ok() {
            return None;
        }
    }
    debug_assert_eq!(Metric::ALL.len(), METRICS);
    from.is_empty().then_some(Prediction {
        shape,
        span,
        numbers,
        records,
        tally,
    })
}

fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_ascending(bytes: &mut Vec<u8>, numbers: &[u32]) {
    put(bytes, numbers.len() as u64);
    let mut next = 0;
    for number in numbers.iter().map(|number| u64::from(*number)) {
        put(bytes, number - next);
        next = number + 1;
    }
}

fn take_array<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (array, rest) = from.split_first_chunk::<N>()?;
    *from = rest;
    Some(*array)
}

fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..63).step_by(7) {
        let [byte] = take_array::<1>(from)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_ascending(from: &mut &[u8], end: u64) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    let mut next = 0_u64;
    for _ in 0..take(from)? {
        let number = next
            .checked_add(take(from)?)
            .filter(|number| *number < end)?;
        numbers.push(number as u32);
        next = number + 1;
    }
    Some(numbers)
}
