//! Prediction: simulation from a year of the layers into the future.

mod bytes;
mod tally;

pub use bytes::BytesError;

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::grid::{Grid, Shape};
use crate::run::{RoadsBy, Runner, Span};
use crate::settings::Settings;
use crate::statistics::{Record, YearSummary};
use tally::Tally;

/// A runner that starts from the first urban layer of the start year or later (the last one if
/// there is none).
pub fn runner(
    city: &City,
    span: Span,
    coefficients: Coefficients,
    settings: Settings,
) -> Runner<'_> {
    let switches = settings.switches;
    let is_lost =
        switches.prediction_loses_lone_old_roads && city.has_lone_roads_before(span.start);
    let roads_by = if is_lost {
        RoadsBy::None
    } else if switches.prediction_uses_last_roads {
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

/// Accumulated iterations. Parts computed separately can be joined in any order with bit-identical
/// results, because records are ordered by iteration number.
#[derive(Debug, Clone)]
pub struct Prediction {
    shape: Shape,
    span: Span,
    /// Numbers of the iterations, ascending.
    numbers: Vec<u32>,
    /// One per year and iteration.
    records: Vec<Record>,
    tally: Tally,
}

impl Prediction {
    /// Without iterations; counts urban cells of the last year only.
    pub fn empty(shape: Shape, span: Span) -> Self {
        Self {
            shape,
            span,
            numbers: Vec::new(),
            records: Vec::new(),
            tally: Tally::new(shape, 1),
        }
    }

    /// Without iterations; also counts, for each year, in how many iterations a cell is urban
    /// ([`Prediction::counts_in`]).
    pub fn yearly(city: &City, span: Span) -> Self {
        Self {
            tally: Tally::new(city.shape(), span.years().count()),
            ..Self::empty(city.shape(), span)
        }
    }

    /// Runs one more iteration and adds it.
    ///
    /// # Panics
    /// When it was added before, or after 65,535 iterations.
    pub fn add(&mut self, runner: &mut Runner<'_>, iteration: u32) {
        self.add_telling(runner, iteration, |_year| {});
    }

    /// Like [`Prediction::add`], reporting each finished year.
    ///
    /// # Panics
    /// As [`Prediction::add`].
    pub fn add_telling(
        &mut self,
        runner: &mut Runner<'_>,
        iteration: u32,
        mut tell: impl FnMut(i32),
    ) {
        let mut part = Vec::with_capacity(self.span.years().count());
        let (tally, start) = (&mut self.tally, self.span.start);
        if self.numbers.is_empty() {
            tally.seed = runner.seed().to_vec();
        }
        let is_yearly = tally.columns > 1;
        runner.iterate_with(iteration, |state, year, record| {
            part.push(record);
            let column = if is_yearly {
                (year - start - 1) as usize
            } else {
                0
            };
            for cell in state.newest() {
                tally.count(*cell, column, 1);
            }
            tell(year);
        });
        self.insert(iteration, &part);
    }

    /// Adds a part computed separately.
    ///
    /// # Panics
    /// When the other part has other years, another size, other counts (yearly or not) or an
    /// iteration that is here already, or when both have more than 65,535 iterations.
    pub fn join(&mut self, other: &Self) {
        assert!(
            self.shape == other.shape
                && self.span == other.span
                && self.tally.columns == other.tally.columns,
            "parts of one prediction"
        );
        self.tally.join(&other.tally);
        let years = self.span.years().count();
        for (place, number) in other.numbers.iter().enumerate() {
            self.insert(*number, &other.records[place * years..(place + 1) * years]);
        }
    }

    /// Inserts the records of an iteration, ordered by its number.
    fn insert(&mut self, number: u32, records: &[Record]) {
        let place = self.numbers.partition_point(|here| *here < number);
        assert!(
            self.numbers.get(place) != Some(&number),
            "iteration {number} twice"
        );
        assert!(self.numbers.len() < usize::from(u16::MAX), "iterations");
        self.numbers.insert(place, number);
        let at = place * records.len();
        self.records.splice(at..at, records.iter().copied());
    }

    /// Number of iterations.
    pub fn iterations(&self) -> u32 {
        self.numbers.len() as u32
    }

    /// Approximate memory use, bytes.
    pub fn bytes_in_memory(&self) -> usize {
        size_of_val(&*self.records) + self.tally.bytes_in_memory()
    }

    /// From which year to which.
    pub fn span(&self) -> Span {
        self.span
    }

    /// In how many iterations each cell is urban at the end of a year, in row-major order. None for
    /// a year that was not simulated, and for one before the last unless created by
    /// [`Prediction::yearly`].
    pub fn counts_in(&self, year: i32) -> Option<Vec<u32>> {
        let place = self.span.years().position(|grown| grown == year)?;
        let columns = if year == self.span.stop {
            self.tally.columns
        } else if self.tally.columns > 1 {
            place + 1
        } else {
            return None;
        };
        Some(self.tally.urban_after(columns, self.iterations()))
    }

    /// The records of a year, one per iteration, ordered by iteration number; empty for a year that
    /// was not simulated.
    pub fn records_of(&self, year: i32) -> impl Iterator<Item = &Record> + Clone {
        let years = self.span.years().count().max(1);
        let place = self.span.years().position(|grown| grown == year);
        let first = place.unwrap_or(self.records.len());
        self.records.iter().skip(first).step_by(years)
    }

    /// Mean and spread of each year.
    pub fn years(&self) -> Vec<YearSummary> {
        self.span
            .years()
            .map(|year| YearSummary::of(year, &self.records_of(year)))
            .collect()
    }

    /// Percent of iterations in which each cell is urban in the last year, truncated to 0..100.
    pub fn probability(&self) -> Grid<u8> {
        let mut probability = Grid::filled(self.shape, 0_u8);
        let whole = u64::from(self.iterations().max(1));
        let counts = self
            .tally
            .urban_after(self.tally.columns, self.iterations());
        for (percent, count) in probability.values_mut().iter_mut().zip(counts) {
            *percent = (100 * u64::from(count) / whole) as u8;
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
