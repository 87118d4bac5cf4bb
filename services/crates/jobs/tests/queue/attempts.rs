//! Failed attempts: errors, panics and time-outs.

use std::time::Duration;

use crate::harness::{Act, House};

#[tokio::test]
async fn a_failed_job_is_retried_at_its_schedule() {
    let house = House::new().await;
    house.enqueue("a", Act::Fail(2)).await;
    let runner = house.runner();
    house.wait_for_none().await;
    let runs = house.log.runs();
    let numbers: Vec<usize> = runs.iter().map(|run| run.attempt.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(runs[1].at - runs[0].at >= Duration::from_millis(200));
    assert!(runs[2].at - runs[1].at >= Duration::from_millis(400));
    runner.stop().await;
}

#[tokio::test]
async fn a_panic_is_a_failed_attempt() {
    let house = House::new().await;
    house.enqueue("a", Act::Panic).await;
    let runner = house.runner();
    let dead = house.wait_for_dead().await;
    assert_eq!(dead.reason, "failed 3 times, last: the job panicked");
    assert_eq!(house.log.runs().len(), 3);
    runner.stop().await;
}

#[tokio::test]
async fn a_job_that_hangs_is_stopped() {
    let house = House::new().await;
    house.enqueue("a", Act::Hang).await;
    // The last attempt.
    house.sql("UPDATE jobs SET attempts = 2").await;
    let runner = house.runner();
    let dead = house.wait_for_dead().await;
    assert_eq!(
        dead.reason,
        "failed 3 times, last: the job timed out after 5s"
    );
    runner.stop().await;
}

#[tokio::test]
async fn a_permanent_error_ends_the_job_at_once() {
    let house = House::new().await;
    house.enqueue("a", Act::FailForGood).await;
    let runner = house.runner();
    let dead = house.wait_for_dead().await;
    assert_eq!((dead.reason.as_str(), dead.attempts), ("never", 1));
    runner.stop().await;
}

#[tokio::test]
async fn a_payload_that_cannot_be_read_ends_the_job_at_once() {
    let house = House::new().await;
    house
        .sql("INSERT INTO jobs (job_id, kind, payload) VALUES (gen_random_uuid(), 'probe', '{}')")
        .await;
    let runner = house.runner();
    let dead = house.wait_for_dead().await;
    assert_eq!(
        (dead.reason.as_str(), dead.attempts),
        ("missing field `name`", 1)
    );
    assert!(house.log.runs().is_empty());
    runner.stop().await;
}

#[tokio::test]
async fn a_kind_that_is_not_registered_is_left_alone() {
    let house = House::new().await;
    house
        .sql("INSERT INTO jobs (job_id, kind, payload) VALUES (gen_random_uuid(), 'of a newer version', '{}')")
        .await;
    house.enqueue("a", Act::Succeed).await;
    let runner = house.runner();
    house.log.wait_for(1).await;
    runner.stop().await;
    assert_eq!(house.count("attempts = 0 AND dead_at IS NULL").await, 1);
}
