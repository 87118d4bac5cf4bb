//! In how many iterations each cell turned urban, by year.
//!
//! Only cells that ever turned take memory beyond one number, and a year costs the cells that turned
//! in it: what is counted is the year of turning, and sums over years are made when asked for.

use crate::grid::Shape;

/// Counts by cell and year of turning, or by cell alone.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    /// Years told apart; 1 when they are not.
    pub(super) columns: usize,
    /// Cells urban from the start, ascending; none before the first iteration.
    pub(super) seed: Vec<u32>,
    /// Place among `cells` plus one, by cell; 0 for a cell that never turned.
    places: Vec<u32>,
    /// Cells that turned, in order of first turning.
    pub(super) cells: Vec<u32>,
    /// One row of `columns` for each of `cells`.
    counts: Vec<u16>,
}

impl Tally {
    pub(super) fn new(shape: Shape, columns: usize) -> Self {
        Self {
            columns: columns.max(1),
            seed: Vec::new(),
            places: vec![0; shape.cells()],
            cells: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Memory that it takes, bytes, about.
    pub(super) fn bytes_in_memory(&self) -> usize {
        let cells = self.seed.len() + self.places.len() + self.cells.len();
        4 * cells + 2 * self.counts.len()
    }

    /// Adds to what a cell counts in a column.
    pub(super) fn count(&mut self, cell: u32, column: usize, more: u16) {
        let place = &mut self.places[cell as usize];
        if *place == 0 {
            self.cells.push(cell);
            self.counts.resize(self.counts.len() + self.columns, 0);
            *place = self.cells.len() as u32;
        }
        self.counts[(*place as usize - 1) * self.columns + column] += more;
    }

    /// The counts of a cell that turned, by column.
    pub(super) fn row(&self, cell: u32) -> &[u16] {
        let place = self.places[cell as usize] as usize;
        if place == 0 {
            return &[];
        }
        &self.counts[(place - 1) * self.columns..place * self.columns]
    }

    /// Adds another one of the same size and columns.
    pub(super) fn join(&mut self, other: &Self) {
        if self.seed.is_empty() {
            self.seed.clone_from(&other.seed);
        }
        for cell in &other.cells {
            for (column, more) in other.row(*cell).iter().enumerate() {
                if *more > 0 {
                    self.count(*cell, column, *more);
                }
            }
        }
    }

    /// In how many of so many iterations each cell is urban after the first columns.
    pub(super) fn urban_after(&self, columns: usize, iterations: u32) -> Vec<u32> {
        let mut urban = vec![0; self.places.len()];
        for cell in &self.seed {
            urban[*cell as usize] = iterations;
        }
        for (cell, row) in self.cells.iter().zip(self.counts.chunks(self.columns)) {
            urban[*cell as usize] = row[..columns].iter().map(|count| u32::from(*count)).sum();
        }
        urban
    }
}
