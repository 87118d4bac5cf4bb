//! One confirmed publish.
//!
//! A message counts as published only after the broker's confirm; a mandatory message without a
//! matching queue is returned as [`Routed::Nowhere`]. No retries here: the caller still holds the
//! row or delivery.

use std::time::Duration;

use chrono::Utc;
use lapin::options::{BasicPublishOptions, ConfirmSelectOptions};
use lapin::types::{AMQPValue, FieldTable, LongString, ShortString};
use lapin::{BasicProperties, Channel, Confirmation, Connection};

use crate::{ConnectError, Envelope};

/// Counts attempts across delay queues.
pub(crate) const ATTEMPT_HEADER: &str = "x-attempt";
const CONTENT_TYPE: &str = "application/cloudevents+json";
const PERSISTENT: u8 = 2;

/// Result of a confirmed publish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Routed {
    /// At least one queue has it.
    Queued,
    /// No queue is bound for it.
    Nowhere,
}

/// Exchange and routing key.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    exchange: ShortString,
    routing_key: ShortString,
}

impl Target {
    pub(crate) fn topic(exchange: &str, event_type: &str) -> Self {
        Self {
            exchange: exchange.into(),
            routing_key: event_type.into(),
        }
    }

    /// A queue, through the default exchange.
    pub(crate) fn queue(name: &str) -> Self {
        Self::topic("", name)
    }
}

/// A channel in confirm mode.
pub(crate) struct Publisher {
    pub(crate) channel: Channel,
    timeout: Duration,
}

impl Publisher {
    pub(crate) async fn open(
        connection: &Connection,
        timeout: Duration,
    ) -> Result<Self, ConnectError> {
        let channel = connection.create_channel().await?;
        channel
            .confirm_select(ConfirmSelectOptions::default())
            .await?;
        Ok(Self { channel, timeout })
    }

    pub(crate) async fn publish(
        &self,
        target: &Target,
        body: &[u8],
        properties: BasicProperties,
    ) -> Result<Routed, ConnectError> {
        let options = BasicPublishOptions {
            mandatory: true,
            ..BasicPublishOptions::default()
        };
        let confirmed = async {
            self.channel
                .basic_publish(
                    target.exchange.clone(),
                    target.routing_key.clone(),
                    options,
                    body,
                    properties,
                )
                .await?
                .await
        };
        match tokio::time::timeout(self.timeout, confirmed).await {
            Err(_elapsed) => Err(ConnectError::Timeout),
            Ok(Err(error)) => Err(error.into()),
            Ok(Ok(Confirmation::Ack(None))) => Ok(Routed::Queued),
            Ok(Ok(Confirmation::Ack(Some(_returned)))) => Ok(Routed::Nowhere),
            Ok(Ok(Confirmation::Nack(_) | Confirmation::NotRequested)) => {
                Err(ConnectError::Refused)
            }
        }
    }
}

/// Durable, with the envelope's identity in the standard AMQP properties.
pub(crate) fn properties(envelope: &Envelope) -> BasicProperties {
    let mut headers = FieldTable::default();
    for (name, value) in [
        ("traceparent", &envelope.traceparent),
        ("x-request-id", &envelope.requestid),
    ] {
        if let Some(value) = value {
            headers.insert(
                name.into(),
                AMQPValue::LongString(LongString::from(value.as_str())),
            );
        }
    }
    bare_properties(&envelope.id.to_string())
        .with_type(ShortString::from(envelope.r#type.as_str()))
        .with_headers(headers)
}

/// Durable, for a body of which only the id is known.
pub(crate) fn bare_properties(message_id: &str) -> BasicProperties {
    BasicProperties::default()
        .with_content_type(CONTENT_TYPE.into())
        .with_delivery_mode(PERSISTENT)
        .with_message_id(message_id.into())
        .with_timestamp(u64::try_from(Utc::now().timestamp()).unwrap_or_default())
}
