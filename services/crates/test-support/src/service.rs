//! A service under test: started as in production, with its own database, broker namespace and
//! folder.

use std::collections::HashMap;
use std::ops::Deref;
use std::time::Duration;

use db::EmbeddedMigrations;
use diesel_async::SimpleAsyncConnection as _;
use reqwest::Method;
use serde_json::Value;
use service::{Access, EndedSessionList, RunningService};
use settings::Env;
use tempfile::TempDir;

use crate::client::{Reply, TestClient};
use crate::{TestAmqp, TestDb, TestTokens, test_amqp, test_keys, wait_for};

/// Timeout of every wait in tests.
pub const TEST_TIMEOUT: Duration = Duration::from_mins(1);
/// The product's origin in tests: its pages may send requests with cookies.
pub const TEST_ORIGIN: &str = "http://sitewright.test";

/// The environment of a service under test.
pub struct TestSetup {
    /// The migrated database.
    pub db: TestDb,
    /// The namespace on the broker.
    pub amqp: TestAmqp,
    /// The folder for files.
    pub folder: TempDir,
}

impl TestSetup {
    /// Creates the database and the namespace; starts no service.
    ///
    /// # Panics
    /// When the servers cannot be reached.
    pub async fn new(service: &str, migrations: &'static [EmbeddedMigrations]) -> Self {
        Self::with(TestDb::new(service, migrations).await)
    }

    /// With this database.
    ///
    /// # Panics
    /// When the broker cannot be reached.
    pub fn with(db: TestDb) -> Self {
        Self {
            db,
            amqp: test_amqp(),
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// The variables that every service reads, overridden by `more`.
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

    /// Accepts tokens of [`crate::token_for`] and these personal access tokens; no session has ended.
    pub fn access(&self, tokens: &TestTokens) -> Access {
        Access {
            authenticator: auth::Authenticator {
                keys: test_keys().key_set(),
                revocations: auth::Revocations::unread(),
                introspection: tokens.introspection(),
                origins: auth::Origins::new(TEST_ORIGIN, []),
            },
            ended: EndedSessionList::new(|| std::future::ready(Ok::<_, String>(Vec::new()))),
        }
    }

    /// Waits until a started service is connected: before its queues are bound, an event would be
    /// lost.
    ///
    /// # Panics
    /// When it does not connect.
    pub async fn run(self, running: RunningService) -> TestService {
        let client = TestClient::of(running.url());
        // Not checked: some tests start with broken storage.
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

/// A running service. Stop it at the end of the test, which checks that every event was published.
pub struct TestService {
    /// The database.
    pub db: TestDb,
    /// The namespace on the broker.
    pub amqp: TestAmqp,
    /// The folder for files.
    pub folder: TempDir,
    client: TestClient,
    running: Option<RunningService>,
}

impl TestService {
    /// Stops it.
    ///
    /// # Panics
    /// When it does not stop cleanly, or when events remain in the outbox.
    pub async fn stop(mut self) {
        wait_for(TEST_TIMEOUT, || async {
            self.unpublished().await.is_empty()
        })
        .await;
        self.stop_unpublished().await;
    }

    /// Stops it without checking the outbox: for tests that make the broker unavailable.
    ///
    /// # Panics
    /// When it does not stop cleanly.
    pub async fn stop_unpublished(&mut self) {
        let running = self.running.take().expect("it is stopped once");
        running.stop().await.expect("a stop in order");
    }

    /// The rows of the outbox.
    async fn unpublished(&self) -> Vec<Value> {
        self.rows("SELECT * FROM outbox").await
    }

    /// Runs SQL as a superuser, without row-level security.
    ///
    /// # Panics
    /// When it fails.
    pub async fn sql(&self, statements: &str) {
        let mut conn = self.db.superuser().await;
        conn.batch_execute(statements).await.expect("valid SQL");
    }

    /// The rows of a query, of all firms, as JSON objects.
    ///
    /// # Panics
    /// When it fails.
    pub async fn rows(&self, query: &str) -> Vec<Value> {
        self.db.rows(query).await
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
