//! Background jobs of one service, stored in its own database.
//!
//! A job is enqueued in the transaction that makes it necessary, and runs after the commit in any
//! replica, at least once: it is leased, run outside any transaction, and deleted when it is done.
//! A failed one is retried at the schedule of its kind; after the last attempt it is dead, and the
//! subcommand `parked` lists and replays it.
//!
//! For work that a service does itself. Work for separate worker processes goes through
//! `messaging::work`, facts for other services are events.

pub mod dead;
mod enqueue;
mod gauges;
mod job;
mod kind;
mod runner;
mod schema;
mod store;

pub use enqueue::{enqueue, enqueue_at};
pub use job::{Attempt, Job, JobError};
pub use runner::Runner;

/// The table `jobs`; run before the service's own migrations.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();
