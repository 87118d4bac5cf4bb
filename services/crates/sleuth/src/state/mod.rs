//! The growing city: urban cells, this year's candidates, and running totals.
//!
//! Everything needed for a year's statistics is updated incrementally, and an iteration restarts by
//! reverting the changes of the last one; nothing scans the whole area after initialization.

mod ground;
mod growing;
mod totals;
mod touched;

use crate::city::{City, Land};
use crate::clusters::Clusters;
use crate::grid::{Grid, Shape};
use crate::random::Draws;
use crate::resistance::SlopeTable;
use ground::Ground;
pub(crate) use ground::RING;
use growing::Growing;
pub(crate) use totals::{Grown, Totals};
use touched::Touched;

/// A city in some year of an iteration.
pub(crate) struct State<'c> {
    pub(crate) city: &'c City,
    pub(crate) shape: Shape,
    pub(crate) table: SlopeTable,
    ground: Vec<Ground>,
    /// Index differences to the neighbours, in the order of the ring.
    steps: [isize; 8],
    /// Urban cells: in row-major order after [`State::merge_in_order`], else by year.
    cells: Vec<u32>,
    growing: Growing,
    is_in_order: bool,
    /// This year's candidates.
    fresh: Vec<u32>,
    /// Cells of the latest year.
    newest: Vec<u32>,
    clusters: Clusters,
    totals: Totals,
    touched: Touched,
    seed: Seed,
}

/// Initial state of an iteration.
struct Seed {
    cells: Vec<u32>,
    ground: Vec<Ground>,
    totals: Totals,
}

impl<'c> State<'c> {
    /// The city with these urban cells; nothing is built from the critical slope (percent) on.
    pub(crate) fn new(city: &'c City, seed: &Grid<u8>, critical_slope: f64) -> Self {
        let shape = city.shape();
        let size = shape.cells();
        let cells: Vec<u32> = (0..size as u32)
            .filter(|cell| seed.values()[*cell as usize] > 0)
            .collect();
        let ground = (0..size).map(|cell| Ground::new(is_closed(city.land(cell), critical_slope)));
        // Reserved for the maximum, so that growing never allocates; unused pages are not
        // committed.
        let reserved = || Vec::with_capacity(size);
        let mut state = Self {
            city,
            shape,
            table: SlopeTable::new(),
            ground: ground.collect(),
            steps: shape.steps(&RING),
            cells: reserved(),
            growing: Growing::new(size),
            is_in_order: false,
            fresh: reserved(),
            newest: reserved(),
            clusters: Clusters::new(shape),
            totals: Totals::default(),
            touched: Touched::new(size),
            seed: Seed {
                cells: Vec::new(),
                ground: Vec::new(),
                totals: Totals::default(),
            },
        };
        state.draw_frame();
        state.close();
        for cell in &cells {
            state.turn(*cell as usize);
        }
        state.cells.extend_from_slice(&cells);
        let ground = &state.ground;
        (state.growing).keep(|cell| ground[cell].has_open_neighbour());
        state.clusters.settle();
        state.seed = Seed {
            cells,
            ground: state.ground.clone(),
            totals: state.totals,
        };
        state
    }

    /// Marks cells on the frame, and treats what lies outside as urban.
    fn draw_frame(&mut self) {
        let Shape { rows, cols } = self.shape;
        let ends = [0, (rows - 1) * cols].map(|start| start..start + cols);
        let sides = (1..rows - 1).flat_map(|row| [row * cols, row * cols + cols - 1]);
        for cell in ends.into_iter().flatten().chain(sides) {
            let (row, col) = self.shape.position(cell);
            let mut outside = 0;
            for (k, (down, across)) in RING.into_iter().enumerate() {
                if !self.shape.contains(row as i32 + down, col as i32 + across) {
                    outside |= 1 << k;
                }
            }
            self.ground[cell] = self.ground[cell].on_frame(outside);
        }
    }

    /// Updates the neighbours of each closed cell.
    fn close(&mut self) {
        for cell in 0..self.ground.len() {
            if !self.ground[cell].is_closed() {
                continue;
            }
            for k in 0..8 {
                if let Some(beside) = self.neighbour(cell, k) {
                    self.ground[beside] = self.ground[beside].beside_closed();
                }
            }
        }
    }

