//! Outbox, relay, consumer, parking, broadcast and work queues with a real PostgreSQL and a real
//! RabbitMQ, including failures.

mod broadcast;
mod consumer;
mod contract;
mod harness;
mod lease;
mod parking;
mod relay;
mod tls;
mod work;
