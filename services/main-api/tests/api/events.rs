//! Published and consumed events, checked against the contract.

use messaging::{Envelope, Event, outbox};
use serde_json::{Value, json};
use test_support::{
    Answer as Stubbed, Persona, StubServer, assert_event_valid, event_example, wait_for,
};
use uuid::Uuid;

use crate::contact_changes::insert_contacts;
use crate::personal_access_tokens::{create, revoke};
use crate::projects::remove_expired;
use crate::site_images::aerial;
use crate::world::{PASSWORD, TEST_TIMEOUT, World, feature};

/// Every event published by a test's requests, in order.
struct Heard {
    stream: messaging::BroadcastStream,
    events: Vec<Envelope>,
}

impl Heard {
    /// The events of 1,100 contacts, all with this version.
    async fn portions(&mut self, event_type: &str, version: i64) {
        for count in [500, 500, 100] {
            let event = self.next(event_type).await;
            let contacts = event.data["contacts"].as_array().unwrap();
            assert_eq!(contacts.len(), count);
            let other = contacts.iter().find(|one| one["version"] != version);
            assert_eq!(other, None);
        }
    }

    async fn start(world: &World) -> Self {
        let types = [
            "projects_changed",
            "project.*",
            "criteria.updated",
            "marker.*",
            "contact.*",
            "contacts.*",
            "session.revoked",
            "personal_access_token.revoked",
            "site_image.saved",
        ];
        let stream = messaging::Broadcast::subscribe(world.amqp.config("observer"), &types);
        let health = stream.health();
        wait_for(TEST_TIMEOUT, || async { health.is_connected() }).await;
        Self {
            stream,
            events: Vec::new(),
        }
    }

    /// The next event of this type; checks every event before it against its contract.
    async fn next(&mut self, event_type: &str) -> Envelope {
        if let Some(at) = self
            .events
            .iter()
            .position(|event| event.r#type == event_type)
        {
            return self.events.remove(at);
        }
        loop {
            let next =
                tokio::time::timeout(TEST_TIMEOUT, futures::StreamExt::next(&mut self.stream))
                    .await;
            let event = next
                .unwrap_or_else(|_| panic!("{event_type} was not said in time"))
                .expect("an open stream");
            assert_event_valid(&event);
            if event.r#type == event_type {
                return event;
            }
            self.events.push(event);
        }
    }
}

#[tokio::test]
async fn each_parcel_of_a_removal_and_of_its_undo_is_published() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East Houston").await;
    let mut markers = Vec::new();
    for number in ["1", "2"] {
        markers.push(world.marker(&pat, &project, number).await);
    }
    let mut heard = Heard::start(&world).await;
    let body = json!({ "project_id": project, "marker_ids": markers });
    let removal = world.post(&pat, "/api/remove_markers", body).await.ok()["removal_id"].clone();
    let undo = json!({ "removal_id": removal });
    world
        .post(&pat, "/api/undo_remove_markers", undo)
        .await
        .ok();
    let numbers = async |heard: &mut Heard, kind: &str| {
        let mut numbers = Vec::new();
        for _ in 0..2 {
            let event = heard.next(kind).await;
            numbers.push(event.data["parcelnumb"].as_str().unwrap().to_owned());
        }
        numbers.sort();
        numbers
    };
    assert_eq!(numbers(&mut heard, "marker.removed").await, ["1", "2"]);
    assert_eq!(numbers(&mut heard, "marker.added").await, ["1", "2"]);
    world.stop().await;
}

