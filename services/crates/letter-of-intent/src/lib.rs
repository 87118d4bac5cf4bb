//! Letters of intent: prices by rule, terms, conditions, templates, states, deadlines, numbers.
//!
//! Rules only, so that the preview of a bulk, the letters that are made and the tests judge alike.
//! The caller reads properties and stores letters. No I/O, no async, no clock.

mod deadline;
mod decimal;
mod fault;
mod format;
mod holiday;
mod number;
mod price;
mod registry;
mod term;
mod value;
mod words;
mod zone;

pub use deadline::{Anchor, DayUnit, Deadline, Expiry};
pub use decimal::Decimal;
pub use fault::Fault;
pub use format::Format;
pub use holiday::{Holidays, federal_holidays, is_federal_holiday};
pub use number::LetterNumber;
pub use price::{
    Basis, Limit, PriceError, PriceInputs, PriceRule, Priced, RoundTo, SQUARE_FEET_PER_ACRE, share,
};
pub use term::{MAX_OWN_TERMS, OWN_PREFIX, OwnTerm, Registry, Source, Term, TermType, WhenMissing};
pub use value::{Area, AreaUnit, Line, MAX_TEXT_CHARS, Party, Person, Share, Value, Values};
pub use zone::Zone;
