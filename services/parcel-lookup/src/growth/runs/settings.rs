//! Validates run requests and builds the settings stored with a run.

use diesel::sql_types::Text;
use diesel::{AsExpression, FromSqlRow};
use domain::RunId;
use http_kit::{ApiError, ApiResult};
use serde::{Deserialize, Serialize};
use sleuth::{Coefficients, SelfModification, Settings};
use utoipa::ToSchema;

use crate::growth::domain::{Selection, SelectionBox};
use crate::growth::runs::api::dto::GrowthRunRequest;

/// Default seed: a constant, so that repeated requests give the same result.
pub const SEED: u32 = 20_201;
/// Percent slope above which nothing is built; usual in applications of the model.
const CRITICAL_SLOPE: f64 = 21.0;
const MAX_NAME_CHARS: usize = 80;
const HORIZON_YEARS: i64 = 30;
/// Default iterations of a prediction: enough for smooth percentages.
const ITERATIONS: i64 = 40;
/// Default iterations per set of a calibration.
const CALIBRATION_ITERATIONS: i64 = 4;

/// Prediction or calibration.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    ToSchema,
    AsExpression,
    FromSqlRow,
)]
#[serde(rename_all = "snake_case")]
#[diesel(sql_type = Text)]
pub enum RunKind {
    /// Simulates growth after the layers' year.
    #[default]
    Prediction,
    /// Searches coefficients that reproduce the later urban layers from the first.
    Calibration,
}

db::text_enum!(RunKind);

impl RunKind {
    pub const ALL: [Self; 2] = [Self::Prediction, Self::Calibration];

    /// As stored and as sent in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prediction => "prediction",
            Self::Calibration => "calibration",
        }
    }
}

/// The five coefficients, whole numbers 0..100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GivenCoefficients {
    /// Spontaneous growth: how many random cells are tried per year.
    pub diffusion: i64,
    /// Probability that a new isolated cell becomes a spreading centre.
    pub breed: i64,
    /// Probability of growth at city edges.
    pub spread: i64,
    /// Resistance of steep land.
    pub slope_resistance: i64,
    /// Distance over which roads attract growth.
    pub road_gravity: i64,
}

impl GivenCoefficients {
    /// US regions of the samples' size grow by 0.5 to 1 percent per year with these. Not calibrated
    /// for the selected area.
    pub const DEFAULT: Self = Self::new([25, 40, 28, 40, 40]);

    /// Order: diffusion, breed, spread, slope resistance, road gravity.
    pub const fn new(values: [i64; 5]) -> Self {
        let [diffusion, breed, spread, slope_resistance, road_gravity] = values;
        Self {
            diffusion,
            breed,
            spread,
            slope_resistance,
            road_gravity,
        }
    }

    fn named(self) -> [(&'static str, i64); 5] {
        [
            ("diffusion", self.diffusion),
            ("breed", self.breed),
            ("spread", self.spread),
            ("slope_resistance", self.slope_resistance),
            ("road_gravity", self.road_gravity),
        ]
    }

    pub fn for_model(self) -> Result<Coefficients, sleuth::OutOfRange> {
        Coefficients::given(self.named().map(|(_, value)| value as f64))
    }
}

/// Origin of a run's coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CoefficientsSource {
    /// The default set.
    Default,
    /// From the request.
    Given,
    /// The best set of a calibration.
    Calibrated,
}

/// All inputs of a run besides the layers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// The selected area, degrees.
    pub bbox: SelectionBox,
    /// Its area by the specification's estimate, km².
    pub area_km2: f64,
    /// Years simulated after the layers' year.
    pub horizon_years: i32,
    /// Monte Carlo iterations; in a calibration those of each set.
    pub iterations: u32,
    pub seed: u32,
    /// Used by predictions.
    pub coefficients: GivenCoefficients,
    /// Origin of the coefficients.
    pub coefficients_source: CoefficientsSource,
    /// Whether they were calibrated on another area.
    #[serde(default)]
    pub calibrated_elsewhere: bool,
    /// Whether coefficients change with growth (self-modification rules).
    pub self_modification: bool,
}

