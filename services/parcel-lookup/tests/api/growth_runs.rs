//! The resource of runs: every endpoint, rejection and tenant isolation.

use std::time::Duration;

use domain::CustomerId;
use futures::StreamExt as _;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::wait_for;
use uuid::Uuid;

use crate::support::World;

/// Generous, for slow machines.
pub const BOUND: Duration = Duration::from_secs(150);

/// A firm in a world.
pub struct Firm<'w> {
    pub world: &'w World,
    pub id: CustomerId,
    token: String,
}

impl<'w> Firm<'w> {
    pub fn new(world: &'w World) -> Self {
        let id = CustomerId(Uuid::new_v4());
        let token = world.token_of(id);
        Self { world, id, token }
    }

    /// A request with this firm's session.
    pub fn signed(&self, call: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        call.bearer_auth(&self.token)
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> reqwest::Response {
        let call = self.world.anonymous(method, path).bearer_auth(&self.token);
        let call = match body {
            Some(body) => call.json(body),
            None => call,
        };
        call.send().await.unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, None)
            .await
            .json()
            .await
            .unwrap()
    }

    /// Requests a run of a few kilometres of the Charlotte sample.
    pub async fn ask(&self, changes: &Value) -> Value {
        let answer = self
            .send(Method::POST, "/growth_runs", Some(&request(changes)))
            .await;
        assert_eq!(answer.status(), 202);
        let location = answer.headers()["location"].to_str().unwrap().to_owned();
        let run: Value = answer.json().await.unwrap();
        assert_eq!(
            location,
            format!("/api-2/growth_runs/{}", run["run_id"].as_str().unwrap())
        );
        run
    }

    pub async fn state(&self, run: &Value) -> String {
        let run = self.get(&path(run, "")).await;
        run["state"].as_str().unwrap().to_owned()
    }

    pub async fn wait_for_state(&self, run: &Value, state: &str) -> Value {
        wait_for(BOUND, || async { self.state(run).await == state }).await;
        self.get(&path(run, "")).await
    }
}

/// Path of a run's sub-resource.
pub fn path(run: &Value, rest: &str) -> String {
    format!("/growth_runs/{}{rest}", run["run_id"].as_str().unwrap())
}

