//! Letters of intent: prices by rule, terms, conditions, templates, states, deadlines, numbers.
//!
//! Rules only, so that the preview of a bulk, the letters that are made and the tests judge alike.
//! The caller reads properties and stores letters. No I/O, no async, no clock.

mod decimal;
mod fault;
mod price;

pub use decimal::Decimal;
pub use fault::Fault;
pub use price::{
    Basis, Limit, PriceError, PriceInputs, PriceRule, Priced, RoundTo, SQUARE_FEET_PER_ACRE, share,
};
