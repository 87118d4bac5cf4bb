//! Broker settings and names.
//!
//! Every name on the broker begins with the namespace, so that tests and several installations can
//! share a broker.

use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use settings::Env;
use tls::{FileSetting, TlsError, TlsFiles, Verify};

use crate::topology::{KNOWN_CONSUMERS, KnownConsumer};

/// Settings of the RabbitMQ connection.
#[derive(Clone)]
pub struct AmqpConfig {
    /// `amqp://user:password@host:port/%2f`, or `amqps://`, which requires a certificate for the
    /// URL's host signed by a trusted CA.
    pub url: String,
    /// TLS settings of `amqps://`; the client library's defaults if none.
    pub(crate) tls: Option<Arc<ClientConfig>>,
    /// Prefix of every exchange and queue name.
    pub namespace: String,
    /// This service, without a slash: `main-api`. Becomes the events' `source` (`/main-api`).
    pub service: String,
    /// Time-out of opening a connection and of publisher confirms.
    pub timeout: Duration,
    /// Initial back-off of reconnects; doubles up to [`Self::max_backoff`].
    pub min_backoff: Duration,
    /// Maximum back-off of reconnects.
    pub max_backoff: Duration,
    /// Other services' queues, which the relay declares before publishing, so that events are kept
    /// for a service that has never run yet.
    pub known_consumers: &'static [KnownConsumer],
    /// Queues expire when unused for this long. Only for tests, so that a killed run leaves no
    /// queues behind.
    pub queues_expire: Option<Duration>,
}

impl AmqpConfig {
    /// Defaults: namespace `sitewright`, 10 s time-out, back-off from 200 ms to 5 s.
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

    /// Reads `AMQP_URL`, `AMQP_NAMESPACE`, `AMQP_TIMEOUT_SECONDS` and the TLS files from the environment.
    pub fn from_env(env: &mut Env, service: &str) -> Self {
        let config = Self::new(env.required("AMQP_URL"), service);
        let mut config = match env.optional("AMQP_NAMESPACE") {
            Some(namespace) => config.namespace(namespace),
            None => config,
        };
        let seconds = env.parsed::<u32>("AMQP_TIMEOUT_SECONDS", 10);
        if seconds == 0 {
            env.problem("AMQP_TIMEOUT_SECONDS is at least 1");
        }
        config.timeout = Duration::from_secs(seconds.into());
        let files = TlsFiles::from_env("AMQP", |name| env.optional(name));
        config.clone().tls(&files).unwrap_or_else(|error| {
            env.problem(error.to_string());
            config
        })
    }

    /// Sets a CA file instead of the system's CAs, or a client certificate (`AMQP_CA_FILE` and so
    /// on). Reads the files.
    pub fn tls(mut self, files: &TlsFiles) -> Result<Self, AmqpTlsError> {
        if self.url.starts_with("amqps://") {
            let tls = files.load()?.client_config(Verify::ChainAndName)?;
            self.tls = Some(Arc::new(tls));
        } else if let Some(file) = files.any() {
            return Err(AmqpTlsError::NotAsked(file.clone()));
        }
        Ok(self)
    }

    /// Sets the namespace (`AMQP_NAMESPACE`).
    #[must_use]
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = namespace.into();
        self
    }
}

/// Invalid TLS settings of the broker.
#[derive(Debug, thiserror::Error)]
pub enum AmqpTlsError {
    /// A file is invalid.
    #[error(transparent)]
    Files(#[from] TlsError),
    /// Files without TLS are an error, because whoever sets them expects TLS.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_out_is_ten_seconds_or_what_is_set_but_never_none() {
        for (set, seconds) in [(None, Some(10)), (Some("5"), Some(5)), (Some("0"), None)] {
            let mut env = Env::from_source(move |name| match name {
                "AMQP_URL" => Some("amqp://broker".to_owned()),
                "AMQP_TIMEOUT_SECONDS" => set.map(ToOwned::to_owned),
                _ => None,
            });
            let config = AmqpConfig::from_env(&mut env, "main-api");
            let read = env.finish(config).ok();
            let read = read.map(|config| config.timeout.as_secs());
            assert_eq!(read, seconds, "{set:?}");
        }
    }
}
