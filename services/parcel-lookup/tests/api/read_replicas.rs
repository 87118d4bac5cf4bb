//! Reads from a streaming replica: while it is there, while it lags, and when a server is killed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use db::{DbConfig, ReplicaConfig};
use diesel_async::SimpleAsyncConnection as _;
use domain::{CustomerId, ParcelUuid};
use parcel_lookup::{ALL_MIGRATIONS, SERVICE};
use reqwest::Method;
use serde_json::json;
use test_support::{Cluster, TEST_TIMEOUT, TcpProxy, TestDb, wait_for};
use uuid::Uuid;

use crate::support::{World, square};

const LON: f64 = -95.5;
const LAT: f64 = 29.5;
const TILE: &str = "/tiles/15/7691/13571.mvt";
const PLACES: &str = "/places?q=48201";
const FEATURES: &str = "/ogc/collections/parcels/items?limit=1";

/// A primary, its replica behind a proxy that counts round trips, and the service.
struct Replicated {
    world: World,
    replica: Cluster,
    proxy: TcpProxy,
    // Dropped last: the world drops its database.
    primary: Cluster,
}

impl Replicated {
    async fn start() -> Self {
        let primary = Cluster::start().await;
        let db = TestDb::on(primary.url(), SERVICE, ALL_MIGRATIONS).await;
        let replica = primary.replica().await;
        let proxy = TcpProxy::to(&db.app_url_on(&replica.url())).await;
        let mut database = DbConfig::new(proxy.url(), "test");
        database.wait = Duration::from_secs(1);
        let replicas = ReplicaConfig {
            databases: vec![database],
            max_lag: Duration::from_secs(2),
        };
        let world = World::on(db, &replicas).await;
        world.put(vec![square("48201", "1", LON, LAT)]).await;
        let replicated = Self {
            world,
            replica,
            proxy,
            primary,
        };
        replicated.is_used(true).await;
        replicated
    }

    /// Looks the parcel up.
    async fn look_up(&self) {
        let (status, body) = self.world.look_up(LON + 0.0005, LAT + 0.0005).await;
        assert_eq!((status, &body["status"]), (200, &json!("found")), "{body}");
    }

