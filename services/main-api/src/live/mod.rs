//! Server-sent events: every browser of a firm hears at once what changed.
//!
//! Each replica listens to the broker for itself and fans out to its own clients, so replicas need
//! not know each other. Nothing is stored; a client that missed something reads the list again.

mod dto;
pub mod handlers;
mod hub;
mod listen;
mod presence;

pub use dto::{Changed, ProjectsChanged, StreamMessage};
pub use hub::Hub;
pub use listen::{FORWARDED_EVENTS, listen};
