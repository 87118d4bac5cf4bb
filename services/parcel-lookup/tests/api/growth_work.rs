//! Workers, their deaths, turns and full disks: what comes out is the whole result or a clear error.

use std::path::PathBuf;

use diesel_async::RunQueryDsl;
use futures::StreamExt as _;
use messaging::{Broadcast, Event, work::WorkPublisher};
use parcel_lookup::SERVICE;
use parcel_lookup::growth::area::LayerSource;
use parcel_lookup::growth::layers::desk::LayerConfig;
use parcel_lookup::growth::runs::worker::QUEUE;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{TcpProxy, assert_event_valid, wait_for};

use crate::growth_runs::{BOUND, Firm, path};
use crate::support::World;

/// A part of the Charlotte sample that takes workers a while.
fn large(iterations: u32) -> Value {
    json!({ "bbox": { "west": -80.98, "south": 35.06, "east": -80.78, "north": 35.26 },
        "iterations": iterations, "horizon_years": 60, "seed": 77 })
}

fn folder(firm: &Firm<'_>, run: &Value) -> PathBuf {
    let folder = firm.world.growth_folder().join(firm.id.to_string());
    folder.join(run["run_id"].as_str().unwrap())
}

fn bytes(firm: &Firm<'_>, run: &Value) -> (Vec<u8>, Vec<u8>) {
    let read = |name: &str| std::fs::read(folder(firm, run).join(name)).unwrap();
    (read("joined.bin"), read("picture.png"))
}

async fn sql(world: &World, statement: &str) -> usize {
    let mut conn = world.db.superuser().await;
    diesel::sql_query(statement)
        .execute(&mut conn)
        .await
        .unwrap()
}

