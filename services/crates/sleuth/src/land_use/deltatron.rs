//! One year of land-use change.

use super::LandUse;
use crate::grid::{Grid, Shape};
use crate::random::Draws;
use crate::settings::Numbers;
use crate::state::RING;

/// Steps of the random walk that forms a patch.
const PATCH_STEPS: usize = 30;
/// Attempts to find a neighbour that changed a year ago.
const TRIES: usize = 16;
/// Age at which a change spreads.
const SPREADING: u8 = 2;
/// Deltatrons older than this are removed.
const OLDEST: u8 = 5;

/// Land use during one iteration: classes, and ages of changes.
#[derive(Debug, Clone)]
pub struct Deltatrons<'l> {
    pub(super) land_use: &'l LandUse,
    start: &'l Grid<u8>,
    /// Class indices at the end of the last year.
    pub(super) now: Vec<u8>,
    /// Including this year's new changes.
    created: Vec<u8>,
    /// Including spread changes too.
    spread: Vec<u8>,
    /// Years since a change, 1 in the year of the change; 0 for none.
    pub(super) ages: Vec<u8>,
    /// Cells marked this year and last year.
    marked: [Vec<u32>; 2],
    /// Number of neighbours whose change spreads this year.
    beside: Vec<u8>,
    /// Cells that have such neighbours.
    reached: Vec<u32>,
}

impl<'l> Deltatrons<'l> {
    pub(super) fn new(land_use: &'l LandUse, start: &'l Grid<u8>) -> Self {
        let cells = start.values();
        Self {
            land_use,
            start,
            now: cells.to_vec(),
            created: cells.to_vec(),
            spread: cells.to_vec(),
            ages: vec![0; cells.len()],
            marked: [Vec::new(), Vec::new()],
            beside: vec![0; cells.len()],
            reached: Vec::new(),
        }
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.start.shape()
    }

    /// Class values of all cells.
    pub fn classes(&self) -> Grid<u8> {
        let mut grid = self.start.clone();
        for (value, place) in grid.values_mut().iter_mut().zip(&self.now) {
            *value = self.land_use.classes[usize::from(*place)].value;
        }
        grid
    }

    /// Share of cells of the same class as in the second layer, 0..1, in single precision as the
    /// original prints it.
    pub fn agreement(&self) -> f64 {
        let real = self.land_use.layers[1].values();
        let same = self
            .now
            .iter()
            .zip(real)
            .filter(|(one, other)| one == other);
        f64::from((same.count() as f64 / real.len() as f64) as f32)
    }

    /// Reverts all changes.
    pub(crate) fn restart(&mut self) {
        self.now.copy_from_slice(self.start.values());
        self.ages.fill(0);
        self.marked.iter_mut().for_each(Vec::clear);
    }

    /// Changes land use after a year in which so many cells grew. No effect before the first layer.
    /// With the original's numbers, some are drawn and unused, as there.
    pub(crate) fn change<D: Draws>(
        &mut self,
        urban: &[u32],
        (year, grown): (i32, u32),
        numbers: Numbers,
        draws: &mut D,
    ) {
        if year < self.land_use.years[0] {
            return;
        }
        self.urbanise(urban);
        self.create(grown, draws);
        self.spread(numbers, draws);
        for age in &mut self.ages {
            *age = if (1..OLDEST).contains(age) {
                *age + 1
            } else {
                0
            };
        }
        self.marked.swap(0, 1);
        self.marked[0].clear();
        std::mem::swap(&mut self.now, &mut self.spread);
        if year == self.land_use.years[1] {
            self.urbanise(urban);
        }
    }

    fn urbanise(&mut self, urban: &[u32]) {
        for cell in urban {
            self.now[*cell as usize] = self.land_use.urban;
        }
    }

    /// New changes at random positions, as many as cells grew.
    fn create<D: Draws>(&mut self, grown: u32, draws: &mut D) {
        self.created.copy_from_slice(&self.now);
        let (land_use, shape) = (self.land_use, self.start.shape());
        // If nothing can change, the search below would not terminate.
        if grown == 0 || !self.now.iter().any(|class| land_use.changes(*class)) {
            return;
        }
        for _ in 0..grown {
            let (row, col) = loop {
                let (row, col) = (draws.below(shape.rows), draws.below(shape.cols));
                if land_use.changes(self.now[row * shape.cols + col]) {
                    break (row, col);
                }
            };
            let cell = row * shape.cols + col;
            let class = self.nearer_class(cell, draws);
            if draws.uniform() < self.chance(cell, class) {
                self.mark(cell, class);
                self.grow_patch((row as i32, col as i32), class, draws);
            }
        }
    }

