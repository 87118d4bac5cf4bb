//! Endpoints of runs: requests, list, progress and results.

pub mod dto;
pub mod handlers;
mod kept_file;
pub mod result_dto;
pub mod result_handlers;
