//! The running service: state, server and background work, the same for `main` and for tests.

use std::io;
use std::net::SocketAddr;

use actix_web::web::Data;
use auth::{Authenticator, EndedSessions, KeySet, Origins, Revocations};
use db::Pool;
use http_kit::server::{Running, start};
use http_kit::{Readiness, ServerConfig, ServiceConfig, Shutdown};
use messaging::{AmqpConfig, ConsumerHandle, Relay, RelayHandle};
use tokio::task::JoinHandle;

use crate::attachments::{FileStore, sweep};
use crate::campaigns::unsubscribe::Links;
use crate::config::Config;
use crate::mail::dto::MailMode;
use crate::mail::quota::Limits;
use crate::main_api::MainApi;
use crate::{consumers, routes};

/// What handlers share.
#[derive(Clone)]
pub struct AppState {
    /// The database.
    pub pool: Pool,
    /// The objects of attachments.
    pub files: FileStore,
    /// main-api.
    pub main_api: MainApi,
    /// How mail leaves.
    pub mail_mode: MailMode,
    /// How much of it a day.
    pub mail_limits: Limits,
    /// The way out of campaigns.
    pub links: Links,
}

/// Everything that a running service is made of.
pub struct Parts {
    /// What handlers share.
    pub state: AppState,
    /// Who callers are.
    pub authenticator: Authenticator,
    /// The sessions that ended before this process began; none where sessions never end.
    pub ended: Option<EndedSessions>,
    /// The broker.
    pub amqp: AmqpConfig,
}

impl Parts {
    /// Parts as configured. Nothing is opened yet but the storage folder.
    pub fn from_config(config: &Config) -> anyhow::Result<Self> {
        let files = FileStore::open(&config.storage)?;
        let allowed = config.server.cors_allowed_origins.iter().cloned();
        Ok(Self {
            state: AppState {
                pool: db::connect(&config.database)?,
                files,
                main_api: MainApi::new(&config.main_api_url)?,
                mail_mode: MailMode::of(&config.mail),
                mail_limits: config.mail_limits,
                links: Links::new(&config.public_url, config.unsubscribe_key.clone()),
            },
            authenticator: Authenticator {
                keys: KeySet::remote(config.jwks_url.clone(), config.jwt_issuer.clone())?,
                revocations: Revocations::unread(),
                origins: Origins::new(&config.public_url, allowed),
            },
            ended: Some(EndedSessions::beside(&config.jwks_url)?),
            amqp: config.amqp.clone(),
        })
    }
}

/// A running service.
pub struct App {
    server: Running,
    relay: RelayHandle,
    consumer: ConsumerHandle,
    tasks: Vec<JoinHandle<()>>,
}

impl App {
    /// Starts everything and returns at once.
    pub fn start(parts: Parts, server: ServerConfig) -> io::Result<Self> {
        let Parts {
            state,
            authenticator,
            ended,
            amqp,
        } = parts;
        let shutdown = server.shutdown.clone();
        let relay = Relay::spawn(state.pool.clone(), amqp.clone());
        let consumer = consumers::spawn(state.pool.clone(), amqp.clone());
        let revoked = consumers::session_revoked::listen(
            amqp,
            authenticator.revocations.clone(),
            ended,
            shutdown.clone(),
        );
        let sessions = authenticator.revocations.clone();
        server
            .readiness
            .register("sessions", move || std::future::ready(sessions.check()));
        register_checks(&server.readiness, &state, &relay, &consumer);
        let tasks = vec![tokio::spawn(revoked), spawn_sweep(&state, shutdown)];
        let (state, authenticator) = (Data::new(state), Data::new(authenticator));
        let server = start(server, move |cfg: &mut ServiceConfig<'_>| {
            cfg.app_data(state.clone()).app_data(authenticator.clone());
            routes::routes(cfg);
        })?;
        Ok(Self {
            server,
            relay,
            consumer,
            tasks,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Stops: requests first, then what they left to say.
    pub async fn stop(self) -> io::Result<()> {
        let stopped = self.server.stop().await;
        self.consumer.shutdown().await;
        self.relay.shutdown().await;
        for task in self.tasks {
            task.abort();
        }
        stopped
    }
}

fn spawn_sweep(state: &AppState, shutdown: Shutdown) -> JoinHandle<()> {
    tokio::spawn(sweep::run(
        state.pool.clone(),
        state.files.clone(),
        shutdown,
    ))
}

fn register_checks(
    readiness: &Readiness,
    state: &AppState,
    relay: &RelayHandle,
    consumer: &ConsumerHandle,
) {
    let pool = state.pool.clone();
    readiness.register("database", move || {
        let pool = pool.clone();
        async move { db::ready(&pool).await }
    });
    let files = state.files.clone();
    readiness.register("storage", move || {
        let files = files.clone();
        async move { files.ready().await }
    });
    let (relay, consumer) = (relay.health(), consumer.health());
    readiness.register("relay", move || std::future::ready(relay.check()));
    readiness.register("consumer", move || std::future::ready(consumer.check()));
}
