//! Urban growth simulation of a selected area.
//!
//! [`domain`] holds the specification's limits, so that every endpoint rejects the same areas with
//! the same messages. The model is the crate `sleuth`, its input layers the crate `growth_layers`;
//! [`runs`] stores runs, distributes them to workers and keeps results; [`picture`] draws them.
//! `POST /run-sleuth` ([`wait`]) creates an ordinary run.

pub mod config;
mod context;
pub mod domain;
pub mod dto;
pub mod handlers;
pub mod parcels;
pub mod picture;
pub mod runs;
mod wait;

pub use config::{GrowthConfig, WorkerConfig};
pub use context::GrowthContext;
