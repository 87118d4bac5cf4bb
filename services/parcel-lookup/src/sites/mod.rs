//! Several adjoining parcels that a firm keeps as one site.
//!
//! A site has an identity and a number as a parcel has, so that it is added to a project, described and worked on as one. Its record is made
//! of its parcels in [`crate::parcels`] whenever it is read; this keeps it, measures it, and judges it by the criteria of search runs.

mod domain;
pub mod dto;
mod error;
pub mod handlers;
mod ops;
mod standing;

pub use standing::explain_site;
