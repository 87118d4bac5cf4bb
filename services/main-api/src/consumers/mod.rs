//! Events that this service consumes, one file each.

mod property_removed;

use messaging::{AmqpConfig, Consumer, ConsumerBuilder};

use crate::SERVICE;

pub fn builder(pool: db::Pool, amqp: AmqpConfig) -> ConsumerBuilder {
    Consumer::builder(SERVICE, pool, amqp).on("property.removed", property_removed::handle)
}
