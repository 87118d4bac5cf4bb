//! Events that this service consumes, one file each.
//!
//! Handlers run in a transaction of the event's firm, once per event; they accept late and
//! unordered events.

pub mod contact_changed;
pub mod contact_deleted;
pub mod marker_added;
pub mod marker_removed;
pub mod parcel_described;
pub mod project_deleted;
pub mod site_image_saved;
pub mod user_deactivated;

use db::Pool;
use messaging::{AmqpConfig, Consumer, ConsumerBuilder};

use crate::SERVICE;

/// The consumer with its handlers; tests change its retry delays.
pub fn builder(pool: Pool, amqp: AmqpConfig) -> ConsumerBuilder {
    Consumer::builder(SERVICE, pool, amqp)
        .on("marker.added", marker_added::handle)
        .on("marker.removed", marker_removed::handle)
        .on("parcel.described", parcel_described::handle)
        .on("project.deleted", project_deleted::handle)
        .on("contact.created", contact_changed::handle)
        .on("contact.updated", contact_changed::handle)
        .on("contact.deleted", contact_deleted::handle)
        .on("contacts.updated", contact_changed::handle_many)
        .on("contacts.deleted", contact_deleted::handle_many)
        .on("site_image.saved", site_image_saved::handle)
        .on("user.deactivated", user_deactivated::handle)
}
