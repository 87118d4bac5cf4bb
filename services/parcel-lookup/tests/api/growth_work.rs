//! Workers: crashes, turns and full disks; the outcome is a complete result or a clear error.

use std::path::PathBuf;
use std::sync::Arc;

use diesel_async::RunQueryDsl;
use futures::StreamExt as _;
use growth_layers::{LayerConfig, LayerResolver};
use messaging::{Broadcast, Event, outbox};
use parcel_lookup::growth::runs::scheduling::worker::QUEUE;
use parcel_lookup::growth::runs::scheduling::workers::Workers;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{TcpProxy, assert_event_valid, wait_for};

use crate::growth_runs::{BOUND, Firm, path};
use crate::support::World;

/// File of an image in the current format.
const PICTURE: &str = "picture-2.png";

/// A part of the Charlotte sample that takes workers some time.
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
    (read("joined.bin"), read(PICTURE))
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

    // Three workers at once.
    let three = firm.ask(&large(24)).await;
    let workers = world.workers(3);
    firm.wait_for_state(&three, "succeeded").await;
    workers.shutdown().await;
    assert!(bytes(&firm, &three) == wanted, "three workers");

    // One worker dies during a batch, another is shut down, a third finishes it.
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

    // Every batch is queued twice.
    let twice = firm.ask(&large(24)).await;
    wait_for(BOUND, || async {
        let queued = format!(
            "UPDATE growth_batch SET worker = NULL WHERE state = 'queued' AND run_id = '{}'",
            twice["run_id"].as_str().unwrap()
        );
        sql(&world, &queued).await == 4
    })
    .await;
    for batch in 0..4 {
        let data =
            json!({ "run_id": twice["run_id"], "stage": 0, "batch": batch, "generation": 1 });
        let job = Event::new("growth.batch", format!("again-{batch}"), 1, firm.id, data);
        db::tenant_tx(world.db.pool(), firm.id, async |conn| {
            outbox::append_work(conn, QUEUE, &job).await
        })
        .await
        .unwrap();
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
        workers
            .standing()
            .health()
            .iter()
            .all(|slot| !slot.is_connected())
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
        Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
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
    // Firms take turns; otherwise all earlier runs of the other firm would finish first.
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
    // A folder blocks the path of a file: of the first batch, of the image.
    for name in ["batch-0-0.bin", PICTURE] {
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
        Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
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
        "A part of this run failed 5 times and was abandoned."
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
    // State after the queue was lost and the lease holders died.
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

/// Total attempts of batches.
async fn tries(world: &World) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Tries {
        #[diesel(sql_type = diesel::sql_types::BigInt)]
        tries: i64,
    }
    let mut conn = world.db.superuser().await;
    let sum =
        diesel::sql_query("SELECT coalesce(sum(attempts), 0)::bigint AS tries FROM growth_batch");
    sum.get_result::<Tries>(&mut conn).await.unwrap().tries
}

/// Waits until the workers take no batches; returns the reason.
async fn fault_of(workers: &Workers) -> String {
    let standing = workers.standing();
    wait_for(BOUND, || async { standing.check_storage().await.is_err() }).await;
    standing.check_storage().await.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_with_a_folder_of_its_own_leaves_runs_to_the_others() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let own = tempfile::tempdir().unwrap();
    let run = firm.ask(&json!({})).await;
    // By now the shared folder is registered in the database.
    firm.wait_for_state(&run, "running").await;
    let misplaced = world.workers_in(2, own.path().join("growth"));
    let fault = fault_of(&misplaced).await;
    assert!(
        fault.contains("is not the folder of growth runs")
            || fault.contains("it has no file storage-id"),
        "{fault}"
    );
    assert!(
        misplaced.standing().health().is_empty(),
        "no slot is at work"
    );
    let right = world.workers(1);
    firm.wait_for_state(&run, "succeeded").await;
    right.standing().check_storage().await.unwrap();

    // The folder is mounted later: the workers start without a restart.
    let marker = "storage-id";
    std::fs::create_dir_all(own.path().join("growth")).unwrap();
    std::fs::copy(
        world.growth_folder().join(marker),
        own.path().join("growth").join(marker),
    )
    .unwrap();
    wait_for(BOUND, || async {
        misplaced.standing().check_storage().await.is_ok()
    })
    .await;
    right.shutdown().await;

    // A copy of the folder has its id but lacks later runs' files: one attempt each, then a pause.
    let later = firm.ask(&json!({})).await;
    firm.wait_for_state(&later, "running").await;
    let fault = fault_of(&misplaced).await;
    assert!(fault.contains("the layers of run"), "{fault}");
    let tried = tries(&world).await;
    assert!((1..=2).contains(&tried), "{tried}");
    let right = world.workers(1);
    firm.wait_for_state(&later, "succeeded").await;
    assert!(misplaced.standing().check_storage().await.is_err());
    right.shutdown().await;
    misplaced.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_lost_while_working_is_not_the_runs_fault() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = firm.ask(&json!({})).await;
    firm.wait_for_state(&run, "running").await;
    // The volume disappears while a worker has the layers cached.
    let away = world.growth_folder().with_extension("away");
    std::fs::rename(world.growth_folder(), &away).unwrap();
    let workers = world.workers(1);
    fault_of(&workers).await;
    assert_eq!(
        (firm.state(&run).await, tries(&world).await),
        ("running".to_owned(), 0)
    );
    assert_eq!(ready(&world).await, 503);
    std::fs::rename(&away, world.growth_folder()).unwrap();
    firm.wait_for_state(&run, "succeeded").await;
    assert_eq!(ready(&world).await, 200);
    workers.shutdown().await;

    // A serving process with another folder prepares nothing.
    let other = "UPDATE growth_storage SET storage_id = gen_random_uuid()";
    sql(&world, other).await;
    assert_eq!(ready(&world).await, 503);
    world.stop().await;
}

async fn ready(world: &World) -> u16 {
    let answer = world.anonymous(Method::GET, "/readyz").send().await;
    answer.unwrap().status().as_u16()
}
