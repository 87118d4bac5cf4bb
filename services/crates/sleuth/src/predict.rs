//! Prediction: from a year of the layers on into the future.

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::grid::{Grid, Shape};
use crate::run::{RoadsBy, Runner, Span};
use crate::settings::Settings;
use crate::statistics::{METRICS, Metric, Record, YearSummary};

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
    /// For each year kept, the number of iterations in which a cell is urban; the last year always.
    counts: Vec<Vec<u32>>,
}

/// Bytes that are no prediction of this version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("these bytes are no prediction")]
pub struct NoPrediction;

/// First bytes of a kept prediction; the last one is the version.
const MAGIC: [u8; 4] = *b"SLP1";

impl Prediction {
    /// Without any iteration yet.
    pub fn empty(shape: Shape, span: Span) -> Self {
        Self {
            shape,
            span,
            iterations: 0,
            records: Vec::new(),
            counts: vec![vec![0; shape.cells()]],
        }
    }

    /// The same that also counts, for each year, in how many iterations a cell is urban.
    pub fn yearly(city: &City, span: Span) -> Self {
        let years = span.years().count().max(1);
        Self {
            counts: vec![vec![0; city.shape().cells()]; years],
            ..Self::empty(city.shape(), span)
        }
    }

    /// Runs one more iteration and adds it.
    pub fn add(&mut self, runner: &mut Runner<'_>, iteration: u32) {
        // The years kept are the last ones of the span.
        let first_kept = self.span.stop + 1 - self.counts.len() as i32;
        runner.iterate_with(iteration, |state, year, record| {
            self.records.push(record);
            if let Ok(place) = usize::try_from(year - first_kept) {
                for cell in state.cells() {
                    self.counts[place][*cell as usize] += 1;
                }
            }
        });
        self.iterations += 1;
    }

    /// In how many iterations each cell is urban in a year; none for a year that is not kept.
    pub fn counts_in(&self, year: i32) -> Option<&[u32]> {
        let back = usize::try_from(self.span.stop - year).ok()?;
        let place = self.counts.len().checked_sub(back + 1)?;
        Some(&self.counts[place])
    }

    /// From which year to which.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The records of a year, one for each iteration, in the order in which they were added.
    pub fn records_of(&self, year: i32) -> impl Iterator<Item = &Record> + Clone {
        let years = self.span.years().count().max(1);
        let place = self.span.years().position(|each| each == year);
        self.records
            .iter()
            .skip(place.unwrap_or(self.records.len()))
            .step_by(years)
    }

