//! Tasks of deals.

mod activity;
pub mod bulk;
pub mod dto;
mod error;
pub mod handlers;
pub mod list;
pub mod ops;
pub mod reminder_store;
pub mod reminders;
pub mod store;

pub use error::TaskError;
