//! Land use over all iterations.

use super::{Deltatrons, LandUse};
use crate::grid::Grid;

/// How often each cell ended in each class. Parts computed separately can be joined in any order.
#[derive(Debug, Clone)]
pub struct Outcome<'l> {
    land_use: &'l LandUse,
    iterations: u32,
    /// One count per cell and class.
    counts: Vec<u16>,
}

impl<'l> Outcome<'l> {
    /// Without iterations. Two bytes per cell and class; up to 65,535 iterations.
    pub fn empty(land_use: &'l LandUse) -> Self {
        Self {
            land_use,
            iterations: 0,
            counts: vec![0; land_use.shape().cells() * land_use.classes.len()],
        }
    }

    /// Adds the end of an iteration.
    pub fn add(&mut self, end: &Deltatrons<'_>) {
        let classes = self.land_use.classes.len();
        for (counts, place) in self.counts.chunks_mut(classes).zip(&end.now) {
            let count = &mut counts[usize::from(*place)];
            *count = count.saturating_add(1);
        }
        self.iterations += 1;
    }

    /// Adds a part computed separately.
    ///
    /// # Panics
    /// When the other part has another size or other classes.
    pub fn join(&mut self, other: &Self) {
        assert_eq!(
            (self.land_use.shape(), self.land_use.classes()),
            (other.land_use.shape(), other.land_use.classes()),
            "parts of one outcome"
        );
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.saturating_add(*more);
        }
        self.iterations += other.iterations;
    }

    /// Number of iterations.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Value of the class in which each cell ended most often; the first declared one on a tie. The
    /// original leaves cells uninitialized where that is its first class.
    pub fn most_frequent(&self) -> Grid<u8> {
        self.each_cell(|counts| {
            let most = counts.iter().max().copied().unwrap_or(0);
            let place = counts.iter().position(|count| *count == most).unwrap_or(0);
            self.land_use.classes[place].value
        })
    }

    /// Percent of iterations in which each cell ended in another class than its most frequent one,
    /// rounded up, 0..100.
    pub fn uncertainty(&self) -> Grid<u8> {
        self.each_cell(|counts| {
            let most = counts.iter().max().copied().unwrap_or(0);
            let all: u32 = counts.iter().map(|count| u32::from(*count)).sum();
            // 0 without iterations.
            let certain = (100 * u32::from(most)).checked_div(all).unwrap_or(100);
            (100 - certain) as u8
        })
    }

    fn each_cell(&self, value: impl Fn(&[u16]) -> u8) -> Grid<u8> {
        let mut grid = Grid::filled(self.land_use.shape(), 0_u8);
        let cells = self.counts.chunks(self.land_use.classes.len());
        for (cell, counts) in grid.values_mut().iter_mut().zip(cells) {
            *cell = value(counts);
        }
        grid
    }
}
