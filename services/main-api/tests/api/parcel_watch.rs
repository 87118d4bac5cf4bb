//! What imports changed of parcels that a firm saved or discarded.

use std::collections::BTreeMap;

use domain::CustomerId;
use futures::StreamExt as _;
use messaging::{Broadcast, BroadcastStream, Envelope, Event, outbox};
use serde_json::{Value, json};
use test_support::{Persona, assert_event_valid, event_example, wait_for};
use uuid::Uuid;

use crate::world::{TEST_TIMEOUT, World, feature};

const PATH: &str = "/api/parcel_changes";

/// A change of the project's parcel, as it is stored. Returns its id.
pub async fn change(world: &World, who: &Persona, project: &str) -> i64 {
    let firm = who.customer_id;
    world
        .sql(&format!(
            "WITH added AS (
               INSERT INTO parcel_changes (customer_id, ll_uuid, county_fips, parcelnumb, changes, batch_id, is_undone, source, changed_at)
               VALUES ('{firm}', gen_random_uuid(), '48201', '1', '[{{\"fact\": \"zoning\", \"before\": null, \"after\": \"M-2\"}}]', 1, false, 'County', now())
               RETURNING change_id
             ) INSERT INTO parcel_change_projects (project_id, change_id, customer_id, held_as) SELECT '{project}', change_id, '{firm}', 'saved' FROM added"
        ))
        .await;
    let newest =
        format!("SELECT max(change_id) AS id FROM parcel_changes WHERE customer_id = '{firm}'");
    world.rows(&newest).await[0]["id"].as_i64().unwrap()
}

/// Saves a parcel in a project.
pub async fn save(world: &World, who: &Persona, project: &str, parcel: Uuid, county: &str) {
    let mut geojson = feature(&parcel.to_string());
    geojson["properties"]["ll_uuid"] = json!(parcel);
    geojson["properties"]["county_fips"] = json!(county);
    let body = json!({ "project_id": project, "geojson": geojson });
    world.post(who, "/api/add_marker", body).await.ok();
}

/// Discards a parcel, without asking parcel-lookup.
async fn discard(world: &World, who: &Persona, project: &str, parcel: Uuid, county: &str) {
    let (firm, user) = (who.customer_id, who.user_id);
    world
        .sql(&format!(
            "INSERT INTO parcel_discards (customer_id, project_id, ll_uuid, reason, facts, discarded_by)
             VALUES ('{firm}', '{project}', '{parcel}', 'flood', '{{\"county_fips\": \"{county}\"}}', '{user}')"
        ))
        .await;
}

/// Publishes an event as parcel-lookup would.
pub async fn say(world: &World, event: Event) {
    db::unscoped_tx(world.db.pool(), "a test", async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
}

/// Says that an import changed the owner of a parcel.
async fn say_changed(world: &World, firm: CustomerId, parcel: Uuid, batch: i64) {
    let mut data = event_example("parcel.changed").data;
    data["ll_uuid"] = json!(parcel);
    data["batch_id"] = json!(batch);
    say(
        world,
        Event::new("parcel.changed", parcel, batch * 2, firm, data),
    )
    .await;
}

pub async fn inbox(world: &World, events: usize) {
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 FROM inbox").await.len() == events
    })
    .await;
}

pub async fn list(world: &World, who: &Persona, query: &str) -> Value {
    world.get(who, &format!("{PATH}{query}")).await.ok()
}

fn parcels(list: &Value) -> Vec<&Value> {
    let changes = list["parcel_changes"].as_array().unwrap();
    changes.iter().map(|change| &change["ll_uuid"]).collect()
}

pub async fn listen(world: &World, types: &[&str]) -> BroadcastStream {
    let stream = Broadcast::subscribe(world.amqp.config("observer"), types);
    let health = stream.health();
    wait_for(TEST_TIMEOUT, || async { health.is_connected() }).await;
    stream
}

