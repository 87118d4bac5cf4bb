//! Rows of runs and batches.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use domain::{CustomerId, RunId, UserId};
use serde_json::Value;

use crate::growth::runs::api::dto::{GrowthRun, LayersInfo, RunProgress};
use crate::growth::runs::settings::{RunKind, RunSettings};
use crate::growth::runs::state::{FailureKind, RunState};
use crate::schema::{growth_batch, growth_run};

diesel::define_sql_function! {
    /// The database's clock, with time zone.
    #[sql_name = "now"]
    fn database_now() -> Timestamptz;
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = growth_run, check_for_backend(Pg))]
pub struct RunRow {
    pub run_id: RunId,
    pub customer_id: CustomerId,
    pub created_by: UserId,
    pub kind: RunKind,
    pub name: Option<String>,
    pub state: RunState,
    /// [`RunSettings`].
    pub settings: Value,
    /// [`LayersInfo`].
    pub layers: Option<Value>,
    /// The stages of a calibration.
    pub stages: Value,
    pub outcome: Option<Value>,
    pub iterations_done: i32,
    pub iterations_total: i32,
    pub batches_done: i32,
    pub batches_total: i32,
    /// Simulated year reached.
    pub year: Option<i32>,
    /// Reason of the failure.
    pub error: Option<String>,
    /// Category of the failure.
    pub error_kind: Option<FailureKind>,
    /// Attempts of the current step.
    pub attempts: i32,
    /// Incremented by each change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// When preparation began.
    pub started_at: Option<DateTime<Utc>>,
    /// When the first batches were created.
    pub running_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    /// The database's clock, from which the remaining time is estimated.
    #[diesel(select_expression = database_now())]
    #[diesel(select_expression_type = database_now)]
    pub now: DateTime<Utc>,
}

/// A run and its position in the firm's queue, which changes without a new version of the run.
#[derive(Debug, Clone)]
pub struct RunInQueue {
    pub run: RunRow,
    /// 1 for the firm's next; none unless queued.
    pub queue_position: Option<i64>,
}

impl RunInQueue {
    /// `queue` holds the firm's queued runs in order.
    pub fn of(run: RunRow, queue: &[RunId]) -> Self {
        let before = queue.iter().position(|queued| *queued == run.run_id);
        Self {
            run,
            queue_position: before.map(|before| before as i64 + 1),
        }
    }

    /// The response body.
    pub fn shown(&self) -> Result<GrowthRun, Unreadable> {
        Ok(GrowthRun {
            queue_position: self.queue_position,
            ..self.run.shown()?
        })
    }
}

/// This version cannot read the row.
#[derive(Debug, thiserror::Error)]
#[error("the run {run_id} cannot be read: {reason}")]
pub struct Unreadable {
    run_id: RunId,
    reason: String,
}

/// A run as the source of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSource {
    /// [`RunRow::title`].
    pub name: String,
    /// On which it ended.
    pub day: NaiveDate,
    /// Caveat of the figures.
    pub caution: Option<&'static str>,
    /// The last simulated year.
    pub last_year: Option<i32>,
}

impl RunRow {
    pub fn settings(&self) -> Result<RunSettings, Unreadable> {
        serde_json::from_value(self.settings.clone()).map_err(|error| self.unreadable(&error))
    }

    /// None until the layers are prepared.
    pub fn layers(&self) -> Result<Option<LayersInfo>, Unreadable> {
        let layers = self.layers.clone().map(serde_json::from_value).transpose();
        layers.map_err(|error| self.unreadable(&error))
    }

    /// What it simulated, as the source of its figures: 'Growth run “South”: Charlotte region, 2021 to 2041'.
    pub fn title(&self) -> Result<String, Unreadable> {
        let name = self.name.as_ref();
        let name = name.map(|name| format!(" \u{201c}{name}\u{201d}"));
        let layers = self.layers()?;
        let horizon = self.settings()?.horizon_years;
        let simulated = layers.map(|layers| {
            let (name, first) = (layers.name, layers.start_year);
            format!(": {name}, {first} to {}", first + horizon)
        });
        Ok(format!(
            "Growth run{}{}",
            name.unwrap_or_default(),
            simulated.unwrap_or_default()
        ))
    }

    /// The run as the source of figures.
    pub fn source(&self) -> Result<RunSource, Unreadable> {
        let settings = self.settings()?;
        let layers = self.layers()?;
        Ok(RunSource {
            name: self.title()?,
            day: self.finished_at.unwrap_or(self.created_at).date_naive(),
            caution: settings.caution(),
            last_year: layers.map(|layers| layers.start_year + settings.horizon_years),
        })
    }

    pub(super) fn unreadable(&self, reason: &impl ToString) -> Unreadable {
        Unreadable {
            run_id: self.run_id,
            reason: reason.to_string(),
        }
    }

    /// The response body, without a position in the queue.
    pub fn shown(&self) -> Result<GrowthRun, Unreadable> {
        let settings = self.settings()?;
        Ok(GrowthRun {
            run_id: self.run_id,
            kind: self.kind,
            name: self.name.clone(),
            state: self.state,
            queue_position: None,
            bbox: settings.bbox,
            area_km2: (settings.area_km2 * 10.0).round() / 10.0,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
            created_by: self.created_by,
            progress: self.progress(),
            horizon_years: settings.horizon_years,
            iterations: settings.iterations,
            seed: settings.seed,
            coefficients: settings.coefficients,
            coefficients_source: settings.coefficients_source,
            self_modification: settings.self_modification,
            caution: settings
                .caution()
                .filter(|_caution| self.kind == RunKind::Prediction)
                .map(ToOwned::to_owned),
            layers: self.layers()?,
            error: self.error.clone(),
        })
    }

    fn progress(&self) -> RunProgress {
        let trying = self.stages.as_array().and_then(|stages| stages.last());
        RunProgress {
            iterations_done: self.iterations_done,
            iterations_total: self.iterations_total,
            batches_done: self.batches_done,
            batches_total: self.batches_total,
            year: self.year,
            stage: trying.and_then(|stage| Some(stage["stage"].as_str()?.to_owned())),
            seconds_left: (self.state == RunState::Running)
                .then(|| self.seconds_left())
                .flatten(),
        }
    }

    /// Duration of the work; 0 until it ends.
    pub fn seconds_taken(&self) -> f64 {
        let taken = self
            .finished_at
            .zip(self.started_at)
            .map(|(end, start)| end - start);
        taken.map_or(0.0, |taken| {
            (taken.num_milliseconds() as f64 / 10.0).round() / 100.0
        })
    }

    /// None until the first iteration is done.
    fn seconds_left(&self) -> Option<f64> {
        let since = (self.now - self.running_at?).num_milliseconds().max(0) as f64 / 1000.0;
        let (done, total) = (
            f64::from(self.iterations_done),
            f64::from(self.iterations_total),
        );
        (done > 0.0).then(|| (since / done * (total - done).max(0.0) * 10.0).round() / 10.0)
    }
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = growth_batch, check_for_backend(Pg))]
pub struct BatchRow {
    pub run_id: RunId,
    pub customer_id: CustomerId,
    /// Stage of a calibration; 0 for predictions.
    pub stage: i16,
    pub batch: i32,
    /// First iteration or set.
    pub first: i32,
    /// Number of iterations or sets.
    pub size: i32,
    /// How often it was queued.
    pub generation: i32,
    /// How often a worker started it.
    pub attempts: i32,
}