async fn wait_for_progress(firm: &Firm<'_>, run: &Value, batches: i64) {
    wait_for(BOUND, || async {
        let now = firm.get(&path(run, "")).await;
        now["progress"]["batches_done"].as_i64().unwrap() >= batches
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_result_is_the_same_however_many_work_and_whoever_dies() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let one = firm.ask(&large(24)).await;
    let worker = world.workers(1);
    firm.wait_for_state(&one, "succeeded").await;
    worker.shutdown().await;
    let wanted = bytes(&firm, &one);
    assert!(wanted.0.len() > 1000 && wanted.1.len() > 1000);

    // Three at once.
    let three = firm.ask(&large(24)).await;
    let workers = world.workers(3);
    firm.wait_for_state(&three, "succeeded").await;
    workers.shutdown().await;
    assert!(bytes(&firm, &three) == wanted, "three workers");

    // One dies in the middle of a batch, another is stopped in order, a third ends it.
    let killed = firm.ask(&large(24)).await;
    let worker = world.workers(1);
    wait_for_progress(&firm, &killed, 1).await;
    worker.abort();
    let worker = world.workers(1);
    wait_for_progress(&firm, &killed, 2).await;
    worker.shutdown().await;
    assert_eq!(firm.state(&killed).await, "running");
    let worker = world.workers(1);
    firm.wait_for_state(&killed, "succeeded").await;
    worker.shutdown().await;
    assert!(bytes(&firm, &killed) == wanted, "a worker killed");

    // Every batch on the queue is there twice.
    let twice = firm.ask(&large(24)).await;
    wait_for(BOUND, || async {
        let queued = format!(
            "UPDATE growth_batch SET worker = NULL WHERE state = 'queued' AND run_id = '{}'",
            twice["run_id"].as_str().unwrap()
        );
        sql(&world, &queued).await == 4
    })
    .await;
    let publisher = WorkPublisher::new(world.amqp.config(SERVICE));
    for batch in 0..4 {
        let data =
            json!({ "run_id": twice["run_id"], "stage": 0, "batch": batch, "generation": 1 });
        let job = Event::new("growth.batch", format!("again-{batch}"), 1, firm.id, data);
        publisher.publish(QUEUE, &job).await.unwrap();
    }
    let workers = world.workers(3);
    firm.wait_for_state(&twice, "succeeded").await;
    workers.shutdown().await;
    assert!(bytes(&firm, &twice) == wanted, "batches done twice");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broker_that_goes_away_only_delays() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let proxy = TcpProxy::to(world.amqp.url()).await;
    let workers = world.workers_at(2, &proxy.url());
    let run = firm.ask(&large(24)).await;
    wait_for_progress(&firm, &run, 1).await;
    proxy.cut();
    wait_for(BOUND, || async {
        workers.health().iter().all(|slot| !slot.is_connected())
    })
    .await;
    proxy.restore();
    let run = firm.wait_for_state(&run, "succeeded").await;
    assert_eq!(run["progress"]["iterations_done"], 24);
    workers.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_firm_cannot_starve_another() {
    let world = World::growing(
        LayerSource::standard(LayerConfig::default()).unwrap(),
        |growth| {
            growth.batches_ahead = 1;
        },
    )
    .await;
    let (greedy, modest) = (Firm::new(&world), Firm::new(&world));
    let mut long = Vec::new();
    for _ in 0..8 {
        long.push(greedy.ask(&large(200)).await);
    }
    wait_for(BOUND, || async {
        greedy.state(&long[1]).await == "running"
    })
    .await;
    let worker = world.workers(1);
    wait_for_progress(&greedy, &long[0], 1).await;
    let short = modest.ask(&json!({})).await;
    modest.wait_for_state(&short, "succeeded").await;
    // Batches took turns; without that, all that the other firm had asked for before would be done first.
    assert_ne!(greedy.state(&long[7]).await, "succeeded");
    for run in &long {
        greedy.send(Method::DELETE, &path(run, ""), None).await;
    }
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_run_frees_its_workers() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let worker = world.workers(1);
    let long = firm.ask(&large(200)).await;
    wait_for_progress(&firm, &long, 1).await;
    let cancelled = firm.send(Method::POST, &path(&long, "/cancel"), None).await;
    assert_eq!(cancelled.status(), 200);
    let short = firm.ask(&json!({})).await;
    firm.wait_for_state(&short, "succeeded").await;
    let cancelled = firm.get(&path(&long, "")).await;
    assert_eq!(cancelled["state"], "cancelled");
    assert!(cancelled["progress"]["iterations_done"].as_i64().unwrap() < 200);
    assert_eq!(
        firm.send(Method::GET, &path(&long, "/result"), None)
            .await
            .status(),
        409
    );
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_stored_fails_the_run_in_words() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    // A folder stands where a file should be written: of the first batch, of the picture.
    for name in ["batch-0-0.bin", "picture.png"] {
        let run = firm.ask(&json!({})).await;
        firm.wait_for_state(&run, "running").await;
        std::fs::create_dir(folder(&firm, &run).join(name)).unwrap();
        std::fs::write(folder(&firm, &run).join(name).join("x"), "x").unwrap();
        let worker = world.workers(1);
        let failed = firm.wait_for_state(&run, "failed").await;
        let said = failed["error"].as_str().unwrap();
        assert!(said.contains("could not be stored on the server"), "{said}");
        assert_eq!(
            firm.send(Method::GET, &path(&run, "/picture.png"), None)
                .await
                .status(),
            409
        );
        worker.shutdown().await;
    }
    world.stop().await;

    let file = tempfile::NamedTempFile::new().unwrap();
    let world = World::growing(
        LayerSource::standard(LayerConfig::default()).unwrap(),
        |growth| {
            growth.folder = file.path().to_owned();
        },
    )
    .await;
    let firm = Firm::new(&world);
    let run = firm.ask(&json!({})).await;
    let failed = firm.wait_for_state(&run, "failed").await;
    assert!(
        failed["error"]
            .as_str()
            .unwrap()
            .contains("could not be stored")
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_workers_die_of_is_given_up() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = firm.ask(&json!({})).await;
    firm.wait_for_state(&run, "running").await;
    sql(&world, "UPDATE growth_batch SET attempts = 5").await;
    let worker = world.workers(1);
    let failed = firm.wait_for_state(&run, "failed").await;
    assert_eq!(
        failed["error"],
        "A part of this run failed 5 times and was given up."
    );
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_work_is_taken_up_again() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = firm.ask(&json!({})).await;
    firm.wait_for_state(&run, "running").await;
    // As after the loss of the queue and the death of whoever held them.
    let lost = "UPDATE growth_batch SET state = 'running', lease_until = now() - interval '1 s', generation = generation + 1";
    sql(&world, lost).await;
    let worker = world.workers(1);
    firm.wait_for_state(&run, "succeeded").await;
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_hear_of_runs_as_the_contract_says() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let names = ["growth.requested", "growth.progressed", "growth.finished"];
    let mut said = Broadcast::subscribe(world.amqp.config("listener"), &names);
    let mut connections = said.connections();
    connections.wait_for(|count| *count > 0).await.unwrap();
    let run = firm.ask(&json!({})).await;
    let worker = world.workers(1);
    let mut heard = Vec::new();
    while heard.last().is_none_or(|name| name != "growth.finished") {
        let envelope = tokio::time::timeout(BOUND, said.next())
            .await
            .unwrap()
            .unwrap();
        assert_event_valid(&envelope);
        assert_eq!(
            (envelope.customerid, &envelope.data["run_id"]),
            (firm.id, &run["run_id"])
        );
        heard.push(envelope.r#type);
    }
    let progressed = "growth.progressed".to_owned();
    assert_eq!(
        heard,
        [
            "growth.requested".to_owned(),
            progressed.clone(),
            progressed.clone(),
            progressed,
            "growth.finished".to_owned()
        ]
    );
    worker.shutdown().await;
    world.stop().await;
}
