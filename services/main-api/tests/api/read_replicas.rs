//! The OGC API reads from a streaming replica: while it is there, while it lags, and when it is killed under load.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use db::DbConfig;
use main_api::{ALL_MIGRATIONS, SERVICE};
use reqwest::Method;
use serde_json::Value;
use test_support::{Cluster, Persona, TEST_TIMEOUT, TcpProxy, TestDb, wait_for};

use crate::ogc::filled;
use crate::world::World;

/// What is read of the firm's collections, at both addresses.
const PATHS: [&str; 4] = [
    "/api/ogc/collections/projects/items",
    "/api/ogc/collections/project_parcels",
    "/api-2/ogc/collections/projects/items",
    "/api-2/ogc/collections/project_parcels/items?bbox=-96,29,-95,30",
];

/// A primary, its replica behind a proxy that counts round trips, and the service.
struct Replicated {
    world: World,
    pat: Persona,
    replica: Cluster,
    proxy: TcpProxy,
    // Dropped last: the world drops its database.
    _primary: Cluster,
}

impl Replicated {
    async fn start() -> Self {
        let primary = Cluster::start().await;
        let db = TestDb::on(primary.url(), SERVICE, ALL_MIGRATIONS).await;
        let replica = primary.replica().await;
        let proxy = TcpProxy::to(&db.app_url_on(&replica.url())).await;
        let settings = [
            ("DATABASE_READ_URLS", proxy.url()),
            ("DATABASE_READ_MAX_LAG_SECONDS", "1".to_owned()),
        ];
        let settings = settings
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let world = World::on(db, &settings).await;
        let pat = filled(&world).await;
        Self {
            world,
            pat,
            replica,
            proxy,
            _primary: primary,
        }
    }

    /// The names of the projects that a client is told of.
    async fn projects(&self) -> Vec<String> {
        let page = self.world.get(&self.pat, PATHS[0]).await.ok();
        let features = page["features"].as_array().unwrap().iter();
        let names = features.map(|feature| feature["properties"]["project_name"].as_str());
        names.map(|name| name.unwrap().to_owned()).collect()
    }

    /// Waits until pages are read from the replica, or no longer.
    async fn is_used(&self, expected: bool) {
        wait_for(TEST_TIMEOUT, || async {
            let before = self.proxy.round_trips();
            for _ in 0..20 {
                self.projects().await;
            }
            // A check takes one, and opening a connection a few.
            let used = self.proxy.round_trips() - before >= 20;
            used == expected
        })
        .await;
    }

    async fn on_replica(&self, sql: &str) {
        let (client, _connection) = db::open(&DbConfig::new(self.replica.url(), "test"))
            .await
            .unwrap();
        client.batch_execute(sql).await.unwrap();
    }
}

#[tokio::test]
async fn a_replica_that_lags_or_is_killed_hides_and_loses_nothing() {
    let mut replicated = Replicated::start().await;
    replicated.is_used(true).await;
    replicated.on_replica("SELECT pg_wal_replay_pause()").await;
    replicated.world.project(&replicated.pat, "Late").await;
    let is_listed = async || replicated.projects().await.contains(&"Late".to_owned());
    // The replica does not have it, so the primary says so.
    wait_for(TEST_TIMEOUT, || async { is_listed().await }).await;
    replicated.is_used(false).await;
    replicated.on_replica("SELECT pg_wal_replay_resume()").await;
    replicated.is_used(true).await;
    assert!(is_listed().await);

    let (running, answered) = (
        Arc::new(AtomicBool::new(true)),
        Arc::new(AtomicUsize::new(0)),
    );
    let clients = PATHS.map(|path| {
        let request = replicated.world.call(&replicated.pat, Method::GET, path);
        let (running, answered) = (running.clone(), answered.clone());
        tokio::spawn(async move {
            while running.load(Ordering::Relaxed) {
                let answer = request.try_clone().unwrap().send().await.unwrap();
                assert_eq!(answer.status(), 200, "{path}");
                let answer: Value = answer.json().await.unwrap();
                assert!(answer.get("features").is_none_or(|of| of[0].is_object()));
                answered.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    let more = async |count: usize| {
        let target = answered.load(Ordering::Relaxed) + count;
        wait_for(TEST_TIMEOUT, || async {
            answered.load(Ordering::Relaxed) >= target
                || clients.iter().any(tokio::task::JoinHandle::is_finished)
        })
        .await;
    };
    more(100).await;
    replicated.replica.kill();
    more(100).await;
    running.store(false, Ordering::Relaxed);
    for client in clients {
        client.await.unwrap();
    }
    replicated.world.stop().await;
}
