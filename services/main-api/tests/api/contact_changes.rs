//! Changes of many contacts, their undo, and the filters of the list.

use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

use crate::world::World;

const CHANGE: &str = "/api/change_contacts";
const UNDO: &str = "/api/undo_change_contacts";

async fn add(world: &World, who: &Persona, first: &str, more: Value) -> Value {
    let mut body =
        json!({ "first_name": first, "last_name": "Lee", "email": format!("{first}@lee.example") });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    world.post(who, "/api/add_contact", body).await.ok()["contact_id"].clone()
}

/// Adds contacts `N0001`, `N0002`, … in the order of their ids.
pub async fn insert_contacts(world: &World, who: &Persona, count: usize) {
    world
        .sql(&format!(
            "INSERT INTO contacts (contact_id, customer_id, first_name, last_name, email)
             SELECT ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, '{}', 'N' || lpad(i::text, 4, '0'), 'Many',
                 'n' || i || '@mail.example'
             FROM generate_series(1, {count}) i",
            who.customer_id
        ))
        .await;
}

/// First name, tags, person, company and version of all contacts.
async fn all(world: &World, who: &Persona, query: &str) -> Vec<String> {
    let path = format!("/api/get_all_contacts?{query}");
    let body = world.get(who, &path).await.ok();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let contacts = body["contacts"].as_array().unwrap();
    contacts
        .iter()
        .map(|contact| {
            let fields = ["first_name", "tags", "assigned_to", "company_name"];
            let fields = fields.map(|field| text(&contact[field])).join("|");
            format!("{fields}|{}", contact["version"])
        })
        .collect()
}

#[tokio::test]
async fn contacts_are_tagged_and_only_those_unchanged_since_are_set_back() {
    let world = World::start().await;
    let pat = world.user().await;
    let ann = add(&world, &pat, "Ann", json!({ "tags": "broker" })).await;
    let bea = add(&world, &pat, "Bea", json!({})).await;
    let cid = add(&world, &pat, "Cid", json!({ "tags": "vip" })).await;
    let body = json!({
        "contact_ids": [ann, bea, cid, bea, "00000000-0000-4000-8000-000000000000"],
        "change": { "kind": "add_tags", "tags": ["VIP"] },
    });
    let changed = world.post(&pat, CHANGE, body).await.ok();
    assert_eq!(
        (
            &changed["changed"],
            &changed["unchanged"],
            &changed["not_found"]
        ),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(
        all(&world, &pat, "").await,
        ["Ann|broker, VIP|-|-|2", "Bea|VIP|-|-|2", "Cid|vip|-|-|1"]
    );
    let change = json!({ "contact_id": bea, "title": "Dr." });
    world.post(&pat, "/api/update_contact", change).await.ok();
    let command = json!({ "command_id": changed["command_id"] });
    let undone = world.post(&pat, UNDO, command.clone()).await.ok();
    assert_eq!(undone["restored"], 1);
    assert_eq!(
        undone["left"],
        json!([{ "contact_id": bea, "sentence": "It was changed meanwhile." }])
    );
    assert_eq!(
        all(&world, &pat, "").await,
        ["Ann|broker|-|-|3", "Bea|VIP|-|-|3", "Cid|vip|-|-|1"]
    );
    let gone = world.post(&pat, UNDO, command).await.problem(404);
    assert_eq!(gone["code"], "contact.command_not_found");
    world.stop().await;
}

#[tokio::test]
async fn removed_contacts_are_restored_within_an_hour() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let ann = add(&world, &pat, "Ann", json!({ "notes": "Mornings." })).await;
    let bea = add(&world, &pat, "Bea", json!({})).await;
    let body = json!({ "contact_ids": [ann, bea], "change": { "kind": "remove" } });
    world
        .post(&stranger, CHANGE, body.clone())
        .await
        .problem(404);
    let removed = world.post(&pat, CHANGE, body.clone()).await.ok();
    assert_eq!(removed["changed"], 2);
    assert!(all(&world, &pat, "").await.is_empty());
    let command = json!({ "command_id": removed["command_id"] });
    world
        .post(&stranger, UNDO, command.clone())
        .await
        .problem(404);
    // One of them was restored by itself.
    let one = json!({ "contact_id": bea });
    world.post(&pat, "/api/restore_contact", one).await.ok();
    let undone = world.post(&pat, UNDO, command).await.ok();
    assert_eq!(undone["restored"], 1);
    assert_eq!(undone["left"][0]["contact_id"], bea);
    assert_eq!(all(&world, &pat, "").await, ["Ann|-|-|-|3", "Bea|-|-|-|3"]);

    let removed = world.post(&pat, CHANGE, body).await.ok();
    world
        .sql("UPDATE contact_commands SET created_at = created_at - interval '2 hours'")
        .await;
    let command = json!({ "command_id": removed["command_id"] });
    world.post(&pat, UNDO, command).await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn all_of_a_filter_are_changed_only_with_the_count_that_was_seen() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    for first in ["Ann", "Bea"] {
        add(&world, &pat, first, json!({ "company_name": "Acme" })).await;
    }
    add(&world, &pat, "Cid", json!({ "company_name": "Zenith" })).await;
    add(&world, &stranger, "Dan", json!({ "company_name": "Acme" })).await;
    let body = |seen: Value| {
        json!({
            "filter": { "company_name": "ACME" },
            "seen": seen,
            "change": { "kind": "assign", "user_id": pat.user_id },
        })
    };
    let refused = world.post(&pat, CHANGE, body(json!(3))).await.problem(409);
    assert_eq!(refused["code"], "contact.list_changed");
    assert_eq!(refused["count"], 2);
    assert_eq!(refused["detail"], "2 contacts now, 3 when you looked.");
    let unseen = world.post(&pat, CHANGE, body(Value::Null)).await;
    assert_eq!(unseen.problem(409)["detail"], "2 contacts match.");
    let changed = world.post(&pat, CHANGE, body(json!(2))).await.ok();
    assert_eq!(changed["changed"], 2);
    assert_eq!(
        all(&world, &pat, "assigned_to=pat").await,
        ["Ann|-|Pat|Acme|2", "Bea|-|Pat|Acme|2"]
    );
    assert_eq!(
        all(&world, &stranger, "").await,
        ["Dan|-|-|Acme|1"],
        "of another firm"
    );
    world.stop().await;
}

