//! The firm's contacts and companies.
//!
//! This service is their only writer; property-api keeps a read copy that it builds from the
//! published events.

pub mod company_changes;
mod company_list;
pub mod contact_changes;
mod contact_list;
mod convert;
pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod exports;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::DirectoryError;
