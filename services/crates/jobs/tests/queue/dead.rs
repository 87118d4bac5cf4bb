//! Dead jobs are kept, listed and replayed.

use domain::CustomerId;
use jobs::dead;
use test_support::wait_for;
use uuid::Uuid;

use crate::harness::{Act, BOUND, House, Probe};

#[tokio::test]
async fn a_job_dies_after_its_last_attempt_and_is_replayed() {
    let house = House::new().await;
    // Fails in every attempt of the first life; a replay begins at one again.
    let id = house.enqueue("a", Act::Fail(3)).await;
    let runner = house.runner();
    let listed = house.wait_for_dead().await;
    assert_eq!((listed.job_id, listed.kind.as_str()), (id, "probe"));
    assert_eq!(listed.reason, "failed 3 times, last: not yet");
    assert_eq!(listed.attempts, 3);

    let replayed = dead::replay(house.db.pool(), Some(&[id])).await;
    assert_eq!(replayed, Ok(vec![id]));
    house.log.wait_for(6).await;
    house.wait_for_dead().await;
    let first_of_second_life = &house.log.runs()[3];
    assert_eq!(first_of_second_life.attempt.number, 1);
    assert_eq!(first_of_second_life.attempt.job_id, id);
    runner.stop().await;
}

#[tokio::test]
async fn only_dead_jobs_are_replayed() {
    let house = House::new().await;
    let waiting = house.enqueue("a", Act::Succeed).await;
    house
        .sql("UPDATE jobs SET attempts = 1, run_at = now() + interval '1 hour'")
        .await;
    for ids in [Some([waiting].as_slice()), None] {
        let replayed = dead::replay(house.db.pool(), ids).await;
        assert_eq!(replayed, Ok(Vec::new()));
    }
    assert_eq!(house.count("attempts = 1").await, 1);
}

#[tokio::test]
async fn all_dead_jobs_are_replayed_where_no_id_is_given() {
    let house = House::new().await;
    let runner = house.runner();
    house.enqueue("a", Act::FailForGood).await;
    house.wait_for_dead().await;
    house
        .sql("UPDATE jobs SET payload = jsonb_set(payload, '{act}', '\"Succeed\"')")
        .await;
    let replayed = dead::replay(house.db.pool(), None).await;
    assert_eq!(replayed.map(|ids| ids.len()), Ok(1));
    house.wait_for_none().await;
    runner.stop().await;
}

#[tokio::test]
async fn a_dead_job_that_is_enqueued_again_replaces_itself_alone() {
    let house = House::new().await;
    let runner = house.runner();
    for name in ["a", "b"] {
        house.enqueue(name, Act::FailForGood).await;
    }
    wait_for(BOUND, || async {
        house.count("dead_at IS NOT NULL").await == 2
    })
    .await;
    runner.stop().await;
    // As they were before their death was noted in them.
    house
        .sql("UPDATE jobs SET payload = payload - 'noted'")
        .await;
    let again = [Probe::new("a", Act::FailForGood)];
    // The job of another firm is another one.
    for (firm, dead, waiting) in [(CustomerId(Uuid::new_v4()), 2, 1), (house.firm, 1, 2)] {
        db::tenant_tx(house.db.pool(), firm, async |conn| {
            dead::enqueue_again(conn, firm, &again).await
        })
        .await
        .expect("enqueued");
        assert_eq!(house.count("dead_at IS NOT NULL").await, dead);
        assert_eq!(house.count("dead_at IS NULL").await, waiting);
    }
    let left = "dead_at IS NOT NULL AND payload->>'name' = 'b'";
    assert_eq!(house.count(left).await, 1);
}

#[tokio::test]
async fn a_death_is_recorded_in_its_transaction() {
    let house = House::new().await;
    house.enqueue("a", Act::FailForGood).await;
    let runner = house.runner();
    house.wait_for_dead().await;
    assert_eq!(house.count("payload ? 'noted'").await, 1);
    assert_eq!(*house.log.dead.lock().expect("no panic"), ["a"]);
    runner.stop().await;
}
