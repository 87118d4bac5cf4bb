//! Pool, transactions and row-level security against a real PostgreSQL.

mod listen;
mod pool;
mod tenancy;

use test_support::TestDb;

/// Notes of firms, logins that are looked up before the firm is known, places of nobody.
const MIGRATIONS: db::EmbeddedMigrations = diesel_migrations::embed_migrations!("tests/migrations");

async fn test_db() -> TestDb {
    TestDb::new("main-api", &[MIGRATIONS]).await
}
