//! States, counties, markets and submarkets: the choices of a project's form.
//!
//! Metropolitan areas and their counties are shared by all firms; a firm's imported markets are
//! its own. Reading only; `commands::seed` and `commands::import_markets` write.

pub mod dto;
mod error;
pub mod handlers;
pub mod store;
pub mod tiles;

pub use error::MarketError;
