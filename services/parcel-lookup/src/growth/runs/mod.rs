//! Runs: queued simulations and calibrations with stored results.
//!
//! A run is a row ([`store`]) written by [`ops`]. [`scheduling`] prepares it, distributes its
//! batches to workers and joins them; [`artifacts`] are its files; [`api`] the endpoints. The
//! result depends only on [`settings`] and the prepared layers, not on the number of workers or
//! their failures.

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
