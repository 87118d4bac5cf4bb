//! States, counties, markets and submarkets: the choices in the project form.
//!
//! Metropolitan areas and their counties are shared by all firms; imported markets belong to one
//! firm. Read only: `commands::geography` and the program of `area-import` write.

pub mod dto;
mod error;
pub mod handlers;
pub mod store;
pub mod tiles;

pub use error::MarketError;
