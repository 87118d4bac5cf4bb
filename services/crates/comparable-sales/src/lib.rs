//! Comparable sales: what each says about a property after adjustments, what they say together, and
//! the offer that is calculated from it; net operating income and cap rate.
//!
//! All in decimals; nothing is rounded before it is shown. A figure that an offer is calculated from
//! is the rounded one, so that the line which explains the offer can be calculated again by hand. No
//! I/O, no clock.

mod adjustment;
mod income;
mod offer;
mod rounding;
mod sale;
mod signed;
mod statistics;

pub use adjustment::{Adjusted, Adjustment, AdjustmentKind, AdjustmentUnit, adjust};
pub use income::{Income, IncomeError, cap_rate, is_unusual_cap_rate};
pub use offer::{Calculation, CalculationError, MAX_OFFER_STEP, Measure};
pub use sale::{AreaUnit, Areas, areas_disagree, is_price};
pub use signed::Signed;
pub use statistics::{
    Interval, MIN_FOR_AVERAGES, MIN_FOR_INTERVAL, Mark, Statistics, UnitSale, statistics,
};
