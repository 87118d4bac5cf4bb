//! Events between the services: published transactionally, with an effect exactly once.
//!
//! Outbox, relay, consumer with inbox, retries, parking, broadcast and work queues share one
//! guarantee: at-least-once delivery from the outbox to every queue, and exactly one effect per
//! consumer. Event schemas are in `contracts/events`.

mod broadcast;
mod config;
mod connection;
mod consumer;
mod envelope;
mod handler;
pub mod outbox;
pub mod parked;
mod publisher;
mod queue_consumer;
mod relay;
mod schema;
pub mod topology;
pub mod work;

pub use broadcast::{Broadcast, BroadcastStream};
pub use config::{AmqpConfig, AmqpTlsError};
pub use connection::{ConnectError, Health};
pub use consumer::{Consumer, ConsumerBuilder, ConsumerHandle, RetryPolicy};
pub use envelope::{Envelope, Event};
pub use handler::{HandlerError, HandlerFn, HandlerFnWith};
pub use relay::{Relay, RelayHandle, RelayOptions};
/// Request id and trace context of the current task; consumers open a scope per event.
pub use trace_context as trace;

/// The tables `outbox`, `inbox` and `parked`; run before the service's own migrations:
/// `db::migrate(&owner, &[messaging::MIGRATIONS, MIGRATIONS])`.
pub const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!();
