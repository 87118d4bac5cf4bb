//! Goodness of fit of simulated means to the real layers.
//!
//! The scores of the original's control statistics, and the Optimal SLEUTH Metric (Dietzel &
//! Clarke, "Toward optimal calibration of the SLEUTH land use change model", Transactions in GIS
//! 11, 2007).

use serde::{Deserialize, Serialize};

use crate::city::City;
use crate::coefficients::Coefficients;
use crate::run::measure;
use crate::state::{Grown, State};
use crate::statistics::{Metric, Record, YearSummary};

/// Scores of a run, 0..1, 1 is best.
///
/// The squares are squared Pearson correlations of simulated means and real values over the control
/// years, which are the urban years after the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// Smaller over larger of real and simulated urban area in the last year.
    pub compare: f64,
    /// Mean Lee-Sallee index of the control years.
    pub lee_sallee: f64,
    /// Square of the urban area.
    pub pop: f64,
    /// Square of the number of edge cells.
    pub edges: f64,
    /// Square of the number of clusters.
    pub clusters: f64,
    /// Square of the mean size of clusters.
    pub cl_size: f64,
    /// Square of the mean slope.
    pub slope: f64,
    /// Square of the urban share.
    pub pct_urban: f64,
    /// Square of the mean column.
    pub xmean: f64,
    /// Square of the mean row.
    pub ymean: f64,
    /// Square of the radius.
    pub rad: f64,
    /// Share of cells whose land use at the end of the last iteration matches the last layer; none
    /// in runs without land use. The original's `fmatch`.
    #[serde(default)]
    pub land_use: Option<f64>,
    /// Metrics that are constant in the real layers, such as slope on level land or the number of
    /// clusters if there is one: their squares are always 0.
    #[serde(default)]
    pub unchanged: Vec<Metric>,
}

/// The metrics of the Optimal SLEUTH Metric, besides `compare`.
const OPTIMAL: [Metric; 6] = [
    Metric::Pop,
    Metric::Edges,
    Metric::Clusters,
    Metric::Slope,
    Metric::Xmean,
    Metric::Ymean,
];

impl Fit {
    /// Metrics compared as time series.
    pub const COMPARED: [Metric; 9] = [
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

    pub(crate) fn of(real: &[Record], years: &[YearSummary], land_use: Option<f64>) -> Self {
        let square = |metric| {
            let pairs = real
                .iter()
                .zip(years)
                .map(|(real, year)| (real.get(metric), year.mean(metric)));
            squared_correlation(&pairs.collect::<Vec<_>>())
        };
        let (simulated, really) = match (years.last(), real.last()) {
            (Some(year), Some(record)) => (year.mean(Metric::Pop), record.get(Metric::Pop)),
            _ => (0.0, 0.0),
        };
        let larger = simulated.max(really);
        let is_unchanged = |metric: &Metric| {
            let values = real.iter().map(|record| record.get(*metric));
            let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
            most - values.fold(f64::INFINITY, f64::min) < 1e-9
        };
        let shapes = years.iter().map(|year| year.mean(Metric::LeeSalee));
        Self {
            compare: if larger > 0.0 {
                simulated.min(really) / larger
            } else {
                0.0
            },
            lee_sallee: shapes.sum::<f64>() / years.len() as f64,
            pop: square(Metric::Pop),
            edges: square(Metric::Edges),
            clusters: square(Metric::Clusters),
            cl_size: square(Metric::ClSize),
            slope: square(Metric::Slope),
            pct_urban: square(Metric::PctUrban),
            xmean: square(Metric::Xmean),
            ymean: square(Metric::Ymean),
            rad: square(Metric::Rad),
            land_use,
            unchanged: Self::COMPARED.into_iter().filter(is_unchanged).collect(),
        }
    }

    /// Squared correlation of a metric; none for metrics that are not compared.
    pub fn squared(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Pop => Some(self.pop),
            Metric::Edges => Some(self.edges),
            Metric::Clusters => Some(self.clusters),
            Metric::ClSize => Some(self.cl_size),
            Metric::Slope => Some(self.slope),
            Metric::PctUrban => Some(self.pct_urban),
            Metric::Xmean => Some(self.xmean),
            Metric::Ymean => Some(self.ymean),
            Metric::Rad => Some(self.rad),
            _ => None,
        }
    }

