//! Kept tiles: as fresh as the table, cut once, and cancelled when nobody waits.

use std::time::Duration;

use db::AsyncPgConnection;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use reqwest::header::{ETAG, IF_NONE_MATCH};

use crate::support::{World, square};
use test_support::wait_for;

/// The tile of zoom 15 that contains downtown Houston.
const TILE: &str = "/tiles/15/7703/13544.mvt";
/// Generous, for slow machines.
const BOUND: Duration = Duration::from_secs(20);

/// A service with a parcel in the tile, which hears of changes.
async fn world() -> World {
    let world = World::start().await;
    let mut parcel = square("48201", "1", -95.37, 29.76);
    parcel.fields.address = Some("1 Old St".to_owned());
    world.put(vec![parcel]).await;
    wait_until_kept(&world).await;
    world
}

async fn wait_until_kept(world: &World) {
    let before = kept(world).await;
    wait_for(BOUND, || async {
        tile(world).await;
        kept(world).await > before
    })
    .await;
}

/// How many tiles came from the cache.
async fn kept(world: &World) -> u64 {
    let page = world.anonymous(reqwest::Method::GET, "/metrics");
    let page = page.send().await.unwrap().text().await.unwrap();
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix("tiles_total{source=\"kept\"} "));
    line.map_or(0, |number| number.parse().unwrap())
}

/// The tile's bytes as text: addresses are in it as they are.
async fn tile(world: &World) -> String {
    let answer = world.get(TILE).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    String::from_utf8_lossy(&answer.bytes().await.unwrap()).into_owned()
}

/// A session in whose transaction nobody else reads parcels.
async fn locked(world: &World) -> AsyncPgConnection {
    let mut holder = world.db.superuser().await;
    holder
        .batch_execute("BEGIN; LOCK TABLE parcels IN ACCESS EXCLUSIVE MODE")
        .await
        .unwrap();
    holder
}

/// How many statements that cut tiles wait for the lock.
async fn waiting(world: &World) -> i64 {
    let sql = "SELECT count(*) FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ST_AsMVT%'";
    world.db.count(sql).await
}

async fn rename(conn: &mut AsyncPgConnection, address: &str) {
    conn.batch_execute(&format!("UPDATE parcels SET address = '{address}'"))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_tile_and_its_304_need_no_database() {
    let world = world().await;
    let mut holder = locked(&world).await;
    let answer = world.get(TILE).timeout(BOUND).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let etag = answer.headers()[ETAG].clone();
    let again = world.get(TILE).header(IF_NONE_MATCH, etag).timeout(BOUND);
    assert_eq!(again.send().await.unwrap().status(), 304);
    assert_eq!(waiting(&world).await, 0);
    holder.batch_execute("ROLLBACK").await.unwrap();
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_parcel_is_in_the_tile_at_once() {
    let world = world().await;
    let mut conn = world.db.superuser().await;
    for address in ["2 New St", "3 Newer St"] {
        rename(&mut conn, address).await;
        wait_for(BOUND, || async { tile(&world).await.contains(address) }).await;
    }
    conn.batch_execute("TRUNCATE parcels").await.unwrap();
    wait_for(BOUND, || async {
        world.get(TILE).send().await.unwrap().status() == 204
    })
    .await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tile_is_old_while_notices_are_lost() {
    let world = world().await;
    let mut conn = world.db.superuser().await;
    // The service keeps its connections and gets no new one, so it cannot listen again.
    let limit = async |conn: &mut AsyncPgConnection, number: i32| {
        let sql = format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT {number}', current_database()); END $$"
        );
        conn.batch_execute(&sql).await.unwrap();
    };
    limit(&mut conn, 0).await;
    let ended = diesel::sql_query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND query LIKE 'LISTEN \"parcel\\_parcels\"'",
    )
    .execute(&mut conn)
    .await;
    // Those of the tiles and of the parcel watch.
    assert_eq!(ended, Ok(2));
    rename(&mut conn, "2 New St").await;
    wait_for(BOUND, || async { tile(&world).await.contains("2 New St") }).await;
    let before = kept(&world).await;
    for address in ["3 Newer St", "4 Newest St"] {
        rename(&mut conn, address).await;
        assert!(tile(&world).await.contains(address));
    }
    assert_eq!(kept(&world).await, before);
    limit(&mut conn, -1).await;
    wait_until_kept(&world).await;
    rename(&mut conn, "5 Last St").await;
    wait_for(BOUND, || async { tile(&world).await.contains("5 Last St") }).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_at_once_cut_a_tile_once() {
    let world = world().await;
    let mut holder = locked(&world).await;
    let other = "/tiles/16/15406/27088.mvt";
    let release = async {
        wait_for(BOUND, || async { waiting(&world).await == 1 }).await;
        // Time for others to reach the database, if they did.
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(waiting(&world).await, 1);
        holder.batch_execute("ROLLBACK").await.unwrap();
    };
    let requests = (0..6).map(|_| world.get(other).timeout(BOUND).send());
    let (answers, ()) = tokio::join!(futures::future::try_join_all(requests), release);
    for answer in answers.unwrap() {
        assert!(answer.status().is_success());
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_statement_of_a_client_that_left_is_cancelled() {
    let world = world().await;
    let mut holder = locked(&world).await;
    let request = world.get("/tiles/16/15407/27089.mvt");
    let left = tokio::spawn(request.send());
    wait_for(BOUND, || async { waiting(&world).await == 1 }).await;
    left.abort();
    wait_for(BOUND, || async { waiting(&world).await == 0 }).await;
    holder.batch_execute("ROLLBACK").await.unwrap();
    tile(&world).await;
    world.stop().await;
}
