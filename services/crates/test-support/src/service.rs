//! A service under test: started as in production, with a database, a namespace on the broker and a
//! folder of its own.

use std::collections::HashMap;
use std::ops::Deref;
use std::time::Duration;

use db::EmbeddedMigrations;
use diesel::sql_types::Jsonb;
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use reqwest::Method;
use serde_json::Value;
use service::{Access, EndedSessionList, RunningService};
use settings::Env;
use tempfile::TempDir;

use crate::client::{Reply, TestClient};
use crate::{TestAmqp, TestDb, test_amqp, test_keys, wait_for};

/// How long anything may take.
pub const TEST_TIMEOUT: Duration = Duration::from_mins(1);
/// The origin of the product in tests: a page of it may call with cookies.
pub const TEST_ORIGIN: &str = "http://sitewright.test";

/// What a service needs to start.
pub struct TestSetup {
    /// Its database, migrated.
    pub db: TestDb,
    /// Its namespace on the broker.
    pub amqp: TestAmqp,
    /// Its files.
    pub folder: TempDir,
}

impl TestSetup {
    /// Nothing runs yet.
    ///
    /// # Panics
    /// When the servers cannot be reached.
    pub async fn new(service: &str, migrations: &'static [EmbeddedMigrations]) -> Self {
        Self {
            db: TestDb::new(service, migrations).await,
            amqp: test_amqp(),
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// The environment that every service reads, and `more`, which wins.
    pub fn env(&self, more: &[(&str, &str)]) -> Env {
        let path = |name: &str| self.folder.path().join(name).display().to_string();
        let usual = [
            ("DATABASE_URL", self.db.app_url()),
            ("AMQP_URL", self.amqp.url().to_owned()),
            ("STORAGE_DIR", path("storage")),
            ("MAIL_DIR", path("mail")),
            ("PUBLIC_URL", TEST_ORIGIN.to_owned()),
        ];
        let usual = usual.map(|(name, value)| (name.to_owned(), value));
        let more = more
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let variables: HashMap<_, _> = usual.into_iter().chain(more).collect();
        Env::from_source(move |name| variables.get(name).cloned())
    }

    /// Lets the holders of [`crate::token_for`] in; no session has ended.
    pub fn access(&self) -> Access {
        Access {
            authenticator: auth::Authenticator {
                keys: test_keys().key_set(),
                revocations: auth::Revocations::unread(),
                origins: auth::Origins::new(TEST_ORIGIN, []),
            },
            ended: EndedSessionList::new(|| std::future::ready(Ok::<_, String>(Vec::new()))),
        }
    }

    /// Takes a service that has started, and waits until it is connected: before its queues are bound,
    /// an event would reach none of them.
    ///
    /// # Panics
    /// When it does not connect.
    pub async fn run(self, running: RunningService) -> TestService {
        let client = TestClient::of(running.url());
        // Storage may be what a test has broken.
        let ready = || async {
            let report = Reply::of(client.anonymous(Method::GET, "/readyz")).await;
            let checks = report.body["checks"].as_object();
            let mut checks = checks.into_iter().flatten();
            checks.all(|(name, state)| state == "ok" || name == "storage")
        };
        wait_for(TEST_TIMEOUT, ready).await;
        TestService {
            db: self.db,
            amqp: self.amqp,
            folder: self.folder,
            client,
            running: Some(running),
        }
    }
}

/// A service that runs. Stop it at the end of the test: that is where it is checked that every event
/// was published.
pub struct TestService {
    /// Its database.
    pub db: TestDb,
    /// Its namespace on the broker.
    pub amqp: TestAmqp,
    /// Its files.
    pub folder: TempDir,
    client: TestClient,
    running: Option<RunningService>,
}

impl TestService {
    /// Stops it in order.
    ///
    /// # Panics
    /// When it does not stop in order, or when events stay in the outbox.
    pub async fn stop(mut self) {
        wait_for(TEST_TIMEOUT, || async {
            self.unpublished().await.is_empty()
        })
        .await;
        self.stop_unpublished().await;
    }

    /// Stops it whatever is in the outbox: for tests whose broker is gone.
    ///
    /// # Panics
    /// When it does not stop in order.
    pub async fn stop_unpublished(&mut self) {
        let running = self.running.take().expect("it is stopped once");
        running.stop().await.expect("a stop in order");
    }

    /// The outbox.
    async fn unpublished(&self) -> Vec<Value> {
        self.rows("SELECT * FROM outbox").await
    }

    /// Runs SQL as a superuser: row-level security does not hold.
    ///
    /// # Panics
    /// When it fails.
    pub async fn sql(&self, statements: &str) {
        let mut conn = self.db.superuser().await;
        conn.batch_execute(statements).await.expect("valid SQL");
    }

    /// The rows of a query as JSON objects, of all firms.
    ///
    /// # Panics
    /// When it fails.
    pub async fn rows(&self, query: &str) -> Vec<Value> {
        #[derive(diesel::QueryableByName)]
        struct Row {
            #[diesel(sql_type = Jsonb)]
            row: Value,
        }
        let mut conn = self.db.superuser().await;
        let rows: Vec<Row> =
            diesel::sql_query(format!("SELECT to_jsonb(q) AS row FROM ({query}) AS q"))
                .load(&mut conn)
                .await
                .expect("valid SQL");
        rows.into_iter().map(|row| row.row).collect()
    }
}

impl Drop for TestService {
    fn drop(&mut self) {
        let stopped = self.running.is_none();
        assert!(
            stopped || std::thread::panicking(),
            "the test ends without stopping the service: its outbox was not checked"
        );
    }
}

impl Deref for TestService {
    type Target = TestClient;

    fn deref(&self) -> &TestClient {
        &self.client
    }
}
