//! Test mode: grows through the years of the layers and compares with what really happened.

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::fit::Fit;
use crate::run::{RoadsBy, Runner, Span};
use crate::settings::Settings;
use crate::state::State;
use crate::statistics::{Metric, Record, YearSummary};

/// What a test run says.
#[derive(Debug, Clone)]
pub struct History {
    /// The urban years after the first.
    pub years: Vec<YearSummary>,
    /// How near the means came to the real layers.
    pub fit: Fit,
}

/// Grows from the first urban layer to the last, `iterations` times. None with fewer than two urban
/// layers: there is nothing to compare with.
pub fn test(
    city: &City,
    coefficients: Coefficients,
    settings: Settings,
    iterations: u32,
) -> Option<History> {
    let urban = city.urban();
    let (first, last) = (urban.first()?, urban.last()?);
    if urban.len() < 2 || iterations == 0 {
        return None;
    }
    let controls = &urban[1..];
    let span = Span {
        start: first.year,
        stop: last.year,
    };
    let mut runner = Runner::new(
        city,
        &first.layer,
        span,
        coefficients,
        settings,
        RoadsBy::Year,
    );
    let mut records: Vec<Record> = Vec::with_capacity(controls.len() * iterations as usize);
    for iteration in 0..iterations {
        runner.iterate_with(iteration, |state, year, mut record| {
            if let Some(real) = controls.iter().find(|real| real.year == year) {
                record.set(Metric::LeeSalee, lee_sallee(state, real.layer.values()));
                records.push(record);
            }
        });
    }
    let years: Vec<YearSummary> = controls
        .iter()
        .enumerate()
        .map(|(place, real)| {
            YearSummary::of(real.year, &records[place..].iter().step_by(controls.len()))
        })
        .collect();
    let fit = Fit::of(city, &years);
    Some(History { years, fit })
}

/// Cells urban in both over cells urban in either (Lee & Sallee 1970).
fn lee_sallee(state: &State<'_>, real: &[u8]) -> f64 {
    let both = state
        .cells()
        .iter()
        .filter(|cell| real[**cell as usize] > 0)
        .count();
    let really = real.iter().filter(|value| **value > 0).count();
    let either = state.cells().len() + really - both;
    if either == 0 {
        0.0
    } else {
        both as f64 / either as f64
    }
}
