//! Self-modification: growth accelerates in a boom and slows in a bust.

use crate::coefficients::{Coefficient, Coefficients};

/// How coefficients change with growth (Clarke, Hoppen & Gaydos 1997, "self-modification").
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SelfModification {
    /// A year with less growth than this, in percent, is a bust.
    pub critical_low: f64,
    /// A year with more growth than this, in percent, is a boom.
    pub critical_high: f64,
    /// Factor of diffusion, breed and spread in a boom, above 1.
    pub boom: f64,
    /// Factor of diffusion, breed and spread in a bust, under 1.
    pub bust: f64,
    /// Change of slope resistance per percent of urban area.
    pub slope_sensitivity: f64,
    /// Change of road gravity per percent of urban area.
    pub road_sensitivity: f64,
}

impl SelfModification {
    /// The values of the original's sample scenarios.
    pub const USUAL: Self = Self {
        critical_low: 0.97,
        critical_high: 1.3,
        boom: 1.01,
        bust: 0.9,
        slope_sensitivity: 0.1,
        road_sensitivity: 0.01,
    };
    /// Coefficients stay as given.
    pub const OFF: Self = Self {
        critical_low: 0.0,
        critical_high: 1e13,
        ..Self::USUAL
    };

    /// The coefficients of the next year, from growth and urban share of this one, both in percent.
    /// Below the minimum a coefficient becomes 1; diffusion alone ends a boom.
    pub(crate) fn next(&self, now: &Coefficients, growth: f64, urban: f64) -> Coefficients {
        let mut next = *now;
        let slope = urban * self.slope_sensitivity;
        let road = urban * self.road_sensitivity;
        if growth > self.critical_high {
            next.slope_resistance = Coefficient::lowered_to(next.slope_resistance.value() - slope);
            next.road_gravity = Coefficient::raised_to(next.road_gravity.value() + road);
            if next.diffusion < Coefficient::MAX {
                for coefficient in [&mut next.diffusion, &mut next.breed, &mut next.spread] {
                    *coefficient = Coefficient::raised_to(coefficient.value() * self.boom);
                }
            }
        }
        if growth < self.critical_low {
            next.slope_resistance = Coefficient::raised_to(next.slope_resistance.value() + slope);
            next.road_gravity = Coefficient::lowered_to(next.road_gravity.value() - road);
            for coefficient in [&mut next.diffusion, &mut next.spread, &mut next.breed] {
                *coefficient = Coefficient::lowered_to(coefficient.value() * self.bust);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(of: &Coefficients) -> [f64; 5] {
        [
            of.diffusion,
            of.breed,
            of.spread,
            of.slope_resistance,
            of.road_gravity,
        ]
        .map(Coefficient::value)
    }

    fn close(one: [f64; 5], other: [f64; 5]) {
        assert!(
            one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9),
            "{one:?} {other:?}"
        );
    }

    #[test]
    fn boom_raises_bust_lowers_and_between_nothing_changes() {
        let start = Coefficients::given([20.0, 30.0, 40.0, 50.0, 60.0]).unwrap();
        close(
            values(&SelfModification::USUAL.next(&start, 1.31, 10.0)),
            [20.2, 30.3, 40.4, 49.0, 60.1],
        );
        close(
            values(&SelfModification::USUAL.next(&start, 0.96, 10.0)),
            [18.0, 27.0, 36.0, 51.0, 59.9],
        );
        assert_eq!(SelfModification::USUAL.next(&start, 1.0, 10.0), start);
        assert_eq!(SelfModification::OFF.next(&start, 90.0, 10.0), start);
        assert_eq!(SelfModification::OFF.next(&start, 0.0, 10.0), start);
    }

    #[test]
    fn limits_hold_as_in_the_original() {
        let start = Coefficients::given([100.0, 50.0, 50.0, 0.5, 100.0]).unwrap();
        // Diffusion is at its maximum, so breed and spread no longer rise. Slope resistance falls
        // below its minimum and becomes 1.
        close(
            values(&SelfModification::USUAL.next(&start, 5.0, 10.0)),
            [100.0, 50.0, 50.0, 1.0, 100.0],
        );
        let low = Coefficients::given([0.011, 1.0, 1.0, 100.0, 0.05]).unwrap();
        close(
            values(&SelfModification::USUAL.next(&low, 0.0, 10.0)),
            [1.0, 0.9, 0.9, 100.0, 1.0],
        );
    }
}
