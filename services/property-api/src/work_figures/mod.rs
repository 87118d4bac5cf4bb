//! Figures of the firm's work for the dashboard. Each is the total of a list with a filter, which the app
//! links to; those of the pipeline are in `deals`.

pub mod dto;
pub mod handlers;
pub mod ops;
