//! The five coefficients of growth.
//!
//! A coefficient is given as 0..100 and is a real number 0.01..100 while running, because
//! self-modification changes it (Clarke, Hoppen & Gaydos 1997). 0 is run as 1: no rule can be
//! switched off.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A coefficient outside 0..100, or not a number.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("a coefficient must be between 0 and 100, not {0}")]
pub struct OutOfRange(pub f64);

/// One coefficient, 0.01..100, without unit.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Coefficient(f64);

impl Coefficient {
    /// Largest value.
    pub const MAX: Self = Self(100.0);
    /// Replaces 0, and values that fall to the minimum.
    pub const LEAST_GIVEN: Self = Self(1.0);
    /// Values at or below this become [`Coefficient::LEAST_GIVEN`].
    const FLOOR: f64 = 0.01;

    /// From an input value, 0..100; 0 becomes 1.
    pub fn given(value: f64) -> Result<Self, OutOfRange> {
        if !(0.0..=100.0).contains(&value) {
            return Err(OutOfRange(value));
        }
        Ok(Self(value).lifted())
    }

    /// The value.
    pub fn value(self) -> f64 {
        self.0
    }

    /// Clamped to 100.
    pub(crate) fn raised_to(value: f64) -> Self {
        Self(value.min(100.0))
    }

    /// Values of 0.01 and below become 1, as in the original.
    pub(crate) fn lowered_to(value: f64) -> Self {
        Self(value).lifted()
    }

    fn lifted(self) -> Self {
        if self.0 <= Self::FLOOR {
            Self::LEAST_GIVEN
        } else {
            self
        }
    }
}

impl TryFrom<f64> for Coefficient {
    type Error = OutOfRange;

    fn try_from(value: f64) -> Result<Self, OutOfRange> {
        Self::given(value)
    }
}

impl From<Coefficient> for f64 {
    fn from(coefficient: Coefficient) -> Self {
        coefficient.0
    }
}

/// The five coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Coefficients {
    /// Diffusion (also called dispersion): how many random cells are tried per year, and the length
    /// of trips along roads.
    pub diffusion: Coefficient,
    /// Breed: probability, about B/101, that a new isolated cell becomes a spreading centre; number
    /// of road trips.
    pub breed: Coefficient,
    /// Spread: probability, about S/101, that an urban cell with 2 to 7 urban neighbours tries one
    /// of its neighbours in a year.
    pub spread: Coefficient,
    /// Slope resistance: how strongly steep land resists growth.
    pub slope_resistance: Coefficient,
    /// Road gravity: search distance for a road from a new cell; 100 is a sixteenth of rows plus
    /// columns.
    pub road_gravity: Coefficient,
}

impl Coefficients {
    /// All at the minimum input value.
    pub const LEAST: Self = Self {
        diffusion: Coefficient::LEAST_GIVEN,
        breed: Coefficient::LEAST_GIVEN,
        spread: Coefficient::LEAST_GIVEN,
        slope_resistance: Coefficient::LEAST_GIVEN,
        road_gravity: Coefficient::LEAST_GIVEN,
    };

    /// From input values, 0..100: diffusion, breed, spread, slope resistance, road gravity.
    pub fn given(values: [f64; 5]) -> Result<Self, OutOfRange> {
        let [diffusion, breed, spread, slope_resistance, road_gravity] = values;
        Ok(Self {
            diffusion: Coefficient::given(diffusion)?,
            breed: Coefficient::given(breed)?,
            spread: Coefficient::given(spread)?,
            slope_resistance: Coefficient::given(slope_resistance)?,
            road_gravity: Coefficient::given(road_gravity)?,
        })
    }

    /// Diffusion, breed, spread, slope resistance, road gravity.
    pub fn values(&self) -> [f64; 5] {
        [
            self.diffusion.0,
            self.breed.0,
            self.spread.0,
            self.slope_resistance.0,
            self.road_gravity.0,
        ]
    }

    /// Rounded to whole numbers 0..100.
    pub fn whole(&self) -> [u8; 5] {
        self.values().map(|value| value.round() as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nought_runs_as_one_and_nonsense_is_refused() {
        assert_eq!(Coefficient::given(0.0).unwrap(), Coefficient::LEAST_GIVEN);
        assert_eq!(Coefficient::given(100.0).unwrap(), Coefficient::MAX);
        for value in [-1.0, 100.5, f64::INFINITY] {
            assert_eq!(Coefficient::given(value), Err(OutOfRange(value)));
        }
        assert!(Coefficient::given(f64::NAN).is_err());
    }
}
