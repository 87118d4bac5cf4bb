//! Background jobs of one service, stored in its own database.
//!
//! A job is enqueued in the transaction that makes it necessary, and runs after the commit in any
//! replica, at least once: it is leased, run outside any transaction, and deleted when it is done.
//! A failed one is retried at the schedule of its kind; after the last attempt it is dead, and the
//! subcommand `parked` lists and replays it. Firms take turns, so that one with thousands of jobs
//! does not delay the others.
//!
//! A job that must not have its effect twice (mail) records in a row of its own that it is about to
//! have it; a run that finds that record does not repeat it.
//!
//! For work of one service, in its serving or its worker processes. Work in large parts for many
//! workers goes through `messaging::work`, facts for other services are events.

pub mod dead;
mod enqueue;
mod gauges;
mod job;
mod kind;
mod runner;
mod schema;
mod store;

pub use enqueue::{enqueue, enqueue_all, enqueue_all_at, enqueue_at};
pub use job::{Attempt, Job, JobError};
pub use runner::Runner;

/// The table `jobs`; run before the service's own migrations.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();
