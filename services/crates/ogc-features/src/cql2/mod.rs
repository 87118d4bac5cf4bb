//! CQL2 text: Basic CQL2, advanced comparison operators, case-insensitive comparison and basic spatial
//! functions. See OGC 21-065.
//!
//! Text becomes an expression ([`parse`]) and this a condition ([`compile`]) whose SQL contains our own
//! words and parameters only. Length, depth, predicates and vertices are limited.

mod compile;
mod expression;
mod geometry;
mod lexer;
mod parser;
mod values;

pub use compile::compile;
pub use expression::Geometry;
pub use parser::{MAX_LENGTH, check_syntax, parse};
pub use values::{date, timestamp};

/// Why a filter is refused, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct FilterError {
    /// What is wrong, and where.
    pub sentence: String,
}

impl FilterError {
    fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
        }
    }

    /// An error at a position in the text, characters from 1.
    fn at(position: usize, what: impl std::fmt::Display) -> Self {
        Self::new(format!("{what} (character {position})."))
    }
}
