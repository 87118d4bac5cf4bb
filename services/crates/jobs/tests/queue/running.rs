//! Jobs run once, after their transaction, at their time, as many at once as configured.

use std::time::{Duration, Instant};

use chrono::Utc;
use diesel::result::Error;
use test_support::wait_for;
use trace_context::TraceContext;

use crate::harness::{Act, BOUND, House, Probe};

#[tokio::test]
async fn a_job_runs_once_and_leaves() {
    let house = House::new().await;
    let trace = TraceContext::incoming(Some("request-0001"), None);
    let id = trace_context::scope(trace.clone(), house.enqueue("a", Act::Succeed)).await;
    let runner = house.runner();
    house.wait_for_none().await;
    let runs = house.log.runs();
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0].attempt.job_id, id);
    assert_eq!(runs[0].attempt.number, 1);
    assert_eq!(runs[0].attempt.customer_id, Some(house.firm));
    assert_eq!(runs[0].trace, trace);
    runner.stop().await;
}

#[tokio::test]
async fn a_commit_wakes_the_worker() {
    let house = House::new().await;
    let runner = jobs::Runner::new(house.db.pool().clone())
        .poll_interval(Duration::from_hours(1))
        .job::<Probe>(house.log.clone(), 1);
    let runner = tokio::spawn(runner.run(std::future::pending()));
    // The first is found when listening begins, if not before.
    for count in 1..=3 {
        house.enqueue("a", Act::Succeed).await;
        house.log.wait_for(count).await;
        house.wait_for_none().await;
    }
    runner.abort();
}

#[tokio::test]
async fn a_job_that_was_rolled_back_does_not_run() {
    let house = House::new().await;
    let probe = Probe::new("undone", Act::Succeed);
    let result: Result<(), Error> = db::tenant_tx(house.db.pool(), house.firm, async |conn| {
        jobs::enqueue(conn, house.firm, &probe).await?;
        Err(Error::RollbackTransaction)
    })
    .await;
    assert!(result.is_err());
    house.enqueue("done", Act::Succeed).await;
    let runner = house.runner();
    house.wait_for_none().await;
    assert_eq!(house.log.names(), ["done"]);
    runner.stop().await;
}

#[tokio::test]
async fn a_job_waits_for_its_time() {
    let house = House::new().await;
    let runner = house.runner();
    let (enqueued, later) = (Instant::now(), Duration::from_millis(600));
    let alone = Probe::new("alone", Act::Succeed);
    let both = ["first", "second"].map(|name| Probe::new(name, Act::Succeed));
    db::tenant_tx(house.db.pool(), house.firm, async |conn| {
        let run_at = Utc::now() + later;
        jobs::enqueue_at(conn, house.firm, &alone, run_at).await?;
        jobs::enqueue_all_at(conn, house.firm, &both, run_at).await
    })
    .await
    .expect("enqueued");
    house.wait_for_none().await;
    let runs = house.log.runs();
    assert_eq!(runs.len(), 3);
    assert!(runs.iter().all(|run| run.at - enqueued >= later));
    runner.stop().await;
}

#[tokio::test]
async fn no_more_jobs_run_at_once_than_configured() {
    let house = House::new().await;
    for number in 0..12 {
        house.enqueue(&number.to_string(), Act::Succeed).await;
    }
    let runner = house.runner_of(3);
    house.wait_for_none().await;
    assert_eq!(house.log.runs().len(), 12);
    assert_eq!(house.log.running.lock().expect("no panic").1, 3);
    runner.stop().await;
}

#[tokio::test]
async fn two_workers_share_the_jobs() {
    let house = House::new().await;
    let runners = [house.runner(), house.runner()];
    let mut names = Vec::new();
    for number in 0..40 {
        let name = format!("{number:02}");
        house.enqueue(&name, Act::Succeed).await;
        names.push(name);
    }
    house.wait_for_none().await;
    assert_eq!(house.log.names(), names, "each once");
    for runner in runners {
        runner.stop().await;
    }
}

#[tokio::test]
async fn a_running_job_ends_before_the_runner_stops() {
    let house = House::new().await;
    house.enqueue("running", Act::Wait).await;
    let runner = house.runner_of(1);
    house.log.wait_for(1).await;
    house.enqueue("waiting", Act::Succeed).await;
    runner.begin_stop();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!runner.has_ended());
    house.log.release.notify_one();
    wait_for(BOUND, || async { runner.has_ended() }).await;
    assert_eq!(house.log.names(), ["running"]);
    assert_eq!(house.count("leased_by IS NULL").await, 1, "the other waits");
}
