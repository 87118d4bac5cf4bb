//! Searches of projects: every parcel of an area judged by the project's criteria.
//!
//! A run is a row ([`store`]) written by [`ops`]; each serving process works on queued ones ([`work`]).
//! How parcels are judged is in the crate `site-search`; sites of several are in [`crate::sites`].

pub mod api;
mod area;
mod compare;
mod context;
mod curve_words;
mod error;
mod events;
mod file;
mod moved;
mod ops;
pub mod queue;
mod results;
mod row;
pub mod state;
pub mod store;
pub mod work;

pub use area::Areas;
pub use context::SearchContext;
pub use error::SearchError;
pub use file::{SitesOfProject, of_list as file_of_list};
pub use ops::get;
pub use results::{KEPT, of_parcel, place_of_site};