#[tokio::test]
async fn up_to_50_000_contacts_are_named_at_once() {
    let world = World::start().await;
    let pat = world.user().await;
    let body = |count: u128| {
        let ids: Vec<_> = (0..count).map(Uuid::from_u128).collect();
        json!({ "contact_ids": ids, "change": { "kind": "remove" } })
    };
    // The whole request was read: none of them exists.
    world.post(&pat, CHANGE, body(50_000)).await.problem(404);
    let refused = world.post(&pat, CHANGE, body(50_001)).await.problem(422);
    assert_eq!(
        refused["errors"]["contact_ids"],
        "At most 50,000 contacts can be changed at once."
    );
    world.stop().await;
}

#[tokio::test]
async fn all_portions_of_a_change_are_written_or_none() {
    let world = World::start().await;
    let pat = world.user().await;
    insert_contacts(&world, &pat, 1100).await;
    let body = json!({
        "filter": {}, "seen": 1100, "change": { "kind": "add_tags", "tags": ["vip"] },
    });
    let counts = "SELECT (SELECT count(*) FROM contacts WHERE tags = 'vip' AND version = 2) AS changed, \
        (SELECT count(*) FROM contact_search WHERE tags = '{vip}') AS found, \
        (SELECT count(*) FROM contact_command_items) AS kept";
    world
        .sql("ALTER TABLE contacts ADD CONSTRAINT refused CHECK (first_name <> 'N1100' OR tags IS NULL)")
        .await;
    world.post(&pat, CHANGE, body.clone()).await.problem(500);
    assert_eq!(
        world.rows(counts).await,
        [json!({ "changed": 0, "found": 0, "kept": 0 })]
    );
    world
        .sql("ALTER TABLE contacts DROP CONSTRAINT refused")
        .await;
    let changed = world.post(&pat, CHANGE, body).await.ok();
    assert_eq!(changed["changed"], 1100);
    assert_eq!(
        world.rows(counts).await,
        [json!({ "changed": 1100, "found": 1100, "kept": 1100 })]
    );
    let command = json!({ "command_id": changed["command_id"] });
    let undone = world.post(&pat, UNDO, command).await.ok();
    assert_eq!(
        (&undone["restored"], &undone["left"]),
        (&json!(1100), &json!([]))
    );
    assert_eq!(
        world.rows(counts).await,
        [json!({ "changed": 0, "found": 0, "kept": 0 })]
    );
    world.stop().await;
}

