//! Bounded waits, time-outs, and recovery after the database was unavailable.

use std::time::{Duration, Instant};

use db::DbConfig;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use test_support::{TcpProxy, wait_for};
use uuid::Uuid;

use crate::test_db;

#[tokio::test]
async fn an_exhausted_pool_refuses_after_its_wait() {
    let db = test_db().await;
    let mut config = DbConfig::new(db.app_url(), "test").pool_size(1);
    // Opening the first connection takes 0.1 s here, more on a busy machine.
    config.wait = Duration::from_secs(1);
    let pool = db::connect(&config).expect("a pool");
    let held = pool.get().await.expect("the only connection");
    let start = Instant::now();
    let refused = pool.get().await.map(drop).expect_err("none free");
    assert!(db::is_unavailable(&refused), "{refused:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
    drop(held);
    db::ready(&pool).await.expect("free again");
}

#[tokio::test]
async fn a_long_statement_is_ended_by_the_server() {
    let db = test_db().await;
    let mut config = DbConfig::new(db.app_url(), "test");
    config.statement_timeout = Duration::from_millis(100);
    let pool = db::connect(&config).expect("a pool");
    let ended = db::system_tx(&pool, async |conn| {
        diesel::sql_query("SELECT pg_sleep(30)").execute(conn).await
    })
    .await
    .expect_err("timed out");
    assert!(db::is_unavailable(&ended), "{ended:?}");
}

#[derive(QueryableByName)]
struct Planner {
    #[diesel(sql_type = Text)]
    workers: String,
    #[diesel(sql_type = Text)]
    jit: String,
}

async fn planner(config: &DbConfig) -> (String, String) {
    let pool = db::connect(config).expect("a pool");
    let told: Planner = db::system_tx(&pool, async |conn| {
        diesel::sql_query(
            "SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit",
        )
        .get_result(conn)
        .await
    })
    .await
    .expect("settings");
    (told.workers, told.jit)
}

#[tokio::test]
async fn serving_sessions_start_no_parallel_workers_and_compile_nothing() {
    let db = test_db().await;
    let config = DbConfig::new(db.app_url(), "test");
    let off = ("0".to_owned(), "off".to_owned());
    assert_eq!(planner(&config).await, off);
    assert_ne!(planner(&config.batch()).await, off);
}

diesel::table! {
    places (place_id) {
        place_id -> BigInt,
    }
}

#[derive(Debug, PartialEq, QueryableByName)]
struct Planned {
    #[diesel(sql_type = BigInt)]
    custom: i64,
    #[diesel(sql_type = BigInt)]
    generic: i64,
}

/// How ten executions of one prepared statement were planned.
async fn planned(config: DbConfig) -> Planned {
    let pool = db::connect(&config.pool_size(1)).expect("a pool");
    db::tenant_tx(&pool, CustomerId(Uuid::from_u128(1)), async |conn| {
        for id in 0..10_i64 {
            let same: Vec<i64> = places::table
                .find(id)
                .select(places::place_id)
                .load(conn)
                .await?;
            assert!(same.is_empty());
        }
        diesel::sql_query(
            "SELECT sum(custom_plans)::bigint AS custom, sum(generic_plans)::bigint AS generic \
             FROM pg_prepared_statements WHERE statement LIKE '%\"places\".%' AND cardinality(parameter_types) = 1",
        )
        .get_result(conn)
        .await
    })
    .await
    .expect("planned")
}

#[tokio::test]
async fn statements_are_planned_for_each_execution_unless_the_pool_asks_for_one_plan() {
    let db = test_db().await;
    let config = DbConfig::new(db.app_url(), "test");
    let (custom, generic) = (10, 0);
    assert_eq!(planned(config.clone()).await, Planned { custom, generic });
    let (custom, generic) = (0, 10);
    assert_eq!(
        planned(config.generic_plans()).await,
        Planned { custom, generic }
    );
}

#[tokio::test]
async fn a_database_that_is_away_is_unavailable_and_then_back() {
    let db = test_db().await;
    let proxy = TcpProxy::to(&db.app_url()).await;
    let pool = db::connect(&DbConfig::new(proxy.url(), "test")).expect("a pool");
    db::ready(&pool).await.expect("there");
    proxy.cut();
    let away = db::ready(&pool).await.expect_err("away");
    assert!(db::is_unavailable(&away), "{away:?}");
    proxy.restore();
    db::ready(&pool).await.expect("back at the first try");
}

#[tokio::test]
async fn connections_ended_by_a_restart_are_replaced_unnoticed() {
    let db = test_db().await;
    let pool = db::connect(&DbConfig::new(db.app_url(), "restart-test")).expect("a pool");
    let (first, second) = (
        pool.get().await.expect("one"),
        pool.get().await.expect("two"),
    );
    drop((first, second));
    // What a restart does to clients, for these two only.
    let ended = diesel::sql_query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'restart-test'",
    )
    .execute(&mut db.superuser().await)
    .await;
    assert_eq!(ended, Ok(2));
    for _ in 0..4 {
        db::ready(&pool).await.expect("replaced");
    }
}

#[tokio::test]
async fn a_statement_cut_off_in_the_middle_is_unavailable() {
    let db = test_db().await;
    let proxy = TcpProxy::to(&db.app_url()).await;
    let pool = db::connect(&DbConfig::new(proxy.url(), "cut-test")).expect("a pool");
    let work = tokio::spawn({
        let pool = pool.clone();
        async move {
            db::system_tx(&pool, async |conn| {
                diesel::sql_query("SELECT pg_sleep(30)").execute(conn).await
            })
            .await
        }
    });
    wait_for(Duration::from_secs(10), || async {
        let running = diesel::sql_query(
            "SELECT 1 FROM pg_stat_activity WHERE application_name = 'cut-test' AND query LIKE '%pg_sleep(30)%'",
        )
        .execute(&mut db.superuser().await)
        .await;
        running == Ok(1)
    })
    .await;
    proxy.blip();
    let error: Error = work.await.expect("no panic").expect_err("cut off");
    assert!(db::is_unavailable(&error), "{error:?}");
    db::ready(&pool).await.expect("a new connection");
}
