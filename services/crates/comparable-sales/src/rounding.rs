//! How figures are rounded for people.

use bigdecimal::{BigDecimal, RoundingMode};
use domain::Money;

/// Half up (away from zero) to this many decimals.
pub fn rounded(number: &BigDecimal, decimals: i64) -> BigDecimal {
    number.with_scale_round(decimals, RoundingMode::HalfUp)
}

/// As money; `None` when it is negative or a trillion dollars or more.
pub fn money(amount: &BigDecimal, decimals: i64) -> Option<Money> {
    Money::try_from(rounded(amount, decimals)).ok()
}
