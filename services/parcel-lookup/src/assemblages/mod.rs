//! Assemblages: adjoining parcels as one site, measured, and searched for by land and number of owners.
//!
//! Adjacency and search are the crate `assemblage`; this reads parcels, roads and what separates, and measures what was found.

mod domain;
pub mod dto;
pub mod error;
pub mod handlers;
mod judging;
mod land;
mod measure;
pub mod ops;
mod owners;
mod store;
mod surroundings;
mod wkb;

pub use surroundings::{NearLine, Surroundings, surroundings};
