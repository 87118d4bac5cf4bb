//! TLS as in libpq, against a server with a certificate of a test CA.

use std::path::Path;

use db::{DbConfig, TlsFiles};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use diesel_async::RunQueryDsl;
use test_support::{TestCa, TestDb};

use crate::test_db;
use crate::tls_server::TlsServer;

const MIGRATIONS: db::EmbeddedMigrations =
    diesel_migrations::embed_migrations!("tests/tls_migrations");
const NAME: &str = "db.sitewright.test";

/// One cluster serves all cases, because creating it takes longest.
#[tokio::test]
async fn connections_are_as_safe_as_the_url_asks() {
    let (ca, other) = (TestCa::new(), TestCa::new());
    let cluster = TlsServer::start(&ca.issue(NAME), &ca).await;
    let plain = test_db().await;
    modes(&cluster, &plain, &ca, &other).await;
    fall_back(&cluster).await;
    client_certificates(&cluster, &ca, &other).await;
    every_kind_of_connection(&cluster, &ca).await;
    a_refusal_says_why(&cluster, &other).await;
}

/// Whether the connection is encrypted; none if it fails.
async fn encrypted(url: String) -> Option<bool> {
    let (client, _) = db::open(&DbConfig::new(url, "test")).await.ok()?;
    let row = client
        .query_one(
            "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
            &[],
        )
        .await
        .unwrap();
    Some(row.get(0))
}

fn trusting(ca: &TestCa, mode: &str) -> String {
    format!("sslmode={mode}&sslrootcert={}", ca.file().display())
}

async fn modes(cluster: &TlsServer, plain: &TestDb, ca: &TestCa, other: &TestCa) {
    const TLS: Option<bool> = Some(true);
    const CLEAR: Option<bool> = Some(false);
    // Correct CA and name, another CA, another name, and a server without TLS.
    for (mode, right, wrong_ca, wrong_name, no_tls) in [
        ("disable", CLEAR, CLEAR, CLEAR, CLEAR),
        ("prefer", TLS, TLS, TLS, CLEAR),
        ("require", TLS, None, TLS, None),
        ("verify-ca", TLS, None, TLS, None),
        ("verify-full", TLS, None, None, None),
    ] {
        let ours = trusting(ca, mode);
        let url = cluster.url("postgres", &ours);
        assert_eq!(encrypted(url).await, right, "{mode}");
        let url = cluster.url("postgres", &trusting(other, mode));
        assert_eq!(encrypted(url).await, wrong_ca, "{mode}, another CA");
        let url = cluster.url_by_name("other.sitewright.test", "postgres", &ours);
        assert_eq!(encrypted(url).await, wrong_name, "{mode}, another name");
        let url = format!("{}&{ours}", plain.superuser_url());
        assert_eq!(encrypted(url).await, no_tls, "{mode}, no TLS");
    }
    // Without a CA file, and without `sslmode`.
    let require = cluster.url("postgres", "sslmode=require");
    assert_eq!(encrypted(require).await, TLS);
    assert_eq!(encrypted(cluster.url("postgres", "")).await, TLS);
    // The system's CAs do not include the test CA.
    let full = cluster.url("postgres", "sslmode=verify-full");
    assert_eq!(encrypted(full).await, None);
}

async fn fall_back(cluster: &TlsServer) {
    let url = |mode: &str| cluster.url("plain_only", &format!("sslmode={mode}"));
    assert_eq!(encrypted(url("prefer")).await, Some(false));
    assert_eq!(encrypted(url("require")).await, None);
}

async fn client_certificates(cluster: &TlsServer, ca: &TestCa, other: &TestCa) {
    let url = |more: &str| cluster.url("certified", &(trusting(ca, "verify-full") + more));
    assert_eq!(encrypted(url("")).await, None, "no certificate");
    for (issuer, outcome) in [(ca, Some(true)), (other, None)] {
        let ours = issuer.issue("client.sitewright.test");
        let (cert, key) = (ours.cert.display(), ours.key.display());
        let url = url(&format!("&sslcert={cert}&sslkey={key}"));
        assert_eq!(encrypted(url).await, outcome);
    }
}

#[derive(QueryableByName)]
struct Ssl {
    #[diesel(sql_type = Bool)]
    ssl: bool,
}

async fn ssl(pool: &db::Pool, sql: &str) -> bool {
    let found: Ssl = db::system_tx(pool, async |conn| {
        diesel::sql_query(sql).get_result(conn).await
    })
    .await
    .unwrap();
    found.ssl
}

/// Migrations, pool and notices, with the CA file from a setting.
async fn every_kind_of_connection(cluster: &TlsServer, ca: &TestCa) {
    let files = setting("DATABASE_CA_FILE", &ca.file());
    let url = cluster.url("tls_only", "sslmode=verify-full");
    let config = DbConfig::new(url, "tls-test").tls(files);
    db::migrate(&config, &[MIGRATIONS]).await.unwrap();
    let pool = db::connect(&config).unwrap();
    assert!(ssl(&pool, "SELECT ssl FROM how_migrated").await);
    assert!(
        ssl(
            &pool,
            "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        )
        .await
    );
    let (sender, listens) = tokio::sync::oneshot::channel();
    let mut sender = Some(sender);
    let listening = db::listen(&pool, "news", |_| {
        sender.take().map(|waiting| waiting.send(()));
    });
    let looking = async {
        listens.await.unwrap();
        let sql = "SELECT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.query LIKE 'LISTEN%'";
        ssl(&pool, sql).await
    };
    tokio::select! {
        _ = listening => {}
        encrypted = looking => assert!(encrypted),
    }
}

async fn a_refusal_says_why(cluster: &TlsServer, other: &TestCa) {
    let url = cluster.url("postgres", &trusting(other, "verify-full"));
    let refused = db::migrate(&DbConfig::new(url, "test"), &[])
        .await
        .unwrap_err();
    let why = std::error::Error::source(&refused).unwrap().to_string();
    assert!(why.contains("invalid peer certificate"), "{why}");
}

fn setting(name: &str, path: &Path) -> TlsFiles {
    let path = path.display().to_string();
    TlsFiles::from_env("DATABASE", |asked| (asked == name).then(|| path.clone()))
}

#[test]
fn settings_that_cannot_work_are_refused_at_the_start() {
    let ca = TestCa::new();
    let (one, two) = (ca.issue("one.test"), ca.issue("two.test"));
    let (cert, key) = (one.cert.display(), two.key.display());
    let said = |parameters: &str, files: TlsFiles| {
        let url = format!("postgres://u:hunter2@h/x?{parameters}");
        let refused = db::connect(&DbConfig::new(url, "test").tls(files))
            .map(drop)
            .unwrap_err();
        let text = format!("{refused} {refused:?}");
        assert!(!text.contains("hunter2"), "{text}");
        text
    };
    let missing = setting("DATABASE_CA_FILE", Path::new("/nowhere.pem"));
    let text = said("", missing);
    assert!(
        text.contains("DATABASE_CA_FILE (/nowhere.pem) cannot be read"),
        "{text}"
    );
    let text = said(&format!("sslcert={cert}&sslkey={key}"), TlsFiles::default());
    assert!(text.contains("does not match"), "{text}");
    let text = said("sslmode=full", TlsFiles::default());
    assert!(
        text.contains("sslmode of the database URL is \"full\""),
        "{text}"
    );
}
