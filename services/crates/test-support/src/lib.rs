//! Shared test infrastructure: private servers, a database and a broker namespace per test, stubs
//! of external services, and fault injection.
//!
//! A dev-dependency only. Tests run with real PostgreSQL and RabbitMQ; only external services are
//! stubbed. It panics instead of returning errors, because a test whose setup fails has failed.

mod broker;
mod ca;
mod client;
mod cluster;
mod data_model;
mod database;
mod events;
mod front;
mod ogc_clients;
mod pdf_readers;
mod persona;
mod proxy;
mod reader;
mod relay;
mod servers;
mod service;
mod smtp;
mod stub;
mod tenancy;
mod tokens;
mod wait;
mod walk;

pub use self::service::{TEST_ORIGIN, TEST_TIMEOUT, TestService, TestSetup};
pub use broker::{TestAmqp, test_amqp};
pub use ca::{TestCa, TestCertificate};
pub use client::{Reply, TestClient};
pub use cluster::{CLUSTER_PASSWORD, Cluster};
pub use database::TestDb;
pub use events::{assert_event_valid, contracts_dir, event_example, event_schema, event_types};
pub use front::Front;
pub use ogc_clients::{Credentials, OgcClients};
pub use pdf_readers::{pdf_signatures, pdf_tags};
pub use persona::{Persona, TestKeys, expired_token_for, test_keys, token_for};
pub use proxy::TcpProxy;
pub use relay::TlsRelay;
pub use smtp::{ReceivedMail, SmtpSink};
pub use stub::{Answer, Recorded, StubServer};
pub use tokens::TestTokens;
pub use wait::wait_for;
pub use walk::{ForeignIds, Values, Walk, WalkTokens};
