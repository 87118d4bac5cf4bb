//! Embedded migrations, run by the owner role.
//!
//! A separate step (`migrate` subcommand, a job in a deployment), never part of starting the
//! service, whose role may not change tables. Replicas may run it concurrently: an advisory lock
//! serializes them, and the later ones find nothing to do.

use diesel::ConnectionError;
use diesel::connection::SimpleConnection as _;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};

use crate::connector::Connector;
use crate::{ConfigError, DbConfig};

/// Prerequisites of every schema: `app_customer_id()`, `app_unscoped()` and the procedure
/// `tenant_scope(table, allow_unscoped)`. [`migrate`] runs it before any other.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

/// Why the schema could not be brought up to date. Earlier migrations stay applied.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// Invalid database settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// No connection as the owner role.
    #[error("the database cannot be reached for migrations")]
    Connect(#[source] ConnectionError),
    /// Another process holds the migration lock, or the connection was lost.
    #[error("the migration lock could not be acquired")]
    Lock(#[source] diesel::result::Error),
    /// A migration failed and was rolled back.
    #[error("a migration failed: {0}")]
    Run(Box<dyn std::error::Error + Send + Sync>),
    /// The runtime is shutting down.
    #[error("the migration task did not finish")]
    Interrupted,
}

/// Brings the role's schema up to date: the tenancy helpers, then each given set in order
/// (`&[messaging::MIGRATIONS, MIGRATIONS]`). Returns the versions that ran. `owner` is the
/// connection of the owner role; the pool's limits do not apply, because a migration may take long.
pub async fn migrate(
    owner: &DbConfig,
    sets: &'static [EmbeddedMigrations],
) -> Result<Vec<String>, MigrateError> {
    let conn = Connector::new(owner, |_| ())?
        .establish()
        .await
        .map_err(MigrateError::Connect)?;
    // diesel's harness is blocking; a separate thread works with every kind of runtime.
    tokio::task::spawn_blocking(move || run_all(conn.into(), sets))
        .await
        .unwrap_or(Err(MigrateError::Interrupted))
}

static TENANCY: EmbeddedMigrations = MIGRATIONS;

/// diesel takes a set by value; ours are constants shared by several callers.
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
    // Held until the connection closes; the number is arbitrary, the schema makes it one lock per
    // schema.
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