    /// Waits until lookups are sent to the replica, or no longer.
    async fn is_used(&self, expected: bool) {
        wait_for(TEST_TIMEOUT, || async {
            let before = self.proxy.round_trips();
            for _ in 0..20 {
                self.look_up().await;
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

    /// In one transaction.
    async fn on_primary(&self, sql: &str) {
        let mut primary = self.world.db.superuser().await;
        primary.batch_execute(sql).await.unwrap();
    }

    /// Owner of the parcel, by a lookup.
    async fn owner(&self) -> serde_json::Value {
        let (_, body) = self.world.look_up(LON + 0.0005, LAT + 0.0005).await;
        body["data"]["owner"].clone()
    }
}

#[actix_web::test]
async fn a_killed_replica_loses_no_request() {
    let mut replicated = Replicated::start().await;
    let (running, answered) = (
        Arc::new(AtomicBool::new(true)),
        Arc::new(AtomicUsize::new(0)),
    );
    let clients: Vec<_> = (0..8)
        .map(|n| {
            let world = &replicated.world;
            let request = match n % 4 {
                0 => world.get(TILE),
                1 => world.get(PLACES),
                2 => world.get(FEATURES),
                _ => world
                    .call(Method::POST, "/process_coords")
                    .json(&json!({ "lat": LAT + 0.0005, "lon": LON + 0.0005 })),
            };
            let (running, answered) = (running.clone(), answered.clone());
            tokio::spawn(async move {
                while running.load(Ordering::Relaxed) {
                    let answer = request.try_clone().unwrap().send().await.unwrap();
                    assert_eq!(answer.status(), 200, "{}", answer.text().await.unwrap());
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let more = async |count: usize| {
        let target = answered.load(Ordering::Relaxed) + count;
        wait_for(TEST_TIMEOUT, || async {
            answered.load(Ordering::Relaxed) >= target
                || clients.iter().any(tokio::task::JoinHandle::is_finished)
        })
        .await;
    };
    for _ in 0..2 {
        more(200).await;
        replicated.replica.kill();
        more(200).await;
        replicated.replica.restart().await;
        replicated.is_used(true).await;
    }
    running.store(false, Ordering::Relaxed);
    for client in clients {
        client.await.unwrap();
    }
    replicated.world.stop().await;
}

#[actix_web::test]
async fn a_change_is_seen_at_once_and_the_replica_is_used_again_when_it_has_it() {
    let replicated = Replicated::start().await;
    let tile = async || {
        let answer = replicated.world.get(TILE).send().await.unwrap();
        answer.bytes().await.unwrap()
    };
    let before = tile().await;
    replicated.on_replica("SELECT pg_wal_replay_pause()").await;
    let mut parcel = square("48201", "1", LON, LAT);
    parcel.fields.owner = Some("NEW OWNER LLC".to_owned());
    let other = square("48201", "2", LON + 0.002, LAT);
    replicated.world.put(vec![parcel, other]).await;
    wait_for(TEST_TIMEOUT, || async {
        replicated.owner().await == json!("NEW OWNER LLC")
    })
    .await;
    // Not kept from a replica that lacks the change.
    let after = tile().await;
    assert_ne!(before, after);
    for _ in 0..20 {
        assert_eq!(replicated.owner().await, json!("NEW OWNER LLC"));
    }
    replicated.is_used(false).await;
    replicated.on_replica("SELECT pg_wal_replay_resume()").await;
    replicated.is_used(true).await;
    assert_eq!(replicated.owner().await, json!("NEW OWNER LLC"));
    assert_eq!(tile().await, after);
    replicated.world.stop().await;
}

/// What another process makes of a finished growth run of a firm.
async fn make_growth(replicated: &Replicated, firm: CustomerId, run: Uuid) {
    let ParcelUuid(id) = square("48201", "1", LON, LAT).fields.ll_uuid;
    let sql = format!(
        "INSERT INTO growth_parcel_sets (run_id, customer_id, made_at) VALUES ('{run}', '{firm}', now());
         INSERT INTO growth_parcels (run_id, customer_id, ll_uuid, chance) VALUES ('{run}', '{firm}', '{id}', 0.5);"
    );
    replicated.on_primary(&sql).await;
}

#[actix_web::test]
async fn a_tile_of_growth_is_not_kept_from_a_replica_that_lacks_its_figures() {
    let replicated = Replicated::start().await;
    let (firm, run) = (CustomerId(Uuid::new_v4()), Uuid::new_v4());
    replicated
        .on_primary(&format!(
            "INSERT INTO growth_run (run_id, customer_id, created_by, kind, state, settings, iterations_total) \
                VALUES ('{run}', '{firm}', gen_random_uuid(), 'prediction', 'succeeded', '{{}}', 1)"
        ))
        .await;
    let token = replicated.world.token_of(firm);
    let tile = async || {
        let call = replicated.world.anonymous(Method::GET, TILE);
        let filter = format!("growth_run_id = '{run}' AND growth_chance > 0.4");
        let call = call.bearer_auth(&token).query(&[("filter", filter)]);
        call.send().await.unwrap().status().as_u16()
    };
    replicated.on_replica("SELECT pg_wal_replay_pause()").await;
    make_growth(&replicated, firm, run).await;
    // At most the first ones, which the notice overtakes, are empty; none of them is kept.
    wait_for(Duration::from_secs(1), || async { tile().await == 200 }).await;
    replicated.on_replica("SELECT pg_wal_replay_resume()").await;
    replicated.is_used(true).await;
    assert_eq!(tile().await, 200);
    replicated.world.stop().await;
}

#[actix_web::test]
async fn a_replica_that_lags_beyond_the_bound_or_is_silent_is_not_used() {
    let replicated = Replicated::start().await;
    replicated.on_replica("SELECT pg_wal_replay_pause()").await;
    // Without a notice of changed parcels.
    replicated
        .on_primary("CREATE TABLE public.unrelated (n int)")
        .await;
    replicated.is_used(false).await;
    replicated.on_replica("SELECT pg_wal_replay_resume()").await;
    replicated.is_used(true).await;
    replicated.proxy.cut();
    for _ in 0..20 {
        replicated.look_up().await;
    }
    replicated.proxy.restore();
    replicated.is_used(true).await;
    replicated.world.stop().await;
}

#[actix_web::test]
async fn reads_go_on_while_the_primary_is_away() {
    let mut replicated = Replicated::start().await;
    replicated.primary.kill();
    for path in [TILE, PLACES, FEATURES] {
        replicated.look_up().await;
        let answer = replicated.world.get(path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    replicated.primary.restart().await;
    replicated.is_used(true).await;
    replicated.world.stop().await;
}
