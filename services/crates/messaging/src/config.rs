//! Where the broker is and how this process names what it declares there.
//!
//! Read once at start and passed in. Every name on the broker begins with the namespace, so that
//! tests and several installations share one broker without touching each other.

use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use settings::Env;
use tls::{FileSetting, TlsError, TlsFiles, Verify};

use crate::topology::{KNOWN_CONSUMERS, KnownConsumer};

/// How to reach RabbitMQ, and for whom.
#[derive(Clone)]
pub struct AmqpConfig {
    /// `amqp://user:password@host:port/%2f`, or `amqps://`; there the broker has to be the one that
    /// the URL names, and a CA that is trusted has to say so.
    pub url: String,
    /// How `amqps://` is spoken; as the client library does by itself where nothing was set.
    pub(crate) tls: Option<Arc<ClientConfig>>,
    /// First part of every exchange and queue name.
    pub namespace: String,
    /// This service, without a slash: `main-api`. Becomes the events' `source` (`/main-api`).
    pub service: String,
    /// Longest wait for the broker to open a connection or confirm a message.
    pub timeout: Duration,
    /// Pause after a first failed connection; doubles up to [`Self::max_backoff`].
    pub min_backoff: Duration,
    /// Longest pause between two attempts to connect.
    pub max_backoff: Duration,
    /// Queues of other services that the relay declares before it publishes, so that an event is
    /// kept for a service that has never run yet.
    pub known_consumers: &'static [KnownConsumer],
    /// Queues vanish when nobody has used them for this long. Never in a deployment; tests use it
    /// so that a killed run leaves nothing behind.
    pub queues_expire: Option<Duration>,
}

impl AmqpConfig {
    /// The usual settings: namespace `sitewright`, 10 s time-out, back-off from 200 ms to 5 s.
    pub fn new(url: impl Into<String>, service: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            tls: None,
            namespace: "sitewright".to_owned(),
            service: service.into(),
            timeout: Duration::from_secs(10),
            min_backoff: Duration::from_millis(200),
            max_backoff: Duration::from_secs(5),
            known_consumers: KNOWN_CONSUMERS,
            queues_expire: None,
        }
    }

    /// What the environment says: `AMQP_URL`, `AMQP_NAMESPACE` and the files of TLS.
    pub fn from_env(env: &mut Env, service: &str) -> Self {
        let config = Self::new(env.required("AMQP_URL"), service);
        let config = match env.optional("AMQP_NAMESPACE") {
            Some(namespace) => config.namespace(namespace),
            None => config,
        };
        let files = TlsFiles::from_env("AMQP", |name| env.optional(name));
        config.clone().tls(&files).unwrap_or_else(|error| {
            env.problem(error.to_string());
            config
        })
    }

    /// The same with a CA file in place of the system's CAs, or a client certificate (`AMQP_CA_FILE`
    /// and so on). The files are read here.
    pub fn tls(mut self, files: &TlsFiles) -> Result<Self, AmqpTlsError> {
        if self.url.starts_with("amqps://") {
            let tls = files.load()?.client_config(Verify::ChainAndName)?;
            self.tls = Some(Arc::new(tls));
        } else if let Some(file) = files.any() {
            return Err(AmqpTlsError::NotAsked(file.clone()));
        }
        Ok(self)
    }

    /// The same in another namespace (`AMQP_NAMESPACE`).
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }
}

/// The settings of TLS to the broker are wrong.
#[derive(Debug, thiserror::Error)]
pub enum AmqpTlsError {
    /// A file.
    #[error(transparent)]
    Files(#[from] TlsError),
    /// Files are of no use without TLS: whoever names them expects it.
    #[error("{0} is set, but the broker's URL is not amqps://")]
    NotAsked(FileSetting),
}

impl std::fmt::Debug for AmqpConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The URL holds the password.
        f.debug_struct("AmqpConfig")
            .field("namespace", &self.namespace)
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}
