//! Growth simulation: from a selected area to where cities will likely grow.
//!
//! The specification's limits stand in [`domain`], apart from the calls, so that every way in refuses
//! the same areas with the same sentences. The model itself is the crate `sleuth`; the crate
//! `growth_layers` is what it grows on; [`runs`] holds what is asked for, shares it out to workers and keeps the
//! results; [`picture`] draws them. `POST /run-sleuth` ([`wait`]) is a run like any other.

pub mod config;
mod context;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod picture;
pub mod runs;
mod wait;

pub use config::{GrowthConfig, WorkerConfig};
pub use context::GrowthContext;
