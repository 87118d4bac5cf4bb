//! Simulations: asked for, refused, kept for one firm.

use domain::CustomerId;
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
    assert!((answer["area_km2"].as_f64().unwrap() - 48.6).abs() < 0.5);
    assert!(answer["simulation_time"].as_f64().unwrap() > 0.0);
    assert!(
        answer["urban_km2_stop"].as_f64().unwrap() >= answer["urban_km2_start"].as_f64().unwrap()
    );

    let address = answer["output_image"].as_str().unwrap();
    let path = address.strip_prefix("/api-2").unwrap();
    let get = |token: String| world.anonymous(Method::GET, path).bearer_auth(token).send();
    let picture = get(token).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert_eq!(&picture.bytes().await.unwrap()[..4], b"\x89PNG");
    assert_eq!(get(world.token()).await.unwrap().status(), 404);
    for missing in ["/growth_images/nothing.png", "/growth_images/..%2fx.png"] {
        assert_eq!(
            world.get(missing).send().await.unwrap().status(),
            404,
            "{missing}"
        );
    }
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
async fn more_simulations_than_places_are_asked_to_come_back() {
    let world = World::start().await;
    let call = || {
        world
            .call(Method::POST, "/run-sleuth")
            .json(&small())
            .send()
    };
    let answers = futures::future::join_all((0..4).map(|_| call())).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let done = answers.iter().filter(|answer| answer.status() == 200);
    assert!(done.count() >= 1);
    let busy: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status() == 503)
        .collect();
    assert!(
        !busy.is_empty(),
        "four at once with one place: somebody is sent away"
    );
    assert!(
        busy.iter()
            .all(|answer| answer.headers()["retry-after"] == "15")
    );
    // A place is free again afterwards.
    assert_eq!(call().await.unwrap().status(), 200);
    world.stop().await;
}
