//! The error of everything that is checked before it is saved: rules, conditions, templates, own
//! terms.

use serde::Serialize;

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Path of the field from what was checked, such as `args.1.op`; empty for the whole.
    pub field: String,
    /// For the user. It does not repeat the input.
    pub sentence: String,
}

impl Fault {
    pub(crate) fn new(field: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            sentence: sentence.into(),
        }
    }
}
