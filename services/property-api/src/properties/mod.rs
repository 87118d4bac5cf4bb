//! Properties: a firm's view of parcels, and the projects that they belong to.
//!
//! Also resolves the property that a request identifies (parcel numbers are unique only within a
//! county). Values, contacts, files and letters have modules of their own.

pub mod activities;
pub mod copies;
pub mod domain;
pub mod dto;
pub mod edits;
mod error;
pub mod events;
pub mod facts;
pub mod handlers;
pub mod identity;
pub mod images;
pub mod links;
pub mod locate;
pub mod ops;
pub mod page_links;
pub mod projects;
pub mod requests;
pub mod search;
pub mod store;
pub mod words;

pub use error::PropertyError;
