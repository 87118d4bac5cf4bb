//! Events that this service consumes, one file each.

mod activity_reported;
mod parcel_changed;
mod parcels_imported;
mod property_removed;
mod saved_search_matched;
mod tasks_due;

use messaging::{AmqpConfig, Consumer, ConsumerBuilder};

use crate::SERVICE;

pub fn builder(pool: db::Pool, amqp: AmqpConfig) -> ConsumerBuilder {
    Consumer::builder(SERVICE, pool, amqp)
        .on("activity.reported", activity_reported::handle)
        .on("parcel.changed", parcel_changed::handle)
        .on("parcels.imported", parcels_imported::handle)
        .on("property.removed", property_removed::handle)
        .on("saved_search.matched", saved_search_matched::handle)
        .on("tasks.due", tasks_due::handle)
}
