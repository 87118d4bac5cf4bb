//! The running service: server, relay and consumers, put together for `main` and for tests alike.
//!
//! Everything that the environment decides comes in through [`Parts`]; nothing here reads it.

use actix_web::web;
use auth::{Authenticator, EndedSessions, KeySet, Origins, Revocations};
use db::Pool;
use http_kit::{Readiness, ServerConfig, ServiceConfig};
use messaging::{AmqpConfig, Consumer, ConsumerHandle, Relay, RelayHandle};

use crate::growth::runs::artifacts::storage::SharedFolder;
use crate::growth::runs::scheduling::dispatch::{self, DispatcherHandle};
use crate::growth::runs::scheduling::workers::Workers;
use crate::growth::{GrowthContext, WorkerConfig};
use crate::map_config::MapConfig;
use crate::places::Geocoder;
use crate::providers::Providers;
use crate::{SERVICE, consumers, routes};

/// What the service is made of.
#[derive(Clone)]
pub struct Parts {
    /// Database as the application role.
    pub pool: Pool,
    /// Broker.
    pub amqp: AmqpConfig,
    /// Keys that verify sessions.
    pub keys: KeySet,
    /// The sessions that ended before this process began; none where sessions never end.
    pub ended: Option<EndedSessions>,
    /// Pages that may change things by cookie.
    pub origins: Origins,
    /// Outside sources of parcels.
    pub providers: Providers,
    /// Outside source of addresses.
    pub geocoder: Option<Geocoder>,
    /// Pictures of the map.
    pub map: MapConfig,
    /// Growth simulations.
    pub growth: GrowthContext,
}

/// The background work of a process: what it says and what it hears.
pub struct Background {
    relay: RelayHandle,
    consumer: ConsumerHandle,
    dispatcher: DispatcherHandle,
    revocations: Revocations,
}

impl Background {
    /// Starts relay and consumers, and registers their health.
    pub fn start(parts: &Parts, readiness: &Readiness) -> Self {
        let revocations = match parts.ended {
            Some(_) => Revocations::unread(),
            None => Revocations::new(),
        };
        let relay = Relay::spawn(parts.pool.clone(), parts.amqp.clone());
        let consumer = Consumer::builder(SERVICE, parts.pool.clone(), parts.amqp.clone())
            .on("marker.added", consumers::marker_added::handle)
            .spawn();
        let notices = consumers::session_revoked::listen(
            parts.amqp.clone(),
            revocations.clone(),
            parts.ended.clone(),
        );
        let sessions = revocations.clone();
        readiness.register("sessions", move || std::future::ready(sessions.check()));
        let dispatcher = dispatch::start(&parts.pool, &parts.growth);
        register_database(readiness, &parts.pool);
        let folder = SharedFolder::new(parts.pool.clone(), parts.growth.config().folder.clone());
        readiness.register("storage", move || {
            let folder = folder.clone();
            async move { folder.check().await }
        });
        for (name, health) in [
            ("relay", relay.health()),
            ("consumer", consumer.health()),
            ("notices", notices),
        ] {
            readiness.register(name, move || std::future::ready(health.check()));
        }
        Self {
            relay,
            consumer,
            dispatcher,
            revocations,
        }
    }

    /// Lets the message at hand end, then stops.
    pub async fn stop(self) {
        self.dispatcher.shutdown().await;
        self.consumer.shutdown().await;
        self.relay.shutdown().await;
    }
}

fn register_database(readiness: &Readiness, pool: &Pool) {
    let pool = pool.clone();
    readiness.register("database", move || {
        let pool = pool.clone();
        async move { db::ready(&pool).await }
    });
}

/// What a growth worker is made of.
pub struct WorkerParts {
    /// Database as the application role.
    pub pool: Pool,
    /// Broker.
    pub amqp: AmqpConfig,
    /// How many at once, and where files are.
    pub config: WorkerConfig,
}

/// Computes batches until the process is told to stop. Its server has health and metrics only.
pub async fn work(server: ServerConfig, parts: WorkerParts) -> anyhow::Result<()> {
    register_database(&server.readiness, &parts.pool);
    let workers = Workers::start(&parts.pool, &parts.amqp, &parts.config);
    let standing = workers.standing();
    server.readiness.register("storage", move || {
        let standing = standing.clone();
        async move { standing.check_storage().await }
    });
    let standing = workers.standing();
    server.readiness.register("queue", move || {
        let slots = standing.health();
        let connected = slots.iter().try_for_each(messaging::Health::check);
        std::future::ready(connected)
    });
    http_kit::server::run(server, |_config| {}).await?;
    workers.shutdown().await;
    Ok(())
}

/// What a server worker registers: the routes and everything that their handlers ask for.
pub fn routes(
    parts: Parts,
    background: &Background,
) -> impl Fn(&mut ServiceConfig<'_>) + Clone + Send + 'static {
    let authenticator = Authenticator {
        keys: parts.keys,
        revocations: background.revocations.clone(),
        origins: parts.origins,
    };
    let data = (
        web::Data::new(parts.pool),
        web::Data::new(authenticator),
        web::Data::new(parts.providers),
        web::Data::new(parts.geocoder),
        web::Data::new(parts.map),
        web::Data::new(parts.growth),
    );
    move |config| {
        let (pool, authenticator, providers, geocoder, map, growth) = data.clone();
        config
            .app_data(pool)
            .app_data(authenticator)
            .app_data(providers)
            .app_data(geocoder)
            .app_data(map)
            .app_data(growth);
        routes::routes(config);
    }
}

/// Serves until the process is told to stop, then lets running work end.
pub async fn serve(server: ServerConfig, parts: Parts) -> anyhow::Result<()> {
    let background = Background::start(&parts, &server.readiness);
    http_kit::server::run(server, routes(parts, &background)).await?;
    background.stop().await;
    Ok(())
}
