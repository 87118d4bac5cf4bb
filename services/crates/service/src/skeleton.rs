//! The composition of a service: server, readiness, outbox relay, consumers, jobs and background
//! tasks.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;

use actix_web::web::Data;
use auth::Authenticator;
use db::{Pool, ReadPool};
use domain::SessionId;
use http_kit::server::{self, Running};
use http_kit::{ServerConfig, ServiceConfig, Shutdown};
use jobs::Runner;
use messaging::{AmqpConfig, ConsumerBuilder, Health, Relay};

use crate::background::{Background, TaskEnded};
use crate::{Access, sessions};

/// Why a service stopped without being asked to.
#[derive(Debug, thiserror::Error)]
pub enum StopError {
    /// The address cannot be bound.
    #[error("cannot listen at {address}")]
    Listen {
        /// The configured address.
        address: String,
        /// The cause.
        #[source]
        cause: io::Error,
    },
    /// A background task ended early. The process exits, so that its supervisor restarts it
    /// completely.
    #[error(transparent)]
    Task(#[from] TaskEnded),
    /// The server did not stop cleanly.
    #[error("the server did not shut down cleanly")]
    Stop(#[source] io::Error),
}

/// Builder of a service. Added tasks and parts start immediately; requests are accepted after
/// [`Service::start`] or [`Service::run`].
pub struct Service {
    server: ServerConfig,
    authenticator: Option<Data<Authenticator>>,
    background: Background,
}

impl Service {
    /// A service without parts: it answers health and metrics only.
    pub fn new(server: ServerConfig) -> Self {
        Self {
            server,
            authenticator: None,
            background: Background::default(),
        }
    }

    /// Begins when the service stops.
    pub fn shutdown(&self) -> Shutdown {
        self.server.shutdown.clone()
    }

    /// Adds a check to `/readyz`, under a name that operators see.
    pub fn check<F, Fut, E>(&self, name: &'static str, check: F)
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
        E: fmt::Display,
    {
        self.server.readiness.register(name, check);
    }

    /// Adds a check of a broker connection.
    pub fn check_connection(&self, name: &'static str, health: Health) {
        self.check(name, move || std::future::ready(health.check()));
    }

    /// Adds a check of the database.
    pub fn check_database(&self, pool: &Pool) {
        let pool = pool.clone();
        self.check("database", move || {
            let pool = pool.clone();
            async move { db::ready(&pool).await }
        });
    }

    /// Starts a task that runs until [`Service::shutdown`] begins. If it ends earlier, the service
    /// stops with an error; if it has not ended ten seconds later, it is aborted.
    pub fn task<F>(&mut self, name: &'static str, task: F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.background.spawn(name, task);
    }

    /// Starts checking the replicas, without which none is read from.
    pub fn read_replicas(&mut self, reads: &ReadPool) {
        let (reads, shutdown) = (reads.clone(), self.shutdown());
        self.task("read replicas", async move {
            tokio::select! {
                () = shutdown.begun() => {}
                _never = reads.follow() => {}
            }
        });
    }

    /// Adds a part that was started elsewhere. Parts are shut down after the server and
    /// the tasks, in reverse order.
    pub fn part<F, Fut>(&mut self, name: &'static str, shutdown: F)
    where
        F: FnOnce() -> Fut + Send + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.background.part(name, shutdown);
    }

    /// Starts publishing the outbox. Add it first, so that it is shut down last.
    pub fn outbox_relay(&mut self, pool: &Pool, amqp: &AmqpConfig) {
        let relay = Relay::spawn(pool.clone(), amqp.clone());
        self.check_connection("relay", relay.health());
        self.part("relay", || relay.shutdown());
    }

    /// Starts consuming the service's queue.
    pub fn consumer(&mut self, consumer: ConsumerBuilder) {
        let consumer = consumer.spawn();
        self.check_connection("consumer", consumer.health());
        self.part("consumer", || consumer.shutdown());
    }

    /// Starts running background jobs. When the service stops, running ones have ten seconds to end;
    /// what is aborted then runs again when its lease ends.
    pub fn jobs(&mut self, runner: Runner) {
        let shutdown = self.shutdown();
        let stop = async move { shutdown.begun().await };
        self.task("jobs", runner.run(stop));
    }

    /// Enables signed-in requests: the extractors of `auth` verify with `access`, ended sessions
    /// and revoked tokens are tracked, and `on_ended` is called with each of them, possibly more than once.
    pub fn access(
        &mut self,
        amqp: &AmqpConfig,
        access: Access,
        on_ended: impl Fn(&[SessionId]) + Send + Sync + 'static,
    ) {
        let revocations = access.authenticator.revocations.clone();
        let introspection = access.authenticator.introspection.clone();
        self.authenticator = Some(Data::new(access.authenticator));
        let checked = revocations.clone();
        self.check("sessions", move || std::future::ready(checked.check()));
        let (health, task) = sessions::follow(
            amqp.clone(),
            revocations,
            introspection,
            access.ended,
            on_ended,
            self.shutdown(),
        );
        self.check_connection("session_events", health);
        self.task("sessions", task);
    }

    /// Starts accepting requests and returns. Handlers receive `state` as `Data<S>`.
    pub fn start<S: 'static>(
        self,
        state: Data<S>,
        routes: fn(&mut ServiceConfig<'_>),
    ) -> Result<RunningService, StopError>
    where
        Data<S>: Send,
    {
        let shutdown = self.shutdown();
        let address = self.server.bind_address.clone();
        let authenticator = self.authenticator;
        let server = server::start(self.server, move |config: &mut ServiceConfig<'_>| {
            if let Some(authenticator) = &authenticator {
                config.app_data(authenticator.clone());
            }
            config.app_data(state.clone());
            routes(config);
        })
        .map_err(|cause| StopError::Listen { address, cause })?;
        Ok(RunningService {
            server,
            shutdown,
            background: self.background,
        })
    }

    /// Runs a worker process: answers health and metrics until SIGTERM or SIGINT, then stops.
    pub async fn run_worker(self) -> Result<(), StopError> {
        self.run(Data::new(()), |_routes| {}).await
    }

    /// Accepts requests until SIGTERM or SIGINT, then stops.
    pub async fn run<S: 'static>(
        self,
        state: Data<S>,
        routes: fn(&mut ServiceConfig<'_>),
    ) -> Result<(), StopError>
    where
        Data<S>: Send,
    {
        let mut running = self.start(state, routes)?;
        tracing::info!(server.address = %running.address(), "HTTP server listening");
        let shutdown = running.shutdown.clone();
        let ended = tokio::select! {
            () = server::stop_signal() => None,
            () = shutdown.begun() => None,
            ended = running.background.task_ended() => Some(ended),
        };
        tracing::info!("service stopping");
        running.stop().await?;
        match ended {
            Some(ended) => Err(ended.into()),
            None => Ok(()),
        }
    }
}

/// A running service. Dropping it does not stop it.
pub struct RunningService {
    server: Running,
    shutdown: Shutdown,
    background: Background,
}

impl RunningService {
    /// The bound address, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// `http://host:port` without a trailing slash.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Shuts down in this order: readiness fails, streams end, running requests finish, tasks end,
    /// parts shut down, the relay publishes the remaining events.
    pub async fn stop(self) -> Result<(), StopError> {
        let stopped = self.server.stop().await;
        self.background.stop(&self.shutdown).await;
        stopped.map_err(StopError::Stop)
    }
}
