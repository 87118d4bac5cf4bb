//! Images of parcels: fetched once from the configured source, stored and served here.
//!
//! Browsers never load them from elsewhere. Without a source, or when it fails, there is no image;
//! nothing else fails.

pub mod domain;
pub mod draw;
pub mod dto;
mod error;
pub mod events;
pub mod fetch;
pub mod handlers;
pub mod identity;
pub mod ops;
pub mod store;
pub mod street_view;

pub use error::SiteImageError;
