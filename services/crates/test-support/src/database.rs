//! A database per test, cloned from a migrated template.
//!
//! The template is created once per test program by the product's own bootstrap file and
//! migrations, so tests run with a deployment's roles, grants and row-level security. Cloning takes
//! tens of milliseconds. Tests never share rows.

use std::time::{SystemTime, UNIX_EPOCH};

use db::{AsyncPgConnection, DbConfig, EmbeddedMigrations, Pool};
use diesel_async::{AsyncConnection as _, RunQueryDsl as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio_postgres::Client;
use url::Url;
use uuid::Uuid;

use crate::reader::Reader;
use crate::servers;

/// Serializes creating templates and clones: PostgreSQL refuses to clone a database in use.
const TEMPLATE_LOCK: i64 = 726_801;
/// Databases of killed test runs are dropped after this long.
const STALE_SECONDS: u64 = 2 * 3600;

/// A new database of one service; dropped with this value.
pub struct TestDb {
    /// URL of the server's superuser.
    server: Url,
    name: String,
    schema: &'static str,
    pool: Pool,
    reader: Reader,
}

impl TestDb {
    /// A database with the schema of `service` (`main-api`, `property-api`, `parcel-lookup`) and
    /// these migrations: `TestDb::new("main-api", &[messaging::MIGRATIONS, MIGRATIONS])`.
    ///
    /// # Panics
    /// When the private server is missing or a migration fails.
    pub async fn new(service: &str, migrations: &'static [EmbeddedMigrations]) -> Self {
        Self::on(servers::database_url(), service, migrations).await
    }

    /// The same on another server, given by its superuser's URL.
    ///
    /// # Panics
    /// When the server does not answer or a migration fails.
    pub async fn on(server: Url, service: &str, migrations: &'static [EmbeddedMigrations]) -> Self {
        let schema = schema_of(service);
        let template = format!("sw_tpl_{schema}_{}", program_key());
        let name = format!("sw_test_{}_{}", now_seconds(), Uuid::new_v4().simple());
        let admin = admin(&server, "postgres").await;
        lock(&admin).await;
        if !exists(&admin, &template).await {
            remove_stale(&admin).await;
            make_template(&server, &admin, &template, schema, migrations).await;
        }
        // To copy the files is a quarter less work than to log each page of them, which nobody reads.
        run(
            &admin,
            &format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"),
        )
        .await;
        let url = role_url(&server, &name, &format!("sitewright_{schema}"), schema);
        let pool = db::connect(&DbConfig::new(url, "test")).expect("a valid URL");
        Self {
            server,
            name,
            schema,
            pool,
            reader: Reader::default(),
        }
    }

    /// Connections of the application role, as the service has them.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The application role, for tests that open their own connections.
    pub fn app(&self) -> DbConfig {
        DbConfig::new(self.app_url(), "test")
    }

    /// URL of the application role.
    pub fn app_url(&self) -> String {
        self.app_url_on(&self.server)
    }

    /// URL of the application role on a replica of the server.
    pub fn app_url_on(&self, server: &Url) -> String {
        role_url(
            server,
            &self.name,
            &format!("sitewright_{}", self.schema),
            self.schema,
        )
    }

    /// URL of the owner role, which migrates and seeds. Row-level security applies to it too.
    pub fn owner_url(&self) -> String {
        role_url(
            &self.server,
            &self.name,
            &format!("sitewright_{}_owner", self.schema),
            self.schema,
        )
    }

    /// URL of the superuser in this database, with the service's search path.
    pub fn superuser_url(&self) -> String {
        let mut url = server_url(&self.server, &self.name);
        url.set_query(Some(&format!(
            "options=-c%20search_path%3D{}%2Cpublic",
            self.schema
        )));
        url.into()
    }

    /// Tables with a `customer_id` that are not under forced row-level security with a policy, or whose policy reads the firm for each row
    /// instead of once in a statement; a service's test asserts that there is none.
    ///
    /// # Panics
    /// When the server is unavailable.
    pub async fn unprotected_tables(&self) -> Vec<String> {
        let inside = admin(&self.server, &self.name).await;
        let rows = inside
            .query(
                "SELECT c.relname::text FROM pg_class c \
                 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'customer_id' AND NOT a.attisdropped \
                 WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text = $1 \
                   AND NOT (c.relrowsecurity AND c.relforcerowsecurity \
                            AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) \
                            AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid \
                                AND pg_get_expr(p.polqual, p.polrelid) ~ '= (\\w+\\.)?app_customer_id\\(\\)')) \
                 ORDER BY 1",
                &[&self.schema],
            )
            .await
            .expect("the catalogue can be read");
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Name of the service's schema.
    pub(crate) fn schema(&self) -> &'static str {
        self.schema
    }

    /// A connection that sees every firm's rows, to look at results from outside.
    ///
    /// # Panics
    /// When the server is unavailable.
    pub async fn superuser(&self) -> AsyncPgConnection {
        AsyncPgConnection::establish(&self.superuser_url())
            .await
            .expect("the private PostgreSQL answers")
    }

    /// The rows of a query, of all firms, as JSON objects.
    ///
    /// # Panics
    /// When the server is unavailable or the query fails.
    pub async fn rows(&self, query: &str) -> Vec<Value> {
        self.reader.rows(self, query).await
    }

    /// What a `SELECT count(*)` gives over every firm's rows.
    ///
    /// # Panics
    /// When the server is unavailable or the statement fails.
    pub async fn count(&self, sql: &str) -> i64 {
        let counted: Count = diesel::sql_query(sql)
            .get_result(&mut self.superuser().await)
            .await
            .expect("a count");
        counted.count
    }
}

/// The row of a `SELECT count(*)`.
#[derive(diesel::QueryableByName)]
pub(crate) struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    pub count: i64,
}

