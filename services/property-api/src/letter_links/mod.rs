//! Links by which the people of the other side read and sign a letter, made by the firm; and the
//! evidence of what happened to them.
//!
//! What a holder of a link can do is in `letter_signing`.

pub mod again;
pub mod completion;
pub mod domain;
pub mod dto;
mod error;
pub mod evidence;
pub mod handlers;
pub mod mailing;
pub mod notices;
pub mod ops;
pub mod parties;
pub mod record;
pub mod sealer;
pub mod sealing;
pub mod seals;
pub mod sending;
pub mod signer;
pub mod signing_key;
pub mod store;
pub mod token;

pub use error::LinkError;