impl RunSettings {
    /// Caveat of the figures: coefficients not calibrated on the area show where growth is
    /// likelier, not how much there will be.
    pub const fn caution(&self) -> Option<&'static str> {
        match (self.coefficients_source, self.calibrated_elsewhere) {
            (CoefficientsSource::Default, _) => {
                Some("Uncalibrated: the amount of growth is not a forecast")
            }
            (CoefficientsSource::Given, _) => Some(
                "Own coefficients, not calibrated here: the amount of growth is not a forecast",
            ),
            (CoefficientsSource::Calibrated, true) => {
                Some("Calibrated on another area: the amount of growth is not a forecast")
            }
            (CoefficientsSource::Calibrated, false) => None,
        }
    }

    pub fn for_model(&self) -> Settings {
        // Off by default: its usual limits treat a year below 0.97 percent growth as a bust, which
        // would stop a large city that grows at its ordinary rate.
        let own = if self.self_modification {
            SelfModification::USUAL
        } else {
            SelfModification::OFF
        };
        Settings::standard(self.seed, CRITICAL_SLOPE, own)
    }
}

/// A request that passed validation.
#[derive(Debug, Clone)]
pub struct CheckedRun {
    pub kind: RunKind,
    pub name: Option<String>,
    /// The coefficients of a referenced calibration are still to be filled in.
    pub settings: RunSettings,
    /// The calibration whose best set is to be used.
    pub calibration_id: Option<RunId>,
}

impl CheckedRun {
    /// The run of `POST /run-sleuth`: a selection with default settings.
    pub fn usual(selection: Selection, bbox: SelectionBox) -> Self {
        Self {
            kind: RunKind::Prediction,
            name: None,
            settings: RunSettings {
                bbox,
                area_km2: selection.area_km2(),
                horizon_years: HORIZON_YEARS as i32,
                iterations: ITERATIONS as u32,
                seed: SEED,
                coefficients: GivenCoefficients::DEFAULT,
                coefficients_source: CoefficientsSource::Default,
                calibrated_elsewhere: false,
                self_modification: false,
            },
            calibration_id: None,
        }
    }
}

impl TryFrom<GrowthRunRequest> for CheckedRun {
    type Error = ApiError;

    fn try_from(asked: GrowthRunRequest) -> ApiResult<Self> {
        let selection = asked.bbox.check()?;
        let kind = asked.kind.unwrap_or_default();
        let iterations = asked.iterations.unwrap_or(match kind {
            RunKind::Prediction => ITERATIONS,
            RunKind::Calibration => CALIBRATION_ITERATIONS,
        });
        let horizon = asked.horizon_years.unwrap_or(HORIZON_YEARS);
        let seed = asked.seed.unwrap_or(i64::from(SEED));
        let name = asked.name.as_deref().map(str::trim).unwrap_or_default();
        let mut wrong = ApiError::validation();
        for (field, value, least, most) in [
            ("horizon_years", horizon, 1, 100),
            ("iterations", iterations, 1, 200),
            ("seed", seed, 0, i64::from(u32::MAX)),
        ] {
            if !(least..=most).contains(&value) {
                wrong = wrong.field(
                    field,
                    format!(
                        "{} must be a whole number from {least} to {most}.",
                        spoken(field)
                    ),
                );
            }
        }
        for (field, value) in asked.coefficients.iter().flat_map(|given| given.named()) {
            if !(0..=100).contains(&value) {
                wrong = wrong.field(
                    format!("coefficients.{field}"),
                    format!("{} must be a whole number from 0 to 100.", spoken(field)),
                );
            }
        }
        if name.chars().count() > MAX_NAME_CHARS || name.contains('\0') {
            wrong = wrong.field("name", "The name must have at most 80 characters.");
        }
        if asked.coefficients.is_some() && asked.calibration_id.is_some() {
            wrong = wrong.field(
                "calibration_id",
                "Give either coefficients or a calibration, not both.",
            );
        }
        if kind == RunKind::Calibration
            && (asked.coefficients.is_some() || asked.calibration_id.is_some())
        {
            wrong = wrong.field(
                "coefficients",
                "A calibration determines coefficients itself; do not give any.",
            );
        }
        wrong.check()?;
        let usual = Self::usual(selection, asked.bbox);
        Ok(Self {
            kind,
            name: (!name.is_empty()).then(|| name.to_owned()),
            settings: RunSettings {
                horizon_years: horizon as i32,
                iterations: iterations as u32,
                seed: seed as u32,
                coefficients: asked.coefficients.unwrap_or(usual.settings.coefficients),
                coefficients_source: if asked.coefficients.is_some() {
                    CoefficientsSource::Given
                } else {
                    CoefficientsSource::Default
                },
                self_modification: asked.self_modification.unwrap_or(false),
                ..usual.settings
            },
            calibration_id: asked.calibration_id,
        })
    }
}