#[tokio::test]
async fn what_is_said_keeps_the_contract() {
    let source = StubServer::start().await;
    source.on(
        "GET",
        "/export",
        Stubbed::body(200, "image/jpeg", aerial(image::ImageFormat::Jpeg)),
    );
    let world = World::with(&[(
        "SITE_IMAGE_AERIAL_URL",
        &format!("{}/export?{{west}}", source.url()),
    )])
    .await;
    let pat = world.user_with_password().await;
    let mut heard = Heard::start(&world).await;
    let project = world.project(&pat, "Said").await;
    let created = heard.next("project.created").await;
    assert_eq!(
        (
            created.subject.as_str(),
            created.customerid,
            created.actorid
        ),
        (project.as_str(), pat.customer_id, Some(pat.user_id))
    );
    assert_eq!(
        heard.next("projects_changed").await.data["reason"],
        "project.created"
    );
    world
        .post(
            &pat,
            "/api/update_project",
            json!({ "project_id": project, "progress": 30 }),
        )
        .await
        .ok();
    assert!(heard.next("project.updated").await.aggregateversion > created.aggregateversion);
    let criteria =
        json!({ "project_id": project, "criteria": crate::project_criteria::criteria(5) });
    world
        .put(&pat, "/api/project_criteria", criteria)
        .await
        .ok();
    let event = heard.next("criteria.updated").await;
    assert_eq!(
        (event.subject.as_str(), event.aggregateversion),
        (project.as_str(), 1)
    );
    let mut geojson = feature("1-2");
    geojson["properties"]["ll_uuid"] = json!(Uuid::new_v4());
    geojson["properties"]["county_fips"] = json!("48201");
    let added = world
        .post(
            &pat,
            "/api/add_marker",
            json!({ "project_id": project, "geojson": geojson }),
        )
        .await
        .ok();
    let event = heard.next("marker.added").await;
    assert_eq!(
        (&event.data["marker_id"], &event.data["ll_uuid"]),
        (&added["id"], &geojson["properties"]["ll_uuid"])
    );
    let picture = json!({ "lat": 29.7, "lon": -95.3, "parcelnumb": "1-2", "ll_uuid": geojson["properties"]["ll_uuid"] });
    world
        .post(&pat, "/api/fetch_save_image", picture)
        .await
        .ok();
    heard.next("site_image.saved").await;
    world
        .post(
            &pat,
            "/api/remove_marker",
            json!({ "marker_id": added["id"] }),
        )
        .await
        .ok();
    heard.next("marker.removed").await;
    world.marker(&pat, &project, "3").await;
    world
        .post(
            &pat,
            "/api/delete_project",
            json!({ "project_id": project }),
        )
        .await
        .ok();
    remove_expired(&world).await;
    assert_eq!(heard.next("marker.removed").await.data["parcelnumb"], "3");
    heard.next("project.deleted").await;
    let contact = json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" });
    let contact = world.post(&pat, "/api/add_contact", contact).await.ok()["contact_id"].clone();
    heard.next("contact.created").await;
    world
        .post(
            &pat,
            "/api/update_contact",
            json!({ "contact_id": contact, "title": "Dr." }),
        )
        .await
        .ok();
    assert_eq!(
        heard.next("contact.updated").await.data["contact"]["title"],
        "Dr."
    );
    world
        .post(
            &pat,
            "/api/delete_contact",
            json!({ "contact_id": contact }),
        )
        .await
        .ok();
    heard.next("contact.deleted").await;
    let issued = create(&world, &pat, "QGIS", &["parcels:read"]).await;
    revoke(&world, &pat, &issued.id).await.ok();
    let event = heard.next("personal_access_token.revoked").await;
    assert_eq!(
        (&event.data["token_ids"], event.actorid),
        (&json!([issued.id]), Some(pat.user_id))
    );
    let login = json!({ "username": pat.email, "password": PASSWORD });
    let token = world.post_anonymous("/api/login", login).await.ok()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    world
        .anonymous(reqwest::Method::POST, "/api/logout")
        .bearer_auth(token)
        .send()
        .await
        .unwrap()
        .error_for_status()
        .unwrap();
    assert_eq!(
        heard.next("session.revoked").await.data["user_id"],
        json!(pat.user_id)
    );
    // The outbox is empty: everything was published.
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM outbox").await.is_empty()
    })
    .await;
    world.stop().await;
}

#[tokio::test]
async fn a_refused_call_says_nothing() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let marker = world.marker(&pat, &project, "1").await;
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM outbox").await.is_empty()
    })
    .await;
    let mut heard = Heard::start(&world).await;
    world
        .post(&pat, "/api/create_project", json!({ "project_name": "" }))
        .await
        .problem(422);
    world
        .post(
            &world.user().await,
            "/api/remove_marker",
            json!({ "marker_id": marker }),
        )
        .await
        .problem(404);
    // The same parcel again is not a change.
    assert_eq!(world.marker(&pat, &project, "1").await, marker);
    world.project(&pat, "Sentinel").await;
    assert_eq!(
        heard.next("project.created").await.data["project_name"],
        "Sentinel"
    );
    assert!(heard.events.is_empty(), "{:?}", heard.events);
    world.stop().await;
}

