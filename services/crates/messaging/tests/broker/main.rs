//! Outbox, relay, consumer, parking, broadcast and work queues against a real PostgreSQL and a
//! real RabbitMQ, including the faults that they exist for.

mod broadcast;
mod consumer;
mod contract;
mod harness;
mod parking;
mod relay;
mod tls;
mod work;
