//! The list of a project's properties with their deals: filters, orders, pages, totals and files.

pub mod dto;
mod exports;
mod filter;
pub mod handlers;
mod list;
mod store;
mod totals;
