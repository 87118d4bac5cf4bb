//! The service's tests: the real program, PostgreSQL and RabbitMQ; main-api alone is stood in for.

mod attachments;
mod authz;
mod consumers;
mod db_rules;
mod letters;
mod openapi;
mod ownership;
mod properties;
mod valuation;
mod world;
