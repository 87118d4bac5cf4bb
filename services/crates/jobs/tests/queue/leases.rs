//! Leases: a job belongs to its worker until it has ended or the worker has died.

use std::time::Duration;

use crate::harness::{Act, House};

/// A job whose worker was killed while it ran.
async fn orphan(house: &House, act: Act) {
    house.enqueue("a", act).await;
    let killed = house.runner();
    house.log.wait_for(1).await;
    killed.kill().await;
}

#[tokio::test]
async fn a_job_of_a_killed_worker_runs_again_when_its_lease_ends() {
    let house = House::new().await;
    orphan(&house, Act::Wait).await;
    let runner = house.runner();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(house.log.runs().len(), 1, "the lease lasts");
    house.sql("UPDATE jobs SET leased_until = now()").await;
    house.log.wait_for(2).await;
    house.log.release.notify_one();
    house.wait_for_none().await;
    assert_eq!(house.log.runs()[1].attempt.number, 2);
    runner.stop().await;
}

#[tokio::test]
async fn a_lease_is_renewed_while_its_worker_lives_and_ends_soon_after_its_death() {
    let house = House::new().await;
    let lease = Duration::from_millis(800);
    house.enqueue("a", Act::Wait).await;
    let first = house.runner_with_lease(lease);
    house.log.wait_for(1).await;
    let second = house.runner_with_lease(lease);
    tokio::time::sleep(lease * 3).await;
    assert_eq!(house.log.runs().len(), 1, "the first renews its lease");
    first.kill().await;
    house.log.wait_for(2).await;
    house.log.release.notify_one();
    house.wait_for_none().await;
    assert_eq!(house.log.runs().len(), 2);
    second.stop().await;
}

#[tokio::test]
async fn a_run_whose_lease_was_lost_is_stopped() {
    let house = House::new().await;
    house.enqueue("a", Act::Hang).await;
    let runner = house.runner_with_lease(Duration::from_millis(400));
    house.log.wait_for(1).await;
    house
        .sql("UPDATE jobs SET leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour'")
        .await;
    // A run that hangs would keep the runner for five seconds.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let asked = std::time::Instant::now();
    runner.stop().await;
    assert!(asked.elapsed() < Duration::from_secs(2));
    assert_eq!(house.count("leased_by IS NOT NULL").await, 1);
}

#[tokio::test]
async fn a_job_that_kills_its_workers_dies_too() {
    let house = House::new().await;
    orphan(&house, Act::Hang).await;
    house
        .sql("UPDATE jobs SET leased_until = now(), attempts = 3")
        .await;
    let runner = house.runner();
    let dead = house.wait_for_dead().await;
    assert_eq!(
        dead.reason,
        "the worker died during the last attempt; error before: none"
    );
    assert_eq!(house.log.runs().len(), 1);
    assert_eq!(*house.log.dead.lock().expect("no panic"), ["a"]);
    runner.stop().await;
}

#[tokio::test]
async fn a_worker_that_lost_its_lease_changes_nothing() {
    let house = House::new().await;
    house.enqueue("a", Act::Wait).await;
    let runner = house.runner();
    house.log.wait_for(1).await;
    house
        .sql("UPDATE jobs SET leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour'")
        .await;
    let attempt = house.log.runs()[0].attempt.clone();
    let held = db::unscoped_tx(house.db.pool(), "test", async |conn| {
        attempt.holds(conn).await
    });
    assert_eq!(held.await, Ok(false));
    house.log.release.notify_one();
    runner.stop().await;
    assert_eq!(house.count("leased_by IS NOT NULL").await, 1);
}

#[tokio::test]
async fn a_job_completes_itself_only_under_its_lease() {
    let house = House::new().await;
    house.enqueue("a", Act::Wait).await;
    let runner = house.runner();
    house.log.wait_for(1).await;
    let attempt = house.log.runs()[0].attempt.clone();
    let complete = || async {
        db::unscoped_tx(house.db.pool(), "test", async |conn| {
            attempt.complete(conn).await
        })
        .await
    };
    let holds = || async {
        db::unscoped_tx(house.db.pool(), "test", async |conn| {
            attempt.holds(conn).await
        })
        .await
    };
    assert_eq!(holds().await, Ok(true));
    assert_eq!(complete().await, Ok(true));
    assert_eq!(complete().await, Ok(false), "it is gone");
    assert_eq!(holds().await, Ok(false));
    house.log.release.notify_one();
    runner.stop().await;
    assert_eq!(house.log.runs().len(), 1);
}
