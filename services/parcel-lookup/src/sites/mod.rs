//! Several adjoining parcels that a firm keeps as one site.
//!
//! A site has an identity and a number as a parcel has, so that it is added to a project, described and worked on as one. Its record is made
//! of its parcels in [`crate::parcels`] whenever it is read; this keeps it, and measures it.

mod domain;
pub mod dto;
mod error;
pub mod handlers;
mod ops;
