//! A PostgreSQL with `ssl=on`, run for one test, because the shared test server has no TLS.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use test_support::{CLUSTER_PASSWORD, Cluster, TestCa, TestCertificate};

/// Roles that may connect with TLS only, with TLS and a client certificate only, and without TLS
/// only; the superuser may connect either way.
const RULES: &str = "
hostssl   all tls_only 127.0.0.1/32 scram-sha-256
hostssl   all certified 127.0.0.1/32 trust clientcert=verify-ca
hostnossl all plain_only 127.0.0.1/32 scram-sha-256
host      all postgres 127.0.0.1/32 scram-sha-256
";

pub struct TlsServer(Cluster);

impl TlsServer {
    /// Starts with this certificate; requests client certificates signed by `ca`.
    pub async fn start(certificate: &TestCertificate, ca: &TestCa) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for (from, to) in [
            (&certificate.cert, "server.crt"),
            (&certificate.key, "server.key"),
            (&ca.file(), "ca.crt"),
        ] {
            std::fs::copy(from, file(to)).unwrap();
        }
        std::fs::set_permissions(file("server.key"), Permissions::from_mode(0o600)).unwrap();
        let settings = vec![
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("server.crt").display()),
            format!("ssl_key_file={}", file("server.key").display()),
            format!("ssl_ca_file={}", file("ca.crt").display()),
        ];
        let server = Self(Cluster::start_in(folder, RULES, settings).await);
        let (superuser, _) = db::open(&db::DbConfig::new(server.url("postgres", ""), "test"))
            .await
            .unwrap();
        for role in ["tls_only", "certified", "plain_only"] {
            let sql = format!("CREATE ROLE {role} LOGIN PASSWORD '{CLUSTER_PASSWORD}'");
            superuser.batch_execute(&sql).await.unwrap();
        }
        superuser
            .batch_execute("ALTER SCHEMA public OWNER TO tls_only")
            .await
            .unwrap();
        server
    }

    /// URL for `role`, with the host name of the server's certificate.
    pub fn url(&self, role: &str, parameters: &str) -> String {
        self.url_by_name("db.sitewright.test", role, parameters)
    }

    /// Like [`Self::url`] with another host name. Names do not resolve, so the address is given
    /// too.
    pub fn url_by_name(&self, host: &str, role: &str, parameters: &str) -> String {
        let port = self.0.port();
        format!(
            "postgres://{role}:{CLUSTER_PASSWORD}@{host}:{port}/postgres?hostaddr=127.0.0.1&{parameters}"
        )
    }
}
