//! Prediction: from a year of the layers on into the future.

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::grid::{Grid, Shape};
use crate::run::{RoadsBy, Runner, Span};
use crate::settings::Settings;
use crate::statistics::{Record, YearSummary};

/// A runner that starts from the first urban layer of the start year or later (the last one where
/// there is none).
pub fn runner(
    city: &City,
    span: Span,
    coefficients: Coefficients,
    settings: Settings,
) -> Runner<'_> {
    let roads_by = if settings.switches.prediction_uses_last_roads {
        RoadsBy::Last
    } else {
        RoadsBy::Year
    };
    Runner::new(
        city,
        city.seed_for(span.start),
        span,
        coefficients,
        settings,
        roads_by,
    )
}

/// What iterations added up to. Parts computed apart may be joined in any order.
#[derive(Debug, Clone)]
pub struct Prediction {
    shape: Shape,
    span: Span,
    iterations: u32,
    /// One for each year of each iteration.
    records: Vec<Record>,
    /// Number of iterations in which a cell is urban at the end.
    counts: Vec<u32>,
}

impl Prediction {
    /// Without any iteration yet.
    pub fn empty(shape: Shape, span: Span) -> Self {
        Self {
            shape,
            span,
            iterations: 0,
            records: Vec::new(),
            counts: vec![0; shape.cells()],
        }
    }

    /// Runs one more iteration and adds it.
    pub fn add(&mut self, runner: &mut Runner<'_>, iteration: u32) {
        runner.iterate(iteration, &mut self.records);
        runner.count_urban(&mut self.counts);
        self.iterations += 1;
    }

    /// Adds what was computed apart.
    ///
    /// # Panics
    /// When the other part has other years or another size.
    pub fn join(&mut self, other: &Self) {
        assert!(
            self.shape == other.shape && self.span == other.span,
            "parts of one prediction"
        );
        self.iterations += other.iterations;
        self.records.extend_from_slice(&other.records);
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// Number of iterations.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Mean and spread of each year.
    pub fn years(&self) -> Vec<YearSummary> {
        let years = self.span.years().count();
        self.span
            .years()
            .enumerate()
            .map(|(place, year)| {
                YearSummary::of(year, &self.records[place..].iter().step_by(years))
            })
            .collect()
    }

    /// Percent of iterations in which each cell is urban in the last year, cut to 0..100.
    pub fn probability(&self) -> Grid<u8> {
        let mut probability = Grid::filled(self.shape, 0_u8);
        let whole = u64::from(self.iterations.max(1));
        for (percent, count) in probability.values_mut().iter_mut().zip(&self.counts) {
            *percent = (100 * u64::from(*count) / whole) as u8;
        }
        probability
    }
}

/// Runs iterations 0.. and adds them up.
pub fn predict(
    city: &City,
    span: Span,
    coefficients: Coefficients,
    settings: Settings,
    iterations: u32,
) -> Prediction {
    let mut runner = runner(city, span, coefficients, settings);
    let mut prediction = Prediction::empty(city.shape(), span);
    for iteration in 0..iterations {
        prediction.add(&mut runner, iteration);
    }
    prediction
}
