//! The connection pool: bounded, with time-outs, checked before each use.
//!
//! Every wait is limited, so that an overloaded or unavailable database causes a quick 503 instead
//! of a growing queue. Dead connections are detected on checkout, so a restart of the server needs
//! no restart here. A statement whose future is dropped is cancelled on the server.

use std::time::Duration;

use diesel::IntoSql as _;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Integer;
use diesel_async::pooled_connection::deadpool::{Object, Pool as Deadpool, PoolError};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};
use futures::FutureExt as _;
use settings::Env;
use tls::{TlsError, TlsFiles};

use crate::connector::Connector;
use crate::lent::Lent;

/// A pooled connection; returned on drop.
pub type PooledConnection = Object<AsyncPgConnection>;

/// Connection settings and time-outs.
#[derive(Debug, Clone)]
pub struct DbConfig {
    /// `postgres://role:password@host:port/database`, with libpq's `sslmode` and file parameters.
    pub url: String,
    /// CA file and client certificate if the URL names none.
    pub tls: TlsFiles,
    /// Most connections held at once.
    pub pool_size: usize,
    /// Name shown in `pg_stat_activity`: the service's.
    pub application_name: String,
    /// Longest wait for a connection, including opening it; then the request fails.
    pub wait: Duration,
    /// Longest statement, enforced by the server.
    pub statement_timeout: Duration,
    /// Longest idle time in an open transaction, enforced by the server.
    pub idle_in_transaction_timeout: Duration,
    /// What the connections are for.
    pub workload: Workload,
    /// When prepared statements are planned.
    pub plans: Plans,
}

/// When a prepared statement is planned. PostgreSQL's own choice (`plan_cache_mode = auto`) is not offered: after five executions it may keep
/// a plan for values of average frequency, and lists of a firm's only large project are then read one row at a time
/// (docs/decisions/0096).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plans {
    /// For the values of each execution: a millisecond for a join of several tables.
    Custom,
    /// Once for a connection.
    Generic,
}

/// What the connections of a pool are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workload {
    /// Short statements, many at once. PostgreSQL overestimates the cost of point-in-polygon tests
    /// and would start parallel workers and JIT compilation for them on a large table:
    /// milliseconds, where the query takes a tenth of one. Both are off.
    Serving,
    /// Few long statements of a command, with the server's defaults.
    Batch,
}

impl DbConfig {
    /// The default limits: 10 connections, 3 s to get one, 15 s per statement, 30 s idle in a
    /// transaction.
    pub fn new(url: impl Into<String>, application_name: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            tls: TlsFiles::default(),
            pool_size: 10,
            application_name: application_name.into(),
            wait: Duration::from_secs(3),
            statement_timeout: Duration::from_secs(15),
            idle_in_transaction_timeout: Duration::from_secs(30),
            workload: Workload::Serving,
            plans: Plans::Custom,
        }
    }

    /// Reads `DATABASE_URL`, `DATABASE_POOL_SIZE` and the TLS files from the environment.
    pub fn from_env(env: &mut Env, application_name: &str) -> Self {
        let size = env.parsed("DATABASE_POOL_SIZE", 10);
        Self::at(env, "DATABASE_URL", application_name).pool_size(size)
    }

    /// The same for the role that owns the schema and long statements: `MIGRATION_DATABASE_URL`.
    pub fn owner_from_env(env: &mut Env, application_name: &str) -> Self {
        Self::at(env, "MIGRATION_DATABASE_URL", application_name)
            .pool_size(2)
            .batch()
    }

    fn at(env: &mut Env, name: &str, application_name: &str) -> Self {
        let files = TlsFiles::from_env("DATABASE", |name| env.optional(name));
        Self::new(env.required(name), application_name).tls(files)
    }

    /// Sets the workload to a command's long statements.
    #[must_use]
    pub fn batch(mut self) -> Self {
        self.workload = Workload::Batch;
        self
    }

    /// Plans each prepared statement once. For tables with partitions: planning takes longer than reading a few rows,
    /// and PostgreSQL does not consider that the execution will read a part of the partitions. Statements whose
    /// best plan depends on their values set `plan_cache_mode` in their transaction.
    #[must_use]
    pub fn generic_plans(mut self) -> Self {
        self.plans = Plans::Generic;
        self
    }

    /// Sets the pool size.
    #[must_use]
    pub fn pool_size(mut self, connections: usize) -> Self {
        self.pool_size = connections;
        self
    }

    /// Sets CA file and client certificate (`DATABASE_CA_FILE` and so on).
    #[must_use]
    pub fn tls(mut self, files: TlsFiles) -> Self {
        self.tls = files;
        self
    }

    fn set_limits(&self, config: &mut tokio_postgres::Config) {
        // Ours follow the URL's options and override them.
        let options = format!(
            "{} -c statement_timeout={} -c idle_in_transaction_session_timeout={}{} -c plan_cache_mode={}",
            config.get_options().unwrap_or_default(),
            self.statement_timeout.as_millis(),
            self.idle_in_transaction_timeout.as_millis(),
            match self.workload {
                Workload::Serving => " -c max_parallel_workers_per_gather=0 -c jit=off",
                Workload::Batch => "",
            },
            match self.plans {
                Plans::Custom => "force_custom_plan",
                Plans::Generic => "force_generic_plan",
            },
        );
        config
            .options(options.trim())
            .connect_timeout(self.wait)
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(Duration::from_secs(30));
    }
}