    /// Reverts all growth since the start, visiting only changed cells.
    pub(crate) fn restart(&mut self) {
        let first = if self.is_in_order {
            0
        } else {
            self.seed.cells.len()
        };
        for cell in &self.cells[first..] {
            self.touched.around(*cell as usize, self.shape.cols);
        }
        (self.touched).take_back(&mut self.ground, &self.seed.ground);
        self.cells.clear();
        self.cells.extend_from_slice(&self.seed.cells);
        self.is_in_order = false;
        self.growing.restart();
        self.clusters.restart();
        self.totals = self.seed.totals;
        self.newest.clear();
    }

    /// Neighbour k of a cell, if it is inside.
    fn neighbour(&self, cell: usize, k: usize) -> Option<usize> {
        if !self.ground[cell].is_on_frame() {
            return Some(cell.wrapping_add_signed(self.steps[k]));
        }
        let (row, col) = self.shape.position(cell);
        let (i, j) = (row as i32 + RING[k].0, col as i32 + RING[k].1);
        self.shape.contains(i, j).then(|| self.shape.index(i, j))
    }

    /// Neighbour k of an interior cell.
    pub(crate) fn beside(&self, cell: usize, k: usize) -> usize {
        cell.wrapping_add_signed(self.steps[k])
    }

    /// Length of the list of growing cells.
    pub(crate) fn growing_places(&self) -> usize {
        self.growing.len()
    }

    /// The growing cell at an index, if it still has an open neighbour. Neighbours only fill up, so
    /// one without open neighbours is dropped for the rest of the iteration.
    pub(crate) fn growing(&mut self, place: usize) -> Option<usize> {
        let cell = self.growing.get(place)?;
        if self.ground[cell].has_open_neighbour() {
            return Some(cell);
        }
        self.growing.drop(place);
        None
    }

    /// Urban cells without duplicates.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Urban cells at the start of an iteration, in row-major order.
    pub(crate) fn seed_cells(&self) -> &[u32] {
        &self.seed.cells
    }

    /// Cells that became urban in the latest year.
    pub(crate) fn newest(&self) -> &[u32] {
        &self.newest
    }

    /// This year's candidates, in order of creation unless sorted.
    pub(crate) fn candidates(&self) -> &[u32] {
        &self.fresh
    }

    /// Sorts this year's candidates in row-major order.
    pub(crate) fn sort_candidates(&mut self) {
        self.fresh.sort_unstable();
    }

    /// Number of urban neighbours of an interior cell at the start of the year.
    pub(crate) fn urban_neighbours(&self, index: usize) -> u8 {
        self.ground[index].neighbours().count_ones() as u8
    }

    pub(crate) fn totals(&self) -> Totals {
        self.totals
    }

    /// Tries to urbanize a cell; used by all rules. Numbers in the original's order: one is drawn
    /// only when its test is reached.
    pub(crate) fn attempt<D: Draws>(&mut self, index: usize, draws: &mut D) -> bool {
        let own = self.ground[index];
        if !D::IN_ORDER {
            return !own.is_taken() && self.attempt_by(index, draws.uniform());
        }
        let land = self.city.land(index);
        let passes = !own.is_taken()
            && draws.uniform() > self.table.refusal(land.slope)
            && usize::from(land.excluded) < draws.below(100);
        if passes {
            self.ground[index] = own.as_candidate();
            self.fresh.push(index as u32);
        }
        passes
    }

    /// Like [`State::attempt`], with one number 0..1 that decides both resistances.
    pub(crate) fn attempt_by(&mut self, index: usize, number: f64) -> bool {
        let own = self.ground[index];
        if own.is_taken() || own.is_closed() {
            return false;
        }
        let land = self.city.land(index);
        let not_too_steep = 1.0 - self.table.refusal(land.slope);
        let not_excluded = f64::from(SHUT.saturating_sub(land.excluded));
        let passes = number * 100.0 < not_too_steep * not_excluded;
        if passes {
            self.ground[index] = own.as_candidate();
            self.fresh.push(index as u32);
        }
        passes
    }

