//! Server-sent events: browsers of a firm learn of changes immediately.
//!
//! Each replica consumes from the broker and fans out to its own clients, so replicas need not know
//! each other. Nothing is stored; a client that missed events reloads its lists.

mod dto;
pub mod handlers;
mod hub;
mod listen;
mod presence;

pub use dto::{Changed, ProjectsChanged, StreamMessage};
pub use hub::Hub;
pub use listen::{FORWARDED_EVENTS, listen};
