//! Figures of a finished prediction.

use serde::{Deserialize, Serialize};
use sleuth::predict::Prediction;
use sleuth::statistics::{Metric, YearSummary};
use utoipa::ToSchema;

use crate::growth::runs::settings::RunSettings;
use growth_layers::AreaLayers;
use site_search::with_decimals;

/// Growth of one year.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GrowthYear {
    pub year: i32,
    /// Urban area, km², mean of the iterations.
    pub urban_km2: f64,
    /// Standard deviation of the urban area over the iterations, km²: random variation with one set
    /// of coefficients, not the error of a forecast.
    pub urban_km2_sd: f64,
    /// 5th percentile of the urban area over the iterations, km².
    pub urban_km2_low: f64,
    /// 95th percentile of the urban area over the iterations, km².
    pub urban_km2_high: f64,
    /// Area added in the year, km², mean of the iterations.
    pub growth_km2: f64,
}

/// Figures of a finished prediction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PredictionOutcome {
    /// Summary for the user.
    pub message: String,
    /// Year of the layers.
    pub start_year: i32,
    pub stop_year: i32,
    pub urban_km2_start: f64,
    /// From the year after the start.
    pub years: Vec<GrowthYear>,
}

impl PredictionOutcome {
    /// Compound growth from start to end, percent per year, two decimals.
    pub fn growth_percent_a_year(&self) -> Option<f64> {
        let last = self.years.last()?;
        let years = f64::from(last.year - self.start_year);
        let times = last.urban_km2 / self.urban_km2_start;
        let percent = 100.0 * (times.powf(1.0 / years) - 1.0);
        (self.urban_km2_start > 0.0 && years > 0.0).then(|| (percent * 100.0).round() / 100.0)
    }

    /// From all iterations.
    pub fn of(area: &AreaLayers, settings: &RunSettings, whole: &Prediction) -> Self {
        let cell = area.frame.cell_km2();
        let km2 = |cells: f64| (cells * cell * 1000.0).round() / 1000.0;
        let years = whole.years();
        let year = |summary: &YearSummary| {
            let mut urban: Vec<f64> = whole
                .records_of(summary.year)
                .map(|record| record.get(Metric::Pop))
                .collect();
            urban.sort_by(f64::total_cmp);
            GrowthYear {
                year: summary.year,
                urban_km2: km2(summary.mean(Metric::Pop)),
                urban_km2_sd: km2(summary.sd(Metric::Pop)),
                urban_km2_low: km2(percentile(&urban, 5)),
                urban_km2_high: km2(percentile(&urban, 95)),
                growth_km2: km2(summary.mean(Metric::GrwPix)),
            }
        };
        let span = whole.span();
        let start = area.urban.last().map_or(0, |urban| {
            urban
                .layer
                .values()
                .iter()
                .filter(|value| **value > 0)
                .count()
        });
        Self {
            message: message(area, settings, span.start, span.stop),
            start_year: span.start,
            stop_year: span.stop,
            urban_km2_start: km2(start as f64),
            years: years.iter().map(year).collect(),
        }
    }
}

/// Nearest-rank percentile.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

fn message(area: &AreaLayers, settings: &RunSettings, start: i32, stop: i32) -> String {
    let kind = if area.is_sample {
        "sample layers"
    } else {
        "layers"
    };
    let part = if area.coverage < 0.995 {
        format!(
            " They cover {} % of the selected area.",
            with_decimals(100.0 * area.coverage, 0)
        )
    } else {
        String::new()
    };
    format!(
        "Growth from {start} to {stop} simulated {} times on {kind} of the {}.{part}",
        settings.iterations, area.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_by_the_year() {
        let year = |year, urban_km2| GrowthYear {
            year,
            urban_km2,
            urban_km2_sd: 0.0,
            urban_km2_low: 0.0,
            urban_km2_high: 0.0,
            growth_km2: 0.0,
        };
        let outcome = |urban_km2_start, years: &[GrowthYear]| PredictionOutcome {
            message: String::new(),
            start_year: 2020,
            stop_year: 2022,
            urban_km2_start,
            years: years.to_vec(),
        };
        let years = [year(2021, 105.0), year(2022, 121.0)];
        assert_eq!(outcome(100.0, &years).growth_percent_a_year(), Some(10.0));
        assert_eq!(outcome(0.0, &years).growth_percent_a_year(), None);
        assert_eq!(outcome(100.0, &[]).growth_percent_a_year(), None);
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=40).map(f64::from).collect();
        assert_eq!(
            (percentile(&values, 5), percentile(&values, 95)),
            (2.0, 38.0)
        );
        assert_eq!((percentile(&[7.0], 5), percentile(&[7.0], 95)), (7.0, 7.0));
    }
}
