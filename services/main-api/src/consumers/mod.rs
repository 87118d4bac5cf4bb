//! What this service hears from the others: one file per event.

mod property_removed;

use messaging::{AmqpConfig, Consumer, ConsumerHandle};

use crate::SERVICE;

/// Starts listening.
pub fn start(pool: db::Pool, amqp: AmqpConfig) -> ConsumerHandle {
    Consumer::builder(SERVICE, pool, amqp)
        .on("property.removed", property_removed::handle)
        .spawn()
}
