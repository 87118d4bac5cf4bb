//! The running service: state, consumers and background tasks, put together for `main` and for tests
//! alike. This is above the resources; what they share is in `state.rs`, below them.

use http_kit::ServerConfig;
use messaging::AmqpConfig;
use service::{Access, Service};

use crate::growth::WorkerConfig;
use crate::growth::runs::artifacts::storage::SharedFolder;
use crate::growth::runs::scheduling::dispatch;
use crate::growth::runs::scheduling::workers::Workers;
use crate::state::AppState;
use crate::{consumers, housekeeping, parcel_watch, search_runs};

/// The service with everything but its routes.
pub fn service(
    server: ServerConfig,
    state: &AppState,
    access: Access,
    amqp: &AmqpConfig,
) -> Service {
    let mut service = Service::new(server);
    service.check_database(&state.pool);
    service.outbox_relay(&state.pool, amqp);
    service.consumer(consumers::builder(state.pool.clone(), amqp.clone()));
    service.access(amqp, access, |_sessions| {});
    let folder = SharedFolder::new(state.pool.clone(), state.growth.config().folder.clone());
    service.check("storage", move || {
        let folder = folder.clone();
        async move { folder.check().await }
    });
    let shutdown = service.shutdown();
    service.task(
        "housekeeping",
        housekeeping::work(state.pool.clone(), shutdown),
    );
    let shutdown = service.shutdown();
    service.task(
        "facts",
        housekeeping::make_facts(state.pool.clone(), shutdown),
    );
    let shutdown = service.shutdown();
    service.task(
        "parcel watch",
        parcel_watch::work(state.pool.clone(), shutdown),
    );
    let matcher = parcel_watch::matching::Matcher {
        pool: state.pool.clone(),
        growth: state.growth.clone(),
    };
    service.task("saved searches", matcher.work(service.shutdown()));
    let tiles = state.tiles.clone();
    service.task(
        "tile cache",
        tiles.follow(state.reads.clone(), service.shutdown()),
    );
    let site_layers = state.site_layers.clone();
    service.task(
        "site layers",
        site_layers.work(state.pool.clone(), service.shutdown()),
    );
    let site_layers = state.site_layers.clone();
    service.task(
        "site layers of searches",
        site_layers.work_for_searches(state.pool.clone(), service.shutdown()),
    );
    service.read_replicas(&state.reads);
    let searches = search_runs::work::Worker::new(state).start();
    service.part("search runs", || searches.shutdown());
    let dispatcher = dispatch::start(&state.pool, &state.growth);
    service.part("growth dispatcher", || dispatcher.shutdown());
    service
}

/// A growth worker: computes batches of growth runs.
pub fn growth_worker(
    server: ServerConfig,
    pool: &db::Pool,
    amqp: &AmqpConfig,
    config: &WorkerConfig,
) -> Service {
    let mut service = Service::new(server);
    service.check_database(pool);
    let workers = Workers::start(pool, amqp, config);
    let standing = workers.standing();
    service.check("storage", move || {
        let standing = standing.clone();
        async move { standing.check_storage().await }
    });
    let standing = workers.standing();
    service.check("queue", move || {
        let slots = standing.health();
        let connected = slots.iter().try_for_each(messaging::Health::check);
        std::future::ready(connected)
    });
    service.part("growth workers", || workers.shutdown());
    service
}
