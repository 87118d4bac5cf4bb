//! Runs and batches as stored.

use chrono::{DateTime, Utc};
use diesel::QueryableByName;
use diesel::sql_types::{
    BigInt, Integer, Jsonb, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use domain::{CustomerId, UserId};
use serde_json::Value;
use uuid::Uuid;

use crate::growth::runs::api::dto::{GrowthRun, LayersInfo, RunProgress};
use crate::growth::runs::settings::{RunKind, RunSettings};
use crate::growth::runs::state::RunState;

/// The columns of [`RunRow`] from `growth_run r`.
pub const COLUMNS: &str = "r.run_id, r.customer_id, r.created_by, r.kind, r.name, r.state, r.settings, r.layers, r.stages, \
    r.outcome, r.iterations_done, r.iterations_total, r.batches_done, r.batches_total, r.year, r.error, r.error_kind, \
    r.attempts, r.version, r.created_at, r.started_at, r.running_at, r.finished_at, now() AS now, \
    CASE WHEN r.state = 'queued' THEN (SELECT count(*) FROM growth_run q WHERE q.customer_id = r.customer_id \
        AND q.state = 'queued' AND (q.created_at, q.run_id) <= (r.created_at, r.run_id)) END AS queue_position";

/// A run as stored, and its place in the queue.
#[derive(Debug, Clone, QueryableByName)]
pub struct RunRow {
    /// Key.
    #[diesel(sql_type = SqlUuid)]
    pub run_id: Uuid,
    /// The firm.
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: Uuid,
    /// Who asked.
    #[diesel(sql_type = SqlUuid)]
    pub created_by: Uuid,
    /// Name of the kind.
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// Its name.
    #[diesel(sql_type = Nullable<Text>)]
    pub name: Option<String>,
    /// Name of the state.
    #[diesel(sql_type = Text)]
    pub state: String,
    /// [`RunSettings`].
    #[diesel(sql_type = Jsonb)]
    pub settings: Value,
    /// [`LayersInfo`].
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub layers: Option<Value>,
    /// Stages of a calibration.
    #[diesel(sql_type = Jsonb)]
    pub stages: Value,
    /// Figures of the result.
    #[diesel(sql_type = Nullable<Jsonb>)]
    pub outcome: Option<Value>,
    /// Iterations done.
    #[diesel(sql_type = Integer)]
    pub iterations_done: i32,
    /// Of how many.
    #[diesel(sql_type = Integer)]
    pub iterations_total: i32,
    /// Batches done.
    #[diesel(sql_type = Integer)]
    pub batches_done: i32,
    /// Of how many.
    #[diesel(sql_type = Integer)]
    pub batches_total: i32,
    /// Year reached.
    #[diesel(sql_type = Nullable<Integer>)]
    pub year: Option<i32>,
    /// Why it failed.
    #[diesel(sql_type = Nullable<Text>)]
    pub error: Option<String>,
    /// Whose fault that is.
    #[diesel(sql_type = Nullable<Text>)]
    pub error_kind: Option<String>,
    /// Tries of the step at hand.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
    /// Grows with each change.
    #[diesel(sql_type = BigInt)]
    pub version: i64,
    /// When it was asked for.
    #[diesel(sql_type = Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// When work began.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub started_at: Option<DateTime<Utc>>,
    /// When the first batches were cut.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub running_at: Option<DateTime<Utc>>,
    /// When it ended.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub finished_at: Option<DateTime<Utc>>,
    /// The database's clock.
    #[diesel(sql_type = Timestamptz)]
    pub now: DateTime<Utc>,
    /// 1 for the firm's next.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub queue_position: Option<i64>,
}

/// A row that this version cannot read.
#[derive(Debug, thiserror::Error)]
#[error("the run {run_id} cannot be read: {reason}")]
pub struct Unreadable {
    run_id: Uuid,
    reason: String,
}

impl RunRow {
    /// The firm.
    pub fn firm(&self) -> CustomerId {
        CustomerId(self.customer_id)
    }

    /// How far it has come.
    pub fn state(&self) -> Result<RunState, Unreadable> {
        RunState::of(&self.state).ok_or_else(|| self.unreadable(&self.state))
    }

    /// What it is for.
    pub fn kind(&self) -> RunKind {
        // The column holds nothing else.
        if self.kind == RunKind::Calibration.as_str() {
            RunKind::Calibration
        } else {
            RunKind::Prediction
        }
    }

    /// What was asked for.
    pub fn settings(&self) -> Result<RunSettings, Unreadable> {
        serde_json::from_value(self.settings.clone()).map_err(|error| self.unreadable(&error))
    }

    /// The prepared layers.
    pub fn layers(&self) -> Result<Option<LayersInfo>, Unreadable> {
        let layers = self.layers.clone().map(serde_json::from_value).transpose();
        layers.map_err(|error| self.unreadable(&error))
    }

    pub(super) fn unreadable(&self, reason: &impl ToString) -> Unreadable {
        Unreadable {
            run_id: self.run_id,
            reason: reason.to_string(),
        }
    }

    /// As it is answered.
    pub fn shown(&self) -> Result<GrowthRun, Unreadable> {
        let (state, settings) = (self.state()?, self.settings()?);
        Ok(GrowthRun {
            run_id: self.run_id,
            kind: self.kind(),
            name: self.name.clone(),
            state,
            queue_position: self.queue_position,
            bbox: settings.bbox,
            area_km2: (settings.area_km2 * 10.0).round() / 10.0,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
            created_by: UserId(self.created_by),
            progress: self.progress(state),
            horizon_years: settings.horizon_years,
            iterations: settings.iterations,
            seed: settings.seed,
            coefficients: settings.coefficients,
            coefficients_source: settings.coefficients_source,
            self_modification: settings.self_modification,
            caution: settings
                .caution()
                .filter(|_caution| self.kind() == RunKind::Prediction)
                .map(ToOwned::to_owned),
            layers: self.layers()?,
            error: self.error.clone(),
        })
    }

    fn progress(&self, state: RunState) -> RunProgress {
        let trying = self.stages.as_array().and_then(|stages| stages.last());
        RunProgress {
            iterations_done: self.iterations_done,
            iterations_total: self.iterations_total,
            batches_done: self.batches_done,
            batches_total: self.batches_total,
            year: self.year,
            stage: trying.and_then(|stage| Some(stage["stage"].as_str()?.to_owned())),
            seconds_left: (state == RunState::Running)
                .then(|| self.seconds_left())
                .flatten(),
        }
    }

    /// From the beginning of the work to its end, seconds; 0 before the end.
    pub fn seconds_taken(&self) -> f64 {
        let taken = self
            .finished_at
            .zip(self.started_at)
            .map(|(end, start)| end - start);
        taken.map_or(0.0, |taken| {
            (taken.num_milliseconds() as f64 / 10.0).round() / 100.0
        })
    }

    /// None before the first iteration is done.
    fn seconds_left(&self) -> Option<f64> {
        let since = (self.now - self.running_at?).num_milliseconds().max(0) as f64 / 1000.0;
        let (done, total) = (
            f64::from(self.iterations_done),
            f64::from(self.iterations_total),
        );
        (done > 0.0).then(|| (since / done * (total - done).max(0.0) * 10.0).round() / 10.0)
    }
}

/// The columns of [`BatchRow`].
pub const BATCH_COLUMNS: &str =
    "b.run_id, b.customer_id, b.stage, b.batch, b.first, b.size, b.state, b.generation, b.attempts";

/// A batch as stored.
#[derive(Debug, Clone, QueryableByName)]
pub struct BatchRow {
    /// The run.
    #[diesel(sql_type = SqlUuid)]
    pub run_id: Uuid,
    /// The firm.
    #[diesel(sql_type = SqlUuid)]
    pub customer_id: Uuid,
    /// Stage of a calibration; 0 for predictions.
    #[diesel(sql_type = SmallInt)]
    pub stage: i16,
    /// Number within the stage.
    #[diesel(sql_type = Integer)]
    pub batch: i32,
    /// First iteration or set.
    #[diesel(sql_type = Integer)]
    pub first: i32,
    /// How many of them.
    #[diesel(sql_type = Integer)]
    pub size: i32,
    /// `waiting`, `queued`, `running` or `done`.
    #[diesel(sql_type = Text)]
    pub state: String,
    /// How often it was put on the queue.
    #[diesel(sql_type = Integer)]
    pub generation: i32,
    /// How often a worker began.
    #[diesel(sql_type = Integer)]
    pub attempts: i32,
}
