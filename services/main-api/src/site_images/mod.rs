//! Pictures of parcels: fetched once from the configured source, kept, and served from here.
//!
//! The browser never loads them from elsewhere. Without a source, or when it fails, there is no
//! picture and nothing else fails.

pub mod domain;
pub mod draw;
pub mod dto;
mod error;
pub mod events;
pub mod fetch;
pub mod handlers;
pub mod ops;
pub mod store;
pub mod street_view;

pub use error::SiteImageError;
