//! Searches that a project's people save.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::world::World;

const PATH: &str = "/api/saved_searches";

async fn list(world: &World, pat: &Persona, project: &str) -> Vec<Value> {
    let path = format!("{PATH}?project_id={project}");
    let list = world.get(pat, &path).await.ok();
    list["saved_searches"].as_array().unwrap().clone()
}

async fn delete(world: &World, pat: &Persona, id: &Value) -> Reply {
    let path = format!("{PATH}?search_id={}", id.as_str().unwrap());
    Reply::of(world.call(pat, Method::DELETE, &path)).await
}

fn triangle() -> Value {
    json!({ "type": "Polygon", "coordinates": [[[-95.4, 29.7], [-95.3, 29.7], [-95.3, 29.8], [-95.4, 29.7]]] })
}

#[tokio::test]
async fn a_search_is_saved_changed_and_deleted() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East Houston").await;
    let body = json!({ "project_id": project, "name": " Land ", "filter": "ll_gisacre >= 5", "area": triangle() });
    let made = world.post(&pat, PATH, body).await;
    assert_eq!(made.status, 201);
    let made = made.body;
    assert_eq!(
        (&made["name"], &made["version"]),
        (&json!("Land"), &json!(1))
    );
    assert_eq!(made["area"], triangle());
    assert_eq!(
        list(&world, &pat, &project).await,
        std::slice::from_ref(&made)
    );

    let id = &made["search_id"];
    let change = |version: i64, filter: &str| json!({ "search_id": id, "version": version, "name": "Sites", "filter": filter });
    let changed = world
        .put(
            &pat,
            PATH,
            change(1, "ll_gisacre >= 9 AND flood_zone = 'X'"),
        )
        .await
        .ok();
    assert_eq!(
        (&changed["name"], &changed["version"]),
        (&json!("Sites"), &json!(2))
    );
    assert_eq!(changed["area"], Value::Null);
    let late = world.put(&pat, PATH, change(1, "a = 1")).await;
    assert_eq!(late.problem(409)["code"], "saved_search.changed");

    assert_eq!(delete(&world, &pat, id).await.status, 204);
    let gone = delete(&world, &pat, id).await.problem(404);
    assert_eq!(gone["code"], "saved_search.not_found");
    assert!(list(&world, &pat, &project).await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn each_person_has_looked_at_a_search_or_not() {
    let world = World::start().await;
    let pat = world.user().await;
    let colleague = pat.colleague();
    world.insert(&colleague, None).await;
    let project = world.project(&pat, "East Houston").await;
    let body = json!({ "project_id": project, "name": "Land", "filter": "ll_gisacre >= 5" });
    let made = world.post(&pat, PATH, body).await.body;
    // Who saved it saw what it finds.
    assert!(made["last_looked_at"].is_string());
    let theirs = list(&world, &colleague, &project).await.remove(0);
    assert_eq!(theirs["last_looked_at"], Value::Null);
    let look = json!({ "search_id": made["search_id"] });
    for _ in 0..2 {
        let path = "/api/look_at_saved_search";
        let looked = world.post(&colleague, path, look.clone()).await.ok();
        assert!(looked["last_looked_at"].is_string());
    }
    let mine = list(&world, &pat, &project).await.remove(0);
    assert_eq!(mine["last_looked_at"], made["last_looked_at"]);
    world.stop().await;
}

#[tokio::test]
async fn wrong_searches_name_the_field() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East Houston").await;
    let open = json!({ "type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1]]] });
    for (field, value) in [
        ("name", json!(" ")),
        ("name", json!("a".repeat(81))),
        ("filter", json!("")),
        ("filter", json!("ll_gisacre >")),
        ("filter", json!("a".repeat(8001))),
        ("area", open),
    ] {
        let mut body = json!({ "project_id": project, "name": "Land", "filter": "a = 1" });
        body[field] = value;
        let problem = world.post(&pat, PATH, body).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{field}: {problem}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_project_has_each_name_once_and_a_hundred_searches() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East Houston").await;
    let body = |name: &str| json!({ "project_id": project, "name": name, "filter": "a = 1" });
    let first = world.post(&pat, PATH, body("Land")).await;
    assert_eq!(first.status, 201);
    let again = world.post(&pat, PATH, body("Land")).await;
    assert_eq!(again.problem(409)["code"], "saved_search.name_taken");
    world
        .sql(
            "INSERT INTO saved_searches (search_id, customer_id, project_id, name, filter, created_by)
             SELECT gen_random_uuid(), customer_id, project_id, 'Search ' || n, filter, created_by
             FROM saved_searches, generate_series(1, 99) AS n",
        )
        .await;
    let full = world.post(&pat, PATH, body("One more")).await;
    assert_eq!(full.problem(409)["code"], "saved_search.limit_reached");
    // A renamed search may not take another one's name either.
    let id = &list(&world, &pat, &project).await[0]["search_id"];
    let taken = json!({ "search_id": id, "name": "Search 7", "filter": "a = 1" });
    let taken = world.put(&pat, PATH, taken).await;
    assert_eq!(taken.problem(409)["code"], "saved_search.name_taken");
    world.stop().await;
}

#[tokio::test]
async fn searches_of_a_deleted_project_are_gone() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East Houston").await;
    let body = json!({ "project_id": project, "name": "Land", "filter": "a = 1" });
    let made = world.post(&pat, PATH, body).await.body;
    let gone = json!({ "project_id": project });
    world.post(&pat, "/api/delete_project", gone).await.ok();
    let path = format!("{PATH}?project_id={project}");
    world.get(&pat, &path).await.problem(404);
    let look = json!({ "search_id": made["search_id"] });
    world
        .post(&pat, "/api/look_at_saved_search", look)
        .await
        .problem(404);
    delete(&world, &pat, &made["search_id"]).await.problem(404);
    world.stop().await;
}
