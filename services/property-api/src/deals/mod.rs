//! Deals: properties of a project on their way through its pipeline.
//!
//! A deal begins when its property is linked to the project, by a trigger on the links, and ends with
//! the last link. Every change by people runs [`domain::change`] for each deal and is a command that
//! can be undone; the system moves deals with [`advance`].

mod activity;
mod advance;
pub mod by_stage;
pub mod domain;
pub mod dto;
mod error;
pub mod handlers;
pub mod history;
mod joined;
mod letter_tasks;
pub mod list;
pub mod list_dto;
mod list_filter;
pub mod of_contacts;
pub mod of_parcels;
pub mod ops;
pub mod people;
pub mod pipeline;
pub mod sites;
pub mod store;
pub mod tags;
pub mod undo;

pub use advance::{advance, mail_sent};
pub use error::DealError;
