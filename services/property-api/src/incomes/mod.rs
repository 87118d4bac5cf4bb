//! Incomes of properties: net operating income and cap rate. The rules of calculation are in the crate
//! `comparable-sales`.

pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::IncomeError;
