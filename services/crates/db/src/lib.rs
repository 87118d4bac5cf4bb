//! Database access: pool, transactions scoped to a firm, notices, migrations.
//!
//! A service cannot open a transaction without naming its scope: row-level security compares each
//! row with what [`tenant_tx`] set. [`read`] is for a single statement on tables without firm data.
//! [`ReadPool`] lends either of them a replica's pool.
//! Queries and tables belong to the services. [`copies`] has the terms of what firms copied from providers.
//!
//! Every connection (pool, notices, migrations, import) is opened by one function, which honours
//! the URL's `sslmode` as libpq does; CA file and client certificate come from the URL or from
//! [`TlsFiles`].

mod connector;
mod constraint;
pub mod copies;
pub mod keyset;
mod lent;
mod listen;
mod migrate;
mod pool;
mod probe;
mod read;
mod read_pool;
mod replica;
mod text_enum;
mod tls;
mod transaction;
mod unavailable;
mod wal_progress;

pub use ::tls::{TlsError, TlsFiles};
pub use connector::{OpenError, open};
pub use constraint::{Violation, ViolationKind, violation};
pub use diesel_async::AsyncPgConnection;
pub use diesel_migrations::{EmbeddedMigrations, embed_migrations};
pub use listen::{Notification, listen};
pub use migrate::{MIGRATIONS, MigrateError, migrate};
pub use pool::{ConfigError, DbConfig, Plans, Pool, PooledConnection, Workload, connect, ready};
pub use read::{ReadFn, read};
pub use read_pool::{DatabaseFault, ReadPool, ReplicaConfig};
pub use transaction::{TxFn, one_state, system_tx, tenant_tx, unscoped_tx};
pub use unavailable::{is_contention, is_statement_timeout, is_unavailable};