#[tokio::test]
async fn a_change_that_is_not_valid_names_the_field_and_changes_nothing() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
    let full = add(&world, &pat, "Ann", json!({ "tags": many.join(",") })).await;
    let bea = add(&world, &pat, "Bea", json!({})).await;
    for (change, field) in [
        (
            json!({ "kind": "add_tags", "tags": ["a,b"] }),
            "change.tags",
        ),
        (json!({ "kind": "add_tags", "tags": [] }), "change.tags"),
        (
            json!({ "kind": "add_tags", "tags": ["more"] }),
            "change.tags",
        ),
        (
            json!({ "kind": "assign", "user_id": stranger.user_id }),
            "change.user_id",
        ),
        (
            json!({ "kind": "set_company", "company_name": "x".repeat(201) }),
            "change.company_name",
        ),
    ] {
        let body = json!({ "contact_ids": [full, bea], "change": change });
        let problem = world.post(&pat, CHANGE, body).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    let none = json!({ "change": { "kind": "remove" } });
    let problem = world.post(&pat, CHANGE, none).await.problem(422);
    assert!(problem["errors"]["contact_ids"].is_string(), "{problem}");
    assert!(
        all(&world, &pat, "")
            .await
            .iter()
            .all(|contact| contact.ends_with("|1"))
    );
    world.stop().await;
}

#[tokio::test]
async fn contacts_are_filtered_by_tag_and_company_in_each_order() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    add(&world, &pat, "Ann", json!({ "tags": "VIP, Broker" })).await;
    let bea = add(&world, &pat, "Bea", json!({ "tags": "vip" })).await;
    add(&world, &pat, "Cid", json!({ "tags": "vipers" })).await;
    add(&world, &stranger, "Dan", json!({ "tags": "vip, theirs" })).await;
    let first = |rows: Vec<String>| -> String {
        rows.iter()
            .filter_map(|row| row.split('|').next())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(first(all(&world, &pat, "tag=Vip").await), "Ann Bea");
    assert_eq!(
        first(all(&world, &pat, "tag=vip&sort=-email").await),
        "Bea Ann"
    );
    assert_eq!(first(all(&world, &pat, "tag=vip&q=bea").await), "Bea");
    let tags = world.get(&pat, "/api/get_contact_filters").await.ok();
    assert_eq!(tags["tags"], json!(["broker", "vip", "vipers"]));
    let change = json!({ "contact_id": bea, "tags": null });
    world.post(&pat, "/api/update_contact", change).await.ok();
    assert_eq!(first(all(&world, &pat, "tag=vip").await), "Ann");
    // More than are read by their ids: these are read in the order of the list.
    world
        .sql(&format!(
            "INSERT INTO contacts (contact_id, customer_id, first_name, last_name, email, tags, company_name)
             SELECT gen_random_uuid(), '{}', 'N' || lpad(i::text, 4, '0'), 'Many', 'n' || i || '@mail.example', 'bulk', 'Widgets'
             FROM generate_series(1, 1100) i",
            pat.customer_id
        ))
        .await;
    let path = "/api/get_all_contacts?tag=bulk&company_name=widgets&limit=2";
    let page = world.get(&pat, path).await.ok();
    assert_eq!(page["total"], json!(1100));
    assert_eq!(page["contacts"][0]["first_name"], "N0001");
    let next = format!("{path}&cursor={}", page["next_cursor"].as_str().unwrap());
    let page = world.get(&pat, &next).await.ok();
    assert_eq!(page["contacts"][0]["first_name"], "N0003");
    world.stop().await;
}
