//! How near simulated means come to the real layers.
//!
//! The scores of the original's control statistics, and the Optimal SLEUTH Metric (Dietzel & Clarke,
//! "Toward optimal calibration of the SLEUTH land use change model", Transactions in GIS 11, 2007).

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::grid::Grid;
use crate::run::measure;
use crate::state::{Grown, State};
use crate::statistics::{Metric, Record, YearSummary};

/// Metrics whose course over the control years is compared by squared correlation.
const CORRELATED: [Metric; 9] = [
    Metric::Pop,
    Metric::Edges,
    Metric::Clusters,
    Metric::ClSize,
    Metric::Slope,
    Metric::PctUrban,
    Metric::Xmean,
    Metric::Ymean,
    Metric::Rad,
];

/// Scores of a run, each 0..1, 1 the best.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Smaller over larger of real and simulated urban area in the last year.
    pub compare: f64,
    /// Mean Lee-Sallee index of the control years.
    pub lee_sallee: f64,
    squares: [f64; CORRELATED.len()],
}

impl Fit {
    pub(crate) fn of(city: &City, years: &[YearSummary]) -> Self {
        let real: Vec<Record> = city.urban()[1..]
            .iter()
            .map(|urban| real_record(city, &urban.layer))
            .collect();
        let squares = CORRELATED.map(|metric| {
            let pairs = real
                .iter()
                .zip(years)
                .map(|(real, year)| (real.get(metric), year.mean(metric)));
            squared_correlation(&pairs.collect::<Vec<_>>())
        });
        let (simulated, really) = match (years.last(), real.last()) {
            (Some(year), Some(record)) => (year.mean(Metric::Pop), record.get(Metric::Pop)),
            _ => (0.0, 0.0),
        };
        let larger = simulated.max(really);
        let compare = if larger > 0.0 {
            simulated.min(really) / larger
        } else {
            0.0
        };
        let lee_sallee = years
            .iter()
            .map(|year| year.mean(Metric::LeeSalee))
            .sum::<f64>()
            / years.len() as f64;
        Self {
            compare,
            lee_sallee,
            squares,
        }
    }

    /// Squared correlation of a metric's course; none for metrics that are not compared.
    pub fn squared(&self, metric: Metric) -> Option<f64> {
        CORRELATED
            .iter()
            .position(|compared| *compared == metric)
            .map(|place| self.squares[place])
    }

    /// Product of all scores, as the original prints it without land use.
    pub fn product(&self) -> f64 {
        self.compare * self.lee_sallee * self.squares.iter().product::<f64>()
    }

    /// Optimal SLEUTH Metric: compare · pop · edges · clusters · slope · xmean · ymean.
    pub fn optimal(&self) -> f64 {
        [
            Metric::Pop,
            Metric::Edges,
            Metric::Clusters,
            Metric::Slope,
            Metric::Xmean,
            Metric::Ymean,
        ]
        .iter()
        .filter_map(|metric| self.squared(*metric))
        .product::<f64>()
            * self.compare
    }
}

/// The metrics of a real layer by the same definitions. The urban share takes the first road layer in
/// every year, as in the original.
fn real_record(city: &City, layer: &Grid<u8>) -> Record {
    measure(
        &State::new(city, layer),
        city.first_roads(),
        Grown::default(),
        &Coefficients::LEAST,
    )
}

/// Squared Pearson correlation; 0 where one of the two hardly varies.
fn squared_correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean_of = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean_of(|pair| pair.0), mean_of(|pair| pair.1));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xx += (x - mean_x).powi(2);
        yy += (y - mean_y).powi(2);
        xy += (x - mean_x) * (y - mean_y);
    }
    if xx * yy < 1e-11 {
        0.0
    } else {
        xy * xy / (xx * yy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_one_on_a_line_and_nought_without_change() {
        assert!((squared_correlation(&[(1.0, 10.0), (2.0, 8.0), (3.0, 6.0)]) - 1.0).abs() < 1e-12);
        assert!(squared_correlation(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]).abs() < 1e-12);
        assert!((squared_correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]) - 0.25).abs() < 1e-12);
    }
}
