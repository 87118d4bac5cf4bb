//! Letters of intent: prices by rule, terms, conditions, templates, states, deadlines, numbers.
//!
//! Rules only, so that the preview of a bulk, the letters that are made and the tests judge alike.
//! The caller reads properties and stores letters. No I/O, no async, no clock.

mod approval;
mod condition;
mod content_hash;
mod county_zone;
mod date_terms;
mod deadline;
mod decimal;
mod due;
mod fault;
mod format;
mod holiday;
mod html;
mod income_kind;
mod letter;
mod levels;
mod lint;
mod number;
mod price;
mod price_words;
mod read;
mod registry;
mod standard;
mod status;
mod template;
mod term;
mod value;
mod words;
mod zone;

pub use approval::{Approval, ApprovalError, ApprovalRule, Approving, Threshold};
pub use condition::{Comparison, Condition, Literal, MAX_DEPTH, MAX_NODES, Truth};
pub use content_hash::ContentHash;
pub use date_terms::{DATE_TERMS, said};
pub use deadline::{Anchor, DayUnit, Deadline, Expiry};
pub use decimal::Decimal;
pub use due::{Due, deadlines};
pub use fault::Fault;
pub use format::Format;
pub use holiday::{Holidays, federal_holidays, is_federal_holiday};
pub use html::{
    Element as HtmlElement, Node as HtmlNode, parse as parse_html, written as write_html,
};
pub use income_kind::IncomeKind;
pub use letter::{ClauseOutcome, Lack, Letter, Making, Reason, make_letter};
pub use levels::{Level, Levels};
pub use lint::non_binding_statement;
pub use number::LetterNumber;
pub use price::{
    Basis, Limit, PriceError, PriceInputs, PriceRule, Priced, RoundTo, SQUARE_FEET_PER_ACRE, share,
};
pub use standard::{
    LetterProperty, Member, STANDARD_VERSION, default_letter, standard_html, standard_template,
};
pub use status::{Effect, Guard, Refusal, Situation, Status, TRANSITIONS, Transition};
pub use template::{
    Clause, ClauseKind, Finding, MAX_TEMPLATE_BYTES, Severity, Template, TemplateError, TermUse,
    When,
};
pub use term::{MAX_OWN_TERMS, OWN_PREFIX, OwnTerm, Registry, Source, Term, TermType, WhenMissing};
pub use value::{Area, AreaUnit, Line, MAX_TEXT_CHARS, Party, Person, Share, Value, Values};
pub use zone::Zone;
