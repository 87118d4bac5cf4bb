//! The one way to the database: pool, transactions that know their firm, notices, migrations.
//!
//! It stands apart so that no service can open a transaction without saying for whom: row-level
//! security compares each row with what [`tenant_tx`] set. It holds no queries and no tables of
//! its own; those belong to the services.
//!
//! Every connection (pool, notices, migrations, import) is opened by one function, which honours the
//! URL's `sslmode` as libpq does; CA file and client certificate come from the URL or from [`TlsFiles`].

mod constraint;
mod dial;
mod listen;
mod migrate;
mod pool;
mod text_enum;
mod tls;
mod transaction;
mod unavailable;

pub use ::tls::{TlsError, TlsFiles};
pub use constraint::{Violation, ViolationKind, violation};
pub use dial::{OpenError, open};
pub use diesel_async::AsyncPgConnection;
pub use diesel_migrations::{EmbeddedMigrations, embed_migrations};
pub use listen::{Notification, listen};
pub use migrate::{MIGRATIONS, MigrateError, migrate};
pub use pool::{ConfigError, DbConfig, Pool, PooledConnection, Workload, connect, ready};
pub use transaction::{TxFn, system_tx, tenant_tx, unscoped_tx};
pub use unavailable::{is_contention, is_unavailable};
