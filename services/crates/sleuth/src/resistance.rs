//! Resistance of slopes.

use crate::coefficients::Coefficient;

/// Probability of rejection by percent slope, 0..1. Flat land never rejects; from the critical
/// slope on every attempt is rejected.
#[derive(Debug, Clone)]
pub(crate) struct SlopeTable([f64; 256]);

impl SlopeTable {
    /// An empty table, filled each year.
    pub(crate) fn new() -> Self {
        Self([0.0; 256])
    }

    /// Fills the table: 1 − ((K − s)/K)^(SR/50) below the critical slope K (percent), else 1.
    ///
    /// Base and exponent are rounded to single precision and the power is computed in double, as in
    /// the original: other rounding changes the outcome of a draw once in a few million.
    pub(crate) fn fill(&mut self, resistance: Coefficient, critical_slope: f64) {
        let exponent = f64::from((resistance.value() / 50.0) as f32);
        for (slope, refusal) in self.0.iter_mut().enumerate() {
            let slope = slope as f64;
            *refusal = if slope < critical_slope {
                let base = f64::from(((critical_slope - slope) / critical_slope) as f32);
                f64::from((1.0 - base.powf(exponent)) as f32)
            } else {
                1.0
            };
        }
    }

    /// Probability of rejection at this percent slope.
    pub(crate) fn refusal(&self, slope: u8) -> f64 {
        self.0[usize::from(slope)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_never_refuses_steep_always_and_between_it_rises() {
        let mut table = SlopeTable::new();
        table.fill(Coefficient::MAX, 21.0);
        assert!(table.refusal(0).abs() < f64::EPSILON);
        assert!((table.refusal(21) - 1.0).abs() < f64::EPSILON);
        // The exponent is 2 at the largest resistance.
        assert!((table.refusal(7) - (1.0 - (14.0_f64 / 21.0).powi(2))).abs() < 1e-6);
        assert!((1..=255).all(|slope| table.refusal(slope) >= table.refusal(slope - 1)));
        let strong = table.refusal(10);
        table.fill(Coefficient::LEAST_GIVEN, 21.0);
        assert!(table.refusal(10) < strong);
    }
}