    /// All of it, in little-endian order, not compressed.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [
            self.shape.rows as u32,
            self.shape.cols as u32,
            self.span.start as u32,
            self.span.stop as u32,
            self.iterations,
            self.counts.len() as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for record in &self.records {
            bytes.extend(
                Metric::ALL
                    .map(|metric| record.get(metric).to_le_bytes())
                    .as_flattened(),
            );
        }
        for count in self.counts.iter().flatten() {
            bytes.extend(count.to_le_bytes());
        }
        bytes
    }

    /// What [`Prediction::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NoPrediction> {
        let (head, rest) = bytes.split_at_checked(28).ok_or(NoPrediction)?;
        let (magic, numbers) = head.split_at(4);
        if magic != MAGIC {
            return Err(NoPrediction);
        }
        let (numbers, _) = numbers.as_chunks::<4>();
        let number = |place: usize| u32::from_le_bytes(numbers[place]);
        let shape = Shape {
            rows: number(0) as usize,
            cols: number(1) as usize,
        };
        let span = Span {
            start: number(2) as i32,
            stop: number(3) as i32,
        };
        let (iterations, kept) = (number(4), number(5) as usize);
        let records = iterations as usize * span.years().count();
        let (records_at, counts_at) = (records * METRICS * 8, kept * shape.cells() * 4);
        if kept == 0 || rest.len() != records_at + counts_at {
            return Err(NoPrediction);
        }
        let (records, counts) = rest.split_at(records_at);
        let records = records
            .chunks_exact(METRICS * 8)
            .map(|chunk| {
                let mut record = Record::new();
                for (metric, value) in Metric::ALL.into_iter().zip(chunk.as_chunks::<8>().0) {
                    record.set(metric, f64::from_le_bytes(*value));
                }
                record
            })
            .collect();
        let counts = counts
            .chunks_exact(shape.cells().max(1) * 4)
            .map(|year| {
                year.as_chunks::<4>()
                    .0
                    .iter()
                    .map(|count| u32::from_le_bytes(*count))
                    .collect()
            })
            .collect();
        Ok(Self {
            shape,
            span,
            iterations,
            records,
            counts,
        })
    }

    /// Adds what was computed apart.
    ///
    /// # Panics
    /// When the other part has other years or another size.
    pub fn join(&mut self, other: &Self) {
        assert!(
            self.shape == other.shape
                && self.span == other.span
                && self.counts.len() == other.counts.len(),
            "parts of one prediction"
        );
        self.iterations += other.iterations;
        self.records.extend_from_slice(&other.records);
        for (count, more) in self
            .counts
            .iter_mut()
            .flatten()
            .zip(other.counts.iter().flatten())
        {
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
        let last = self.counts.last().map_or(&[][..], Vec::as_slice);
        for (percent, count) in probability.values_mut().iter_mut().zip(last) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::{Dated, Layers};
    use crate::self_modification::SelfModification;

    fn city() -> City {
        let shape = Shape { rows: 30, cols: 40 };
        let empty = Grid::filled(shape, 0_u8);
        let mut urban = empty.clone();
        for row in 10..16 {
            urban.values_mut()[row * 40 + 10..row * 40 + 18].fill(1);
        }
        let mut roads = empty.clone();
        roads.values_mut()[12 * 40..13 * 40].fill(100);
        let dated = |layer| vec![Dated { year: 2020, layer }];
        City::new(Layers {
            urban: dated(urban),
            roads: dated(roads),
            slope: empty.clone(),
            excluded: empty,
        })
        .unwrap()
    }

    #[test]
    fn parts_kept_as_bytes_join_to_the_whole() {
        let city = city();
        let span = Span {
            start: 2020,
            stop: 2030,
        };
        let given = Coefficients::given([40.0; 5]).unwrap();
        let settings = Settings::standard(7, 21.0, SelfModification::OFF);
        let part = |iterations: std::ops::Range<u32>| {
            let mut runner = runner(&city, span, given, settings);
            let mut part = Prediction::yearly(&city, span);
            for iteration in iterations {
                part.add(&mut runner, iteration);
            }
            part
        };
        let whole = part(0..6);
        let mut joined = Prediction::yearly(&city, span);
        for range in [0..2, 2..3, 3..6] {
            let bytes = part(range).to_bytes();
            joined.join(&Prediction::from_bytes(&bytes).unwrap());
        }
        assert_eq!(joined.to_bytes(), whole.to_bytes());
        assert_eq!(
            whole.probability(),
            predict(&city, span, given, settings, 6).probability()
        );
        let of = |year| {
            whole
                .counts_in(year)
                .map(|counts| counts.iter().sum::<u32>())
        };
        assert!(of(2021).unwrap() < of(2030).unwrap());
        assert_eq!((of(2020), of(2031)), (None, None));
        let pop: f64 = whole
            .records_of(2030)
            .map(|record| record.get(Metric::Pop))
            .sum();
        assert!((pop - f64::from(of(2030).unwrap())).abs() < 1e-9);
        let bytes = whole.to_bytes();
        for damaged in [&bytes[..20], &bytes[..bytes.len() - 1], b"SLP0"] {
            assert!(matches!(Prediction::from_bytes(damaged), Err(NoPrediction)));
        }
    }
}
