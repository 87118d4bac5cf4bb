//! Events before publishing ([`Event`]) and on the wire ([`Envelope`], CloudEvents 1.0 in JSON).
//!
//! One type for all events keeps outbox, broker and inbox independent of their content; producers
//! and consumers define their own `data` types and check them against `contracts/events` in tests.
//! No schema is enforced at run time.

use chrono::{DateTime, SubsecRound as _, Utc};
use domain::{CustomerId, EventId, UserId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::trace::TraceContext;

/// A fact, to be published in the transaction that makes it true.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Name and routing key: `marker.added`.
    pub r#type: String,
    /// Id of the aggregate. Events of one subject and service are published in order.
    pub subject: String,
    /// Version of the aggregate after the change.
    pub aggregate_version: i64,
    /// The firm that the fact belongs to.
    pub customer_id: CustomerId,
    /// The user who caused it, if any.
    pub actor_id: Option<UserId>,
    /// The event's own data, as in its schema.
    pub data: Value,
}

impl Event {
    /// An event without an actor.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "ids are small; a reference at each call says nothing"
    )]
    pub fn new(
        r#type: impl Into<String>,
        subject: impl ToString,
        aggregate_version: i64,
        customer_id: CustomerId,
        data: Value,
    ) -> Self {
        Self {
            r#type: r#type.into(),
            subject: subject.to_string(),
            aggregate_version,
            customer_id,
            actor_id: None,
            data,
        }
    }

    /// Sets the user who caused it.
    #[must_use]
    pub fn actor(mut self, user: UserId) -> Self {
        self.actor_id = Some(user);
        self
    }
}

/// A published event with the attributes that CloudEvents requires.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    /// Always `1.0`.
    pub specversion: String,
    /// UUIDv7; the same in every delivery of this event.
    pub id: EventId,
    /// The publishing service: `/main-api`.
    pub source: String,
    /// Name and routing key: `marker.added`.
    pub r#type: String,
    /// Id of the aggregate.
    pub subject: String,
    /// Time of the event.
    pub time: DateTime<Utc>,
    /// Always `application/json`.
    pub datacontenttype: String,
    /// Name of the schema of `data`: `marker.added.v1`.
    pub dataschema: String,
    /// The firm that the fact belongs to.
    pub customerid: CustomerId,
    /// The user who caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actorid: Option<UserId>,
    /// Version of the aggregate after the change.
    pub aggregateversion: i64,
    /// W3C trace context of the request that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<String>,
    /// Id of the request that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requestid: Option<String>,
    /// The event's own data.
    pub data: Value,
}

impl Envelope {
    /// Wraps an event like the relay does; for tests and direct publishing.
    pub fn from_event(service: &str, event: &Event) -> Self {
        let trace = TraceContext::current();
        Self {
            specversion: "1.0".to_owned(),
            id: EventId(Uuid::now_v7()),
            source: format!("/{service}"),
            r#type: event.r#type.clone(),
            subject: event.subject.clone(),
            // PostgreSQL stores microseconds, so the envelope has no finer precision.
            time: Utc::now().trunc_subsecs(6),
            datacontenttype: "application/json".to_owned(),
            dataschema: format!("{}.v1", event.r#type),
            customerid: event.customer_id,
            actorid: event.actor_id,
            aggregateversion: event.aggregate_version,
            traceparent: trace.traceparent,
            requestid: trace.request_id,
            data: event.data.clone(),
        }
    }

    /// Deserializes `data` to the consumer's own type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.data)
    }

    /// Request id and trace context, for [`crate::trace::scope`].
    pub fn trace(&self) -> TraceContext {
        TraceContext {
            request_id: self.requestid.clone(),
            traceparent: self.traceparent.clone(),
        }
    }
}
