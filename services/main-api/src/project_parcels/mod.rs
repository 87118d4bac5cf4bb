//! Which parcels a project has and which it discarded, with facts and outlines; where else the firm has a
//! parcel.

pub mod dto;
pub mod handlers;
pub mod ops;
mod store;