    /// Of two random classes the one whose mean slope is closer to the cell's; the second on a tie.
    fn nearer_class<D: Draws>(&self, cell: usize, draws: &mut D) -> u8 {
        let ordinary = &self.land_use.ordinary;
        let (first, second) = loop {
            let pair = (
                ordinary[draws.below(ordinary.len())],
                ordinary[draws.below(ordinary.len())],
            );
            if pair.0 != pair.1 {
                break pair;
            }
        };
        let slope = f64::from(self.land_use.city[cell]);
        let away = |class: u8| (self.land_use.slopes[usize::from(class)] - slope).abs();
        if away(first) < away(second) {
            first
        } else {
            second
        }
    }

    /// Transition probability of a cell from its class at the start of the year.
    fn chance(&self, cell: usize, to: u8) -> f64 {
        self.land_use
            .transition(usize::from(self.now[cell]), usize::from(to))
    }

    /// A random walk from the change, which returns to it now and then and may leave the area.
    fn grow_patch<D: Draws>(&mut self, from: (i32, i32), class: u8, draws: &mut D) {
        let step = |(row, col): (i32, i32), draws: &mut D| {
            let (down, across) = RING[draws.below(8)];
            (row + down, col + across)
        };
        let mut at = from;
        for _ in 0..PATCH_STEPS {
            if draws.below(8) == 7 {
                at = from;
            }
            at = step(at, draws);
            let Some(cell) = self.inside(at) else {
                continue;
            };
            if draws.uniform() < self.chance(cell, class) {
                self.mark(cell, class);
                at = step(at, draws);
                if let Some(beside) = self.inside(at) {
                    self.mark(beside, class);
                }
            }
        }
    }

    fn inside(&self, (row, col): (i32, i32)) -> Option<usize> {
        let shape = self.start.shape();
        shape.contains(row, col).then(|| shape.index(row, col))
    }

    /// Changes a cell if its class can change.
    fn mark(&mut self, cell: usize, class: u8) {
        if self.land_use.changes(self.now[cell]) {
            self.created[cell] = class;
            self.set_age(cell);
        }
    }

    fn set_age(&mut self, cell: usize) {
        if self.ages[cell] != 1 {
            self.ages[cell] = 1;
            self.marked[0].push(cell as u32);
        }
    }

    /// Spreads last year's changes to neighbouring cells.
    fn spread<D: Draws>(&mut self, numbers: Numbers, draws: &mut D) {
        self.spread.copy_from_slice(&self.created);
        self.reach();
        let shape = self.start.shape();
        let cols = shape.cols as isize;
        let ring = RING.map(|(down, across)| down as isize * cols + across as isize);
        let reached = std::mem::take(&mut self.reached);
        match numbers {
            // One number for every cell that may change, with and without such neighbours.
            Numbers::Original => {
                for row in 1..shape.rows - 1 {
                    for cell in row * shape.cols + 1..(row + 1) * shape.cols - 1 {
                        self.consider(cell, &ring, draws);
                    }
                }
            }
            Numbers::Counted => {
                for cell in &reached {
                    let (row, col) = shape.position(*cell as usize);
                    if shape.is_interior(row, col) {
                        self.consider(*cell as usize, &ring, draws);
                    }
                }
            }
        }
        for cell in &reached {
            self.beside[*cell as usize] = 0;
        }
        self.reached = reached;
    }

    /// Counts for each cell the neighbours whose change spreads, in row-major order.
    fn reach(&mut self) {
        let shape = self.start.shape();
        self.reached.clear();
        for cell in &self.marked[1] {
            if self.ages[*cell as usize] != SPREADING {
                continue;
            }
            let (row, col) = shape.position(*cell as usize);
            for (down, across) in RING {
                let (i, j) = (row as i32 + down, col as i32 + across);
                if shape.contains(i, j) {
                    let near = shape.index(i, j);
                    if self.beside[near] == 0 {
                        self.reached.push(near as u32);
                    }
                    self.beside[near] += 1;
                }
            }
        }
        self.reached.sort_unstable();
    }

    /// Lets an interior cell follow one of its neighbours if one or two of them (at random)
    /// suffice.
    fn consider<D: Draws>(&mut self, cell: usize, ring: &[isize; 8], draws: &mut D) {
        if self.ages[cell] == 0
            && self.land_use.changes(self.created[cell])
            && usize::from(self.beside[cell]) > draws.below(2)
        {
            self.follow(cell, ring, draws);
        }
    }

    /// Tries to copy the class of a neighbour that changed last year.
    fn follow<D: Draws>(&mut self, cell: usize, ring: &[isize; 8], draws: &mut D) {
        for _ in 0..TRIES {
            let beside = cell.wrapping_add_signed(ring[draws.below(8)]);
            if self.ages[beside] == SPREADING && self.land_use.changes(self.created[beside]) {
                let (from, to) = (self.spread[cell], self.now[beside]);
                let chance = self.land_use.transition(usize::from(from), usize::from(to));
                if draws.uniform() < chance {
                    self.spread[cell] = to;
                    self.set_age(cell);
                }
                return;
            }
        }
    }
}
