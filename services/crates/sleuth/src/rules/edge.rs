//! Edge growth, also called organic growth (phase 4).
//!
//! An urban cell with 2 to 7 urban neighbours tries, with the probability of spread, one of its
//! eight neighbours at random; one that is already urban wastes the attempt.

use crate::coefficients::Coefficients;
use crate::random::{Counter, Draws};
use crate::state::{Grown, State};

/// The eight neighbours row by row; only this rule uses this order.
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

/// 64 growing cells at a time. Attempts are independent and a cell becomes urban if any of them
/// succeeds, so the order does not affect the probabilities.
pub(super) fn grow(
    state: &mut State<'_>,
    with: &Coefficients,
    grown: &mut Grown,
    draws: &mut Counter,
) {
    let chance = with.spread.value().ceil() / 101.0;
    let places = state.growing_places();
    for first in (0..places).step_by(64) {
        let mut asked = draws.trials(chance);
        if places - first < 64 {
            asked &= (1 << (places - first)) - 1;
        }
        while asked != 0 {
            let place = first + asked.trailing_zeros() as usize;
            asked &= asked - 1;
            if let Some(cell) = state.growing(place) {
                let (k, number) = draws.eighth_and_uniform();
                let target = state.beside(cell, k);
                if state.attempt_by(target, number) {
                    grown.edge += 1;
                }
            }
        }
    }
}

/// As the original: cell by cell in row-major order, one number each.
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
