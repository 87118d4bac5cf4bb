//! Versions of a numbered letter: a changed copy under the same number, and what differs between two.
//!
//! A version that was made never changes: 'Edit a copy' makes the next one, `LOI-2026-0042/2`. It
//! replaces a draft at once, and a sent letter when it is sent itself.

pub mod copy;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
pub mod store;
