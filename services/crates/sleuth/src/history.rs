//! Test mode: simulates the years of the layers and compares with the real layers.

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::fit::{Fit, real_records};
use crate::land_use::{Deltatrons, LandUse};
use crate::overlap::Overlap;
use crate::run::{RoadsBy, Runner, Span};
use crate::settings::Settings;
use crate::statistics::{Metric, Record, YearSummary};

/// Result of a test run.
#[derive(Debug, Clone)]
pub struct History {
    /// The urban years after the first.
    pub years: Vec<YearSummary>,
    /// Goodness of fit of the means.
    pub fit: Fit,
    /// Records of each iteration: the years of the first, then of the second, and so on.
    pub records: Vec<Record>,
}

/// Grows from the first urban layer to the last, `iterations` times. None with fewer than two urban
/// layers, because there is nothing to compare with.
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

/// Like [`test`], with land use from its first layer on, compared with its second at the end.
pub fn test_with_land_use(
    city: &City,
    land_use: &LandUse,
    coefficients: Coefficients,
    settings: Settings,
    iterations: u32,
) -> Option<History> {
    if iterations == 0 {
        return None;
    }
    let trials = Trials::new(city, settings)?;
    Some((trials.with_land_use(land_use)).run(coefficients, iterations))
}

/// Test runs of several sets of coefficients.
pub(crate) struct Trials<'c> {
    city: &'c City,
    runner: Runner<'c>,
    /// Measures of the real layers after the first.
    real: Vec<Record>,
    overlap: Overlap,
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
        let runner = Runner::new(city, &first.layer, span, none, settings, RoadsBy::Year);
        Some(Self {
            city,
            real: real_records(city),
            overlap: Overlap::new(&urban[1..], runner.seed()),
            runner,
        })
    }

    /// Includes land use from its first layer on.
    pub(crate) fn with_land_use(mut self, land_use: &'c LandUse) -> Self {
        self.runner = self.runner.with_land_use(land_use.from_first());
        self
    }

    /// Runs iterations 0.. of a set; earlier sets have no influence.
    pub(crate) fn run(&mut self, coefficients: Coefficients, iterations: u32) -> History {
        let controls = &self.city.urban()[1..];
        self.runner.begin(coefficients);
        let mut records = Vec::with_capacity(controls.len() * iterations as usize);
        let (real, overlap) = (&self.real, &mut self.overlap);
        for iteration in 0..iterations {
            overlap.restart();
            self.runner
                .iterate_with(iteration, |state, year, mut record| {
                    overlap.count(state.newest());
                    if let Some(place) = controls.iter().position(|real| real.year == year) {
                        let both = overlap.with(place) as f64;
                        let either = record.get(Metric::Pop) + real[place].get(Metric::Pop) - both;
                        record.set(Metric::LeeSalee, lee_sallee(both, either));
                        records.push(record);
                    }
                });
        }
        let years: Vec<YearSummary> = controls
            .iter()
            .enumerate()
            .map(|(place, real)| {
                let records = records[place..].iter().step_by(controls.len());
                YearSummary::of(real.year, &records)
            })
            .collect();
        let land_use = self.runner.land_use().map(Deltatrons::agreement);
        let fit = Fit::of(&self.real, &years, land_use);
        History {
            years,
            fit,
            records,
        }
    }
}

/// Cells urban in both over cells urban in either (Lee & Sallee 1970).
fn lee_sallee(both: f64, either: f64) -> f64 {
    if either > 0.0 { both / either } else { 0.0 }
}
