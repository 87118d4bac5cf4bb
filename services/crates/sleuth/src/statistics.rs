//! Metrics of a year, with mean and standard deviation over iterations.
//!
//! Definitions are those of the original's average log. [`Metric::Sdc`] holds new spreading
//! centres, which the original prints as `sdg`.

use serde::{Deserialize, Serialize};

/// A metric recorded per year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(usize)]
pub enum Metric {
    /// Cells by spontaneous growth in the year.
    Sng,
    /// Cells of new spreading centres in the year.
    Sdc,
    /// Cells by edge (organic) growth in the year.
    Og,
    /// Cells by road-influenced growth in the year.
    Rt,
    /// Cells grown in the year, all rules.
    GrwPix,
    /// Urban cells.
    Pop,
    /// Urban cells; always equal to [`Metric::Pop`].
    Area,
    /// Urban cells with a non-urban neighbour inside the area.
    Edges,
    /// Clusters of urban cells that share a side, excluding the area's frame.
    Clusters,
    /// Interior urban cells per cluster, truncated to a whole number in each iteration.
    ClSize,
    /// Mean column of urban cells, cells.
    Xmean,
    /// Mean row of urban cells, cells.
    Ymean,
    /// Radius of a circle with the urban area, cells.
    Rad,
    /// Mean slope of urban cells, percent.
    Slope,
    /// Urban and road cells as a share of those that may become urban, percent.
    PctUrban,
    /// Cells grown in the year per hundred urban cells.
    GrwRate,
    /// Lee-Sallee shape index against the real urban area, 0..1; 0 if there is none to compare
    /// with.
    LeeSalee,
    /// Diffusion in the year.
    Diffus,
    /// Breed in the year.
    Breed,
    /// Spread in the year.
    Spread,
    /// Slope resistance in the year.
    SlpRes,
    /// Road gravity in the year.
    RdGrav,
}

/// Number of metrics.
pub const METRICS: usize = 22;

impl Metric {
    /// All of them, in the order of the original's log.
    pub const ALL: [Self; METRICS] = [
        Self::Sng,
        Self::Sdc,
        Self::Og,
        Self::Rt,
        Self::GrwPix,
        Self::Pop,
        Self::Area,
        Self::Edges,
        Self::Clusters,
        Self::ClSize,
        Self::Xmean,
        Self::Ymean,
        Self::Rad,
        Self::Slope,
        Self::PctUrban,
        Self::GrwRate,
        Self::LeeSalee,
        Self::Diffus,
        Self::Breed,
        Self::Spread,
        Self::SlpRes,
        Self::RdGrav,
    ];

    /// The name that the original prints.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; METRICS] = [
            "sng",
            "sdc",
            "og",
            "rt",
            "grw_pix",
            "pop",
            "area",
            "edges",
            "clusters",
            "cl_size",
            "xmean",
            "ymean",
            "rad",
            "slope",
            "pct_urban",
            "grw_rate",
            "leesalee",
            "diffus",
            "breed",
            "spread",
            "slp_res",
            "rd_grav",
        ];
        NAMES[self as usize]
    }
}

/// The metrics of one year of one iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Record([f64; METRICS]);

impl Record {
    pub(crate) fn new() -> Self {
        Self([0.0; METRICS])
    }

    /// One of them.
    pub fn get(&self, metric: Metric) -> f64 {
        self.0[metric as usize]
    }

    pub(crate) fn set(&mut self, metric: Metric, value: f64) {
        self.0[metric as usize] = value;
    }
}

/// The metrics of one year over all iterations.
#[derive(Debug, Clone, PartialEq)]
pub struct YearSummary {
    /// Calendar year.
    pub year: i32,
    mean: Record,
    sd: Record,
}

impl YearSummary {
    /// From one record per iteration; their order affects rounding only.
    ///
    /// Means are plain sums over the number of iterations; standard deviations use differences from
    /// the first record, so that a constant has exactly 0.
    pub fn of<'r>(year: i32, records: &(impl Iterator<Item = &'r Record> + Clone)) -> Self {
        let count = records.clone().count() as f64;
        let (mut mean, mut sd) = (Record::new(), Record::new());
        let Some(first) = records.clone().next() else {
            return Self { year, mean, sd };
        };
        for metric in Metric::ALL {
            let base = first.get(metric);
            let differences = records.clone().map(|record| record.get(metric) - base);
            let average = differences.clone().sum::<f64>() / count;
            let squares: f64 = differences
                .map(|difference| (difference - average).powi(2))
                .sum();
            mean.set(
                metric,
                records
                    .clone()
                    .map(|record| record.get(metric))
                    .sum::<f64>()
                    / count,
            );
            sd.set(
                metric,
                if count > 1.0 {
                    (squares / (count - 1.0)).sqrt()
                } else {
                    0.0
                },
            );
        }
        Self { year, mean, sd }
    }

    /// Mean over iterations.
    pub fn mean(&self, metric: Metric) -> f64 {
        self.mean.get(metric)
    }

    /// Sample standard deviation over iterations (n − 1); 0 for a single one.
    pub fn sd(&self, metric: Metric) -> f64 {
        self.sd.get(metric)
    }
}
