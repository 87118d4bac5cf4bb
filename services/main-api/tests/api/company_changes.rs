//! Changes of one company and of many, their undo, and the tags of the list.

use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

use crate::world::World;

const CHANGE: &str = "/api/change_companies";
const UNDO: &str = "/api/undo_change_companies";
const UPDATE: &str = "/api/update_company";

async fn add(world: &World, who: &Persona, name: &str, tags: Option<&str>) -> Value {
    let body = json!({ "company_name": name, "industry": "Retail", "tags": tags });
    world.post(who, "/api/add_company", body).await.ok()["company_id"].clone()
}

/// Name, tags and version of all companies.
async fn all(world: &World, who: &Persona, query: &str) -> Vec<String> {
    let path = format!("/api/get_companies?{query}");
    let body = world.get(who, &path).await.ok();
    let companies = body["companies"].as_array().unwrap();
    let line = |company: &Value| {
        let tags = company["tags"].as_str().unwrap_or("-");
        let name = company["company_name"].as_str().unwrap();
        format!("{name}|{tags}|{}", company["version"])
    };
    companies.iter().map(line).collect()
}

#[tokio::test]
async fn companies_are_tagged_and_only_those_unchanged_since_are_set_back() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let acme = add(&world, &pat, "Acme", Some("broker")).await;
    let beta = add(&world, &pat, "Beta", None).await;
    let cell = add(&world, &pat, "Cell", Some("vip")).await;
    let body = json!({
        "company_ids": [acme, beta, cell, beta, "00000000-0000-4000-8000-000000000000"],
        "change": { "kind": "add_tags", "tags": ["VIP"] },
    });
    world
        .post(&stranger, CHANGE, body.clone())
        .await
        .problem(404);
    let changed = world.post(&pat, CHANGE, body).await.ok();
    let counts = ["changed", "unchanged", "not_found"].map(|count| changed[count].clone());
    assert_eq!(counts, [json!(2), json!(1), json!(1)]);
    let tagged = ["Acme|broker, VIP|2", "Beta|VIP|2", "Cell|vip|1"];
    assert_eq!(all(&world, &pat, "").await, tagged);
    assert_eq!(all(&world, &pat, "tag=Vip").await, tagged);
    assert_eq!(all(&world, &pat, "tag=broker").await, tagged[..1]);
    let filters = world.get(&pat, "/api/get_company_filters").await.ok();
    assert_eq!(filters["tags"], json!(["broker", "vip"]));

    let change = json!({ "company_id": beta, "office_city": "Waco" });
    world.post(&pat, UPDATE, change).await.ok();
    let command = json!({ "command_id": changed["command_id"] });
    world
        .post(&stranger, UNDO, command.clone())
        .await
        .problem(404);
    let undone = world.post(&pat, UNDO, command.clone()).await.ok();
    assert_eq!(undone["restored"], 1);
    assert_eq!(
        undone["left"],
        json!([{ "company_id": beta, "sentence": "It was changed or removed meanwhile." }])
    );
    assert_eq!(
        all(&world, &pat, "").await,
        ["Acme|broker|3", "Beta|VIP|3", "Cell|vip|1"]
    );
    let gone = world.post(&pat, UNDO, command).await.problem(404);
    assert_eq!(gone["code"], "company.command_not_found");
    world.stop().await;
}

