//! Names and declarations of everything on the broker.
//!
//! Every participant idempotently declares what it needs, with the arguments defined here, so the
//! start order of services does not matter. No message is lost: queues are quorum queues, delay
//! queues dead-letter at least once, and messages over the delivery limit go to the parking queue.

use lapin::options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable, LongString};
use lapin::{Channel, ExchangeKind};
use std::time::Duration;

/// Deliveries of one message without acknowledgement (a crash each time) before the broker moves it
/// to the parking queue.
const DELIVERY_LIMIT: i64 = 20;

/// A service and the events that it consumes; must match `contracts/asyncapi.yaml`.
#[derive(Debug, Clone, Copy)]
pub struct KnownConsumer {
    /// Service name, part of the queue's name.
    pub service: &'static str,
    /// Event types bound to its queue.
    pub types: &'static [&'static str],
}

/// The consumers of this product. Relays declare their queues before publishing, so that events
/// published before a consumer's first start are kept. A consumer may bind further events.
pub const KNOWN_CONSUMERS: &[KnownConsumer] = &[
    KnownConsumer {
        service: "main-api",
        types: &[
            "activity.reported",
            "parcel.changed",
            "parcels.imported",
            "property.removed",
            "saved_search.matched",
            "tasks.due",
        ],
    },
    KnownConsumer {
        service: "property-api",
        types: &[
            "contact.created",
            "contact.deleted",
            "contact.updated",
            "contacts.deleted",
            "contacts.updated",
            "marker.added",
            "marker.removed",
            "parcel.described",
            "project.deleted",
            "site_image.saved",
            "user.deactivated",
        ],
    },
    KnownConsumer {
        service: "parcel-lookup",
        types: &[
            "marker.added",
            "parcels.held",
            "project.deleted",
            "saved_searches.watched",
        ],
    },
];

/// The topic exchange of all events.
pub fn exchange(namespace: &str) -> String {
    format!("{namespace}.events")
}

/// The durable queue of a service, shared by its replicas.
pub fn service_queue(namespace: &str, service: &str) -> String {
    format!("{namespace}.{service}.events")
}

/// The durable queue of one kind of work, shared by its workers.
pub fn work_queue(namespace: &str, name: &str) -> String {
    format!("{namespace}.work.{name}")
}

/// Receives messages over the delivery limit; emptied into the table `parked`.
pub fn parking_queue(queue: &str) -> String {
    format!("{queue}.parking")
}

/// Holds messages until the next attempt; their time-to-live returns them.
pub fn retry_queue(queue: &str, delay: Duration) -> String {
    format!("{queue}.retry.{}ms", delay.as_millis())
}

pub(crate) async fn declare_exchange(channel: &Channel, namespace: &str) -> lapin::Result<()> {
    channel
        .exchange_declare(
            exchange(namespace).into(),
            ExchangeKind::Topic,
            ExchangeDeclareOptions {
                durable: true,
                ..ExchangeDeclareOptions::default()
            },
            FieldTable::default(),
        )
        .await
}

/// The queue and its parking queue.
pub(crate) async fn declare_queue(
    channel: &Channel,
    queue: &str,
    expire: Option<Duration>,
) -> lapin::Result<()> {
    declare_quorum(
        channel,
        &parking_queue(queue),
        FieldTable::default(),
        expire,
    )
    .await?;
    let mut arguments = dead_letter_to(&parking_queue(queue));
    arguments.insert(
        "x-delivery-limit".into(),
        AMQPValue::LongLongInt(DELIVERY_LIMIT),
    );
    declare_quorum(channel, queue, arguments, expire).await
}

/// One delay queue per delay; expired messages return to `queue`.
pub(crate) async fn declare_retries(
    channel: &Channel,
    queue: &str,
    delays: &[Duration],
    expire: Option<Duration>,
) -> lapin::Result<()> {
    for delay in delays {
        let mut arguments = dead_letter_to(queue);
        arguments.insert("x-message-ttl".into(), millis(*delay));
        declare_quorum(channel, &retry_queue(queue, *delay), arguments, expire).await?;
    }
    Ok(())
}

pub(crate) async fn bind(
    channel: &Channel,
    namespace: &str,
    queue: &str,
    types: impl IntoIterator<Item = impl AsRef<str>>,
) -> lapin::Result<()> {
    for event_type in types {
        channel
            .queue_bind(
                queue.into(),
                exchange(namespace).into(),
                event_type.as_ref().into(),
                QueueBindOptions::default(),
                FieldTable::default(),
            )
            .await?;
    }
    Ok(())
}

async fn declare_quorum(
    channel: &Channel,
    queue: &str,
    mut arguments: FieldTable,
    expire: Option<Duration>,
) -> lapin::Result<()> {
    if let Some(expire) = expire {
        arguments.insert("x-expires".into(), millis(expire));
    }
    arguments.insert("x-queue-type".into(), long_string("quorum"));
    let options = QueueDeclareOptions {
        durable: true,
        ..QueueDeclareOptions::default()
    };
    channel
        .queue_declare(queue.into(), options, arguments)
        .await
        .map(drop)
}

/// Dead-letters to the default exchange, at least once (which needs reject-publish).
fn dead_letter_to(queue: &str) -> FieldTable {
    let mut arguments = FieldTable::default();
    arguments.insert("x-dead-letter-exchange".into(), long_string(""));
    arguments.insert("x-dead-letter-routing-key".into(), long_string(queue));
    arguments.insert(
        "x-dead-letter-strategy".into(),
        long_string("at-least-once"),
    );
    arguments.insert("x-overflow".into(), long_string("reject-publish"));
    arguments
}

fn millis(duration: Duration) -> AMQPValue {
    AMQPValue::LongLongInt(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}

fn long_string(text: &str) -> AMQPValue {
    AMQPValue::LongString(LongString::from(text))
}
