//! Logarithm and power of two by additions and multiplications alone: those of the operating systems
//! differ in their last digits, and a run must have the same result everywhere.

use std::f64::consts::{LN_2, SQRT_2};

/// Terms of the series; the first one left out is below the precision of a double.
const TERMS: usize = 20;
/// 1, 1/2, 1/3, …: a multiplication takes a fraction of a division.
const PARTS: [f64; 2 * TERMS] = {
    let mut parts = [0.0; 2 * TERMS];
    let mut at = 0;
    while at < 2 * TERMS {
        parts[at] = 1.0 / (at + 1) as f64;
        at += 1;
    }
    parts
};

/// 2 to the power of minus `x`, which is not negative.
pub fn half_to(x: f64) -> f64 {
    let whole = x.floor();
    if whole > 1000.0 {
        return 0.0;
    }
    let rest = (x - whole) * -LN_2;
    let mut sum = 1.0;
    for part in PARTS[..TERMS].iter().rev() {
        sum = 1.0 + sum * rest * part;
    }
    sum * f64::from_bits((1023 - whole as u64) << 52)
}

/// Natural logarithm of a positive, normal number.
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut sum = 0.0;
    for part in PARTS.iter().step_by(2).rev() {
        sum = sum * square + part;
    }
    2.0 * s * sum + f64::from(exponent) * LN_2
}

/// e to the power of `x`.
pub fn exp(x: f64) -> f64 {
    if x < 0.0 {
        half_to(-x / LN_2)
    } else {
        1.0 / half_to(x / LN_2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_those_of_the_system() {
        for x in [1e-9, 0.3, 1.0, 1.5, 2.0, 17.25, 600_000.0, 1e12] {
            assert!(
                (ln(x) - x.ln()).abs() < 1e-12 * x.ln().abs().max(1.0),
                "{x}"
            );
            let power = half_to(x.min(50.0));
            assert!((power - (-x.min(50.0)).exp2()).abs() < 1e-14, "{x}");
        }
        assert!((exp(-1.5) - (-1.5_f64).exp()).abs() < 1e-14);
        assert!((exp(12.0) - 12.0_f64.exp()).abs() < 1e-9 * 12.0_f64.exp());
        assert!((half_to(5000.0)).abs() < f64::MIN_POSITIVE);
    }
}
