//! Runs: simulations and calibrations that are asked for, waited for and looked at later.
//!
//! A run is a row ([`store`]) that [`ops`] writes. [`scheduling`] prepares it, shares its batches out to
//! workers and joins them; [`artifacts`] are the files of it and what is read from them; [`api`] is what
//! callers see. What decides the result stands in [`settings`] and in the prepared layers alone: not the
//! number of workers, not which of them died.

pub mod api;
pub mod artifacts;
pub mod calibration;
pub mod error;
mod events;
pub mod ops;
pub mod row;
pub mod scheduling;
pub mod settings;
pub mod state;
pub mod store;

pub use artifacts::files::{RunFile, RunFiles};
pub use scheduling::watch::Notices;