    /// Product of all scores, as the original prints it.
    pub fn product(&self) -> f64 {
        [
            self.lee_sallee,
            self.edges,
            self.clusters,
            self.pop,
            self.xmean,
            self.ymean,
            self.rad,
            self.slope,
            self.cl_size,
            self.pct_urban,
            self.land_use.unwrap_or(1.0),
        ]
        .iter()
        .fold(self.compare, |product, score| product * score)
    }

    /// Optimal SLEUTH Metric: compare · pop · edges · clusters · slope · xmean · ymean (Dietzel &
    /// Clarke 2007). Without constant metrics ([`Fit::left_out`]), which would make it 0 for every
    /// set.
    pub fn optimal(&self) -> f64 {
        OPTIMAL
            .into_iter()
            .filter(|metric| !self.unchanged.contains(metric))
            .filter_map(|metric| self.squared(metric))
            .fold(self.compare, |product, score| product * score)
    }

    /// Metrics that the Optimal SLEUTH Metric leaves out here, because they are constant.
    pub fn left_out(&self) -> impl Iterator<Item = Metric> {
        OPTIMAL
            .into_iter()
            .filter(|metric| self.unchanged.contains(metric))
    }
}

/// The metrics of the real layers after the first, by the same definitions. The urban share uses
/// the first road layer in every year, as in the original.
pub(crate) fn real_records(city: &City) -> Vec<Record> {
    let later = city.urban().iter().skip(1);
    later
        .map(|urban| {
            measure(
                &State::new(city, &urban.layer, f64::INFINITY),
                city.first_roads().count(),
                Grown::default(),
                &Coefficients::LEAST,
            )
        })
        .collect()
}

/// Squared Pearson correlation; 0 if either is nearly constant.
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
    fn a_metric_counts_unless_it_never_changes() {
        let of = |clusters: [f64; 3], slopes: [f64; 3]| {
            let records = [0, 1, 2].map(|year| {
                let mut record = Record::new();
                for metric in Fit::COMPARED {
                    record.set(metric, 1.0 + f64::from(year as u8));
                }
                record.set(Metric::Clusters, clusters[year]);
                record.set(Metric::Slope, slopes[year]);
                record
            });
            Fit {
                compare: 0.5,
                pop: 1.0,
                edges: 1.0,
                xmean: 1.0,
                ymean: 1.0,
                ..Fit::of(&records, &[], None)
            }
        };
        let (rising, still) = ([1.0, 1.1, 1.2], [2.5; 3]);
        for (fit, left_out, optimal) in [
            (of(rising, rising), vec![], 0.0),
            (of(rising, still), vec![Metric::Slope], 0.0),
            (
                of(still, still),
                vec![Metric::Clusters, Metric::Slope],
                0.5_f64,
            ),
        ] {
            assert_eq!(fit.left_out().collect::<Vec<_>>(), left_out);
            assert_eq!(fit.optimal().to_bits(), optimal.to_bits());
        }
        let steep = Fit {
            slope: 0.5,
            ..of(still, rising)
        };
        assert_eq!(steep.optimal().to_bits(), 0.25_f64.to_bits());
    }

    #[test]
    fn correlation_is_one_on_a_line_and_nought_without_change() {
        assert!((squared_correlation(&[(1.0, 10.0), (2.0, 8.0), (3.0, 6.0)]) - 1.0).abs() < 1e-12);
        assert!(squared_correlation(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]).abs() < 1e-12);
        assert!((squared_correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]) - 0.25).abs() < 1e-12);
    }
}
