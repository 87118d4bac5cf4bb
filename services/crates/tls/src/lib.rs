//! TLS as a client: CA files, client certificates, and verification of servers.
//!
//! Shared by the connections to database, broker and mail server, which have the same three
//! settings (`DATABASE_CA_FILE`, `AMQP_CA_FILE`, `SMTP_CA_FILE` and so on) and the same errors.
//! Opens no connections.

mod files;
mod verify;

pub use files::{FileSetting, Identity, LoadedTlsFiles, TlsError, TlsFiles};
pub use verify::Verify;
