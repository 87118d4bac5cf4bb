//! Edge growth, also called organic growth (phase 4).
//!
//! An urban cell with 2 to 7 urban neighbours tries, by spread, one of its eight neighbours, chosen
//! blindly: one that is urban already wastes the attempt.

use crate::coefficients::Coefficients;
use crate::random::Draws;
use crate::state::{Growing, Grown, State};

/// The eight neighbours row by row; only this rule counts them so.
const ROWS: [(i32, i32); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// By leaps over the cells that would not be drawn, in a list of those that can grow. Attempts are
/// independent and a cell turns if any on it passes, so that order does not matter to the chances.
pub(super) fn grow<D: Draws>(
    state: &mut State<'_>,
    with: &Coefficients,
    grown: &mut Grown,
    draws: &mut D,
) {
    let chance = with.spread.value().ceil() / 101.0;
    let mut place = draws.failures(chance);
    loop {
        match state.growing(place) {
            Growing::None => return,
            Growing::BuiltUp => place += 1,
            // The one that stands there now has not been asked.
            Growing::Replaced => {}
            Growing::Cell(cell) => {
                let target = state.beside(cell, draws.below(8));
                if state.attempt(target, draws) {
                    grown.edge += 1;
                }
                place += 1;
            }
        }
        place += draws.failures(chance);
    }
}

/// As the original: cell by cell in row-major order, a number for each.
pub(super) fn grow_in_order<D: Draws>(
    state: &mut State<'_>,
    with: &Coefficients,
    grown: &mut Grown,
    draws: &mut D,
) {
    let spread = with.spread.value();
    for place in 0..state.cells().len() {
        let cell = state.cells()[place] as usize;
        let (row, col) = state.shape.position(cell);
        if !state.shape.is_interior(row, col) || draws.below(101) as f64 >= spread {
            continue;
        }
        if !(2..8).contains(&state.urban_neighbours(cell)) {
            continue;
        }
        let (down, across) = ROWS[draws.below(8)];
        let target = state.shape.index(row as i32 + down, col as i32 + across);
        if state.attempt(target, draws) {
            grown.edge += 1;
        }
    }
}
