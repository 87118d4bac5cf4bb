//! The four values of a property and the rule that makes an offer.
//!
//! Changing the appraised or the market value recomputes the offer in the same transaction; an offer
//! that somebody sets stands until then. The values are columns of the property, so there is no
//! store here.

pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
