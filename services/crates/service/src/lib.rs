//! What the three services have in common as programs: how they are put together, started, stopped
//! and called from the command line.
//!
//! [`Service`] is the composition: a service adds its relay, consumers, background tasks and readiness
//! checks to it and hands it its routes. [`Program`] is the command line: a service says what it is,
//! and [`run`] gives it `serve`, `migrate`, `openapi`, `parked` and `settings`. Resources of a
//! service (routes, tables, events) are none of this crate's business.

mod access;
mod background;
mod command;
mod parked;
mod sessions;
mod settings_page;
mod skeleton;

pub use access::{Access, AccessConfig, AccessError};
pub use background::TaskEnded;
pub use command::{Command, Program, print, run, run_to_exit};
pub use parked::ParkedCommand;
pub use sessions::EndedSessionList;
pub use settings_page::{settings_of, undocumented};
pub use skeleton::{RunningService, Service, StopError};