/// A request body with these changes.
pub fn request(changes: &Value) -> Value {
    let mut body = json!({ "bbox": { "west": -80.98, "south": 35.06, "east": -80.90, "north": 35.12 },
        "iterations": 12, "horizon_years": 10 });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_asked_for_watched_and_looked_at() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let asked = firm.ask(&json!({ "name": "South", "seed": 5 })).await;
    for (field, value) in [
        ("kind", json!("prediction")),
        ("name", json!("South")),
        ("state", json!("queued")),
        ("queue_position", json!(1)),
        ("seed", json!(5)),
        ("iterations", json!(12)),
        ("coefficients_source", json!("default")),
        ("layers", Value::Null),
        ("error", Value::Null),
    ] {
        assert_eq!(asked[field], value, "{field}");
    }
    let events = firm.send(Method::GET, &path(&asked, "/events"), None).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let workers = world.workers(2);
    let mut text = String::new();
    let mut stream = events.bytes_stream();
    // The stream ends when the run has ended.
    while let Some(bytes) = tokio::time::timeout(BOUND, stream.next()).await.unwrap() {
        text.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap());
    }
    let seen: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert!(text.contains("event: growth\n"));
    assert_eq!(seen.last().unwrap()["state"], "succeeded", "{text}");
    let done: Vec<i64> = seen
        .iter()
        .map(|run| run["progress"]["iterations_done"].as_i64().unwrap())
        .collect();
    assert!(done.is_sorted() && done.last() == Some(&12), "{done:?}");
    let run = firm.get(&path(&asked, "")).await;
    assert_eq!(
        run["progress"],
        json!({ "iterations_done": 12, "iterations_total": 12, "batches_done": 3,
        "batches_total": 3, "year": null, "stage": null, "seconds_left": null })
    );
    assert_eq!(run["layers"]["name"], "Charlotte region");
    assert_eq!(run["layers"]["is_sample"], true);
    assert!(run["started_at"].is_string() && run["finished_at"].is_string());
    workers.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_are_refused_before_any_work() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let bbox = |west: f64, south: f64, east: f64, north: f64| json!({ "bbox": { "west": west, "south": south, "east": east, "north": north } });
    let set = json!({ "diffusion": 1, "breed": 1, "spread": 1, "slope_resistance": 1, "road_gravity": 101 });
    for (changes, field, sentence) in [
        (
            bbox(-81.0, 35.0, -81.0, 35.5),
            "bbox.west",
            "The selected area has no width: west and east are the same.",
        ),
        (
            bbox(-80.5, 35.0, -81.0, 35.5),
            "bbox.west",
            "west must be less than east",
        ),
        (
            bbox(-81.0, 35.5, -80.5, 35.0),
            "bbox.south",
            "South must be less than north",
        ),
        (
            bbox(170.0, 52.0, -170.0, 53.0),
            "bbox.west",
            "must not cross the 180th meridian",
        ),
        (
            bbox(2.0, 48.0, 2.2, 48.2),
            "bbox",
            "must lie in the United States",
        ),
        (
            bbox(-81.0, 35.0, -80.0, 36.0),
            "bbox",
            "Maximum area is 3,600 km²",
        ),
        (
            bbox(-981.0, 35.0, -80.0, 36.0),
            "bbox.west",
            "west must be between",
        ),
        (
            json!({ "horizon_years": 0 }),
            "horizon_years",
            "from 1 to 100",
        ),
        (
            json!({ "horizon_years": 101 }),
            "horizon_years",
            "from 1 to 100",
        ),
        (json!({ "iterations": 0 }), "iterations", "from 1 to 200"),
        (json!({ "iterations": 201 }), "iterations", "from 1 to 200"),
        (
            json!({ "coefficients": set }),
            "coefficients.road_gravity",
            "from 0 to 100",
        ),
        (json!({ "seed": -1 }), "seed", "from 0 to 4294967295"),
        (
            json!({ "calibration_id": Uuid::new_v4(), "coefficients": one_of_each() }),
            "calibration_id",
            "not both",
        ),
        (
            json!({ "calibration_id": Uuid::new_v4() }),
            "calibration_id",
            "does not exist",
        ),
        (
            json!({ "kind": "calibration", "coefficients": one_of_each() }),
            "coefficients",
            "determines coefficients itself",
        ),
        (json!({ "name": "x".repeat(81) }), "name", "at most 80"),
    ] {
        let answer = firm
            .send(Method::POST, "/growth_runs", Some(&request(&changes)))
            .await;
        assert_eq!(answer.status(), 422, "{changes}");
        let answer: Value = answer.json().await.unwrap();
        let said = answer["errors"][field].as_str().unwrap_or_default();
        assert!(said.contains(sentence), "{changes}: {answer}");
    }
    // Invalid JSON and values outside the types are rejected too.
    for text in [
        r#"{"bbox":{"west":NaN,"south":35,"east":-80,"north":35.2}}"#,
        r#"{"bbox":{"west":null,"south":35,"east":-80,"north":35.2}}"#,
        r#"{"bbox":{"west":-81,"south":35,"east":-80.8,"north":35.2},"iterations":2.5}"#,
        r#"{"bbox":{"west":-81,"south":35,"east":-80.8,"north":35.2},"kind":"dream"}"#,
        "{}",
    ] {
        let call = world
            .call(Method::POST, "/growth_runs")
            .header("content-type", "application/json");
        let answer = call.body(text).send().await.unwrap();
        assert!(
            matches!(answer.status().as_u16(), 400 | 422),
            "{text}: {}",
            answer.status()
        );
    }
    assert_eq!(
        firm.get("/growth_runs").await,
        json!({ "runs": [], "next_cursor": null })
    );
    world.stop().await;
}

