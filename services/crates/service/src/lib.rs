//! What the three services have in common as programs: composition, start, shutdown and command
//! line.
//!
//! [`Service`] is the composition: a service adds its relay, consumers, background tasks and
//! readiness checks, and then its routes. [`Program`] defines the command line: a service
//! implements it, and [`run`] provides `serve`, `migrate`, `openapi`, `parked` and `settings`.
//! Routes, tables and events are defined in the services.

mod access;
mod background;
mod client;
mod command;
mod introspection;
mod parked;
mod sessions;
mod settings_page;
mod skeleton;
mod tool;

pub use access::{Access, AccessConfig, AccessError};
pub use background::TaskEnded;
pub use client::{Call, ServiceClient};
pub use command::{Command, Program, print, run, run_to_exit};
pub use parked::ParkedCommand;
pub use sessions::EndedSessionList;
pub use settings_page::{settings_of, undocumented};
pub use skeleton::{RunningService, Service, StopError};
pub use tool::run_tool;
