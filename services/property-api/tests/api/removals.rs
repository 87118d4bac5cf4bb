//! Late events do not restore what was removed; a user can, for a limited time.

use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use property_api::attachments::sweep::sweep;
use reqwest::multipart::Form;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

use crate::attachments::{file, form, list, serve, upload};
use crate::ownership::known;
use crate::world::{Parcel, World, event, ok, problem};

/// Publishes a contact event like the contract's example, at this version.
async fn hear_contact(world: &World, pat: &Persona, kind: &str, id: Uuid, version: i64) {
    let mut told = event(kind, &id.to_string(), version, pat.customer_id, json!({}));
    told.data = test_support::event_example(kind).data;
    match told.data.get_mut("contact") {
        Some(contact) => contact["contact_id"] = json!(id),
        None => told.data["contact_id"] = json!(id),
    }
    let handled = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    world.hear(&told).await;
    world.wait_handled(handled + 1).await;
}

async fn linked(world: &World, pat: &Persona, parcel: &Parcel) -> Value {
    let property = world.get(pat, "/specific_property", &parcel.query()).await;
    property["contact_ids"].clone()
}

#[tokio::test]
async fn a_deleted_contact_leaves_every_property_until_it_is_restored() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let id = known(&world, &pat, "Ann", "Ash", "7135550142", "").await;
    world
        .post(
            &pat,
            "/add_associated_contact",
            json!({"parcel_number": parcel.number, "contact_id": id}),
        )
        .await;
    hear_contact(&world, &pat, "contact.deleted", id, 3).await;
    // Late: from before the deletion.
    hear_contact(&world, &pat, "contact.updated", id, 2).await;
    assert_eq!(linked(&world, &pat, &parcel).await, json!([]));
    let wanted = [("contact_ids", id.to_string())];
    let read = world.get(&pat, "/get_contacts", &wanted).await;
    assert_eq!(read["contacts"], json!([]));

    hear_contact(&world, &pat, "contact.updated", id, 4).await;
    assert_eq!(linked(&world, &pat, &parcel).await, json!([id]));
    let read = world.get(&pat, "/get_contacts", &wanted).await;
    assert_eq!(read["contacts"][0]["contact_id"], json!(id));
    // The deletion again, late: the restoration is newer.
    hear_contact(&world, &pat, "contact.deleted", id, 3).await;
    assert_eq!(linked(&world, &pat, &parcel).await, json!([id]));
    world.stop().await;
}

/// Publishes an event about many contacts like the contract's example: these, each with this version.
async fn hear_contacts(world: &World, pat: &Persona, kind: &str, ids: &[Uuid], version: i64) {
    let firm = pat.customer_id;
    let mut told = event(kind, &firm.to_string(), 1, firm, json!({}));
    told.data = test_support::event_example(kind).data;
    let example = told.data["contacts"][0].clone();
    let contact = |id: &Uuid| {
        let mut contact = example.clone();
        contact["contact_id"] = json!(id);
        contact["version"] = json!(version);
        contact
    };
    told.data["contacts"] = ids.iter().map(contact).collect();
    let handled = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    world.hear(&told).await;
    world.wait_handled(handled + 1).await;
}

#[tokio::test]
async fn many_contacts_leave_their_properties_until_they_are_restored() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let ann = known(&world, &pat, "Ann", "Ash", "7135550142", "").await;
    let bob = known(&world, &pat, "Bob", "Birch", "7135550143", "").await;
    let cid = known(&world, &pat, "Cid", "Cedar", "7135550144", "").await;
    for id in [ann, bob] {
        let body = json!({"parcel_number": parcel.number, "contact_id": id});
        world.post(&pat, "/add_associated_contact", body).await;
    }
    let both = linked(&world, &pat, &parcel).await;
    assert_eq!(both.as_array().unwrap().len(), 2);
    // One of them was never heard of.
    let unknown = Uuid::new_v4();
    hear_contacts(&world, &pat, "contacts.deleted", &[ann, bob, unknown], 3).await;
    assert_eq!(linked(&world, &pat, &parcel).await, json!([]));
    // Late: from before the deletion, and of one that was not deleted.
    hear_contacts(&world, &pat, "contacts.updated", &[ann, unknown, cid], 2).await;
    assert_eq!(linked(&world, &pat, &parcel).await, json!([]));
    let stored = "SELECT contact_id, first_name, version FROM contacts WHERE deleted_at IS NULL";
    let name =
        test_support::event_example("contacts.updated").data["contacts"][0]["first_name"].clone();
    assert_eq!(
        world.rows(stored).await,
        [json!({ "contact_id": cid, "first_name": name, "version": 2 })]
    );

    hear_contacts(&world, &pat, "contacts.updated", &[ann, bob], 4).await;
    assert_eq!(linked(&world, &pat, &parcel).await, both);
    // The deletion again, late: the restoration is newer.
    hear_contacts(&world, &pat, "contacts.deleted", &[ann, bob], 3).await;
    assert_eq!(linked(&world, &pat, &parcel).await, both);
    world.stop().await;
}

async fn tell(world: &World, pat: &Persona, parcel: &Parcel, call: &str, path: &str) -> Response {
    let form = Form::new()
        .text("parcel_number", parcel.number.clone())
        .text("project_id", parcel.project.to_string())
        .text("filepath", path.to_owned());
    world
        .call(pat, Method::POST, call)
        .multipart(form)
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn a_deleted_file_comes_back_for_an_hour() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let sent = form(&parcel).part("file", file("corner pins", "survey.txt"));
    ok(upload(&world, &pat, sent).await).await;
    let before = list(&world, &pat, &parcel).await;
    let path = before["attachments"][0].as_str().unwrap();
    let (pool, files) = (&world.state.pool, &world.state.files);

    ok(tell(&world, &pat, &parcel, "/delete_attachment", path).await).await;
    // The object is kept with the row.
    assert_eq!(sweep(pool, files, Duration::ZERO).await.unwrap(), 0);
    let stranger = Persona::user();
    let (status, _) =
        problem(tell(&world, &stranger, &parcel, "/restore_attachment", path).await).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    ok(tell(&world, &pat, &parcel, "/restore_attachment", path).await).await;
    assert_eq!(list(&world, &pat, &parcel).await, before);
    let served = serve(&world, &pat, path, &[]).await;
    assert_eq!(served.text().await.unwrap(), "corner pins");
    let again = tell(&world, &pat, &parcel, "/restore_attachment", path).await;
    assert_eq!(problem(again).await.0, StatusCode::NOT_FOUND);

    ok(tell(&world, &pat, &parcel, "/delete_attachment", path).await).await;
    let earlier = "UPDATE removed_attachments SET removed_at = removed_at - interval '2 hours'";
    let mut conn = world.db.superuser().await;
    conn.batch_execute(earlier).await.unwrap();
    let late = tell(&world, &pat, &parcel, "/restore_attachment", path).await;
    assert_eq!(problem(late).await.0, StatusCode::NOT_FOUND);
    assert_eq!(sweep(pool, files, Duration::ZERO).await.unwrap(), 1);
    assert_eq!(world.stored_files(), Vec::<std::path::PathBuf>::new());
    world.stop().await;
}
