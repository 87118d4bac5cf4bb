//! Saved views of lists: of a person and of the firm, their defaults and versions.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::world::World;

const VIEWS: &str = "/api/list_views";
const DEFAULT: &str = "/api/set_default_list_view";

fn view(name: &str, is_shared: bool) -> Value {
    json!({
        "name": name, "is_shared": is_shared,
        "settings": { "place": "contacts", "filter": { "tag": "vip" }, "sort": "-name", "columns": ["tags", "city"] },
    })
}

async fn send(world: &World, who: &Persona, method: Method, path: &str, body: &Value) -> Reply {
    Reply::of(world.call(who, method, path).json(body)).await
}

/// Another person of the firm, who is no admin.
async fn colleague(world: &World, of: &Persona) -> Persona {
    let colleague = of.colleague();
    world.insert(&colleague, None).await;
    colleague
}

async fn save(world: &World, who: &Persona, body: Value) -> Value {
    let reply = world.post(who, VIEWS, body).await;
    assert_eq!(reply.status, 201, "{:?}", reply.body);
    reply.body
}

/// Name, and what the person may do with it.
async fn listed(world: &World, who: &Persona) -> Vec<String> {
    let body = world.get(who, "/api/list_views?place=contacts").await.ok();
    let views = body["list_views"].as_array().unwrap();
    let line = |view: &Value| {
        let name = view["name"].as_str().unwrap();
        format!(
            "{name} shared={} mine={} default={}",
            view["is_shared"], view["may_change"], view["is_default"]
        )
    };
    views.iter().map(line).collect()
}

#[tokio::test]
async fn a_person_sees_their_own_views_and_those_of_the_firm() {
    let world = World::start().await;
    let (pat, stranger) = (world.admin().await, world.user().await);
    let bea = colleague(&world, &pat).await;
    save(&world, &pat, view("Mine", false)).await;
    let firm = save(&world, &pat, view("Ours", true)).await;
    // The same name is free for another person, and for the firm.
    save(&world, &bea, view("Mine", false)).await;
    save(&world, &pat, view("mine", true)).await;
    assert_eq!(
        listed(&world, &pat).await,
        [
            "Mine shared=false mine=true default=false",
            "mine shared=true mine=true default=false",
            "Ours shared=true mine=true default=false"
        ]
    );
    assert_eq!(
        listed(&world, &bea).await,
        [
            "Mine shared=false mine=true default=false",
            "mine shared=true mine=false default=false",
            "Ours shared=true mine=false default=false"
        ]
    );
    assert!(listed(&world, &stranger).await.is_empty());
    assert_eq!(firm["settings"]["filter"]["tag"], "vip");
    assert_eq!(firm["settings"]["columns"], json!(["tags", "city"]));
    let again = world.post(&pat, VIEWS, view("MINE", false)).await;
    assert_eq!(again.problem(409)["code"], "list_view.name_taken");
    world.stop().await;
}

