//! Embedded migrations, run by the owner role.
//!
//! A separate step (`migrate` subcommand, a job in a deployment), never part of starting the
//! service, whose role may not change tables. Replicas may run it concurrently: an advisory lock
//! serializes them, and the later ones find nothing to do.

use diesel::connection::SimpleConnection as _;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_types::Text;
use diesel::{ConnectionError, RunQueryDsl as _};
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
/// (`&[messaging::MIGRATIONS, MIGRATIONS]`), and vacuums the tables that were rewritten. Returns the versions that ran. `owner` is the
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

/// Tables of the role that have rows, and no page that is known to be visible to all.
const REWRITTEN: &str = "SELECT format('%I.%I', n.nspname, c.relname) AS name \
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND pg_has_role(c.relowner, 'USAGE') \
      AND c.relallvisible = 0 AND pg_relation_size(c.oid) > 0 \
    ORDER BY 1";

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
    vacuum_rewritten(&mut conn);
    Ok(ran)
}

/// A table without a visibility map: each entry that is read from an index is looked up in the table too.
#[derive(diesel::QueryableByName)]
struct Rewritten {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Gives tables that a migration rewrote their visibility map and statistics back.
///
/// PostgreSQL does so by itself only after enough later changes of the table, and lists that are read from indexes take several times as
/// long until then. The catalogue tells which tables need it, so that a run that was interrupted is made up for by the next. The schema is
/// up to date without it: what fails is logged.
fn vacuum_rewritten(conn: &mut AsyncConnectionWrapper<AsyncPgConnection>) {
    let rewritten: Vec<Rewritten> = match diesel::sql_query(REWRITTEN).load(conn) {
        Ok(rewritten) => rewritten,
        Err(error) => {
            tracing::warn!(error.cause = %error, "rewritten tables could not be listed");
            return;
        }
    };
    for Rewritten { name } in rewritten {
        // A table that autovacuum has at the moment is left to it.
        let vacuumed = conn.batch_execute(&format!("VACUUM (ANALYZE, SKIP_LOCKED) {name}"));
        if let Err(error) = vacuumed {
            tracing::warn!(error.cause = %error, db.table = name, "a table could not be vacuumed");
        }
    }
}
