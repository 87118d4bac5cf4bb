//! Test mode: grows through the years of the layers and compares with what really happened.

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::fit::{Fit, real_records};
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
    if iterations == 0 {
        return None;
    }
    Some(Trials::new(city, settings)?.run(coefficients, iterations))
}

/// Test runs of one set of coefficients after the other.
pub(crate) struct Trials<'c> {
    city: &'c City,
    runner: Runner<'c>,
    /// Measures of the real layers after the first.
    real: Vec<Record>,
    /// One for each control year of each iteration of the run at hand.
    records: Vec<Record>,
}

impl<'c> Trials<'c> {
    /// None with fewer than two urban layers.
    pub(crate) fn new(city: &'c City, settings: Settings) -> Option<Self> {
        let urban = city.urban();
        let (first, last) = (urban.first()?, urban.last()?);
        if urban.len() < 2 {
            return None;
        }
        let span = Span {
            start: first.year,
            stop: last.year,
        };
        let none = Coefficients::LEAST;
        Some(Self {
            city,
            runner: Runner::new(city, &first.layer, span, none, settings, RoadsBy::Year),
            real: real_records(city),
            records: Vec::new(),
        })
    }

    /// Runs iterations 0.. of a set; earlier sets leave no trace.
    pub(crate) fn run(&mut self, coefficients: Coefficients, iterations: u32) -> History {
        let controls = &self.city.urban()[1..];
        self.runner.begin(coefficients);
        self.records.clear();
        for iteration in 0..iterations {
            self.runner
                .iterate_with(iteration, |state, year, mut record| {
                    if let Some(place) = controls.iter().position(|real| real.year == year) {
                        let really = self.real[place].get(Metric::Pop);
                        let real = controls[place].layer.values();
                        record.set(Metric::LeeSalee, lee_sallee(state, real, really));
                        self.records.push(record);
                    }
                });
        }
        let years: Vec<YearSummary> = controls
            .iter()
            .enumerate()
            .map(|(place, real)| {
                let records = self.records[place..].iter().step_by(controls.len());
                YearSummary::of(real.year, &records)
            })
            .collect();
        let fit = Fit::of(&self.real, &years);
        History { years, fit }
    }
}

/// Cells urban in both over cells urban in either (Lee & Sallee 1970).
fn lee_sallee(state: &State<'_>, real: &[u8], really: f64) -> f64 {
    let cells = state.cells();
    let both = cells
        .iter()
        .filter(|cell| real[**cell as usize] > 0)
        .count() as f64;
    let either = cells.len() as f64 + really - both;
    if either > 0.0 { both / either } else { 0.0 }
}
