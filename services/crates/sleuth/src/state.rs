//! The city while it grows: urban cells, this year's candidates, and running totals.
//!
//! Everything that a year's statistics need is kept up as cells turn, and an iteration starts again
//! by taking back what the last one grew; nothing here goes over the whole area after the start.

use crate::city::City;
use crate::clusters::Clusters;
use crate::grid::{Grid, Shape};
use crate::random::Draws;
use crate::resistance::SlopeTable;

/// How a cell became urban; the original's codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Phase {
    Seed = 3,
    Spontaneous = 4,
    Centre = 6,
    Edge = 7,
    Road = 8,
}

/// The eight neighbours (down, across), counter-clockwise from the upper left.
pub(crate) const RING: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
];
const SIDES: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// Totals over urban cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) pop: u64,
    pub(crate) off_frame: u64,
    pub(crate) edges: u64,
    pub(crate) clusters: u64,
    pub(crate) rows: u64,
    pub(crate) cols: u64,
    pub(crate) slope: u64,
}

/// Cells that turned in a year, by rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Grown {
    pub(crate) spontaneous: u32,
    pub(crate) centre: u32,
    pub(crate) edge: u32,
    pub(crate) road: u32,
}

impl Grown {
    pub(crate) fn total(self) -> u32 {
        self.spontaneous + self.centre + self.edge + self.road
    }
}

/// A city in some year of an iteration.
pub(crate) struct State<'c> {
    pub(crate) city: &'c City,
    pub(crate) shape: Shape,
    pub(crate) table: SlopeTable,
    /// Codes of urban cells, 0 elsewhere.
    urban: Vec<u8>,
    /// Number of urban cells among the eight neighbours.
    neighbours: Vec<u8>,
    /// Codes of this year's candidates, 0 elsewhere.
    delta: Vec<u8>,
    /// Urban cells in row-major order.
    cells: Vec<u32>,
    /// This year's candidates.
    fresh: Vec<u32>,
    /// Those of the year just grown.
    newest: Vec<u32>,
    clusters: Clusters,
    totals: Totals,
    seed: Seed,
}

/// What an iteration starts from.
struct Seed {
    cells: Vec<u32>,
    clusters: Clusters,
    totals: Totals,
}

impl<'c> State<'c> {
    /// The city with these urban cells.
    pub(crate) fn new(city: &'c City, seed: &Grid<u8>) -> Self {
        let shape = city.shape();
        let size = shape.cells();
        let cells: Vec<u32> = (0..size as u32)
            .filter(|cell| seed.values()[*cell as usize] > 0)
            .collect();
        let mut state = Self {
            city,
            shape,
            table: SlopeTable::new(),
            urban: vec![0; size],
            neighbours: vec![0; size],
            delta: vec![0; size],
            cells: Vec::with_capacity(cells.len() * 2),
            fresh: Vec::new(),
            newest: Vec::new(),
            clusters: Clusters::new(size),
            totals: Totals::default(),
            seed: Seed {
                cells: Vec::new(),
                clusters: Clusters::new(0),
                totals: Totals::default(),
            },
        };
        for cell in &cells {
            state.turn(*cell as usize, Phase::Seed as u8);
        }
        state.cells.extend_from_slice(&cells);
        state.seed = Seed {
            cells,
            clusters: state.clusters.clone(),
            totals: state.totals,
        };
        state
    }

    /// Takes back what grew since the start.
    pub(crate) fn restart(&mut self) {
        for place in 0..self.cells.len() {
            let cell = self.cells[place] as usize;
            self.clusters.restore(cell, &self.seed.clusters);
            if self.urban[cell] != Phase::Seed as u8 {
                self.urban[cell] = 0;
                self.count_neighbour(cell, |count| *count -= 1);
            }
        }
        self.cells.clear();
        self.cells.extend_from_slice(&self.seed.cells);
        self.totals = self.seed.totals;
    }

    /// Urban cells in row-major order.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Urban cells at the start of an iteration, in row-major order.
    pub(crate) fn seed_cells(&self) -> &[u32] {
        &self.seed.cells
    }

    /// Cells that turned urban in the year just grown, in row-major order.
    pub(crate) fn newest(&self) -> &[u32] {
        &self.newest
    }

