//! Spontaneous growth and new spreading centres (phases 1 and 3).
//!
//! Random cells are tried; one that becomes urban may, with the probability of breed, take up to
//! two neighbours with it and so become a spreading centre for edge growth.

use crate::coefficients::Coefficients;
use crate::random::Draws;
use crate::settings::Settings;
use crate::state::{Grown, State};

/// Most neighbours that a new centre takes, and attempts to find them.
const CENTRE_SIZE: usize = 2;
const CENTRE_TRIES: usize = 8;

/// Number of cells tried per year: proportional to the diagonal of the area, not to the area.
fn trials(state: &State<'_>, with: &Coefficients, settings: &Settings) -> usize {
    let (rows, cols) = (state.shape.rows as f64, state.shape.cols as f64);
    1 + (settings.diffusion_multiplier
        * with.diffusion.value()
        * (rows * rows + cols * cols).sqrt()) as usize
}

pub(super) fn grow<D: Draws>(
    state: &mut State<'_>,
    with: &Coefficients,
    settings: &Settings,
    grown: &mut Grown,
    draws: &mut D,
) {
    let breed = with.breed.value() as usize;
    for _ in 0..trials(state, with, settings) {
        let row = draws.below(state.shape.rows);
        let col = draws.below(state.shape.cols);
        if !state.shape.is_interior(row, col) {
            continue;
        }
        let (row, col) = (row as i32, col as i32);
        if !state.attempt(state.shape.index(row, col), draws) {
            continue;
        }
        grown.spontaneous += 1;
        if draws.below(101) < breed {
            found_centre(state, row, col, grown, draws);
        }
    }
}

fn found_centre<D: Draws>(
    state: &mut State<'_>,
    row: i32,
    col: i32,
    grown: &mut Grown,
    draws: &mut D,
) {
    let mut taken = 0;
    for _ in 0..CENTRE_TRIES {
        let (i, j) = state.pick_neighbour(row, col, draws);
        if state.attempt(state.shape.index(i, j), draws) {
            grown.centre += 1;
            taken += 1;
            if taken == CENTRE_SIZE {
                return;
            }
        }
    }
}
