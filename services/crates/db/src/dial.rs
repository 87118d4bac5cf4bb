//! The one place where a connection to PostgreSQL is opened, with or without TLS.

use std::error::Error as _;
use std::fmt::Write as _;

use diesel::ConnectionError;
use diesel_async::AsyncPgConnection;
use tls::TlsFiles;
use tokio_postgres::config::SslMode as DriverMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Error, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::tls::{SslMode, read_url};
use crate::{ConfigError, DbConfig};

/// The half of a connection that speaks to the server; somebody has to await it.
pub(crate) type Driven = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// Everything that is needed to open connections; its files are read.
#[derive(Clone)]
pub(crate) struct Dialer {
    driver: Config,
    tls: MakeRustlsConnect,
}

impl Dialer {
    /// As the URL and the settings say, after `tune` added its own to what the driver is told.
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
        // As libpq 17 does; servers that answer without a request for TLS before it insist.
        tls.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Self {
            driver,
            tls: MakeRustlsConnect::new(tls),
        })
    }

    /// A connection.
    pub async fn open(&self) -> Result<(Client, Driven), Error> {
        let opened = self.driver.connect(self.tls.clone()).await;
        match opened {
            Err(error)
                if self.driver.get_ssl_mode() == DriverMode::Prefer && plain_may_do(&error) =>
            {
                tracing::debug!(error.cause = %chain(&error), "no TLS with the database, trying without");
                let mut plain = self.driver.clone();
                plain.ssl_mode(DriverMode::Disable);
                plain.connect(self.tls.clone()).await
            }
            other => other,
        }
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

/// Like libpq, `prefer` goes on without TLS where the two sides find no common way to it, or where
/// the server takes this client only without.
fn plain_may_do(error: &Error) -> bool {
    let io = error
        .source()
        .and_then(|cause| cause.downcast_ref::<std::io::Error>());
    let handshake = io
        .and_then(std::io::Error::get_ref)
        .and_then(|inner| inner.downcast_ref::<rustls::Error>())
        .is_some();
    handshake || error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION)
}

/// The driver's own sentence leaves out why.
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
    /// The server is away or refuses us.
    #[error("the database cannot be reached")]
    Connect(#[from] Error),
}

/// A connection of its own beside any pool, for work that diesel has no words for (COPY). None of
/// the pool's limits hold here: its statements may take as long as they like. It closes when the
/// client is dropped; the task ends then.
pub async fn open(
    config: &DbConfig,
) -> Result<(Client, tokio::task::JoinHandle<Result<(), Error>>), OpenError> {
    let (client, connection) = Dialer::new(config, |_| ())?.open().await?;
    Ok((client, tokio::spawn(connection)))
}