pub async fn next(stream: &mut BroadcastStream) -> Envelope {
    let event = tokio::time::timeout(TEST_TIMEOUT, stream.next()).await;
    let event = event.expect("an event in time").unwrap();
    assert_event_valid(&event);
    event
}

#[tokio::test]
async fn a_firm_is_asked_which_imported_parcels_it_holds() {
    let world = World::start().await;
    let (pat, lee) = (world.user().await, world.user().await);
    let idle = world.user().await;
    let (mine, theirs) = (
        world.project(&pat, "East").await,
        world.project(&lee, "West").await,
    );
    let [saved, elsewhere, discarded, unplaced, other] = [(); 5].map(|()| Uuid::new_v4());
    save(&world, &pat, &mine, saved, "48201").await;
    save(&world, &pat, &mine, elsewhere, "40001").await;
    discard(&world, &pat, &mine, discarded, "48201").await;
    save(&world, &lee, &theirs, other, "48201").await;
    save(&world, &lee, &theirs, unplaced, "48201").await;
    world
        .sql(&format!(
            "UPDATE markers SET county_fips = NULL WHERE ll_uuid = '{unplaced}'"
        ))
        .await;
    let mut heard = listen(&world, &["parcels.held"]).await;
    let imported = event_example("parcels.imported");
    let no_firm = CustomerId(Uuid::nil());
    say(
        &world,
        Event::new("parcels.imported", 12, 1, no_firm, imported.data),
    )
    .await;
    let mut held = BTreeMap::new();
    for _ in 0..2 {
        let event = next(&mut heard).await;
        assert_eq!(event.data["batch_id"], 12);
        held.insert(event.customerid.0, event.data["ll_uuids"].clone());
    }
    let sorted = |mut ids: [Uuid; 2]| {
        ids.sort_unstable();
        json!(ids)
    };
    assert_eq!(held[&pat.customer_id.0], sorted([saved, discarded]));
    assert_eq!(held[&lee.customer_id.0], sorted([other, unplaced]));
    assert!(!held.contains_key(&idle.customer_id.0));
    world.stop().await;
}

#[tokio::test]
async fn another_flood_zone_is_told_with_the_project_that_discarded_the_parcel() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    let parcel = Uuid::new_v4();
    discard(&world, &pat, &project, parcel, "48201").await;
    let mut heard = listen(&world, &["parcel_changes.added"]).await;
    let mut data = event_example("parcel.changed").data;
    data["ll_uuid"] = json!(parcel);
    data["changes"] = json!([{ "fact": "flood_zone", "before": "AE", "after": "X" }]);
    data["source"] = json!("FEMA (layer removed)");
    let event = Event::new("parcel.changed", parcel, 26, pat.customer_id, data.clone());
    say(&world, event).await;
    next(&mut heard).await;
    let listed = list(&world, &pat, "").await;
    let change = &listed["parcel_changes"][0];
    assert_eq!(
        (&change["changes"], &change["source"]),
        (&data["changes"], &data["source"])
    );
    assert_eq!(change["projects"][0]["held_as"], "discarded");
    world.stop().await;
}