fn one_of_each() -> Value {
    json!({ "diffusion": 1, "breed": 1, "spread": 1, "slope_resistance": 1, "road_gravity": 1 })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_area_without_layers_fails_with_the_sentence() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let run = firm
        .ask(&json!({ "bbox": { "west": -97.0, "south": 32.0, "east": -96.8, "north": 32.2 } }))
        .await;
    let failed = firm.wait_for_state(&run, "failed").await;
    assert_eq!(
        failed["error"],
        "No land-cover layers are available for this area."
    );
    let result = firm
        .send(Method::GET, &path(&run, "/picture.png"), None)
        .await;
    assert_eq!(result.status(), 409);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_are_listed_cancelled_and_removed() {
    let world = World::start().await;
    let firm = Firm::new(&world);
    let mut runs = Vec::new();
    for number in 0..5 {
        runs.push(firm.ask(&json!({ "name": format!("Run {number}") })).await);
    }
    // Two are active (no worker runs); the others are queued in order.
    wait_for(BOUND, || async { firm.state(&runs[1]).await == "running" }).await;
    assert_eq!(firm.get(&path(&runs[2], "")).await["queue_position"], 1);
    assert_eq!(firm.get(&path(&runs[4], "")).await["queue_position"], 3);

    let mut names = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = firm
            .get(&format!("/growth_runs?limit=2&kind=prediction{cursor}"))
            .await;
        let listed = page["runs"].as_array().unwrap();
        assert!(listed.len() <= 2);
        names.extend(
            listed
                .iter()
                .map(|run| run["name"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["next_cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(names, ["Run 4", "Run 3", "Run 2", "Run 1", "Run 0"]);
    assert_eq!(
        firm.get("/growth_runs?kind=calibration").await["runs"],
        json!([])
    );
    for query in ["limit=0", "limit=201", "cursor=nonsense", "kind=dream"] {
        let answer = firm
            .send(Method::GET, &format!("/growth_runs?{query}"), None)
            .await;
        assert_eq!(answer.status(), 422, "{query}");
    }

    let cancelled = firm
        .send(Method::POST, &path(&runs[0], "/cancel"), None)
        .await;
    assert_eq!(cancelled.status(), 200);
    let cancelled: Value = cancelled.json().await.unwrap();
    assert_eq!(cancelled["state"], "cancelled");
    let again = firm
        .send(Method::POST, &path(&runs[0], "/cancel"), None)
        .await;
    assert_eq!(again.status(), 409);
    // The next one gets its slot.
    firm.wait_for_state(&runs[2], "running").await;

    let removed = |run: Value| {
        let firm = &firm;
        async move {
            firm.send(Method::DELETE, &path(&run, ""), None)
                .await
                .status()
        }
    };
    assert_eq!(removed(runs[3].clone()).await, 204);
    assert_eq!(firm.state(&runs[3]).await, "cancelled");
    let folder = world.growth_folder().join(firm.id.to_string());
    let files = folder.join(runs[0]["run_id"].as_str().unwrap());
    assert!(files.join("layers.bin").is_file());
    assert_eq!(removed(runs[0].clone()).await, 204);
    assert!(!files.exists());
    assert_eq!(removed(runs[0].clone()).await, 404);
    let gone = firm.send(Method::GET, &path(&runs[0], ""), None).await;
    assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firm_has_so_many_runs_in_work_and_other_firms_their_own() {
    let world = World::start().await;
    let (firm, other) = (Firm::new(&world), Firm::new(&world));
    let asked = (0..24).map(|_| async {
        let body = request(&json!({}));
        firm.send(Method::POST, "/growth_runs", Some(&body))
            .await
            .status()
            .as_u16()
    });
    let statuses = futures::future::join_all(asked).await;
    assert_eq!(
        statuses.iter().filter(|status| **status == 202).count(),
        20,
        "{statuses:?}"
    );
    let refused = firm
        .send(Method::POST, "/growth_runs", Some(&request(&json!({}))))
        .await;
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["retry-after"], "30");
    let refused: Value = refused.json().await.unwrap();
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .contains("20 growth runs")
    );
    let run = other.ask(&json!({})).await;
    assert_eq!(run["queue_position"], 1);
    // Twenty queued runs of one firm do not delay another firm's first one.
    other.wait_for_state(&run, "running").await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_firms_run_does_not_exist() {
    let world = World::start().await;
    let (ours, theirs) = (Firm::new(&world), Firm::new(&world));
    let run = theirs.ask(&json!({})).await;
    let parcels = json!({ "parcels": [] });
    for (method, rest, body) in [
        (Method::GET, "", None),
        (Method::DELETE, "", None),
        (Method::POST, "/cancel", None),
        (Method::GET, "/events", None),
        (Method::GET, "/result", None),
        (Method::GET, "/overlay/2030.png", None),
        (Method::GET, "/picture.png", None),
        (Method::GET, "/probability.tif", None),
        (Method::GET, "/years.csv", None),
        (Method::POST, "/parcels", Some(&parcels)),
    ] {
        let answer = ours.send(method.clone(), &path(&run, rest), body).await;
        assert_eq!(answer.status(), 404, "{method} {rest}");
        let missing = format!("/growth_runs/{}{rest}", Uuid::new_v4());
        assert_eq!(
            ours.send(method.clone(), &missing, body).await.status(),
            404,
            "{method} {rest}"
        );
        let nonsense = format!("/growth_runs/nonsense{rest}");
        assert!(
            ours.send(method.clone(), &nonsense, body)
                .await
                .status()
                .is_client_error()
        );
    }
    assert_eq!(ours.get("/growth_runs").await["runs"], json!([]));
    assert_ne!(theirs.state(&run).await, "cancelled");
    world.stop().await;
}
