//! SLEUTH: a cellular automaton of urban growth.
//!
//! The model of K. C. Clarke, S. Hoppen and L. Gaydos, "A self-modifying cellular automaton model
//! of historical urbanization in the San Francisco Bay area", Environment and Planning B 24 (1997)
//! 247-261, as distributed by Project Gigalopolis (University of California, Santa Barbara, and
//! USGS) in version 3.0 beta. Written from a description of what that program computes, not from
//! its code.
//!
//! A [`City`] holds the layers; a [`Runner`] grows it once per Monte Carlo iteration; [`predict`]
//! and [`history`] define the simulated years, and [`statistics`] averages the iterations' records.
//! One time step is one year; coefficients range from 0 to 100; the rules do not depend on the cell
//! size, but see [`Settings::diffusion_multiplier`].
//!
//! [`Settings::exact`] draws the original's random numbers in the original's order and keeps its
//! defects, so that results match to the last digit. [`Settings::standard`] uses numbers keyed by
//! (seed, iteration, year), so that iterations can be computed independently, and corrects the
//! defects named by [`Switches`].
//!
//! [`calibrate`] scores sets of coefficients against layers of several dates.
//!
//! [`land_use`] couples land use to growth.
//!
//! No I/O, no clock and no threads.

pub mod calibrate;
mod city;
mod clusters;
mod coefficients;
mod fit;
mod grid;
pub mod history;
pub mod land_use;
mod overlap;
pub mod predict;
mod random;
mod resistance;
mod roads;
mod rules;
mod run;
mod self_modification;
mod settings;
mod state;
pub mod statistics;

pub use city::{City, Dated, LayerError, Layers};
pub use coefficients::{Coefficient, Coefficients, OutOfRange};
pub use fit::Fit;
pub use grid::{Grid, Shape};
pub use run::{Runner, Span};
pub use self_modification::SelfModification;
pub use settings::{Numbers, Settings, Switches};
