//! Pool, transactions, TLS and row-level security against a real PostgreSQL.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod listen;
mod pool;
mod read;
mod tenancy;
mod tls;
mod tls_server;

use test_support::TestDb;

/// Notes of firms, logins that are looked up before the firm is known, and places without a firm.
const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!("tests/migrations");

async fn test_db() -> TestDb {
    TestDb::new("main-api", &[MIGRATIONS]).await
}
