//! How much of a file was read.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts what was read. Shared by the reading thread and the one that reports.
#[derive(Debug, Default)]
pub struct Meter {
    bytes: AtomicU64,
    all_bytes: AtomicU64,
    rows: AtomicU64,
    all_rows: AtomicU64,
}

impl Meter {
    /// Size of a file that is read from start to end.
    pub fn expect_bytes(&self, bytes: u64) {
        self.all_bytes.store(bytes, Relaxed);
    }

    /// Rows of a file that knows how many it has.
    pub fn expect_rows(&self, rows: u64) {
        self.all_rows.store(rows, Relaxed);
    }

    /// Bytes were read.
    pub fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// A row was read.
    pub fn add_row(&self) {
        self.rows.fetch_add(1, Relaxed);
    }

    /// Rows read so far.
    pub fn rows(&self) -> u64 {
        self.rows.load(Relaxed)
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// How many rows the file has: what it says, else as many as there would be if all were as long as those so far.
    pub fn expected_rows(&self) -> Option<u64> {
        match self.all_rows.load(Relaxed) {
            0 => {
                let share = self.share().filter(|share| *share > 0.0)?;
                Some((self.rows.load(Relaxed) as f64 / share) as u64)
            }
            said => Some(said),
        }
    }

    /// The share that was read.
    pub fn share(&self) -> Option<f64> {
        let of = |part: &AtomicU64, all: &AtomicU64| {
            let all = all.load(Relaxed);
            (all > 0).then(|| (part.load(Relaxed) as f64 / all as f64).min(1.0))
        };
        of(&self.rows, &self.all_rows).or_else(|| of(&self.bytes, &self.all_bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_more_exact_than_bytes() {
        let meter = Meter::default();
        assert_eq!(meter.share(), None);
        assert_eq!(meter.expected_rows(), None);
        meter.expect_bytes(10);
        meter.add_bytes(5);
        assert_eq!(meter.share(), Some(0.5));
        meter.add_row();
        assert_eq!(meter.expected_rows(), Some(2));
        meter.expect_rows(4);
        assert_eq!(meter.share(), Some(0.25));
        assert_eq!(meter.expected_rows(), Some(4));
    }
}
