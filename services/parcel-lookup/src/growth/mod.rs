//! Growth simulation: from a selected area to a picture of where cities will likely grow.
//!
//! The specification's limits stand in [`domain`], apart from the call, so that every way in refuses
//! the same areas with the same sentences. The model itself is the crate `sleuth`; [`layers`] makes
//! what it grows on, [`simulate`] runs it, [`picture`] draws the result and [`gallery`] keeps it for
//! the firm that asked. Runs as resources with progress, and calibration, are not here yet.

pub mod config;
pub mod domain;
pub mod dto;
pub mod gallery;
pub mod handlers;
pub mod layers;
pub mod ops;
pub mod picture;
pub mod simulate;

pub use config::GrowthConfig;
pub use ops::GrowthDesk;