    /// This year's candidates, in order of creation unless sorted.
    pub(crate) fn candidates(&self) -> &[u32] {
        &self.fresh
    }

    /// Brings this year's candidates into row-major order.
    pub(crate) fn sort_candidates(&mut self) {
        self.fresh.sort_unstable();
    }

    /// Number of urban cells around a place at the start of the year.
    pub(crate) fn urban_neighbours(&self, index: usize) -> u8 {
        self.neighbours[index]
    }

    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    /// Tries to urbanise a cell; the only gate that all rules use. A number is drawn only when its
    /// test is reached.
    pub(crate) fn attempt<D: Draws>(&mut self, index: usize, phase: Phase, draws: &mut D) -> bool {
        let passes = self.urban[index] == 0
            && self.delta[index] == 0
            && draws.uniform() > self.table.refusal(self.city.slope(index))
            && usize::from(self.city.excluded(index)) < draws.below(100);
        if passes {
            self.delta[index] = phase as u8;
            self.fresh.push(index as u32);
        }
        passes
    }

    /// A random one of the neighbours that lie inside: the drawn one or the next after it that does.
    pub(crate) fn pick_neighbour<D: Draws>(&self, row: i32, col: i32, draws: &mut D) -> (i32, i32) {
        let first = draws.below(8);
        (first..first + 8)
            .map(|place| RING[place % 8])
            .map(|(down, across)| (row + down, col + across))
            .find(|(i, j)| self.shape.contains(*i, *j))
            .unwrap_or((row, col))
    }

    /// Turns this year's candidates urban.
    pub(crate) fn merge(&mut self) {
        self.sort_candidates();
        for place in 0..self.fresh.len() {
            let cell = self.fresh[place] as usize;
            let code = self.delta[cell];
            self.delta[cell] = 0;
            self.turn(cell, code);
        }
        merge_sorted(&mut self.cells, &self.fresh);
        std::mem::swap(&mut self.newest, &mut self.fresh);
        self.fresh.clear();
    }

    fn turn(&mut self, cell: usize, code: u8) {
        let (row, col) = self.shape.position(cell);
        self.urban[cell] = code;
        self.count_neighbour(cell, |count| *count += 1);
        self.totals.pop += 1;
        self.totals.rows += row as u64;
        self.totals.cols += col as u64;
        self.totals.slope += u64::from(self.city.slope(cell));
        let interior = self.shape.is_interior(row, col);
        if interior {
            self.totals.off_frame += 1;
            self.totals.clusters += 1;
        }
        for (down, across) in SIDES {
            let (i, j) = (row as i32 + down, col as i32 + across);
            if !self.shape.contains(i, j) {
                continue;
            }
            let beside = self.shape.index(i, j);
            if self.urban[beside] == 0 {
                continue;
            }
            if !self.is_edge(beside) {
                self.totals.edges -= 1;
            }
            if interior
                && self.shape.is_interior(i as usize, j as usize)
                && self.clusters.join(cell, beside)
            {
                self.totals.clusters -= 1;
            }
        }
        if self.is_edge(cell) {
            self.totals.edges += 1;
        }
    }

    fn is_edge(&self, cell: usize) -> bool {
        let (row, col) = self.shape.position(cell);
        SIDES.iter().any(|(down, across)| {
            let (i, j) = (row as i32 + down, col as i32 + across);
            self.shape.contains(i, j) && self.urban[self.shape.index(i, j)] == 0
        })
    }

    fn count_neighbour(&mut self, cell: usize, change: impl Fn(&mut u8)) {
        let (row, col) = self.shape.position(cell);
        for (down, across) in RING {
            let (i, j) = (row as i32 + down, col as i32 + across);
            if self.shape.contains(i, j) {
                change(&mut self.neighbours[self.shape.index(i, j)]);
            }
        }
    }
}

/// Merges a sorted list into a sorted list from the back, in place.
fn merge_sorted(all: &mut Vec<u32>, added: &[u32]) {
    let (mut left, mut right) = (all.len(), added.len());
    all.resize(left + right, 0);
    while right > 0 {
        let place = left + right - 1;
        if left > 0 && all[left - 1] > added[right - 1] {
            left -= 1;
            all[place] = all[left];
        } else {
            right -= 1;
            all[place] = added[right];
        }
    }
}
