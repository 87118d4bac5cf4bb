//! Opens every connection to PostgreSQL, with or without TLS.

use std::error::Error as _;
use std::fmt::Write as _;

use diesel::ConnectionError;
use diesel_async::AsyncPgConnection;
use tls::TlsFiles;
use tokio_postgres::config::{Host, SslMode as DriverMode};
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{CancelToken, Client, Config, Connection, Error, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::tls::{SslMode, read_url};
use crate::{ConfigError, DbConfig};

/// The half of a connection that does its I/O; it must be awaited.
pub(crate) type Driven = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// Everything needed to open connections, with files already read.
#[derive(Clone)]
pub(crate) struct Connector {
    driver: Config,
    tls: MakeRustlsConnect,
}

impl Connector {
    /// Reads URL and settings; `tune` adds options for the driver.
    pub fn new(config: &DbConfig, tune: impl FnOnce(&mut Config)) -> Result<Self, ConfigError> {
        let (mut driver, plan) = read_url(&config.url, &config.tls)?;
        driver.application_name(&config.application_name);
        tune(&mut driver);
        if let (SslMode::Disable | SslMode::Prefer, Some(ca)) = (plan.mode, &plan.files.ca) {
            tracing::warn!(
                setting = ca.setting,
                "the database server is not verified: sslmode is not verify-full, so the CA file is not used"
            );
        }
        let files = match plan.mode {
            SslMode::Disable => TlsFiles::default(),
            _ => plan.files.clone(),
        };
        let mut tls = files.load()?.client_config(plan.verify())?;
        // As libpq 17 does; servers with direct TLS negotiation require it.
        tls.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Self {
            driver,
            tls: MakeRustlsConnect::new(tls),
        })
    }

    /// Host and port, for logs.
    pub fn server(&self) -> String {
        let ports = self.driver.get_ports();
        let servers = self.driver.get_hosts().iter().enumerate().map(|(n, host)| {
            let port = ports.get(n).or(ports.first()).unwrap_or(&5432);
            match host {
                Host::Tcp(name) => format!("{name}:{port}"),
                Host::Unix(folder) => format!("{}:{port}", folder.display()),
            }
        });
        servers.collect::<Vec<_>>().join(",")
    }

    /// A connection.
    pub async fn open(&self) -> Result<(Client, Driven), Error> {
        let opened = self.driver.connect(self.tls.clone()).await;
        match opened {
            Err(error)
                if self.driver.get_ssl_mode() == DriverMode::Prefer
                    && allows_plaintext_fallback(&error) =>
            {
                tracing::debug!(error.cause = %chain(&error), "the TLS connection to the database failed, trying without TLS");
                let mut plain = self.driver.clone();
                plain.ssl_mode(DriverMode::Disable);
                plain.connect(self.tls.clone()).await
            }
            other => other,
        }
    }

    /// Cancels the statement that runs on a connection, if there is one.
    pub async fn cancel(&self, token: &CancelToken) -> Result<(), Error> {
        token.cancel_query(self.tls.clone()).await
    }

    /// A connection for diesel.
    pub async fn establish(&self) -> diesel::ConnectionResult<AsyncPgConnection> {
        let (client, connection) = self
            .open()
            .await
            .map_err(|error| ConnectionError::BadConnection(chain(&error)))?;
        AsyncPgConnection::try_from_client_and_connection(client, connection).await
    }
}

/// Like libpq, `prefer` falls back to a connection without TLS when negotiation fails or the server
/// accepts this client only without TLS.
fn allows_plaintext_fallback(error: &Error) -> bool {
    let io = error
        .source()
        .and_then(|cause| cause.downcast_ref::<std::io::Error>());
    let handshake = io
        .and_then(std::io::Error::get_ref)
        .and_then(|inner| inner.downcast_ref::<rustls::Error>())
        .is_some();
    handshake || error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
}

/// The driver's own message omits the causes.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        // Writing to a String cannot fail.
        let _ = write!(text, ": {next}");
        cause = next.source();
    }
    text
}

/// A connection could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The settings are wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The server is unavailable or rejected the connection.
    #[error("the database cannot be reached")]
    Connect(#[from] Error),
}

/// A connection outside any pool, for operations that diesel does not support (COPY). The pool's
/// limits do not apply. It closes when the client is dropped, and the task ends then.
pub async fn open(
    config: &DbConfig,
) -> Result<(Client, tokio::task::JoinHandle<Result<(), Error>>), OpenError> {
    let (client, connection) = Connector::new(config, |_| ())?.open().await?;
    Ok((client, tokio::spawn(connection)))
}
