//! The read copy of the firm's directory, and its links to properties.
//!
//! main-api is the directory's only writer. The copy follows `contact.*` events and is what is
//! displayed and searched. [`crate::ownership`] changes the links.

pub mod links;
pub mod names;
pub mod store;
