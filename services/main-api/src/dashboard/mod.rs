//! The firm's figures and recent activity.
//!
//! Figures are counted at each request: the tables are small, and a cache could be stale.
//! Activities are written by the operations they describe, in the same transaction.

pub mod dto;
pub mod handlers;
pub mod store;
