//! Embedded migrations, run once by the owner role.
//!
//! A one-shot step (`migrate` subcommand, a job in a deployment), never part of starting to
//! serve: the serving role may not change tables. Several replicas may call it at once; a lock in
//! the database lets one work and the others find nothing to do.

use diesel::ConnectionError;
use diesel::connection::SimpleConnection as _;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::dial::Dialer;
use crate::{ConfigError, DbConfig};

/// What every schema needs first: `app_customer_id()`, `app_unscoped()` and the procedure
/// `tenant_scope(table, allow_unscoped)`. [`migrate`] runs it by itself before any other.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

/// Why the schema could not be brought up to date. The database keeps what ran before.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database's settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// No connection as the owner role.
    #[error("no connection to the database for migrations")]
    Connect(#[source] ConnectionError),
    /// Another process holds the migration lock, or the connection was lost.
    #[error("the migration lock could not be taken")]
    Lock(#[source] diesel::result::Error),
    /// One migration failed; it was rolled back.
    #[error("a migration failed: {0}")]
    Run(Box<dyn std::error::Error + Send + Sync>),
    /// The runtime is shutting down.
    #[error("the migration task did not finish")]
    Interrupted,
}

/// Brings the role's schema up to date: the tenancy helpers, then each given set in order
/// (`&[messaging::MIGRATIONS, MIGRATIONS]`). Returns the versions that ran. `owner` says where and as
/// whom; a migration may take long, so that none of the pool's limits hold.
pub async fn migrate(
    owner: &DbConfig,
    sets: &'static [EmbeddedMigrations],
) -> Result<Vec<String>, MigrateError> {
    let conn = Dialer::new(owner, |_| ())?
        .establish()
        .await
        .map_err(MigrateError::Connect)?;
    // diesel's harness is blocking; on a thread of its own it works on every kind of runtime.
    tokio::task::spawn_blocking(move || run_all(conn.into(), sets))
        .await
        .unwrap_or(Err(MigrateError::Interrupted))
}

static TENANCY: EmbeddedMigrations = MIGRATIONS;

/// diesel takes a set by value; ours are constants that several callers share.
struct Borrowed(&'static EmbeddedMigrations);

impl MigrationSource<Pg> for Borrowed {
    fn migrations(&self) -> diesel::migration::Result<Vec<Box<dyn Migration<Pg>>>> {
        self.0.migrations()
    }
}

fn run_all(
    mut conn: AsyncConnectionWrapper<AsyncPgConnection>,
    sets: &'static [EmbeddedMigrations],
) -> Result<Vec<String>, MigrateError> {
    // Held until the connection closes; the number is arbitrary, the schema makes it one lock each.
    conn.batch_execute("SELECT pg_advisory_lock(7268, hashtext(current_schema()))")
        .map_err(MigrateError::Lock)?;
    let mut ran = Vec::new();
    for set in std::iter::once(&TENANCY).chain(sets) {
        let versions = conn
            .run_pending_migrations(Borrowed(set))
            .map_err(MigrateError::Run)?;
        ran.extend(versions.iter().map(ToString::to_string));
    }
    Ok(ran)
}
