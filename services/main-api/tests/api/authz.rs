//! Every operation of the API document, called without permission.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply, expired_token_for};

use crate::world::{World, feature};

/// Operations without a session: those that create one, and those authorized by a mailed token.
const OPEN: [&str; 7] = [
    "/api/confirm-email",
    "/api/login",
    "/api/refresh",
    "/api/.well-known/jwks.json",
    "/api/config",
    "/api/forgot-password",
    "/api/reset-password",
];

/// Method, path, and whether the document marks it as open.
fn operations() -> Vec<(Method, String, bool)> {
    let document = serde_json::to_value(main_api::routes::document()).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            operations.push((method, path.clone(), operation["security"] == json!([{}])));
        }
    }
    operations
}

#[tokio::test]
async fn no_call_but_the_open_ones_works_without_a_valid_session() {
    let world = World::start().await;
    let operations = operations();
    assert!(operations.len() >= 40);
    let expired = expired_token_for(&Persona::user());
    for (method, path, open) in operations {
        assert_eq!(
            open,
            OPEN.contains(&path.as_str()),
            "{path}: the document and this test disagree"
        );
        if open {
            continue;
        }
        let path = path
            .replace("{user_id}", "00000000-0000-7000-8000-000000000000")
            .replace("{image_id}", "00000000-0000-7000-8000-000000000000")
            .replace("{parcelnumb}", "1");
        let call = || world.anonymous(method.clone(), &path).json(&json!({}));
        for refused in [
            call(),
            call().bearer_auth("made.up.token"),
            call().bearer_auth(&expired),
            call().header("authorization", "Basic dXNlcjpwYXNz"),
            call()
                .header("origin", "http://sitewright.test")
                .header("cookie", format!("sitewright_access={expired}")),
        ] {
            let answer = Reply::of(refused).await;
            assert_eq!(answer.status, 401, "{method} {path}: {}", answer.body);
            answer.problem(401);
        }
    }
    world.stop().await;
}

/// Every operation that takes an id of firm data, with ids of another firm.
fn calls_by_foreign_ids(
    user: &Persona,
    project: &str,
    marker: i64,
    contact: &Value,
) -> Vec<(Method, String, Option<Value>)> {
    let id = user.user_id;
    let post = |path: &str, body: Value| (Method::POST, path.to_owned(), Some(body));
    let get = |path: String| (Method::GET, path, None);
    vec![
        get(format!("/api/get_project_data?project_id={project}")),
        post(
            "/api/update_project",
            json!({ "project_id": project, "project_name": "Taken" }),
        ),
        post("/api/delete_project", json!({ "project_id": project })),
        post("/api/restore_project", json!({ "project_id": project })),
        get(format!("/api/get_markers?project_id={project}")),
        post(
            "/api/add_marker",
            json!({ "project_id": project, "geojson": feature("1") }),
        ),
        post("/api/remove_marker", json!({ "marker_id": marker })),
        get(format!(
            "/api/get_parcel_polygon?parcelnumb=1&project_id={project}"
        )),
        post(
            "/api/call_webhook",
            json!({ "uuid": "u", "project_id": project }),
        ),
        post(
            "/api/update_contact",
            json!({ "contact_id": contact, "title": "Taken" }),
        ),
        post("/api/delete_contact", json!({ "contact_id": contact })),
        post("/api/restore_contact", json!({ "contact_id": contact })),
        get(format!("/api/profile?user_id={id}")),
        (
            Method::PUT,
            "/api/profile".to_owned(),
            Some(json!({ "user_id": id, "email": "x@y.example", "fname": "X" })),
        ),
        get(format!("/api/avatars/{id}")),
        post(
            "/api/update_user",
            json!({ "user_id": id, "active": false }),
        ),
        post(
            "/api/change-password",
            json!({ "user_id": id, "currentPassword": "x", "newPassword": "a new long password" }),
        ),
        get("/api/site_images/1.jpg".to_owned()),
    ]
}

#[tokio::test]
async fn another_firms_ids_do_not_exist() {
    let world = World::start().await;
    let (ours, stranger) = (world.user().await, world.admin().await);
    let project = world.project(&ours, "Ours").await;
    let marker = world.marker(&ours, &project, "1").await;
    let contact = json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" });
    let contact = world.post(&ours, "/api/add_contact", contact).await.ok()["contact_id"].clone();
    let state = "SELECT (SELECT count(*) FROM projects) AS p, (SELECT count(*) FROM markers) AS m, \
                 (SELECT min(project_name) FROM projects) AS n, (SELECT count(*) FROM contacts WHERE title IS NULL) AS c, \
                 (SELECT bool_and(active) FROM users) AS a";
    let before = world.rows(state).await;
    for (method, path, body) in calls_by_foreign_ids(&ours, &project, marker, &contact) {
        let mut call = world.call(&stranger, method.clone(), &path);
        if let Some(body) = &body {
            call = call.json(body);
        }
        let answer = Reply::of(call).await;
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.body);
        answer.problem(404);
    }
    assert_eq!(world.rows(state).await, before);
    world.stop().await;
}

#[tokio::test]
async fn only_admins_manage_users() {
    let world = World::start().await;
    let pat = world.user().await;
    world.get(&pat, "/api/users").await.problem(403);
    let invitation = json!({ "email": "x@y.example", "fname": "X", "role": "admin" });
    world
        .post(&pat, "/api/invite_user", invitation)
        .await
        .problem(403);
    world
        .post(
            &pat,
            "/api/update_user",
            json!({ "user_id": pat.user_id, "role": "admin" }),
        )
        .await
        .problem(403);
    world.stop().await;
}
