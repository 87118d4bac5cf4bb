//! The firm's figures and what its people did lately.
//!
//! Figures are counted when asked for: the tables are small and a wrong cache helps nobody.
//! Activities are written by the operations that they tell of, in their transactions.

pub mod dto;
pub mod handlers;
pub mod store;
