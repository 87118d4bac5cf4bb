//! Jobs: each handled by one worker, kept across crashes, parked after permanent failure.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use messaging::{HandlerError, Relay, parked, work};
use test_support::wait_for;
use tokio::sync::mpsc;

use crate::harness::{BOUND, House, quick_retry};

#[tokio::test]
async fn jobs_are_shared_and_each_done_once() {
    let house = House::new().await;
    let (sender, mut done) = mpsc::unbounded_channel();
    let workers: Vec<_> = (0..2)
        .map(|worker| {
            let sender = sender.clone();
            work::consume(
                "mail",
                house.db.pool().clone(),
                house.config(),
                quick_retry(),
                move |job| {
                    let sender = sender.clone();
                    async move {
                        sender
                            .send((worker, job.subject))
                            .map_err(HandlerError::retry)
                    }
                },
            )
        })
        .collect();
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    for job in 0..10 {
        house
            .ask("mail", &house.event(&format!("job-{job}"), 1))
            .await;
    }
    let mut subjects = Vec::new();
    while subjects.len() < 10 {
        let (_, subject) = tokio::time::timeout(BOUND, done.recv())
            .await
            .expect("in time")
            .expect("workers live");
        subjects.push(subject);
    }
    subjects.sort();
    subjects.dedup();
    assert_eq!(subjects.len(), 10);
    for worker in workers {
        worker.shutdown().await;
    }
    relay.shutdown().await;
}

#[tokio::test]
async fn a_job_of_the_outbox_waits_for_its_first_worker() {
    let house = House::new().await;
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    house.ask("mail", &house.event("job-1", 1)).await;
    house.wait_for_empty_outbox().await;
    let (sender, mut done) = mpsc::unbounded_channel();
    let worker = work::consume(
        "mail",
        house.db.pool().clone(),
        house.config(),
        quick_retry(),
        move |job| {
            let sender = sender.clone();
            async move { sender.send(job.subject).map_err(HandlerError::retry) }
        },
    );
    let subject = tokio::time::timeout(BOUND, done.recv())
        .await
        .expect("in time");
    assert_eq!(subject.as_deref(), Some("job-1"));
    worker.shutdown().await;
    relay.shutdown().await;
}

#[tokio::test]
async fn a_hopeless_job_is_parked() {
    let house = House::new().await;
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let worker = work::consume(
        "mail",
        house.db.pool().clone(),
        house.config(),
        quick_retry(),
        move |_job| {
            counted.fetch_add(1, Ordering::SeqCst);
            async { Err(HandlerError::retry("the mail server is away")) }
        },
    );
    let relay = Relay::spawn(house.db.pool().clone(), house.config());
    house.ask("mail", &house.event("job-1", 1)).await;
    wait_for(BOUND, || async {
        !parked::list(house.db.pool(), 10)
            .await
            .expect("listed")
            .is_empty()
    })
    .await;
    assert_eq!(calls.load(Ordering::SeqCst), 3);
    worker.shutdown().await;
    relay.shutdown().await;
}
