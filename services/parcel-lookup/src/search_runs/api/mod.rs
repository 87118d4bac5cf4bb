//! The endpoints of search runs.

pub mod dto;
pub mod handlers;
pub mod result_dto;
pub mod result_handlers;
