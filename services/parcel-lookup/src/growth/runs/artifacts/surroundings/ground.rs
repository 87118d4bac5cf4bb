//! What the cells around points have, by sums along rows.
//!
//! Hundreds of cells are around a parcel, and most of them around its neighbours too. Each row has the sums of its first cells, so that a part
//! of it is one difference, and a parcel takes tens of them.

use std::ops::Range;

use super::cells::{self, RowPart};
use crate::growth::runs::artifacts::result::KeptResult;

/// Excluded from growth from this value on.
const NEVER: u8 = 100;

/// Sums of a value of cells.
#[derive(Debug)]
pub struct RowSums {
    first_row: usize,
    /// Of a row: one more than it has cells.
    width: usize,
    /// Of the first 0, 1, 2 … cells of each row.
    sums: Vec<u32>,
}

impl RowSums {
    /// The values of a row add up to less than 2³²: 2,000 cells of at most 65,535 iterations.
    pub fn of(rows: &Range<usize>, cols: usize, value: impl Fn(usize) -> u32) -> Self {
        let mut sums = Vec::with_capacity(rows.len() * (cols + 1));
        for row in rows.clone() {
            let mut sum = 0;
            sums.push(sum);
            for cell in row * cols..(row + 1) * cols {
                sum += value(cell);
                sums.push(sum);
            }
        }
        Self {
            first_row: rows.start,
            width: cols + 1,
            sums,
        }
    }

    /// Of these cells.
    pub fn over(&self, parts: &[RowPart]) -> u64 {
        let sum = |part: &RowPart| {
            let row = (part.row - self.first_row) * self.width;
            u64::from(self.sums[row + part.cols.end] - self.sums[row + part.cols.start])
        };
        parts.iter().map(sum).sum()
    }
}

/// The cells around some points at the start of a run.
pub struct Ground<'a> {
    kept: &'a KeptResult,
    urban: &'a [u8],
    rows: Range<usize>,
    /// How many can be built on, or are urban.
    pub buildable: RowSums,
    /// How many of these are not urban.
    pub open: RowSums,
}

impl<'a> Ground<'a> {
    /// `None` of a run without urban areas.
    pub fn around(kept: &'a KeptResult, points: &[[f64; 2]]) -> Option<Self> {
        let urban = kept.area.urban.last()?.layer.values();
        let rows = cells::rows_near_any(&kept.area.frame, points);
        let cols = kept.area.frame.shape.cols;
        let buildable = |cell: usize| u32::from(can_be_built(kept, cell));
        let open = |cell: usize| u32::from(can_be_built(kept, cell) && urban[cell] == 0);
        Some(Self {
            buildable: RowSums::of(&rows, cols, buildable),
            open: RowSums::of(&rows, cols, open),
            kept,
            urban,
            rows,
        })
    }

    pub fn is_urban(&self, cell: usize) -> bool {
        self.urban[cell] > 0
    }

    /// In how many iterations the open cells are urban in a year, by the counts of all cells.
    pub fn grown(&self, counts: &[u32]) -> RowSums {
        let cols = self.kept.area.frame.shape.cols;
        RowSums::of(&self.rows, cols, |cell| {
            if can_be_built(self.kept, cell) && !self.is_urban(cell) {
                counts[cell]
            } else {
                0
            }
        })
    }
}

fn can_be_built(kept: &KeptResult, cell: usize) -> bool {
    kept.area.water.values()[cell] == 0 && kept.area.excluded.values()[cell] < NEVER
}
