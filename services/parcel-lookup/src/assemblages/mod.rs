//! Assemblages: adjoining parcels as one site, measured, and searched for by land and number of owners.
//!
//! Adjacency and search are the crate `assemblage`; this reads parcels, roads and what separates ([`area`]), leaves out of large areas what
//! can be in no site ([`narrow`]), and measures what was found.

mod area;
mod candidates;
mod domain;
pub mod dto;
pub mod error;
pub mod handlers;
mod judging;
mod land;
mod measure;
mod narrow;
pub mod ops;
mod owners;
mod store;
mod surroundings;
mod wide;
mod wkb;

pub use surroundings::{NearLine, Surroundings, surroundings};