    /// A random neighbour inside the area: the drawn one, or the next one inside.
    pub(crate) fn pick_neighbour<D: Draws>(&self, row: i32, col: i32, draws: &mut D) -> (i32, i32) {
        let first = draws.below(8);
        (first..first + 8)
            .map(|place| RING[place % 8])
            .map(|(down, across)| (row + down, col + across))
            .find(|(i, j)| self.shape.contains(*i, *j))
            .unwrap_or((row, col))
    }

    /// Makes this year's candidates urban; keeps row-major order.
    pub(crate) fn merge_in_order(&mut self) {
        self.sort_candidates();
        self.turn_candidates();
        merge_sorted(&mut self.cells, &self.newest);
        self.is_in_order = true;
        // Edge growth in the original's order visits all urban cells.
        self.growing.discard();
    }

    /// Like [`State::merge_in_order`], without order.
    pub(crate) fn merge(&mut self) {
        self.turn_candidates();
        self.cells.extend_from_slice(&self.newest);
        self.growing.settle();
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
        let own = self.ground[cell].as_urban();
        self.ground[cell] = own;
        self.totals.pop += 1;
        self.totals.rows += row as u64;
        self.totals.cols += col as u64;
        self.totals.slope += u64::from(self.city.land(cell).slope);
        if !own.is_enclosed() {
            self.totals.edges += 1;
        }
        if own.is_on_frame() {
            for k in 0..8 {
                if let Some(beside) = self.neighbour(cell, k) {
                    self.ground[beside] = self.ground[beside].beside_urban(own.news_for(k));
                    if self.ground[beside].is_urban() {
                        self.urban_beside(beside, k);
                    }
                }
            }
            return;
        }
        for k in 0..8 {
            let beside = self.beside(cell, k);
            self.ground[beside] = self.ground[beside].beside_urban(own.news_for(k));
        }
        let mut urban = own.neighbours();
        while urban != 0 {
            let k = urban.trailing_zeros() as usize;
            urban &= urban - 1;
            self.urban_beside(self.beside(cell, k), k);
        }
        self.totals.off_frame += 1;
        if own.has_two() && own.has_open_neighbour() {
            self.growing.add(cell);
        }
        self.cluster(cell, (row, col), own);
    }

    /// Updates an urban cell after its neighbour became urban; it is neighbour k of that one.
    fn urban_beside(&mut self, beside: usize, k: usize) {
        let now = self.ground[beside];
        if k % 2 == 1 && now.is_enclosed() {
            self.totals.edges -= 1;
        }
        if !now.is_on_frame() && now.has_just_two() && now.has_open_neighbour() {
            self.growing.add(beside);
        }
    }

    /// Adds a new interior cell to the cluster of its neighbours, first the one with which it
    /// shares a label. Two neighbours with an urban cell between them are in one cluster already.
    fn cluster(&mut self, cell: usize, (row, col): (usize, usize), own: Ground) {
        let label = self.clusters.place(row, col);
        let mut sides = [false; 8];
        let mut found = false;
        let partner = Clusters::partner(row);
        for turn in [0, 2, 4, 6] {
            let k = (partner + turn) % 8;
            if !own.is_neighbour(k) || self.ground[self.beside(cell, k)].is_on_frame() {
                continue;
            }
            sides[k] = true;
            let beside = self.clusters.beside(label, row, k);
            if !found {
                self.clusters.follow(label, beside);
                found = true;
                continue;
            }
            let is_joined = (sides[(k + 6) % 8] && own.is_neighbour(k + 7))
                || (turn == 6 && sides[partner] && own.is_neighbour(k + 1));
            if !is_joined && self.clusters.join(label, beside) {
                self.totals.clusters -= 1;
            }
        }
        if !found {
            self.clusters.found(label);
            self.totals.clusters += 1;
        }
    }
}

/// From this resistance (percent) on every attempt fails.
const SHUT: u8 = 99;

fn is_closed(land: Land, critical_slope: f64) -> bool {
    land.excluded >= SHUT || f64::from(land.slope) >= critical_slope
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