#[tokio::test]
async fn views_are_changed_by_their_maker_or_an_admin_and_by_version() {
    let world = World::start().await;
    let (ada, stranger) = (world.admin().await, world.user().await);
    let bea = colleague(&world, &ada).await;
    let firm = save(&world, &bea, view("Ours", true)).await;
    let own = save(&world, &bea, view("Mine", false)).await;
    let admins = save(&world, &ada, view("Admin's", true)).await;
    let changed = |id: &Value, version: i64, name: &str, is_shared: bool| {
        let mut body = view(name, is_shared);
        body["view_id"] = id["view_id"].clone();
        body["version"] = json!(version);
        body
    };
    let put = Method::PUT;
    let body = changed(&firm, 1, "Ours 2", true);
    let reply = send(&world, &ada, put.clone(), VIEWS, &body).await.ok();
    assert_eq!(
        (&reply["name"], &reply["version"]),
        (&json!("Ours 2"), &json!(2))
    );
    let old = send(&world, &bea, put.clone(), VIEWS, &body).await;
    let old = old.problem(409);
    assert_eq!(
        (&old["code"], &old["version"]),
        (&json!("list_view.changed"), &json!(2))
    );
    let body = changed(&admins, 1, "Hers", true);
    let refused = send(&world, &bea, put.clone(), VIEWS, &body).await;
    assert_eq!(refused.problem(403)["code"], "list_view.of_another");
    // An admin cannot make it the maker's own, nor see what is.
    let body = changed(&firm, 2, "Ours", false);
    send(&world, &ada, put.clone(), VIEWS, &body)
        .await
        .problem(403);
    let body = changed(&own, 1, "Mine", false);
    send(&world, &ada, put.clone(), VIEWS, &body)
        .await
        .problem(404);
    send(&world, &stranger, put.clone(), VIEWS, &body)
        .await
        .problem(404);
    let mut body = changed(&own, 1, "Mine", false);
    body["settings"] = json!({ "place": "companies", "filter": {}, "sort": "name" });
    let refused = send(&world, &bea, put, VIEWS, &body).await.problem(422);
    assert!(refused["errors"]["settings.place"].is_string(), "{refused}");

    let path = |of: &Value| format!("{VIEWS}?view_id={}", of["view_id"].as_str().unwrap());
    let delete = async |who: &Persona, of: &Value| {
        Reply::of(world.call(who, Method::DELETE, &path(of))).await
    };
    delete(&ada, &own).await.problem(404);
    delete(&bea, &admins).await.problem(403);
    assert_eq!(delete(&bea, &own).await.status, 204);
    assert_eq!(delete(&ada, &firm).await.status, 204);
    assert_eq!(listed(&world, &bea).await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn each_person_begins_with_a_view_of_their_choice() {
    let world = World::start().await;
    let ada = world.admin().await;
    let bea = colleague(&world, &ada).await;
    let firm = save(&world, &ada, view("Ours", true)).await;
    let own = save(&world, &ada, view("Mine", false)).await;
    let set = |id: &Value| json!({ "place": "contacts", "view_id": id["view_id"] });
    for who in [&ada, &bea] {
        assert_eq!(world.post(who, DEFAULT, set(&firm)).await.status, 204);
    }
    assert_eq!(world.post(&ada, DEFAULT, set(&own)).await.status, 204);
    world.post(&bea, DEFAULT, set(&own)).await.problem(404);
    let other = json!({ "place": "companies", "view_id": firm["view_id"] });
    world.post(&ada, DEFAULT, other).await.problem(404);
    assert_eq!(
        listed(&world, &ada).await,
        [
            "Mine shared=false mine=true default=true",
            "Ours shared=true mine=true default=false"
        ]
    );
    assert_eq!(
        listed(&world, &bea).await,
        ["Ours shared=true mine=false default=true"]
    );
    // A view that is no longer shared is nobody else's beginning.
    let mut body = view("Ours", false);
    body["view_id"] = firm["view_id"].clone();
    send(&world, &ada, Method::PUT, VIEWS, &body).await.ok();
    assert!(listed(&world, &bea).await.is_empty());
    let left = world
        .rows("SELECT count(*) AS n FROM list_view_defaults")
        .await;
    assert_eq!(left[0]["n"], 1);
    let none = json!({ "place": "contacts" });
    assert_eq!(world.post(&ada, DEFAULT, none).await.status, 204);
    assert!(
        listed(&world, &ada)
            .await
            .iter()
            .all(|line| line.ends_with("default=false"))
    );
    world.stop().await;
}

#[tokio::test]
async fn settings_are_checked_and_those_of_another_release_are_not_applied() {
    let world = World::start().await;
    let pat = world.user().await;
    for settings in [
        json!({ "place": "contacts", "filter": { "tagg": "x" }, "sort": "name", "columns": [] }),
        json!({ "place": "contacts", "filter": {}, "sort": "age", "columns": [] }),
        json!({ "place": "contacts", "filter": {}, "sort": "name", "columns": ["tags", "tags"] }),
        json!({ "place": "users", "filter": {}, "sort": "name" }),
        json!({ "place": "properties", "filter": { "milestones": ["sold"] }, "sort": "added", "columns": [] }),
        json!({ "place": "properties", "filter": { "assigned_to": ["me"] }, "sort": "added", "columns": [] }),
    ] {
        let body = json!({ "name": "x", "settings": settings });
        world.post(&pat, VIEWS, body).await.problem(422);
    }
    let filter = json!({ "q": null, "milestones": ["loi_out"], "stage_names": ["Review"], "assigned_to": ["none", pat.user_id], "tags": ["rail"] });
    let settings = json!({ "place": "properties", "filter": filter, "sort": "-stage", "columns": ["stage", "next_step"] });
    let body = json!({ "name": "Out", "settings": settings });
    assert_eq!(save(&world, &pat, body).await["settings"], settings);
    let blank = world.post(&pat, VIEWS, view(" ", false)).await.problem(422);
    assert!(blank["errors"]["name"].is_string());
    save(&world, &pat, view("Mine", false)).await;
    world
        .sql("UPDATE list_views SET settings = jsonb_set(settings, '{filter,stage}', '\"Lost\"')")
        .await;
    let body = world.get(&pat, "/api/list_views?place=contacts").await.ok();
    assert_eq!(body["list_views"][0]["settings"], Value::Null);
    world
        .get(&pat, "/api/list_views?place=users")
        .await
        .problem(422);
    world.stop().await;
}
