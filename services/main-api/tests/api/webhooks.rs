//! Calls to the operator's webhook.

use serde_json::json;
use test_support::{Answer as Stubbed, StubServer, wait_for};

use crate::world::{TEST_TIMEOUT, World};

#[tokio::test]
async fn without_a_webhook_nothing_happens_and_it_is_said() {
    let world = World::start().await;
    let pat = world.user().await;
    let answer = world
        .post(
            &pat,
            "/api/call_webhook",
            json!({ "uuid": "u", "owner": "Bayou Trust" }),
        )
        .await;
    assert_eq!(answer.status, 202);
    assert_eq!(answer.ok()["status"], "not_configured");
    world.project(&pat, "P").await;
    assert!(world.rows("SELECT 1 FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn calls_are_signed_and_tried_again_until_taken() {
    let receiver = StubServer::start().await;
    receiver.on("POST", "/hook", Stubbed::status(500));
    receiver.on("POST", "/hook", Stubbed::status(204));
    let url = format!("{}/hook", receiver.url());
    let world = World::with(&[
        ("WEBHOOK_URL", &url),
        ("WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
    ])
    .await;
    let pat = world.user().await;
    let answer = world
        .post(
            &pat,
            "/api/call_webhook",
            json!({ "uuid": "u-1", "owner": "Bayou Trust" }),
        )
        .await
        .ok();
    assert_eq!(answer["status"], "queued");
    wait_for(TEST_TIMEOUT, || async { receiver.requests().len() == 1 }).await;
    // The back-off is shortened instead of waited for.
    wait_for(TEST_TIMEOUT, || async {
        world
            .sql("UPDATE jobs SET run_at = now() WHERE last_error IS NOT NULL; NOTIFY main_jobs, 'webhook_call'")
            .await;
        receiver.requests().len() == 2
    })
    .await;
    let (first, second) = (&receiver.requests()[0], &receiver.requests()[1]);
    assert_eq!(first.headers["webhook-id"], second.headers["webhook-id"]);
    let body = second.json();
    assert_eq!(
        (&body["type"], &body["data"]["owner"]),
        (&json!("parcel.selected"), &json!("Bayou Trust"))
    );
    let key = main_api::webhooks::sign::key("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    let text = String::from_utf8(second.body.clone()).unwrap();
    let at = second.headers["webhook-timestamp"].parse().unwrap();
    let expected =
        main_api::webhooks::sign::signature(&key, &second.headers["webhook-id"], at, &text)
            .unwrap();
    assert_eq!(second.headers["webhook-signature"], expected);
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM jobs").await.is_empty()
    })
    .await;
    world.stop().await;
}

#[tokio::test]
async fn projects_with_the_test_marker_use_the_test_address() {
    let receiver = StubServer::start().await;
    receiver.on("POST", "/live", Stubbed::status(200));
    receiver.on("POST", "/test", Stubbed::status(200));
    let (live, test) = (
        format!("{}/live", receiver.url()),
        format!("{}/test", receiver.url()),
    );
    let world = World::with(&[("WEBHOOK_URL", &live), ("WEBHOOK_TEST_URL", &test)]).await;
    let pat = world.user().await;
    world.project(&pat, "Real").await;
    let project = world.project(&pat, "Tried --test-url").await;
    let marker = world.marker(&pat, &project, "9").await;
    world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": marker }))
        .await
        .ok();
    wait_for(TEST_TIMEOUT, || async { receiver.requests().len() == 3 }).await;
    let mut seen: Vec<_> = receiver
        .requests()
        .iter()
        .map(|request| {
            (
                request.target.clone(),
                request.json()["type"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    seen.sort();
    let expected = [
        ("/live", "project.created"),
        ("/test", "project.created"),
        ("/test", "property.removed"),
    ];
    assert_eq!(
        seen,
        expected.map(|(target, kind)| (target.to_owned(), kind.to_owned()))
    );
    world.stop().await;
}
