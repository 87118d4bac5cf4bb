//! The four growth rules, in the order of a year.
//!
//! All read the state at the start of the year and only add candidates, which become urban together
//! at the end. (Clarke, Hoppen & Gaydos 1997, "growth rules"; the original's phases 1 to 5 skip 2.)

mod edge;
mod road;
mod spontaneous;
#[cfg(test)]
mod tests;

use crate::coefficients::Coefficients;
use crate::random::{Counter, Lehmer};
use crate::roads::Roads;
use crate::settings::Settings;
use crate::state::{Grown, State};

/// Grows one year.
pub(crate) fn grow(
    state: &mut State<'_>,
    roads: Option<&Roads>,
    with: &Coefficients,
    settings: &Settings,
    draws: &mut Counter,
) -> Grown {
    (state.table).fill(with.slope_resistance, settings.critical_slope);
    let mut grown = Grown::default();
    spontaneous::grow(state, with, settings, &mut grown, draws);
    edge::grow(state, with, &mut grown, draws);
    road::grow(state, roads, with, settings.switches, &mut grown, draws);
    state.merge();
    grown
}

/// Like [`grow`], with numbers and cells in the original's order.
pub(crate) fn grow_in_order(
    state: &mut State<'_>,
    roads: Option<&Roads>,
    with: &Coefficients,
    settings: &Settings,
    draws: &mut Lehmer,
) -> Grown {
    (state.table).fill(with.slope_resistance, settings.critical_slope);
    let mut grown = Grown::default();
    spontaneous::grow(state, with, settings, &mut grown, draws);
    edge::grow_in_order(state, with, &mut grown, draws);
    road::grow(state, roads, with, settings.switches, &mut grown, draws);
    state.merge_in_order();
    grown
}