#[tokio::test]
async fn an_industry_is_set_for_many_and_set_back() {
    let world = World::start().await;
    let pat = world.user().await;
    let acme = add(&world, &pat, "Acme", Some("broker")).await;
    let beta = add(&world, &pat, "Beta", None).await;
    let change = json!({ "company_id": beta, "industry": "Logistics" });
    world.post(&pat, UPDATE, change).await.ok();
    let set = async |industry: Value| {
        let change = json!({ "kind": "set_industry", "industry": industry });
        let body = json!({ "company_ids": [acme, beta], "change": change });
        world.post(&pat, CHANGE, body).await
    };
    let industries = async || {
        let body = world.get(&pat, "/api/get_companies").await.ok();
        [0, 1].map(|at| body["companies"][at]["industry"].clone())
    };
    let changed = set(json!(" Logistics ")).await.ok();
    assert_eq!(
        (&changed["changed"], &changed["unchanged"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(industries().await, [json!("Logistics"), json!("Logistics")]);
    let command = json!({ "command_id": changed["command_id"] });
    assert_eq!(world.post(&pat, UNDO, command).await.ok()["restored"], 1);
    assert_eq!(industries().await, [json!("Retail"), json!("Logistics")]);
    assert_eq!(
        all(&world, &pat, "").await,
        ["Acme|broker|3", "Beta|-|2"],
        "the tags stay"
    );

    let cleared = set(json!(null)).await.ok();
    assert_eq!(cleared["changed"], 2);
    assert_eq!(industries().await, [json!(null), json!(null)]);
    let again = set(json!("")).await.ok();
    assert_eq!(
        (&again["changed"], &again["command_id"]),
        (&json!(0), &json!(null))
    );
    let refused = set(json!("x".repeat(121))).await.problem(422);
    assert!(
        refused["errors"]["change.industry"].is_string(),
        "{refused}"
    );
    world.stop().await;
}

#[tokio::test]
async fn companies_are_assigned_to_a_person_and_set_back() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let acme = add(&world, &pat, "Acme", Some("broker")).await;
    let beta = add(&world, &pat, "Beta", None).await;
    let assign = async |ids: Value, person: Value| {
        let change = json!({ "kind": "assign", "user_id": person });
        let body = json!({ "company_ids": ids, "change": change });
        world.post(&pat, CHANGE, body).await
    };
    let of = async |person: &str| all(&world, &pat, &format!("assigned_to={person}")).await;
    let me = pat.user_id.to_string();
    let one = assign(json!([acme]), json!(me)).await.ok();
    assert_eq!(one["changed"], 1);
    let both = assign(json!([acme, beta]), json!(me)).await.ok();
    assert_eq!(
        (&both["changed"], &both["unchanged"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(of(&me).await, ["Acme|broker|2", "Beta|-|2"]);
    assert!(of("none").await.is_empty());
    let listed = world.get(&pat, "/api/get_companies").await.ok();
    assert_eq!(listed["companies"][1]["assigned_to_name"], "Pat");

    let command = json!({ "command_id": both["command_id"] });
    assert_eq!(world.post(&pat, UNDO, command).await.ok()["restored"], 1);
    assert_eq!(of(&me).await, ["Acme|broker|2"]);
    assert_eq!(of("none").await, ["Beta|-|3"]);
    // Edited fields and a removal that is undone keep the person.
    let change = json!({ "company_id": acme, "office_city": "Waco" });
    world.post(&pat, UPDATE, change).await.ok();
    let body = json!({ "company_ids": [acme], "change": { "kind": "remove" } });
    let removed = world.post(&pat, CHANGE, body).await.ok();
    let command = json!({ "command_id": removed["command_id"] });
    world.post(&pat, UNDO, command).await.ok();
    assert_eq!(of(&me).await, ["Acme|broker|4"]);

    let nobody = assign(json!([acme]), json!(null)).await.ok();
    assert_eq!(nobody["changed"], 1);
    assert_eq!(of("none").await, ["Acme|broker|5", "Beta|-|3"]);
    let refused = assign(json!([acme]), json!(stranger.user_id)).await;
    let refused = refused.problem(422);
    assert!(refused["errors"]["change.user_id"].is_string(), "{refused}");
    world
        .get(&pat, "/api/get_companies?assigned_to=me")
        .await
        .problem(422);
    world.stop().await;
}

#[tokio::test]
async fn removed_companies_are_restored_unless_their_name_is_used_again() {
    let world = World::start().await;
    let pat = world.user().await;
    let acme = add(&world, &pat, "Acme", Some("broker")).await;
    let beta = add(&world, &pat, "Beta", None).await;
    let body = json!({ "company_ids": [acme, beta], "change": { "kind": "remove" } });
    let removed = world.post(&pat, CHANGE, body.clone()).await.ok();
    assert_eq!(removed["changed"], 2);
    assert!(all(&world, &pat, "").await.is_empty());
    add(&world, &pat, "BETA", None).await;
    let command = json!({ "command_id": removed["command_id"] });
    let undone = world.post(&pat, UNDO, command).await.ok();
    assert_eq!(undone["restored"], 1);
    assert_eq!(undone["left"][0]["company_id"], beta);
    assert_eq!(all(&world, &pat, "").await, ["Acme|broker|2", "BETA|-|1"]);

    let body = json!({ "company_ids": [acme], "change": { "kind": "remove" } });
    let removed = world.post(&pat, CHANGE, body).await.ok();
    world
        .sql("UPDATE company_commands SET created_at = created_at - interval '2 hours'")
        .await;
    let command = json!({ "command_id": removed["command_id"] });
    world.post(&pat, UNDO, command).await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn all_companies_of_a_filter_are_changed_only_with_the_count_that_was_seen() {
    let world = World::start().await;
    let pat = world.user().await;
    for name in ["Acme", "Beta"] {
        add(&world, &pat, name, None).await;
    }
    let body = |seen: usize| {
        json!({
            "filter": { "industries": ["Retail"] }, "seen": seen,
            "change": { "kind": "add_tags", "tags": ["x"] },
        })
    };
    let refused = world.post(&pat, CHANGE, body(1)).await.problem(409);
    assert_eq!(refused["code"], "company.list_changed");
    assert_eq!(refused["count"], 2);
    assert_eq!(refused["detail"], "2 companies now, 1 when you looked.");
    assert_eq!(world.post(&pat, CHANGE, body(2)).await.ok()["changed"], 2);
    let ids = |count: u128| -> Vec<Uuid> { (0..count).map(Uuid::from_u128).collect() };
    // The whole request was read: none of them exists.
    let unknown = json!({ "company_ids": ids(50_000), "change": { "kind": "remove" } });
    world.post(&pat, CHANGE, unknown).await.problem(404);
    for (wrong, field) in [
        (
            json!({ "company_ids": [], "change": { "kind": "remove" } }),
            "company_ids",
        ),
        (
            json!({ "company_ids": ids(50_001), "change": { "kind": "remove" } }),
            "company_ids",
        ),
        (json!({ "change": { "kind": "remove" } }), "company_ids"),
        (
            json!({ "filter": {}, "seen": 2, "change": { "kind": "add_tags", "tags": ["a,b"] } }),
            "change.tags",
        ),
    ] {
        let refused = world.post(&pat, CHANGE, wrong).await.problem(422);
        assert!(refused["errors"][field].is_string(), "{refused}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_company_is_changed_by_the_version_that_was_seen() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let acme = add(&world, &pat, "Acme", Some("broker")).await;
    add(&world, &pat, "Beta", None).await;
    let change = json!({ "company_id": acme, "version": 1, "industry": "Office" });
    world
        .post(&stranger, UPDATE, change.clone())
        .await
        .problem(404);
    let company = world.post(&pat, UPDATE, change.clone()).await.ok()["company"].clone();
    assert_eq!(
        (&company["industry"], &company["tags"], &company["version"]),
        (&json!("Office"), &json!("broker"), &json!(2))
    );
    let refused = world.post(&pat, UPDATE, change).await.problem(409);
    assert_eq!(refused["code"], "company.changed");
    assert_eq!(refused["version"], 2);
    let taken = json!({ "company_id": acme, "company_name": "beta" });
    let refused = world.post(&pat, UPDATE, taken).await.problem(409);
    assert_eq!(refused["code"], "company.exists");
    let blank = json!({ "company_id": acme, "company_name": " " });
    let refused = world.post(&pat, UPDATE, blank).await.problem(422);
    assert!(refused["errors"]["company_name"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn a_contact_is_changed_by_the_version_that_was_seen() {
    let world = World::start().await;
    let pat = world.user().await;
    let body = json!({ "first_name": "Ann", "last_name": "Lee", "email": "ann@lee.example" });
    let ann = world.post(&pat, "/api/add_contact", body).await.ok()["contact_id"].clone();
    let change = json!({ "contact_id": ann, "version": 1, "phone_number": "7" });
    let update = "/api/update_contact";
    let contact = world.post(&pat, update, change.clone()).await.ok();
    assert_eq!(contact["contact"]["version"], 2);
    let refused = world.post(&pat, update, change).await.problem(409);
    assert_eq!(refused["code"], "contact.changed");
    assert_eq!(refused["version"], 2);
    world.stop().await;
}
