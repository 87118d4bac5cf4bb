//! Names and declarations of everything on the broker.
//!
//! Every participant declares what it needs, idempotently, with the arguments written here, so
//! that the order in which services start does not matter. Messages are never lost to a missing
//! queue: queues are quorum queues, delays dead-letter at least once, and what is delivered too
//! often goes to the queue's parking place instead of away.

use lapin::options::{ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::{AMQPValue, FieldTable, LongString};
use lapin::{Channel, ExchangeKind};
use std::time::Duration;

/// Deliveries of one message that end without an answer (a crash each time) before the broker
/// itself moves it to the parking queue.
const DELIVERY_LIMIT: i64 = 20;

/// A service and the events that it hears; the same facts as in `contracts/asyncapi.yaml`.
#[derive(Debug, Clone, Copy)]
pub struct KnownConsumer {
    /// The service's name, which is part of its queue's name.
    pub service: &'static str,
    /// Event types bound to its queue.
    pub types: &'static [&'static str],
}

/// Who hears what in this product. Relays declare these queues before they publish, so that an
/// event said before its listener's first start waits for it. A listener may bind more by itself.
pub const KNOWN_CONSUMERS: &[KnownConsumer] = &[
    KnownConsumer {
        service: "main-api",
        types: &["property.removed"],
    },
    KnownConsumer {
        service: "property-api",
        types: &[
            "contact.created",
            "contact.deleted",
            "contact.updated",
            "marker.added",
            "marker.removed",
            "parcel.described",
            "project.deleted",
            "site_image.saved",
        ],
    },
    KnownConsumer {
        service: "parcel-lookup",
        types: &["marker.added"],
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

/// Where the broker puts what it delivered too often; emptied into the table `parked`.
pub fn parking_queue(queue: &str) -> String {
    format!("{queue}.parking")
}

/// Where messages wait before the next attempt; their time-to-live brings them back.
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

/// The queue and its parking place.
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

/// One waiting place per delay; what has waited goes back to `queue`.
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

/// Dead-lettering by the default exchange, at least once (which needs reject-publish).
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