/// Publishes an event as property-api would.
async fn say(world: &World, pat: &Persona, data: Value) {
    let event = Event::new("property.removed", Uuid::new_v4(), 2, pat.customer_id, data);
    db::tenant_tx(world.db.pool(), pat.customer_id, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_removed_property_takes_its_marker_along_and_does_not_echo() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "P").await;
    let (by_id, by_number, kept) = (
        world.marker(&pat, &project, "1").await,
        world.marker(&pat, &project, "2").await,
        world.marker(&pat, &project, "3").await,
    );
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM outbox").await.is_empty()
    })
    .await;
    let mut heard = Heard::start(&world).await;
    let removed = |number: &str, marker: Value| {
        let mut data = event_example("property.removed").data;
        data["ll_uuid"] = json!(Uuid::new_v4());
        data["project_id"] = json!(project);
        data["parcel_number"] = json!(number);
        data["marker_id"] = marker;
        data
    };
    say(&world, &pat, removed("1", json!(by_id))).await;
    say(&world, &pat, removed("2", json!(null))).await;
    // A duplicate, and an event for an unknown marker.
    say(&world, &pat, removed("1", json!(by_id))).await;
    say(&world, &pat, removed("9", json!(null))).await;
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT marker_id FROM markers").await == [json!({ "marker_id": kept })]
    })
    .await;
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM inbox").await.len() == 4
    })
    .await;
    assert_ne!(by_id, by_number);
    world.project(&pat, "Sentinel").await;
    heard.next("project.created").await;
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM outbox").await.is_empty()
    })
    .await;
    let reasons: Vec<_> = heard
        .events
        .iter()
        .map(|event| (event.r#type.as_str(), event.data["reason"].as_str()))
        .collect();
    let expected = ("projects_changed", Some("property.removed"));
    assert_eq!(
        reasons.iter().filter(|said| **said == expected).count(),
        2,
        "{reasons:?}"
    );
    assert!(
        heard
            .events
            .iter()
            .all(|event| event.r#type != "marker.removed")
    );
    let list = world.get(&pat, "/api/activity").await.ok();
    let removed: Vec<_> = list["activities"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|of| of["kind"] == "property.removed")
        .map(|of| (of["text"].as_str().unwrap(), of["link"].as_str().unwrap()))
        .collect();
    let link = format!("/map?project_id={project}");
    assert_eq!(
        removed,
        [("100 Main St was removed from P.", link.as_str()); 2]
    );
    world.stop().await;
}

#[tokio::test]
async fn another_firms_event_removes_nothing_of_ours() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let project = world.project(&pat, "P").await;
    let marker = world.marker(&pat, &project, "1").await;
    let data = json!({ "ll_uuid": Uuid::new_v4(), "parcel_number": "1", "project_id": project, "marker_id": marker });
    say(&world, &stranger, data).await;
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM inbox").await.len() == 1
    })
    .await;
    assert_eq!(world.rows("SELECT 1 FROM markers").await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn an_event_that_cannot_be_read_is_parked() {
    let world = World::start().await;
    let pat = world.user().await;
    say(&world, &pat, json!({ "project_id": "nonsense" })).await;
    wait_for(TEST_TIMEOUT, || async {
        world
            .rows("SELECT 1 FROM parked WHERE event_type = 'property.removed'")
            .await
            .len()
            == 1
    })
    .await;
    world.stop().await;
}

#[tokio::test]
async fn a_change_of_many_contacts_is_told_in_portions() {
    let world = World::start().await;
    let pat = world.user().await;
    insert_contacts(&world, &pat, 1100).await;
    let mut heard = Heard::start(&world).await;
    let change = async |change: Value| {
        let body = json!({ "filter": {}, "seen": 1100, "change": change });
        world.post(&pat, "/api/change_contacts", body).await.ok()
    };
    let undo = async |changed: Value| {
        let body = json!({ "command_id": changed["command_id"] });
        let undone = world.post(&pat, "/api/undo_change_contacts", body).await;
        assert_eq!(undone.ok()["restored"], 1100);
    };
    let tagged = change(json!({ "kind": "add_tags", "tags": ["vip"] })).await;
    heard.portions("contacts.updated", 2).await;
    undo(tagged).await;
    heard.portions("contacts.updated", 3).await;
    let removed = change(json!({ "kind": "remove" })).await;
    heard.portions("contacts.deleted", 4).await;
    undo(removed).await;
    heard.portions("contacts.updated", 5).await;
    let single = |event: &Envelope| event.r#type.starts_with("contact.");
    assert!(!heard.events.iter().any(single), "{:?}", heard.events);
    world.stop().await;
}
