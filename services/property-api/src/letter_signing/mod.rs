//! What the holder of a link does without an account: reads the letter, signs it, declines it, or
//! says that somebody else signs.
//!
//! A token opens its own letter only. Asking for the page shows no text and changes no state,
//! because scanners of mail follow links.

pub mod answers;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod holder;
pub mod ops;
