//! The city while it grows: urban cells, this year's candidates, and running totals.
//!
//! Everything that a year's statistics need is kept up as cells turn, and an iteration starts again
//! by taking back what the last one grew; nothing here goes over the whole area after the start.

use crate::city::City;
use crate::clusters::Clusters;
use crate::grid::{Grid, Shape};
use crate::random::Draws;
use crate::resistance::SlopeTable;

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
/// What is known of a cell, in one number: bit k of the lowest eight is set when its neighbour k is
/// urban (or, for a cell on the frame, outside), the others are flags.
const NEIGHBOURS: u16 = 0xff;
/// The neighbours that share a side.
const SIDES: u16 = 0b1010_1010;
const URBAN: u16 = 1 << 8;
const CANDIDATE: u16 = 1 << 9;
const FRAME: u16 = 1 << 10;
const SEED: u16 = 1 << 11;

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
    /// Neighbours and flags of each cell.
    ground: Vec<u16>,
    /// Steps from a place to its neighbours, in the order of the ring.
    steps: [isize; 8],
    /// Urban cells: in row-major order after [`State::merge_in_order`], else by year.
    cells: Vec<u32>,
    /// Interior urban cells that have 2 neighbours or more; some may have 8 by now.
    growing: Vec<u32>,
    is_in_order: bool,
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
    growing: usize,
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
            ground: vec![0; size],
            steps: RING.map(|(down, across)| down as isize * shape.cols as isize + across as isize),
            // Reserved for all that can happen, so that growing never allocates; memory that is not
            // written to is not taken.
            cells: Vec::with_capacity(size),
            growing: Vec::with_capacity(size),
            is_in_order: false,
            fresh: Vec::with_capacity(size),
            newest: Vec::with_capacity(size),
            clusters: Clusters::new(size),
            totals: Totals::default(),
            seed: Seed {
                cells: Vec::new(),
                growing: 0,
                totals: Totals::default(),
            },
        };
        state.draw_frame();
        for cell in &cells {
            state.turn(*cell as usize);
            state.ground[*cell as usize] |= SEED;
        }
        state.cells.extend_from_slice(&cells);
        let ground = &state.ground;
        state
            .growing
            .retain(|cell| ground[*cell as usize] & NEIGHBOURS != NEIGHBOURS);
        state.growing.sort_unstable();
        state.clusters.settle();
        state.seed = Seed {
            cells,
            growing: state.growing.len(),
            totals: state.totals,
        };
        state
    }

    /// Marks cells on the frame, and what lies outside of them as if it were urban.
    fn draw_frame(&mut self) {
        let Shape { rows, cols } = self.shape;
        let sides = (0..rows).flat_map(|row| [row * cols, row * cols + cols - 1]);
        for cell in (0..cols).chain((rows - 1) * cols..rows * cols).chain(sides) {
            let (row, col) = self.shape.position(cell);
            self.ground[cell] = FRAME;
            for (k, (down, across)) in RING.into_iter().enumerate() {
                if !self.shape.contains(row as i32 + down, col as i32 + across) {
                    self.ground[cell] |= 1 << k;
                }
            }
        }
    }

    /// Takes back what grew since the start: only cells that turned are visited.
    pub(crate) fn restart(&mut self) {
        let first = if self.is_in_order {
            0
        } else {
            self.seed.cells.len()
        };
        for place in first..self.cells.len() {
            let cell = self.cells[place] as usize;
            if self.ground[cell] & SEED == 0 {
                self.ground[cell] &= !URBAN;
                for k in 0..8 {
                    if let Some(beside) = self.neighbour(cell, k) {
                        self.ground[beside] &= !(1 << (k ^ 4));
                    }
                }
            }
        }
        self.cells.truncate(first);
        if first == 0 {
            self.cells.extend_from_slice(&self.seed.cells);
        }
        self.is_in_order = false;
        self.growing.truncate(self.seed.growing);
        self.clusters.restart();
        self.totals = self.seed.totals;
        self.newest.clear();
    }

    /// Neighbour k of a place, if it lies inside.
    fn neighbour(&self, cell: usize, k: usize) -> Option<usize> {
        if self.ground[cell] & FRAME == 0 {
            return Some(cell.wrapping_add_signed(self.steps[k]));
        }
        let (row, col) = self.shape.position(cell);
        let (i, j) = (row as i32 + RING[k].0, col as i32 + RING[k].1);
        self.shape.contains(i, j).then(|| self.shape.index(i, j))
    }

    /// Neighbour k of a place off the frame.
    pub(crate) fn beside(&self, cell: usize, k: usize) -> usize {
        cell.wrapping_add_signed(self.steps[k])
    }

    /// A place among the growing cells with what edge growth asks of it; one that is built up all
    /// around is dropped where that can be taken back.
    pub(crate) fn growing(&mut self, place: usize) -> Growing {
        let Some(cell) = self.growing.get(place).map(|cell| *cell as usize) else {
            return Growing::None;
        };
        if self.ground[cell] & NEIGHBOURS != NEIGHBOURS {
            Growing::Cell(cell)
        } else if place < self.seed.growing {
            Growing::BuiltUp
        } else {
            self.growing.swap_remove(place);
            Growing::Replaced
        }
    }

    /// Urban cells, each once.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Urban cells at the start of an iteration, in row-major order.
    pub(crate) fn seed_cells(&self) -> &[u32] {
        &self.seed.cells
    }

    /// Cells that turned urban in the year just grown.
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

    /// Number of urban cells around a place at the start of the year; the place must
    /// not lie on the frame.
    pub(crate) fn urban_neighbours(&self, index: usize) -> u8 {
        (self.ground[index] & NEIGHBOURS).count_ones() as u8
    }

    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    /// Tries to urbanise a cell; the only gate that all rules use. Numbers in the original's order: one
    /// is drawn only when its test is reached. Else one number decides on both resistances at once.
    pub(crate) fn attempt<D: Draws>(&mut self, index: usize, draws: &mut D) -> bool {
        if self.ground[index] & (URBAN | CANDIDATE) != 0 {
            return false;
        }
        let refusal = self.table.refusal(self.city.slope(index));
        let excluded = usize::from(self.city.excluded(index));
        let passes = if D::IN_ORDER {
            draws.uniform() > refusal && excluded < draws.below(100)
        } else {
            let open = 99_usize.saturating_sub(excluded) as f64 / 100.0;
            draws.uniform() < (1.0 - refusal) * open
        };
        if passes {
            self.ground[index] |= CANDIDATE;
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

    /// Turns this year's candidates urban; urban cells stay in row-major order if they were.
    pub(crate) fn merge_in_order(&mut self) {
        self.sort_candidates();
        self.turn_candidates();
        merge_sorted(&mut self.cells, &self.newest);
        self.is_in_order = true;
    }

    /// The same without any order.
    pub(crate) fn merge(&mut self) {
        self.turn_candidates();
        self.cells.extend_from_slice(&self.newest);
    }

    fn turn_candidates(&mut self) {
        std::mem::swap(&mut self.newest, &mut self.fresh);
        self.fresh.clear();
        for place in 0..self.newest.len() {
            self.turn(self.newest[place] as usize);
        }
    }

    fn turn(&mut self, cell: usize) {
        let (row, col) = self.shape.position(cell);
        let own = (self.ground[cell] | URBAN) & !CANDIDATE;
        self.ground[cell] = own;
        self.totals.pop += 1;
        self.totals.rows += row as u64;
        self.totals.cols += col as u64;
        self.totals.slope += u64::from(self.city.slope(cell));
        if own & SIDES != SIDES {
            self.totals.edges += 1;
        }
        for k in 0..8 {
            let Some(beside) = self.neighbour(cell, k) else {
                continue;
            };
            let before = self.ground[beside];
            let now = before | (1 << (k ^ 4));
            self.ground[beside] = now;
            if before & URBAN == 0 {
                continue;
            }
            if before & SIDES != SIDES && now & SIDES == SIDES {
                self.totals.edges -= 1;
            }
            if now & FRAME == 0 && (now & NEIGHBOURS).count_ones() == 2 {
                self.growing.push(beside as u32);
            }
        }
        if own & FRAME == 0 {
            self.totals.off_frame += 1;
            if (2..8).contains(&(own & NEIGHBOURS).count_ones()) {
                self.growing.push(cell as u32);
            }
            self.cluster(cell, own);
        }
    }

    /// Puts a new cell off the frame into the cluster of those beside it. Two beside it that have an
    /// urban cell between them are of one cluster already.
    fn cluster(&mut self, cell: usize, own: u16) {
        let is_urban = |k: usize| own & (1 << (k % 8)) != 0;
        let mut sides = [false; 8];
        let mut found = false;
        for k in [1, 3, 5, 7] {
            let beside = self.beside(cell, k);
            if !is_urban(k) || self.ground[beside] & FRAME != 0 {
                continue;
            }
            sides[k] = true;
            if !found {
                self.clusters.follow(cell, beside);
                found = true;
                continue;
            }
            let is_joined =
                (sides[k - 2] && is_urban(k - 1)) || (k == 7 && sides[1] && is_urban(0));
            if !is_joined && self.clusters.join(cell, beside) {
                self.totals.clusters -= 1;
            }
        }
        if !found {
            self.clusters.found(cell);
            self.totals.clusters += 1;
        }
    }
}

/// What stands at a place among the growing cells.
pub(crate) enum Growing {
    /// A cell that may grow.
    Cell(usize),
    /// One that is built up all around.
    BuiltUp,
    /// Such a one stood there; another one, not yet asked, or none does now.
    Replaced,
    /// The list is at its end.
    None,
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
