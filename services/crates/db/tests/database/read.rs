//! Single statements: their round trips, lost connections, and cancellation.

use std::time::Duration;

use db::{AsyncPgConnection, DbConfig, Pool};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use diesel_async::RunQueryDsl;
use test_support::{TcpProxy, TestDb, wait_for};

use crate::test_db;

/// A statement that is prepared once per connection.
async fn one(conn: &mut AsyncPgConnection) -> QueryResult<i32> {
    diesel::select(1_i32.into_sql::<Integer>())
        .get_result(conn)
        .await
}

async fn read_one(pool: &Pool) -> QueryResult<i32> {
    db::read(pool, async |conn| one(conn).await).await
}

#[tokio::test]
async fn a_read_is_one_round_trip_and_a_transaction_four() {
    let db = test_db().await;
    let proxy = TcpProxy::to(&db.app_url()).await;
    let pool = db::connect(&DbConfig::new(proxy.url(), "test").pool_size(1)).expect("a pool");
    read_one(&pool).await.expect("prepared");
    let before = proxy.round_trips();
    read_one(&pool).await.expect("read");
    assert_eq!(proxy.round_trips() - before, 1);
    let before = proxy.round_trips();
    db::system_tx(&pool, async |conn| one(conn).await)
        .await
        .expect("read");
    // The check of the connection, BEGIN, the statement, COMMIT.
    assert_eq!(proxy.round_trips() - before, 4);
}

#[tokio::test]
async fn a_read_is_repeated_on_another_connection_if_its_own_was_lost() {
    let db = test_db().await;
    let pool = db::connect(&DbConfig::new(db.app_url(), "lost-test").pool_size(2)).expect("a pool");
    let both = (
        pool.get().await.expect("one"),
        pool.get().await.expect("two"),
    );
    drop(both);
    let ended = diesel::sql_query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lost-test'",
    )
    .execute(&mut db.superuser().await)
    .await;
    assert_eq!(ended, Ok(2));
    for _ in 0..3 {
        assert_eq!(read_one(&pool).await, Ok(1));
    }
}

#[tokio::test]
async fn a_read_fails_while_the_database_is_away() {
    let db = test_db().await;
    let proxy = TcpProxy::to(&db.app_url()).await;
    let pool = db::connect(&DbConfig::new(proxy.url(), "test")).expect("a pool");
    read_one(&pool).await.expect("there");
    proxy.cut();
    let away = read_one(&pool).await.expect_err("away");
    assert!(db::is_unavailable(&away), "{away:?}");
    proxy.restore();
    read_one(&pool).await.expect("back at the first try");
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Statements of this program that the server executes now.
async fn running(db: &TestDb, program: &str) -> i64 {
    let sql = format!(
        "SELECT count(*) AS count FROM pg_stat_activity \
         WHERE application_name = '{program}' AND state = 'active' AND query LIKE '%pg_sleep(30)%'"
    );
    let counted: QueryResult<Count> = diesel::sql_query(sql)
        .get_result(&mut db.superuser().await)
        .await;
    counted.expect("the activity").count
}

async fn sleep(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_sleep(30)").execute(conn).await
}

#[tokio::test]
async fn a_dropped_statement_is_cancelled_on_the_server() {
    let db = test_db().await;
    for (program, in_transaction) in [("drop-read", false), ("drop-tx", true)] {
        let pool = db::connect(&DbConfig::new(db.app_url(), program).pool_size(1)).expect("a pool");
        let of_task = pool.clone();
        let task = tokio::spawn(async move {
            if in_transaction {
                db::system_tx(&of_task, async |conn| sleep(conn).await).await
            } else {
                db::read(&of_task, async |conn| sleep(conn).await).await
            }
        });
        let limit = Duration::from_secs(10);
        wait_for(limit, || async { running(&db, program).await == 1 }).await;
        task.abort();
        wait_for(limit, || async { running(&db, program).await == 0 }).await;
        // The only connection was replaced.
        assert_eq!(read_one(&pool).await, Ok(1));
    }
}
