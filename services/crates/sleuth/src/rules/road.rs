//! Road-influenced growth (phase 5).
//!
//! The nearest road to one of this year's new cells is searched within a distance set by road
//! gravity; then follows a walk along roads, its length set by diffusion; at its end a cell and up
//! to three around it become urban.

use crate::coefficients::Coefficients;
use crate::random::Draws;
use crate::roads::Roads;
use crate::settings::Switches;
use crate::state::{Grown, State};

/// Cells tried around a new cell at the end of a walk.
const COMPANIONS: usize = 3;

pub(super) fn grow<D: Draws>(
    state: &mut State<'_>,
    roads: Option<&Roads>,
    with: &Coefficients,
    switches: Switches,
    grown: &mut Grown,
    draws: &mut D,
) {
    // The overlap depends on list positions: in the original's order of cells, not in processing
    // order.
    if D::IN_ORDER || switches.growth_list_overlap {
        state.sort_candidates();
    }
    let starts = state.candidates().len();
    if starts == 0 {
        return;
    }
    let reach = reach(state, with);
    for _ in 0..=(with.breed.value() as usize) {
        let (row, col) = start(state, draws.below(starts), starts, switches);
        let end = roads.and_then(|roads| {
            let at = roads.nearest(row, col, reach)?;
            walk(roads, at, with.diffusion.value(), switches, draws)
        });
        let Some(end) = end else {
            continue;
        };
        let (row, col) = state.shape.position(end);
        let (row, col) = state.pick_neighbour(row as i32, col as i32, draws);
        if !state.attempt(state.shape.index(row, col), draws) {
            continue;
        }
        grown.road += 1;
        for _ in 0..COMPANIONS {
            let (i, j) = state.pick_neighbour(row, col, draws);
            if state.attempt(state.shape.index(i, j), draws) {
                grown.road += 1;
            }
        }
    }
}

/// Most positions visited by a search; at least the longer side of the area.
fn reach(state: &State<'_>, with: &Coefficients) -> usize {
    let (rows, cols) = (state.shape.rows, state.shape.cols);
    let rings = (with.road_gravity.value() / 100.0 * ((rows + cols) as f64 / 16.0)) as usize;
    (4 * rings * (rings + 1)).max(rows).max(cols)
}

/// Start of the search: a candidate of the first three rules. In the original the list's columns
/// follow its rows in one buffer with room for as many entries as the area has rows: in a longer
/// list, rows of later entries overlap columns of earlier ones.
fn start(state: &State<'_>, entry: usize, entries: usize, switches: Switches) -> (i32, i32) {
    let position = |place: usize| state.shape.position(state.candidates()[place] as usize);
    let (row, mut col) = position(entry);
    if switches.growth_list_overlap && entry + state.shape.rows < entries {
        col = position(entry + state.shape.rows).0;
    }
    (row as i32, col as i32)
}

/// Walks along roads up to the full length; none if the road ends before.
fn walk<D: Draws>(
    roads: &Roads,
    mut at: usize,
    diffusion: f64,
    switches: Switches,
    draws: &mut D,
) -> Option<usize> {
    let mut walked = 0_i64;
    loop {
        let next = roads.onward(at, draws.below(8));
        if let Some(found) = next {
            at = found;
            walked += 1;
        }
        let weight = roads.weight(at);
        let part = if switches.whole_road_weights {
            f64::from(weight / 100)
        } else {
            f64::from(weight) / 100.0
        };
        if walked > (part * diffusion) as i64 {
            return Some(at);
        }
        next?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::{City, Dated, Layers};
    use crate::grid::{Grid, Shape};
    use crate::random::Counter;

    const SHAPE: Shape = Shape { rows: 12, cols: 40 };

    fn raster(value: impl Fn(usize, usize) -> u8) -> Grid<u8> {
        let cells = (0..SHAPE.cells()).map(|cell| value(cell / SHAPE.cols, cell % SHAPE.cols));
        Grid::from_values(SHAPE, cells.collect()).unwrap()
    }

    /// The cells added by roads for these candidates, in row-major order.
    fn grown(city: &City, candidates: &[usize], switches: Switches) -> Vec<u32> {
        let mut state = State::new(city, city.seed_for(2000), 21.0);
        let with = Coefficients::given([3.0, 60.0, 1.0, 1.0, 100.0]).unwrap();
        state.table.fill(with.slope_resistance, 21.0);
        for cell in candidates {
            assert!(state.attempt_by(*cell, 0.0));
        }
        let (mut grown, mut draws) = (Grown::default(), Counter::new(1, 0, 2001));
        let roads = Some(city.first_roads());
        grow(&mut state, roads, &with, switches, &mut grown, &mut draws);
        let fresh = state.candidates().iter().copied();
        let mut added: Vec<u32> = fresh
            .filter(|cell| !candidates.contains(&(*cell as usize)))
            .collect();
        added.sort_unstable();
        assert_eq!(added.len(), grown.road as usize);
        added
    }

    /// More candidates than rows, so that the list overlaps; created in another order, they are the
    /// same.
    #[test]
    fn with_the_overlap_the_order_of_work_changes_nothing() {
        let dated = |layer| vec![Dated { year: 2000, layer }];
        let city = City::new(Layers {
            urban: dated(raster(|_, _| 0)),
            roads: dated(raster(|_, j| u8::from(j % 9 == 3))),
            slope: raster(|_, _| 0),
            excluded: raster(|_, _| 0),
        })
        .unwrap();
        let forwards: Vec<usize> = (0..40).map(|n| n * 11 % SHAPE.cells()).collect();
        let backwards: Vec<usize> = forwards.iter().rev().copied().collect();
        let kept = Switches {
            growth_list_overlap: true,
            ..Switches::MENDED
        };
        let found = grown(&city, &forwards, kept);
        assert!(found.len() > 20, "{}", found.len());
        assert_eq!(grown(&city, &backwards, kept), found);
        assert_ne!(grown(&city, &forwards, Switches::MENDED), found);
    }
}
