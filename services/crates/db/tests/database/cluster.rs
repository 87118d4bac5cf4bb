//! A PostgreSQL with `ssl=on`, run for one test, because the shared test server has no TLS.

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use test_support::{TestCa, TestCertificate};

const PASSWORD: &str = "made-up";
/// Roles that may connect with TLS only, with TLS and a client certificate only, and without TLS
/// only; the superuser may connect either way.
const RULES: &str = "
hostssl   all tls_only 127.0.0.1/32 scram-sha-256
hostssl   all certified 127.0.0.1/32 trust clientcert=verify-ca
hostnossl all plain_only 127.0.0.1/32 scram-sha-256
host      all postgres 127.0.0.1/32 scram-sha-256
";

pub struct Cluster {
    folder: TempDir,
    process: Child,
    port: u16,
}

impl Cluster {
    /// Starts with this certificate; requests client certificates signed by `ca`.
    pub async fn start(certificate: &TestCertificate, ca: &TestCa) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let password = folder.path().join("password");
        std::fs::write(&password, PASSWORD).unwrap();
        for (from, to) in [
            (&certificate.cert, "server.crt"),
            (&certificate.key, "server.key"),
            (&ca.file(), "ca.crt"),
        ] {
            std::fs::copy(from, folder.path().join(to)).unwrap();
        }
        give_to_postgres(folder.path());
        let data = folder.path().join("data");
        let made = as_postgres("initdb")
            .args(["-U", "postgres", "--auth=scram-sha-256", "--no-sync"])
            .args(["-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"])
            .arg(format!("--pwfile={}", password.display()))
            .arg("-D")
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {made:?}");
        std::fs::write(data.join("pg_hba.conf"), RULES).unwrap();
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|free| free.local_addr())
            .unwrap()
            .port();
        let mut server = as_postgres("postgres");
        server.arg("-D").arg(&data).args(["-p", &port.to_string()]);
        let files = folder.path().display();
        for setting in [
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "fsync=off",
            "shared_buffers=16MB",
            "ssl=on",
            &format!("ssl_cert_file={files}/server.crt"),
            &format!("ssl_key_file={files}/server.key"),
            &format!("ssl_ca_file={files}/ca.crt"),
        ] {
            server.args(["-c", setting]);
        }
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let process = server.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut cluster = Self {
            folder,
            process,
            port,
        };
        cluster.wait().await;
        let (superuser, _) = db::open(&db::DbConfig::new(cluster.url("postgres", ""), "test"))
            .await
            .unwrap();
        for role in ["tls_only", "certified", "plain_only"] {
            let sql = format!("CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'");
            superuser.batch_execute(&sql).await.unwrap();
        }
        superuser
            .batch_execute("ALTER SCHEMA public OWNER TO tls_only")
            .await
            .unwrap();
        cluster
    }

    /// URL for `role`, with the host name of the server's certificate.
    pub fn url(&self, role: &str, parameters: &str) -> String {
        self.url_by_name("db.sitewright.test", role, parameters)
    }

    /// Like [`Self::url`] with another host name. Names do not resolve, so the address is given
    /// too.
    pub fn url_by_name(&self, host: &str, role: &str, parameters: &str) -> String {
        let port = self.port;
        format!(
            "postgres://{role}:{PASSWORD}@{host}:{port}/postgres?hostaddr=127.0.0.1&{parameters}"
        )
    }

    async fn wait(&mut self) {
        let start = Instant::now();
        let config = db::DbConfig::new(self.url("postgres", ""), "test");
        loop {
            let ended = self.process.try_wait().unwrap();
            let Err(refused) = db::open(&config).await else {
                return;
            };
            if ended.is_some() || start.elapsed() > Duration::from_mins(1) {
                let log = std::fs::read_to_string(self.folder.path().join("log"));
                panic!("PostgreSQL does not start: {refused:?} {log:?}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // SIGKILL would leave its shared memory behind.
        let id = self.process.id().to_string();
        let stopped = Command::new("kill").args(["-QUIT", &id]).status();
        if stopped.is_ok_and(|status| status.success()) {
            let _ = self.process.wait();
        }
    }
}

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../deploy/local")
}

/// A program of the installed PostgreSQL; as another user when run as root, because PostgreSQL
/// refuses to run as root.
fn as_postgres(program: &str) -> Command {
    let script = std::fs::read_to_string(deploy().join("postgres.sh")).unwrap();
    let folder = script
        .lines()
        .find_map(|line| line.strip_prefix("postgres_bin="))
        .expect("postgres.sh says where the programs are");
    let mut command = Command::new(deploy().join("as-user.sh"));
    command.args(["postgres", &format!("{folder}/{program}")]);
    command
}

fn give_to_postgres(folder: &Path) {
    std::fs::set_permissions(folder.join("server.key"), Permissions::from_mode(0o600)).unwrap();
    if folder.metadata().unwrap().uid() != 0 {
        return;
    }
    let id = Command::new("id")
        .args(["-u", "postgres"])
        .output()
        .unwrap();
    let id = String::from_utf8(id.stdout).unwrap().trim().parse().ok();
    assert!(id.is_some(), "there is no user postgres");
    let entries = std::fs::read_dir(folder).unwrap();
    for path in entries.map(|entry| entry.unwrap().path()) {
        chown(path, id, None).unwrap();
    }
    chown(folder, id, None).unwrap();
}