#[tokio::test]
async fn changes_are_listed_with_the_projects_that_have_the_parcel() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let colleague = pat.colleague();
    world.insert(&colleague, None).await;
    let (east, west) = (
        world.project(&pat, "East").await,
        world.project(&pat, "West").await,
    );
    let [both, discarded, nobodys] = [(); 3].map(|()| Uuid::new_v4());
    save(&world, &pat, &east, both, "48201").await;
    discard(&world, &pat, &west, both, "48201").await;
    discard(&world, &pat, &west, discarded, "48201").await;
    let mut heard = listen(&world, &["parcel_changes.added"]).await;
    let firm = pat.customer_id;
    say_changed(&world, firm, both, 1).await;
    let told = next(&mut heard).await;
    assert_eq!(
        (told.customerid, &told.data["ll_uuid"]),
        (firm, &json!(both))
    );
    say_changed(&world, firm, discarded, 1).await;
    next(&mut heard).await;
    // Told again, of a parcel that nobody has, and to a firm that does not have it.
    say_changed(&world, firm, both, 1).await;
    say_changed(&world, firm, nobodys, 1).await;
    say_changed(&world, stranger.customer_id, both, 1).await;
    inbox(&world, 5).await;

    let all = list(&world, &pat, "").await;
    assert_eq!(parcels(&all), [&json!(discarded), &json!(both)]);
    assert_eq!(
        (&all["unread"], &all["next_cursor"]),
        (&json!(2), &Value::Null)
    );
    let change = &all["parcel_changes"][1];
    assert_eq!(
        change["projects"],
        json!([
            { "project_id": east, "project_name": "East", "held_as": "saved", "site_id": null, "site_name": null },
            { "project_id": west, "project_name": "West", "held_as": "discarded", "site_id": null, "site_name": null },
        ])
    );
    let example = event_example("parcel.changed").data;
    for name in [
        "changes",
        "parcelnumb",
        "county_fips",
        "address",
        "source",
        "source_date",
    ] {
        assert_eq!(change[name], example[name], "{name}");
    }
    assert_eq!(
        (&change["is_undone"], &change["is_read"]),
        (&json!(false), &json!(false))
    );
    let of_east = list(&world, &pat, &format!("?project_id={east}")).await;
    assert_eq!(parcels(&of_east), [&json!(both)]);
    let first = list(&world, &pat, "?limit=1").await;
    let cursor = first["next_cursor"].as_str().unwrap();
    let rest = list(&world, &pat, &format!("?limit=1&cursor={cursor}")).await;
    assert_eq!(parcels(&rest), [&json!(both)]);

    // Another firm sees none of it.
    let theirs = list(&world, &stranger, "").await;
    assert_eq!(
        (&theirs["parcel_changes"], &theirs["unread"]),
        (&json!([]), &json!(0))
    );
    world
        .get(&stranger, &format!("{PATH}?project_id={east}"))
        .await
        .problem(404);

    // What a person has read the others have not.
    let older = json!({ "change_id": change["change_id"] });
    let left = world
        .post(&pat, "/api/read_parcel_changes", older.clone())
        .await
        .ok();
    assert_eq!(left["unread"], 1);
    let unread = list(&world, &pat, "?unread=true").await;
    assert_eq!(parcels(&unread), [&json!(discarded)]);
    let newest = json!({ "change_id": all["parcel_changes"][0]["change_id"] });
    for body in [newest, older] {
        let left = world
            .post(&pat, "/api/read_parcel_changes", body)
            .await
            .ok();
        assert_eq!(left["unread"], 0);
    }
    assert_eq!(list(&world, &colleague, "").await["unread"], 2);
    let unknown = json!({ "change_id": i64::MAX });
    let unknown = world.post(&pat, "/api/read_parcel_changes", unknown).await;
    assert_eq!(unknown.problem(404)["code"], "parcel_change.not_found");

    // Changes of a deleted project are not shown.
    let gone = json!({ "project_id": west });
    world.post(&pat, "/api/delete_project", gone).await.ok();
    let left = list(&world, &colleague, "").await;
    assert_eq!(
        (parcels(&left), &left["unread"]),
        (vec![&json!(both)], &json!(1))
    );
    world.stop().await;
}

#[tokio::test]
async fn a_new_colleague_begins_with_nothing_unread() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    change(&world, &pat, &project).await;
    let colleague = pat.colleague();
    world.insert(&colleague, None).await;
    assert_eq!(list(&world, &colleague, "").await["unread"], 0);
    let newer = change(&world, &pat, &project).await;
    let now = list(&world, &colleague, "").await;
    assert_eq!(
        (&now["unread"], &now["parcel_changes"][0]["change_id"]),
        (&json!(1), &json!(newer))
    );
    world.stop().await;
}
