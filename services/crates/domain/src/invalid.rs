//! The one error of this crate: a sentence that may be shown to the person who typed the value.
//!
//! A plain sentence rather than an enum, because every caller does the same thing with it: put it
//! beside the field. It never repeats the refused input.

/// Why a value was refused, in words for the person who entered it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(&'static str);

impl Invalid {
    /// A refusal with its sentence, which must not hold internal text.
    pub const fn new(sentence: &'static str) -> Self {
        Self(sentence)
    }

    /// The sentence to show.
    pub const fn sentence(self) -> &'static str {
        self.0
    }
}
