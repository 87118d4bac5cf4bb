//! Undoes the approval or the withdrawal of letters, for those to which nothing happened since.
//!
//! That letters were made is undone by `letter_jobs`, their sending by `sendings`.

mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
