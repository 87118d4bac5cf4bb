use futures::StreamExt as _;
use messaging::{Event, outbox};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::Persona;
use tokio::sync::mpsc;

use crate::world::{PASSWORD, TEST_TIMEOUT, World, feature};

/// The messages of a persona's stream: event name and data.
async fn listen(world: &World, token: &str) -> mpsc::UnboundedReceiver<(String, Value)> {
    let answer = world
        .anonymous(Method::GET, "/api/events")
        .bearer_auth(token)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut bytes = answer.bytes_stream();
    // The first comment confirms that the stream is open.
    let mut text = String::from_utf8(bytes.next().await.unwrap().unwrap().to_vec()).unwrap();
    tokio::spawn(async move {
        while let Some(Ok(chunk)) = bytes.next().await {
            text.push_str(&String::from_utf8_lossy(&chunk));
            while let Some((message, rest)) = text
                .split_once("\n\n")
                .map(|(m, r)| (m.to_owned(), r.to_owned()))
            {
                text = rest;
                let field = |name: &str| {
                    message
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .map(str::to_owned)
                };
                if let Some((event, data)) = field("event: ").zip(field("data: ")) {
                    sender
                        .send((event, serde_json::from_str(&data).unwrap()))
                        .ok();
                }
            }
        }
    });
    receiver
}

async fn next(stream: &mut mpsc::UnboundedReceiver<(String, Value)>) -> (String, Value) {
    tokio::time::timeout(TEST_TIMEOUT, stream.recv())
        .await
        .expect("a message in time")
        .expect("an open stream")
}

#[tokio::test]
async fn colleagues_hear_of_changes_and_strangers_do_not() {
    let world = World::start().await;
    let pat = world.user().await;
    let (colleague, stranger) = (pat.colleague(), world.user().await);
    let mut heard = listen(&world, &test_support::token_for(&colleague)).await;
    let mut foreign = listen(&world, &test_support::token_for(&stranger)).await;
    let project = world.project(&pat, "Live").await;
    // Two events of one aggregate arrive in order.
    let (event, data) = next(&mut heard).await;
    assert_eq!(
        (event.as_str(), &data),
        (
            "projects_changed",
            &json!({ "project_id": project, "reason": "project.created" })
        )
    );
    world
        .post(
            &pat,
            "/api/add_marker",
            json!({ "project_id": project, "geojson": feature("7") }),
        )
        .await
        .ok();
    let mut seen = [next(&mut heard).await, next(&mut heard).await];
    seen.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(
        (seen[0].0.as_str(), &seen[0].1["type"]),
        ("changed", &json!("marker.added"))
    );
    assert_eq!(seen[0].1["project_id"], json!(project));
    assert_eq!(
        (seen[1].0.as_str(), &seen[1].1["reason"]),
        ("projects_changed", &json!("marker.added"))
    );
    // The first message on the stranger's stream is the stranger's own event.
    let own = world.project(&stranger, "Own").await;
    assert_eq!(next(&mut foreign).await.1["project_id"], json!(own));
    world.stop().await;
}

#[tokio::test]
async fn notices_of_other_services_reach_the_browser() {
    let world = World::start().await;
    let pat = world.user().await;
    let mut heard = listen(&world, &test_support::token_for(&pat)).await;
    let data = json!({ "ll_uuid": "u", "parcel_number": "1", "project_ids": [], "changed": ["market_value"] });
    let event = Event::new("property.updated", "u", 3, pat.customer_id, data.clone());
    db::tenant_tx(world.db.pool(), pat.customer_id, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
    let (name, message) = next(&mut heard).await;
    assert_eq!(name, "changed");
    assert_eq!(
        message,
        json!({ "type": "property.updated", "subject": "u", "project_id": null, "data": data })
    );
    // Of many contacts the browser gets nothing but that it should read its lists again.
    let many = test_support::event_example("contacts.updated");
    let firm = pat.customer_id;
    let event = Event::new("contacts.updated", firm, 1, firm, many.data);
    db::tenant_tx(world.db.pool(), firm, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
    assert_eq!(
        next(&mut heard).await.1,
        json!({ "type": "contacts.updated", "subject": firm, "project_id": null, "data": {} })
    );
    world.stop().await;
}

#[tokio::test]
async fn an_ended_session_loses_its_stream() {
    let world = World::start().await;
    let pat: Persona = world.user_with_password().await;
    let login = json!({ "username": pat.email, "password": PASSWORD });
    let token = world.post_anonymous("/api/login", login).await.ok()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut heard = listen(&world, &token).await;
    world
        .anonymous(Method::POST, "/api/logout")
        .bearer_auth(&token)
        .send()
        .await
        .unwrap()
        .error_for_status()
        .unwrap();
    assert_eq!(
        tokio::time::timeout(TEST_TIMEOUT, heard.recv())
            .await
            .expect("the stream ends"),
        None
    );
    world.stop().await;
}

#[tokio::test]
async fn who_edits_is_told_to_the_same_firm_only() {
    let world = World::start().await;
    let pat = world.user().await;
    let (colleague, stranger) = (pat.colleague(), world.user().await);
    let mut heard = listen(&world, &test_support::token_for(&colleague)).await;
    let mut foreign = listen(&world, &test_support::token_for(&stranger)).await;
    let tell = |place: String, editing: bool| {
        let body = json!({ "place": place, "editing": editing });
        world.post(&pat, "/api/presence", body)
    };
    for editing in [true, false] {
        let answer = tell("letter/1".to_owned(), editing).await;
        assert_eq!(answer.status, 204);
        let (name, message) = next(&mut heard).await;
        assert_eq!(
            (name.as_str(), &message["type"]),
            ("changed", &json!("presence.changed"))
        );
        assert_eq!(message["data"]["place"], "letter/1");
        assert_eq!(message["data"]["user_id"], json!(pat.user_id));
        assert_eq!(message["data"]["editing"], editing);
        assert!(!message["data"]["name"].as_str().unwrap().is_empty());
    }
    for place in [String::new(), "x".repeat(201)] {
        assert_eq!(tell(place, true).await.status, 422);
    }
    // The first message on the stranger's stream is the stranger's own event.
    let own = world.project(&stranger, "Own").await;
    assert_eq!(next(&mut foreign).await.1["project_id"], json!(own));
    world.stop().await;
}
