//! The calendar feed: a person's tasks, next steps and deadlines as iCalendar (RFC 5545), at an address that only
//! the person knows, because calendars cannot sign in.

pub mod document;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::CalendarError;
