//! Stages of a project's pipeline, and the stages with which the firm's new projects begin.

pub mod domain;
pub mod dto;
mod error;
pub mod events;
pub mod handlers;
pub mod ops;
pub mod store;

pub use error::StageError;
