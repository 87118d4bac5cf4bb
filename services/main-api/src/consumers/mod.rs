//! Events that this service consumes, one file each.

mod property_removed;

use messaging::{AmqpConfig, Consumer, ConsumerHandle};

use crate::SERVICE;

pub fn start(pool: db::Pool, amqp: AmqpConfig) -> ConsumerHandle {
    Consumer::builder(SERVICE, pool, amqp)
        .on("property.removed", property_removed::handle)
        .spawn()
}
