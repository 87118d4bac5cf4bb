//! The error of this crate: a message for the user who entered the value.
//!
//! A message rather than an enum, because every caller shows it beside the field. It never repeats
//! the rejected input.

/// Why a value was rejected, for the user who entered it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(&'static str);

impl Invalid {
    /// The message must not contain internal details.
    pub const fn new(sentence: &'static str) -> Self {
        Self(sentence)
    }

    /// The message to show.
    pub const fn sentence(self) -> &'static str {
        self.0
    }
}
