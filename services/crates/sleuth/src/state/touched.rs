//! Records which cells an iteration changed.

use super::ground::Ground;

/// Blocks of changed cells.
#[derive(Debug)]
pub(super) struct Touched(Vec<u64>);

/// Cells per block: two cache lines.
const STRETCH: usize = 64;

impl Touched {
    /// None of so many cells.
    pub(super) fn new(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(STRETCH * 64)])
    }

    /// Records a cell and its neighbours, in rows of so many columns.
    pub(super) fn around(&mut self, cell: usize, cols: usize) {
        let last = self.0.len() * 64 - 1;
        for middle in [cell.saturating_sub(cols), cell, cell + cols] {
            for beside in [middle.saturating_sub(1), middle + 1] {
                let stretch = (beside / STRETCH).min(last);
                self.0[stretch / 64] |= 1 << (stretch % 64);
            }
        }
    }

    /// Restores the recorded blocks and clears the record.
    pub(super) fn take_back(&mut self, ground: &mut [Ground], before: &[Ground]) {
        for (place, noted) in self.0.iter_mut().enumerate() {
            let mut left = std::mem::take(noted);
            while left != 0 {
                let start = (place * 64 + left.trailing_zeros() as usize) * STRETCH;
                left &= left - 1;
                let end = ground.len().min(start + STRETCH);
                if start < end {
                    ground[start..end].copy_from_slice(&before[start..end]);
                }
            }
        }
    }
}