/// A field's name in words, for messages.
fn spoken(field: &str) -> String {
    let words = field.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use uuid::Uuid;

    use super::*;

    fn checked(changes: &Value) -> ApiResult<CheckedRun> {
        let mut body =
            json!({ "bbox": { "west": -81.0, "south": 35.0, "east": -80.8, "north": 35.2 } });
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        serde_json::from_value::<GrowthRunRequest>(body)
            .unwrap()
            .try_into()
    }

    #[test]
    fn what_is_left_out_has_defaults() {
        let run = checked(&json!({ "name": "  North  " })).unwrap();
        assert_eq!(
            (run.kind, run.name.as_deref()),
            (RunKind::Prediction, Some("North"))
        );
        assert_eq!(run.settings.coefficients, GivenCoefficients::DEFAULT);
        assert_eq!(
            run.settings.coefficients_source,
            CoefficientsSource::Default
        );
        assert_eq!(
            (
                run.settings.iterations,
                run.settings.horizon_years,
                run.settings.seed
            ),
            (40, 30, SEED)
        );
        let calibration = checked(&json!({ "kind": "calibration", "name": "" })).unwrap();
        assert_eq!(
            (calibration.settings.iterations, calibration.name),
            (4, None)
        );
    }

    #[test]
    fn what_cannot_be_run_is_refused_by_name() {
        let set = |diffusion: i64| json!({ "diffusion": diffusion, "breed": 1, "spread": 1, "slope_resistance": 1, "road_gravity": 1 });
        for (changes, sentence) in [
            (
                json!({ "horizon_years": 0 }),
                "Horizon years must be a whole number from 1 to 100.",
            ),
            (json!({ "horizon_years": 101 }), "Horizon years must be"),
            (
                json!({ "iterations": 0 }),
                "Iterations must be a whole number from 1 to 200.",
            ),
            (json!({ "iterations": 201 }), "Iterations must be"),
            (json!({ "seed": -1 }), "Seed must be"),
            (json!({ "seed": 4_294_967_296_i64 }), "Seed must be"),
            (
                json!({ "coefficients": set(101) }),
                "Diffusion must be a whole number from 0 to 100.",
            ),
            (json!({ "coefficients": set(-1) }), "Diffusion must be"),
            (json!({ "name": "x".repeat(81) }), "at most 80 characters"),
            (
                json!({ "coefficients": set(1), "calibration_id": Uuid::nil() }),
                "not both",
            ),
            (
                json!({ "kind": "calibration", "coefficients": set(1) }),
                "determines coefficients itself",
            ),
        ] {
            let refused = checked(&changes).unwrap_err();
            assert!(
                refused.shown().contains(sentence),
                "{changes}: {}",
                refused.shown()
            );
        }
    }
}
