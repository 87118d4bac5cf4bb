//! Sends letters by mail, many at once, a message each with the PDF: to the contacts of their properties, or to
//! their likely signers with a link to sign.
//!
//! Links are made here together with the messages that carry them, in one transaction. One link at a time is made
//! and sent in `letter_links`.

pub mod choose;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
pub mod queue;
mod store;
