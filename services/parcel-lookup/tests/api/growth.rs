//! `POST /run-sleuth`: success, rejection and timeout.

use std::sync::Arc;
use std::time::Duration;

use domain::CustomerId;
use growth_layers::{LayerConfig, LayerResolver};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::World;

fn body(west: f64, south: f64, east: f64, north: f64) -> Value {
    json!({ "bbox": { "west": west, "south": south, "east": east, "north": north } })
}

/// A few kilometres of the Charlotte sample.
fn small() -> Value {
    body(-80.98, 35.06, -80.90, 35.12)
}

async fn run(world: &World, token: &str, body: &Value) -> (StatusCode, Value) {
    let call = world
        .anonymous(Method::POST, "/run-sleuth")
        .bearer_auth(token)
        .json(body);
    let answer = call.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_answers_with_a_picture_for_its_firm_only() {
    let world = World::start().await;
    let workers = world.workers(1);
    let token = world.token_of(CustomerId(Uuid::new_v4()));
    let (status, answer) = run(&world, &token, &small()).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["error"], Value::Null);
    assert_eq!(answer["is_sample"], true);
    assert!(
        answer["message"]
            .as_str()
            .unwrap()
            .contains("sample layers of the Charlotte region")
    );
    assert_eq!(
        answer["caution"],
        "Uncalibrated: the amount of growth is not a forecast"
    );
    assert_eq!(answer["coefficients_source"], "default");
    assert_eq!(answer["coefficients"]["spread"], 28);
    assert!(answer["growth_percent_a_year"].as_f64().unwrap() > 0.0);
    assert_eq!(
        (&answer["cell_metres"], &answer["missing"]),
        (&json!(150.0), &json!([]))
    );
    assert!((answer["area_km2"].as_f64().unwrap() - 48.6).abs() < 0.5);
    assert!(answer["simulation_time"].as_f64().unwrap() > 0.0);
    assert!(
        answer["urban_km2_stop"].as_f64().unwrap() > answer["urban_km2_start"].as_f64().unwrap()
    );
    let address = answer["output_image"].as_str().unwrap();
    let path = address.strip_prefix("/api-2").unwrap();
    let get = |token: String| world.anonymous(Method::GET, path).bearer_auth(token).send();
    let picture = get(token).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert_eq!(&picture.bytes().await.unwrap()[..4], b"\x89PNG");
    assert_eq!(get(world.token()).await.unwrap().status(), 404);
    workers.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn areas_that_cannot_be_simulated_are_refused_in_words() {
    let world = World::start().await;
    for (area, sentence) in [
        (
            body(-97.0, 32.0, -96.8, 32.2),
            "No land-cover layers are available for this area.",
        ),
        (body(-81.0, 35.0, -80.0, 36.0), "Maximum area is 3,600 km²"),
        (
            body(-80.5, 35.0, -80.5, 35.5),
            "The selected area has no width: west and east are the same.",
        ),
        (
            body(-80.5, 35.0, -81.0, 35.5),
            "west must be less than east",
        ),
        (body(-80.90, 35.20, -80.89, 35.21), "too small to simulate"),
    ] {
        let (status, answer) = run(&world, &world.token(), &area).await;
        assert_eq!(status, 422, "{answer}");
        let said = answer["error"].as_str().unwrap();
        assert!(said.contains(sentence), "{said}");
    }
    let (status, _) = run(&world, &world.token(), &json!({ "bbox": null })).await;
    assert_eq!(status, 422);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_workers_and_with_too_many_calls_people_are_asked_to_come_back() {
    let world = World::growing(
        Arc::new(LayerResolver::new(LayerConfig::default()).unwrap()),
        |growth| {
            growth.waiting_calls = 1;
            growth.answer_within = Duration::from_secs(2);
        },
    )
    .await;
    let token = world.token();
    let answers = futures::future::join_all((0..3).map(|_| {
        let call = world
            .anonymous(Method::POST, "/run-sleuth")
            .bearer_auth(&token);
        call.json(&small()).send()
    }))
    .await;
    let mut said = Vec::new();
    for answer in answers.into_iter().map(Result::unwrap) {
        assert_eq!(answer.status(), 503);
        assert_eq!(answer.headers()["retry-after"], "15");
        let answer: Value = answer.json().await.unwrap();
        said.push(answer["error"].as_str().unwrap().to_owned());
    }
    said.sort();
    assert!(
        said[0].starts_with("Other simulations are running."),
        "{said:?}"
    );
    assert!(
        said[2].contains("was not finished within 2 seconds"),
        "{said:?}"
    );
    // The abandoned run is cancelled.
    let runs: Value = world
        .anonymous(Method::GET, "/growth_runs")
        .bearer_auth(&token)
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 1);
    assert_eq!(runs["runs"][0]["state"], "cancelled");
    world.stop().await;
}
