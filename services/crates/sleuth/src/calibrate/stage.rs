//! Sets of coefficients of a calibration stage, and how the next stage is narrowed.
//!
//! Brute force in three steps, as in the SLEUTH literature (Silva & Clarke, "Calibration of the
//! SLEUTH urban growth model for Lisbon and Porto", Computers, Environment and Urban Systems 26,
//! 2002): coarse over the whole range, fine and final around the best. The literature does not
//! define the narrowing; the rule here is that of `sleuth_automation` (UNAM): the ten best sets,
//! and for each coefficient five values from their smallest to their largest.

use serde::{Deserialize, Serialize};

use super::{Score, ranked};
use crate::coefficients::Coefficients;

/// Number of best sets that define the next stage.
pub const KEPT: usize = 10;
/// Steps from the first to the last value of a narrowed range.
const STEPS: u8 = 4;
const MAX_COEFFICIENT: u8 = 100;

/// Stage of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Every coefficient over its whole range.
    Coarse,
    /// Around the best coarse sets.
    Fine,
    /// Around the best fine sets.
    Final,
}

impl Level {
    /// All levels in order.
    pub const ALL: [Self; 3] = [Self::Coarse, Self::Fine, Self::Final];

    /// The next level; none after the last.
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Coarse => Some(Self::Fine),
            Self::Fine => Some(Self::Final),
            Self::Final => None,
        }
    }

    /// Step of a coefficient that is equal in all of the best sets.
    fn usual_step(self) -> u8 {
        match self {
            Self::Coarse => 25,
            Self::Fine => 5,
            Self::Final => 1,
        }
    }
}

/// Values of one coefficient: start, start + step, … up to stop. Whole numbers 0..100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// First value.
    pub start: u8,
    /// Increment; 0 counts as 1.
    pub step: u8,
    /// Upper limit.
    pub stop: u8,
}

impl Range {
    /// The values run, ascending: 0 runs as 1, so 0 and 1 are one value.
    pub fn values(self) -> Vec<u8> {
        let mut values: Vec<u8> = (self.start..=self.stop.min(MAX_COEFFICIENT))
            .step_by(usize::from(self.step.max(1)))
            .map(|value| value.max(1))
            .collect();
        values.dedup();
        values
    }

    /// The range around the best sets' values, by the published rule. 1 counts as 0, because 0 is
    /// run as 1; if all are 100 the range lies below it.
    fn around(values: impl Iterator<Item = u8> + Clone, usual_step: u8) -> Self {
        let values = values.map(|value| if value == 1 { 0 } else { value });
        let least = values.clone().min().unwrap_or(0);
        let most = values.max().unwrap_or(least);
        let step = if most == least {
            usual_step
        } else {
            ((most - least) / STEPS).max(1)
        };
        let start = least.min(MAX_COEFFICIENT.saturating_sub(STEPS * step));
        Self {
            start,
            step,
            stop: start + STEPS * step,
        }
    }
}

/// The sets that a stage tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The stage's level.
    pub level: Level,
    /// Values of diffusion, breed, spread, slope resistance and road gravity.
    pub ranges: [Range; 5],
}

impl Stage {
    /// The first stage: every coefficient 0, 25, 50, 75, 100; 3,125 sets.
    pub fn coarse() -> Self {
        let range = Range {
            start: 0,
            step: 25,
            stop: MAX_COEFFICIENT,
        };
        Self {
            level: Level::Coarse,
            ranges: [range; 5],
        }
    }

    /// The stage of this level, around the ten best of these sets; none without sets.
    ///
    /// The order of the scores does not matter.
    pub fn narrowed(level: Level, scores: &[Score]) -> Option<Self> {
        let best: Vec<[u8; 5]> = ranked(scores)
            .into_iter()
            .take(KEPT)
            .map(|score| score.coefficients.whole())
            .collect();
        if best.is_empty() {
            return None;
        }
        let ranges = std::array::from_fn(|place| {
            Range::around(best.iter().map(|set| set[place]), level.usual_step())
        });
        Some(Self { level, ranges })
    }

    /// Every combination, diffusion changing slowest and road gravity fastest. At most 101⁵; five
    /// values per coefficient in the stages created here.
    pub fn sets(&self) -> Vec<Coefficients> {
        let mut sets = vec![[0_u8; 5]];
        for (place, range) in self.ranges.iter().enumerate() {
            let values = range.values();
            sets = sets
                .into_iter()
                .flat_map(|set| {
                    values.iter().map(move |value| {
                        let mut set = set;
                        set[place] = *value;
                        set
                    })
                })
                .collect();
        }
        sets.into_iter()
            .filter_map(|set| Coefficients::given(set.map(f64::from)).ok())
            .collect()
    }
}
