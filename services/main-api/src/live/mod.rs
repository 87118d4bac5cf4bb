//! Server-sent events: browsers of a firm learn of changes immediately.
//!
//! Each replica consumes from the broker and fans out to its own clients, so replicas need not know
//! each other. Nothing is stored; a client that missed events reloads its lists.

mod dto;
mod forward;
pub mod handlers;
mod hub;
mod presence;

pub use dto::{Changed, ProjectsChanged, StreamMessage};
pub use forward::{FORWARDED_EVENTS, forward};
pub use hub::Hub;
