//! A minimal service: a database with a table of effects, and a broker namespace.

use std::time::Duration;

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, EventId};
use messaging::{
    AmqpConfig, Consumer, ConsumerBuilder, Envelope, Event, HandlerError, RetryPolicy, outbox,
};
use serde_json::json;
use test_support::{TestAmqp, TestDb, test_amqp, wait_for};
use uuid::Uuid;

pub const BOUND: Duration = Duration::from_secs(20);
pub const MIGRATIONS: db::EmbeddedMigrations =
    diesel_migrations::embed_migrations!("tests/migrations");

diesel::table! {
    effects (effect_id) {
        effect_id -> BigInt,
        customer_id -> Uuid,
        event_id -> Uuid,
        subject -> Text,
        version -> BigInt,
    }
}

pub struct House {
    pub db: TestDb,
    pub amqp: TestAmqp,
    pub firm: CustomerId,
}

impl House {
    pub async fn new() -> Self {
        Self {
            db: TestDb::new("main-api", &[messaging::MIGRATIONS, MIGRATIONS]).await,
            amqp: test_amqp(),
            firm: CustomerId(Uuid::new_v4()),
        }
    }

    pub fn config(&self) -> AmqpConfig {
        self.amqp.config("main-api")
    }

    /// A consumer with short retry delays: two more attempts.
    pub fn consumer(&self, amqp: AmqpConfig) -> ConsumerBuilder {
        Consumer::builder("main-api", self.db.pool().clone(), amqp).retry(quick_retry())
    }

    pub fn event(&self, subject: &str, version: i64) -> Event {
        let data = json!({"project_id": subject, "reason": "test"});
        Event::new("projects_changed", subject, version, self.firm, data)
    }

    /// Publishes one event in its own transaction.
    pub async fn say(&self, event: &Event) -> EventId {
        db::tenant_tx(self.db.pool(), event.customer_id, async |conn| {
            outbox::append(conn, event).await
        })
        .await
        .expect("the event is written")
    }

    /// Adds one job in its own transaction.
    pub async fn ask(&self, queue: &str, job: &Event) {
        db::tenant_tx(self.db.pool(), job.customer_id, async |conn| {
            outbox::append_work(conn, queue, job).await
        })
        .await
        .expect("the job is written");
    }

    /// `(subject, version)` of every effect, in order.
    pub async fn effects(&self) -> Vec<(String, i64)> {
        effects::table
            .order(effects::effect_id)
            .select((effects::subject, effects::version))
            .load(&mut self.db.superuser().await)
            .await
            .expect("effects can be read")
    }

    pub async fn wait_for_effects(&self, count: usize) {
        wait_for(BOUND, || async { self.effects().await.len() >= count }).await;
    }

    pub async fn outbox_depth(&self) -> i64 {
        db::unscoped_tx(self.db.pool(), "test", async |conn| {
            outbox::depth(conn).await
        })
        .await
        .expect("the outbox can be counted")
        .0
    }

    pub async fn wait_for_empty_outbox(&self) {
        wait_for(BOUND, || async { self.outbox_depth().await == 0 }).await;
    }
}

pub fn quick_retry() -> RetryPolicy {
    RetryPolicy {
        delays: [100, 200].map(Duration::from_millis).to_vec(),
    }
}

/// The simplest handler: records its run, under row-level security.
pub async fn record(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    diesel::insert_into(effects::table)
        .values((
            effects::customer_id.eq(envelope.customerid.0),
            effects::event_id.eq(envelope.id),
            effects::subject.eq(&envelope.subject),
            effects::version.eq(envelope.aggregateversion),
        ))
        .execute(conn)
        .await?;
    Ok(())
}
