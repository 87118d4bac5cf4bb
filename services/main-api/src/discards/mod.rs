//! Parcels that do not suit a project: who discarded them, when, why, and with which facts.
//!
//! A discard stays until it is undone. When the fact that its reason rests on has changed, it is due for
//! review: the parcel is offered again, with what changed.

pub mod domain;
pub mod dto;
pub mod handlers;
pub mod ops;
pub mod store;
