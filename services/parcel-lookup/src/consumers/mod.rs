//! Events that this service consumes, one file each.

pub mod marker_added;
mod parcels_held;
mod project_deleted;
mod saved_searches_watched;

use messaging::{AmqpConfig, Consumer, ConsumerBuilder};

use crate::SERVICE;

pub fn builder(pool: db::Pool, amqp: AmqpConfig) -> ConsumerBuilder {
    Consumer::builder(SERVICE, pool, amqp)
        .on("marker.added", marker_added::handle)
        .on("parcels.held", parcels_held::handle)
        .on("project.deleted", project_deleted::handle)
        .on("saved_searches.watched", saved_searches_watched::handle)
}
