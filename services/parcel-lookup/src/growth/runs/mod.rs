//! Runs: simulations and calibrations that are asked for, waited for and looked at later.
//!
//! A run is a row ([`store`]); serving processes prepare it and share its batches out ([`dispatch`]),
//! workers compute them ([`worker`]), and the join of all batches is the result. What decides the
//! result stands in [`settings`] and in the prepared layers alone: not the number of workers, not
//! which of them died.

pub mod calibration;
mod compute;
pub mod dispatch;
pub mod dto;
pub mod error;
mod events;
pub mod failure;
pub mod files;
mod finish;
pub mod handlers;
mod kept_file;
pub mod maps;
pub mod ops;
pub mod outcome;
pub mod parcels;
mod prepare;
mod queue;
pub mod result;
pub mod result_dto;
pub mod result_handlers;
pub mod row;
pub mod settings;
mod show;
pub mod state;
pub mod storage;
pub mod store;
mod stream;
pub mod watch;
pub mod worker;
pub mod workers;

pub use files::{RunFile, RunFiles};
pub use watch::Notices;
