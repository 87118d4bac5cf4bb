//! Edge growth, also called organic growth (phase 4).
//!
//! An urban cell with 2 to 7 urban neighbours tries, by spread, one of its eight neighbours, chosen
//! blindly: one that is urban already wastes the attempt.

use crate::coefficients::Coefficients;
use crate::random::Draws;
use crate::state::{Grown, Phase, State};

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

pub(super) fn grow<D: Draws>(
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
        if state.attempt(target, Phase::Edge, draws) {
            grown.edge += 1;
        }
    }
}
