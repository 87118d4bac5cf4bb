//! The sample data and other one-off commands, run as programs.

use std::process::{Command, Output};

use serde_json::{Value, json};
use test_support::{TestDb, wait_for};

use crate::world::{TEST_TIMEOUT, World};

/// Runs a subcommand of the real program.
fn run(db: &TestDb, arguments: &[&str], more: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_main-api"));
    command
        .args(arguments)
        .env("MIGRATION_DATABASE_URL", db.owner_url())
        .env("LOG_FORMAT", "pretty");
    command.envs(more.iter().copied()).output().unwrap()
}

#[track_caller]
fn succeeded(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[tokio::test]
async fn the_samples_are_made_once_and_their_people_can_sign_in() {
    let world = World::start().await;
    world.sql("DELETE FROM submarkets; DELETE FROM market_states; DELETE FROM markets; DELETE FROM counties; DELETE FROM states;").await;
    let said = succeeded(&run(&world.db, &["geography"], &[]));
    assert!(said.contains("56 states, 3231 counties"), "{said}");
    let counts = "SELECT (SELECT count(*) FROM customers) AS firms, (SELECT count(*) FROM users) AS users, \
                  (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM contacts) AS contacts, \
                  (SELECT count(*) FROM companies) AS companies, (SELECT count(*) FROM counties) AS counties, (SELECT count(*) FROM state_borders) AS state_borders, \
                  (SELECT count(*) FROM submarkets) AS submarkets";
    let said = succeeded(&run(&world.db, &["seed"], &[]));
    assert!(
        said.contains("Meridian Land Partners") && said.contains("Harbor Point Capital"),
        "{said}"
    );
    let first = world.rows(counts).await;
    assert_eq!(
        (
            &first[0]["firms"],
            &first[0]["users"],
            &first[0]["projects"]
        ),
        (&json!(2), &json!(4), &json!(4))
    );
    assert_eq!(first[0]["counties"], 3231);
    // A border shared by two states is one line.
    let borders = first[0]["state_borders"].as_i64().unwrap();
    assert!((300..500).contains(&borders), "{borders}");
    succeeded(&run(&world.db, &["geography"], &[]));
    succeeded(&run(&world.db, &["seed"], &[]));
    assert_eq!(world.rows(counts).await, first);
    for email in [
        "admin@meridian.example",
        "analyst@meridian.example",
        "admin@harborpoint.example",
        "analyst@harborpoint.example",
    ] {
        let login = json!({ "username": email, "password": "sitewright-sample" });
        let signed_in = world.post_anonymous("/api/login", login).await.ok();
        assert_eq!(
            signed_in["role"],
            email.split('@').next().unwrap().replace("analyst", "user")
        );
    }
    // Charlotte's area crosses a border and is listed in both states.
    let markets = world
        .rows("SELECT statefp FROM market_states WHERE market_id = 16740 ORDER BY 1")
        .await;
    assert_eq!(
        markets,
        [json!({ "statefp": "37" }), json!({ "statefp": "45" })]
    );
    assert!(says_sample_data(&world).await);
    world.stop().await;
}

async fn says_sample_data(world: &World) -> bool {
    let config = world.anonymous(reqwest::Method::GET, "/api/config").send();
    let config: serde_json::Value = config.await.unwrap().json().await.unwrap();
    config["sample_data"].as_bool().unwrap()
}

#[tokio::test]
async fn a_first_admin_is_made_and_not_twice() {
    let world = World::start().await;
    let arguments = [
        "create-admin",
        "--firm",
        // Also the name of a sample firm.
        "Meridian Land Partners",
        "--email",
        "Boss@Acme.example",
        "--fname",
        "Bo",
    ];
    let password = [("ADMIN_PASSWORD", "a very long password")];
    assert!(
        !run(&world.db, &arguments, &[("ADMIN_PASSWORD", "short")])
            .status
            .success()
    );
    succeeded(&run(&world.db, &arguments, &password));
    assert!(!run(&world.db, &arguments, &password).status.success());
    let login = json!({ "username": "boss@acme.example", "password": "a very long password" });
    assert_eq!(
        world.post_anonymous("/api/login", login).await.ok()["role"],
        "admin"
    );
    assert!(!says_sample_data(&world).await);
    world.stop().await;
}

#[tokio::test]
async fn parked_messages_and_dead_jobs_are_listed_and_the_document_is_printed() {
    let world = World::start().await;
    let dead = "00000000-0000-7000-8000-00000000000d";
    world
        .sql(&format!(
            "INSERT INTO parked (parked_id, queue, event_type, message_id, reason, attempts, body) VALUES (gen_random_uuid(), 'q', 'property.removed', 'm', 'unreadable', 1, '');
             INSERT INTO jobs (job_id, kind, payload, attempts, last_error, dead_at) VALUES ('{dead}', 'account_mail', '{{}}', 12, 'mailbox full', '2026-01-01Z');"
        ))
        .await;
    let url = world.db.app_url();
    let settings = [
        ("DATABASE_URL", url.as_str()),
        ("AMQP_URL", "amqp://127.0.0.1:1"),
    ];
    let listed = succeeded(&run(&world.db, &["parked", "list"], &settings));
    let listed: Vec<Value> = listed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(listed.len(), 2);
    let job = json!({ "parked_id": dead, "queue": "jobs", "event_type": "account_mail", "message_id": dead,
        "reason": "mailbox full", "attempts": 12, "parked_at": "2026-01-01T00:00:00Z" });
    assert_eq!(listed[0], job, "the oldest first");
    assert_eq!(listed[1]["reason"], "unreadable");
    // Jobs need no broker. It runs at once and dies again, because it is not a mail.
    let replayed = succeeded(&run(&world.db, &["parked", "replay", dead], &settings));
    assert!(replayed.contains("1 jobs will run again."), "{replayed}");
    wait_for(TEST_TIMEOUT, || async {
        let again = "SELECT 1 FROM jobs WHERE attempts = 1 AND dead_at > '2026-01-01Z'";
        !world.rows(again).await.is_empty()
    })
    .await;
    let printed = succeeded(&run(&world.db, &["openapi"], &[]));
    assert_eq!(
        printed,
        http_kit::openapi::to_json(&main_api::routes::document())
    );
    let migrated = run(&world.db, &["migrate"], &[]);
    succeeded(&migrated);
    assert!(String::from_utf8_lossy(&migrated.stderr).contains("the schema is up to date"));
    world.stop().await;
}
