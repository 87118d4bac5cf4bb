//! TLS as a client: CA files, client certificates, and how much of the server is verified.
//!
//! One crate because the database, the broker and the mail server take the same three settings
//! (`DATABASE_CA_FILE`, `AMQP_CA_FILE`, `SMTP_CA_FILE` and so on) and complain of them alike. It
//! opens no connections.

mod files;
mod verify;

pub use files::{FileSetting, Identity, Material, TlsError, TlsFiles};
pub use verify::Verify;