/// The pool's configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The URL is not a PostgreSQL connection string. The source never repeats the password.
    #[error("the database URL is not valid")]
    InvalidUrl(#[source] tokio_postgres::Error),
    /// A mode unknown to libpq, or `allow`, which gives no protection.
    #[error(
        "sslmode of the database URL is {0:?}; supported are disable, prefer, require, verify-ca and verify-full"
    )]
    SslMode(String),
    /// The system's CAs sign certificates for everyone, so the name must be verified too.
    #[error("sslrootcert=system of the database URL requires sslmode=verify-full")]
    WeakSslMode,
    /// A parameter is not valid text.
    #[error("{0} of the database URL is not valid")]
    Parameter(String),
    /// Invalid CA file or client certificate.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The pool's own settings contradict each other.
    #[error("the database pool cannot be built")]
    Pool(#[source] diesel_async::pooled_connection::deadpool::BuildError),
}

/// A pool of connections; cheap to clone.
#[derive(Clone)]
pub struct Pool {
    inner: Deadpool<AsyncPgConnection>,
    config: DbConfig,
    connector: Connector,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The URL holds the password.
        f.debug_struct("Pool")
            .field("application_name", &self.config.application_name)
            .field("pool_size", &self.config.pool_size)
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// A connection that answered a query just now, so that the server's restart costs no request.
    /// Fails with an error for which [`crate::is_unavailable`] holds after the configured wait.
    pub async fn get(&self) -> Result<PooledConnection, Error> {
        self.within_wait(async {
            loop {
                let mut connection = self.inner.get().await?;
                let is_new = Object::metrics(&connection).recycle_count == 0;
                if is_new || answers(&mut connection).await {
                    return Ok(connection);
                }
                drop(Object::take(connection));
            }
        })
        .await
    }

    /// A connection that may have been lost since its last use: without a query, for [`crate::read`].
    async fn get_unchecked(&self) -> Result<PooledConnection, Error> {
        self.within_wait(async { self.inner.get().await }).await
    }

    /// The connection of [`Self::get`], for work that may be dropped.
    pub(crate) async fn lend(&self) -> Result<Lent, Error> {
        Ok(Lent::new(self.get().await?, &self.connector))
    }

    /// The connection of [`Self::get_unchecked`], for work that may be dropped.
    pub(crate) async fn lend_unchecked(&self) -> Result<Lent, Error> {
        Ok(Lent::new(self.get_unchecked().await?, &self.connector))
    }

    async fn within_wait(
        &self,
        connection: impl Future<Output = Result<PooledConnection, PoolError>>,
    ) -> Result<PooledConnection, Error> {
        match tokio::time::timeout(self.config.wait, connection).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(error)) => {
                tracing::warn!(error.cause = %error, "no database connection could be opened");
                Err(unavailable("no database connection could be opened"))
            }
            Err(_elapsed) => {
                metrics::counter!("db_pool_timeouts_total").increment(1);
                Err(unavailable("no database connection became free in time"))
            }
        }
    }

    /// Opens connections outside the pool.
    pub(crate) fn connector(&self) -> &Connector {
        &self.connector
    }

    /// Open connections, and those in use, for metrics.
    pub fn usage(&self) -> (usize, usize) {
        let status = self.inner.status();
        (status.size, status.size.saturating_sub(status.available))
    }
}

/// Creates the pool. It reads the TLS files but opens no connection, so a service can start while
/// its database is unavailable.
pub fn connect(config: &DbConfig) -> Result<Pool, ConfigError> {
    let connector = Connector::new(config, |driver| config.set_limits(driver))?;
    let for_each = connector.clone();
    let mut manager = ManagerConfig::<AsyncPgConnection>::default();
    // `Pool::get` queries itself, `read` needs no query.
    manager.recycling_method = RecyclingMethod::Fast;
    manager.custom_setup = Box::new(move |_url| {
        let connector = for_each.clone();
        async move { connector.establish().await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config(String::new(), manager);
    let inner = Deadpool::builder(manager)
        .max_size(config.pool_size)
        .build()
        .map_err(ConfigError::Pool)?;
    Ok(Pool {
        inner,
        config: config.clone(),
        connector,
    })
}

/// Readiness check for `/readyz`, limited by the pool's wait.
pub async fn ready(pool: &Pool) -> Result<(), Error> {
    // Checkout runs a query on a connection, or opens a new one.
    pool.get().await.map(drop)
}

/// Whether the server answers on this connection.
async fn answers(connection: &mut AsyncPgConnection) -> bool {
    let one = diesel::select(1_i32.into_sql::<Integer>());
    one.get_result::<i32>(connection).await.is_ok()
}

fn unavailable(sentence: &str) -> Error {
    Error::DatabaseError(
        DatabaseErrorKind::UnableToSendCommand,
        Box::new(sentence.to_owned()),
    )
}
