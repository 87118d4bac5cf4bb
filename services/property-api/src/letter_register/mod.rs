//! Letters of intent that have a number: their states, approvals and history.
//!
//! They are made by `letter_jobs`. Rules of states and approvals are in the crate `letter-of-intent`;
//! a letter's text never changes here, so an approval is of exactly what is stored.

pub mod activity;
pub mod approve;
pub mod changes;
pub mod commands;
pub mod date_terms;
pub mod dates;
pub mod deadline_dto;
pub mod deadline_store;
pub mod deadline_tasks;
pub mod deadlines;
pub mod delivery;
pub mod domain;
pub mod dto;
pub mod effects;
mod error;
pub mod events;
pub mod expiry;
pub mod expiry_dto;
pub mod expiry_sweep;
pub mod handlers;
pub mod list;
pub mod list_dto;
pub mod settings;
pub mod states;
pub mod store;
pub mod withdraw;

pub use error::RegisterError;