impl Drop for TestDb {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let admin = admin(&server, "postgres").await;
                run(
                    &admin,
                    &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
                )
                .await;
            });
        });
        // A failed clean-up must not hide the test's own failure.
        assert!(
            dropped.join().is_ok() || std::thread::panicking(),
            "the test database {} could not be dropped",
            self.name
        );
    }
}

fn schema_of(service: &str) -> &'static str {
    match service {
        "main-api" => "main",
        "property-api" => "property",
        "parcel-lookup" => "parcel",
        other => panic!("no schema is known for the service {other}"),
    }
}

/// Migrations are embedded in the test program, so a new build may have new ones.
fn program_key() -> String {
    let exe = std::env::current_exe().expect("a test program has a path");
    let meta = exe.metadata().expect("the running program exists");
    let modified = meta
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |age| age.as_nanos());
    let mut hash = Sha256::new();
    hash.update(exe.to_string_lossy().as_bytes());
    hash.update(meta.len().to_le_bytes());
    hash.update(modified.to_le_bytes());
    hash.update(bootstrap_sql().as_bytes());
    let digest = hash.finalize();
    let mut start = [0; 8];
    start.copy_from_slice(&digest[..8]);
    format!("{:016x}", u64::from_be_bytes(start))
}

async fn make_template(
    server: &Url,
    admin: &Client,
    template: &str,
    schema: &'static str,
    migrations: &'static [EmbeddedMigrations],
) {
    let draft = format!("{template}_draft");
    run(
        admin,
        &format!("DROP DATABASE IF EXISTS {draft} WITH (FORCE)"),
    )
    .await;
    run(admin, &format!("CREATE DATABASE {draft}")).await;
    {
        let inside = self::admin(server, &draft).await;
        inside
            .batch_execute(&bootstrap_sql())
            .await
            .expect("deploy/postgres/bootstrap.sql runs");
    }
    let owner = role_url(
        server,
        &draft,
        &format!("sitewright_{schema}_owner"),
        schema,
    );
    db::migrate(&DbConfig::new(owner, "test"), migrations)
        .await
        .unwrap_or_else(|error| panic!("the migrations run: {error:?}"));
    // The migration's connections are terminated by now; then the name marks the template as
    // complete.
    run(
        admin,
        &format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{draft}'"
        ),
    )
    .await;
    run(
        admin,
        &format!("ALTER DATABASE {draft} RENAME TO {template}"),
    )
    .await;
    run(
        admin,
        &format!("COMMENT ON DATABASE {template} IS '{}'", now_seconds()),
    )
    .await;
}

/// The part of the product's bootstrap that runs inside the database, without passwords.
fn bootstrap_sql() -> String {
    let file = servers::checkout().join("deploy/postgres/bootstrap.sql");
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    let (_before, inside) = text
        .split_once("\\connect :database\n")
        .expect("the bootstrap file connects to its database");
    let mut sql = inside.to_owned();
    for role in ["main", "property", "parcel"] {
        for suffix in ["_owner_password", "_password"] {
            sql = sql.replace(&format!(":'{role}{suffix}'"), "''");
        }
    }
    sql
}

async fn remove_stale(admin: &Client) {
    let rows = admin
        .query(
            "SELECT datname::text, coalesce(shobj_description(oid, 'pg_database'), '') \
             FROM pg_database WHERE datname ~ '^sw_(tpl|test)_'",
            &[],
        )
        .await
        .expect("databases can be listed");
    let limit = now_seconds().saturating_sub(STALE_SECONDS);
    for row in rows {
        let name: String = row.get(0);
        let comment: String = row.get(1);
        let made: Option<u64> = match name.strip_prefix("sw_test_") {
            Some(rest) => rest.split('_').next().and_then(|part| part.parse().ok()),
            None => comment.parse().ok(),
        };
        if made.is_some_and(|made| made < limit) {
            run(
                admin,
                &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
            )
            .await;
        }
    }
}

/// Held until the connection closes.
async fn lock(admin: &Client) {
    admin
        .execute("SELECT pg_advisory_lock($1)", &[&TEMPLATE_LOCK])
        .await
        .expect("the template lock");
}

async fn exists(admin: &Client, database: &str) -> bool {
    admin
        .query_opt("SELECT 1 FROM pg_database WHERE datname = $1", &[&database])
        .await
        .expect("databases can be listed")
        .is_some()
}

async fn run(admin: &Client, sql: &str) {
    admin
        .batch_execute(sql)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error:?}"));
}

async fn admin(server: &Url, database: &str) -> Client {
    let url = server_url(server, database);
    let (client, _connection) =
        db::open(&DbConfig::new(url, "test"))
            .await
            .unwrap_or_else(|error| {
                panic!("the private PostgreSQL (TEST_DATABASE_URL) does not answer: {error:?}")
            });
    client
}

fn server_url(server: &Url, database: &str) -> Url {
    let mut url = server.clone();
    url.set_path(database);
    url
}

/// The superuser's login with `role` set from its first statement, so that no test needs a role's
/// password: permissions and row-level security depend on the current role.
fn role_url(server: &Url, database: &str, role: &str, schema: &str) -> String {
    let mut url = server_url(server, database);
    url.set_query(Some(&format!(
        "options=-c%20role%3D{role}%20-c%20search_path%3D{schema}%2Cpublic"
    )));
    url.into()
}

fn now_seconds() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |age| age.as_secs())
}
