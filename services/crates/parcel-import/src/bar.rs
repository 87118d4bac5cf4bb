//! Progress for the operator: a bar on a terminal, log lines elsewhere.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use parcel_import::Progress;
use tracing::Value;

use crate::pace::Pace;

/// Steps of the bar, so that shares below one percent move it.
const STEPS: u64 = 10_000;

/// Shows how far an import is.
pub enum Bar {
    Terminal(ProgressBar),
    Log(Mutex<Pace>),
}

impl Bar {
    /// On standard error, where the log lines go too.
    pub fn new() -> anyhow::Result<Self> {
        if !std::io::stderr().is_terminal() {
            return Ok(Self::Log(Mutex::default()));
        }
        let bar = ProgressBar::new(STEPS);
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}  {eta} left")?;
        bar.set_style(style);
        Ok(Self::Terminal(bar))
    }

    /// What the import is doing.
    pub fn show(&self, progress: Progress) -> anyhow::Result<()> {
        let bar = match self {
            Self::Terminal(bar) => bar,
            Self::Log(pace) => {
                log(pace, progress);
                return Ok(());
            }
        };
        match progress {
            Progress::Reading { rows, share, .. } => {
                let seconds = bar.elapsed().as_secs_f64().max(0.001);
                bar.set_message(format!(
                    "{rows} rows, {:.0} a second",
                    rows as f64 / seconds
                ));
                match share {
                    Some(share) => bar.set_position((share * STEPS as f64) as u64),
                    None => bar.tick(),
                }
            }
            Progress::Roll { rows } => {
                bar.set_message(format!("{rows} rows of the tax roll"));
                bar.tick();
            }
            // How long the database takes is not known.
            Progress::Outlines => wait(bar, "checking outlines")?,
            Progress::Waiting => wait(bar, "waiting for another import of the county")?,
            Progress::Writing => wait(bar, "writing parcels")?,
        }
        Ok(())
    }

    /// Removes the bar before the report or the error.
    pub fn clear(&self) {
        if let Self::Terminal(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn log(pace: &Mutex<Pace>, progress: Progress) {
    match progress {
        Progress::Reading {
            rows,
            share,
            expected_rows,
        } => {
            let mut pace = pace.lock().unwrap_or_else(PoisonError::into_inner);
            let measured = pace.measure(Instant::now(), rows, share);
            let share = share.map(|share| (share * STEPS as f64).round() / STEPS as f64);
            tracing::info!(
                import.rows = rows,
                import.expected_rows = or_null(expected_rows),
                import.share = or_null(share),
                import.rows_per_second = or_null(measured.rows_per_second),
                import.seconds_left = or_null(measured.seconds_left),
                "reading"
            );
        }
        Progress::Roll { rows } => tracing::info!(import.rows = rows, "reading the tax roll"),
        Progress::Outlines => tracing::info!("checking outlines"),
        Progress::Waiting => tracing::info!("waiting for another import of the county"),
        Progress::Writing => tracing::info!("writing parcels"),
    }
}

/// Log lines leave out what is none, but have null for what is no number.
fn or_null(value: Option<impl Value + 'static>) -> Box<dyn Value> {
    match value {
        Some(value) => Box::new(value),
        None => Box::new(f64::NAN),
    }
}

fn wait(bar: &ProgressBar, what: &'static str) -> anyhow::Result<()> {
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}, {elapsed}")?);
    bar.set_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(())
}
