//! Firms take turns.

use domain::CustomerId;
use uuid::Uuid;

use crate::harness::{Act, House};

/// Names in the order in which one worker, one at a time, has run them.
async fn order(house: &House) -> Vec<String> {
    let runner = house.runner_of(1);
    house.wait_for_none().await;
    runner.stop().await;
    house.log.order()
}

/// Firms in the order of their turns.
fn firms<const N: usize>() -> [CustomerId; N] {
    let mut ids = [(); N].map(|()| Uuid::new_v4());
    ids.sort();
    ids.map(CustomerId)
}

#[tokio::test]
async fn firms_take_turns_and_jobs_of_no_firm_are_one_of_them() {
    let house = House::new().await;
    let [first, second] = firms();
    house.enqueue_all(Some(first), &["a1", "a2", "a3"]).await;
    house.enqueue_all(None, &["n1", "n2"]).await;
    house.enqueue_all(Some(second), &["b1", "b2"]).await;
    let expected = ["a1", "b1", "n1", "a2", "b2", "n2", "a3"];
    assert_eq!(order(&house).await, expected);
}

#[tokio::test]
async fn the_next_turn_is_that_of_the_firm_after_the_last() {
    let mut house = House::new().await;
    let [first, second, third] = firms();
    house.firm = second;
    house.enqueue("b1", Act::Wait).await;
    house.enqueue_all(Some(second), &["b2"]).await;
    house.enqueue_all(Some(third), &["c1"]).await;
    let runner = house.runner_of(1);
    house.log.wait_for(1).await;
    house.enqueue_all(Some(first), &["a1"]).await;
    house.log.release.notify_one();
    house.log.wait_for(4).await;
    runner.stop().await;
    assert_eq!(house.log.order(), ["b1", "c1", "a1", "b2"]);
}

#[tokio::test]
async fn a_firm_whose_jobs_are_not_due_is_passed_over() {
    let house = House::new().await;
    let [first, second] = firms();
    house.enqueue_all(Some(first), &["later"]).await;
    house
        .sql("UPDATE jobs SET run_at = now() + interval '1 hour'")
        .await;
    house.enqueue_all(Some(second), &["b1", "b2"]).await;
    let runner = house.runner_of(1);
    house.log.wait_for(2).await;
    runner.stop().await;
    assert_eq!(house.log.names(), ["b1", "b2"]);
}

#[tokio::test]
async fn a_firm_alone_uses_every_free_slot() {
    let house = House::new().await;
    house
        .enqueue_all(Some(house.firm), &["1", "2", "3", "4"])
        .await;
    let runner = house.runner_of(4);
    house.wait_for_none().await;
    runner.stop().await;
    assert_eq!(house.log.running.lock().expect("no panic").1, 4);
}
