//! A PostgreSQL of a single test, for what the shared one cannot have: TLS, replicas, a crash.

use std::fs::File;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use db::DbConfig;
use tempfile::TempDir;
use url::Url;

use crate::servers::checkout;
use crate::{TEST_TIMEOUT, wait_for};

/// Password of the superuser `postgres`, and of the roles that a test creates.
pub const CLUSTER_PASSWORD: &str = "made-up";
/// Connections of anyone with a password, also for replication.
const RULES: &str = "
host all         all 127.0.0.1/32 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
";

/// A running server. Stopped when it is dropped.
pub struct Cluster {
    folder: TempDir,
    port: u16,
    settings: Vec<String>,
    process: Child,
}

impl Cluster {
    /// A new one.
    ///
    /// # Panics
    /// When it cannot be created or does not start.
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::start_in(folder, RULES, Vec::new()).await
    }

    /// A new one, with a folder of the caller's files, rules of `pg_hba.conf`, and settings
    /// (`name=value`).
    ///
    /// # Panics
    /// When it cannot be created or does not start.
    pub async fn start_in(folder: TempDir, rules: &str, settings: Vec<String>) -> Self {
        let password = folder.path().join("password");
        std::fs::write(&password, CLUSTER_PASSWORD).expect("a writable folder");
        give_to_postgres(folder.path());
        let data = folder.path().join("data");
        succeeds(
            as_postgres("initdb")
                .args(["-U", "postgres", "--auth=scram-sha-256", "--no-sync"])
                .args(["-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"])
                .arg(format!("--pwfile={}", password.display()))
                .arg("-D")
                .arg(&data),
        );
        std::fs::write(data.join("pg_hba.conf"), rules).expect("a writable folder");
        Self::run(folder, free_port(), settings).await
    }

    /// A streaming replica.
    ///
    /// # Panics
    /// When it cannot be created or does not start.
    pub async fn replica(&self) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        give_to_postgres(folder.path());
        succeeds(
            as_postgres("pg_basebackup")
                .args(["--checkpoint=fast", "--no-sync", "--write-recovery-conf"])
                .arg(format!("--dbname={}", self.url()))
                .arg("--pgdata")
                .arg(folder.path().join("data")),
        );
        Self::run(folder, free_port(), self.settings.clone()).await
    }

    /// URL of the superuser and the database `postgres`.
    ///
    /// # Panics
    /// Never.
    pub fn url(&self) -> Url {
        let port = self.port;
        let url = format!("postgres://postgres:{CLUSTER_PASSWORD}@127.0.0.1:{port}/postgres");
        Url::parse(&url).expect("a valid URL")
    }

    /// The port, on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Ends all of its processes by SIGKILL, as a power failure would.
    ///
    /// # Panics
    /// When they do not end.
    pub fn kill(&mut self) {
        let group = format!("-{}", self.process.id());
        succeeds(Command::new("kill").args(["-KILL", "--", &group]));
        self.process.wait().expect("it has ended");
    }

    /// Starts it again after [`Self::kill`].
    ///
    /// # Panics
    /// When it does not start.
    pub async fn restart(&mut self) {
        self.process = spawn(self.folder.path(), self.port, &self.settings);
        self.wait().await;
    }

    async fn run(folder: TempDir, port: u16, settings: Vec<String>) -> Self {
        let process = spawn(folder.path(), port, &settings);
        let mut cluster = Self {
            folder,
            port,
            settings,
            process,
        };
        cluster.wait().await;
        cluster
    }

    async fn wait(&mut self) {
        let config = DbConfig::new(self.url(), "test");
        let (process, log) = (
            std::cell::RefCell::new(&mut self.process),
            self.folder.path().join("log"),
        );
        wait_for(TEST_TIMEOUT, || async {
            let ended = process.borrow_mut().try_wait().expect("a child process");
            assert!(
                ended.is_none(),
                "PostgreSQL does not start: {}",
                std::fs::read_to_string(&log).unwrap_or_default()
            );
            tokio::time::timeout(Duration::from_secs(5), db::open(&config))
                .await
                .is_ok_and(|opened| opened.is_ok())
        })
        .await;
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // SIGKILL would leave its shared memory behind.
        let id = self.process.id().to_string();
        let stopped = Command::new("kill")
            .args(["-QUIT", &id])
            .stderr(Stdio::null())
            .status();
        if stopped.is_ok_and(|status| status.success()) {
            let _ = self.process.wait();
        }
    }
}

fn spawn(folder: &Path, port: u16, settings: &[String]) -> Child {
    use std::os::unix::process::CommandExt as _;
    let mut server = as_postgres("postgres");
    server.arg("-D").arg(folder.join("data"));
    server.args(["-p", &port.to_string()]);
    let usual = [
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "fsync=off",
        "shared_buffers=16MB",
    ];
    for setting in usual.into_iter().chain(settings.iter().map(String::as_str)) {
        server.args(["-c", setting]);
    }
    let log = File::create(folder.join("log")).expect("a log file");
    let server = server.stdout(Stdio::null()).stderr(log).process_group(0);
    server.spawn().expect("PostgreSQL is installed")
}

/// A program of the installed PostgreSQL; as another user when run as root, because PostgreSQL
/// refuses to run as root.
fn as_postgres(program: &str) -> Command {
    let local = checkout().join("deploy/local");
    let script = std::fs::read_to_string(local.join("postgres.sh")).expect("postgres.sh");
    let folder = script
        .lines()
        .find_map(|line| line.strip_prefix("postgres_bin="))
        .expect("postgres.sh says where the programs are");
    let mut command = Command::new(local.join("as-user.sh"));
    command.args(["postgres", &format!("{folder}/{program}")]);
    command
}

fn give_to_postgres(folder: &Path) {
    if folder.metadata().expect("a folder").uid() != 0 {
        return;
    }
    let id = succeeds(Command::new("id").args(["-u", "postgres"]));
    let id = String::from_utf8_lossy(&id.stdout).trim().parse().ok();
    assert!(id.is_some(), "there is no user postgres");
    let entries = std::fs::read_dir(folder).expect("a folder");
    for entry in entries {
        chown(entry.expect("an entry").path(), id, None).expect("as root");
    }
    chown(folder, id, None).expect("as root");
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|free| free.local_addr())
        .expect("a free port")
        .port()
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("the program is installed");
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}
