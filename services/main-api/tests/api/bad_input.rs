//! Invalid input.

use reqwest::Method;
use serde_json::json;

use test_support::Reply;

use crate::world::World;

#[tokio::test]
async fn each_fault_gets_its_own_status_and_changes_nothing() {
    let world = World::start().await;
    let pat = world.user().await;
    let raw = |path: &'static str, media: &'static str, body: Vec<u8>| {
        let call = world
            .call(&pat, Method::POST, path)
            .header("content-type", media)
            .body(body);
        async { Reply::of(call).await }
    };
    let json_media = "application/json";
    raw(
        "/api/create_project",
        json_media,
        b"{\"project_name\": ".to_vec(),
    )
    .await
    .problem(400);
    raw("/api/create_project", json_media, vec![0xFF, 0xFE])
        .await
        .problem(400);
    raw("/api/create_project", "text/plain", b"{}".to_vec())
        .await
        .problem(415);
    raw("/api/refresh", json_media, b"{".to_vec())
        .await
        .problem(400);
    let wrong = raw(
        "/api/create_project",
        json_media,
        br#"{"project_name": 7, "state": "48", "category": "x"}"#.to_vec(),
    )
    .await;
    assert!(wrong.problem(422)["errors"]["project_name"].is_string());
    let wrong = raw(
        "/api/create_project",
        json_media,
        br#"{"project_name": "n", "state": "48", "category": "x", "bldg_sqft_min": "many"}"#
            .to_vec(),
    )
    .await;
    assert!(wrong.problem(422)["errors"]["bldg_sqft_min"].is_string());
    let missing = raw("/api/remove_marker", json_media, b"{}".to_vec())
        .await
        .problem(422);
    assert!(missing["errors"]["marker_id"].is_string());
    let missing = raw("/api/login", json_media, br#"{"username": "x"}"#.to_vec())
        .await
        .problem(422);
    assert!(missing["errors"]["password"].is_string());
    let nul = json!({ "project_name": "a\u{0}b", "state": "48", "category": "x" });
    assert!(
        world
            .post(&pat, "/api/create_project", nul)
            .await
            .problem(422)["errors"]["project_name"]
            .is_string()
    );
    let nul = json!({ "first_name": "a\u{0}b", "last_name": "x", "email": "a@b.example" });
    assert!(
        world.post(&pat, "/api/add_contact", nul).await.problem(422)["errors"]["first_name"]
            .is_string()
    );
    let large = json!({ "project_name": "n", "state": "48", "category": "x", "description": "x".repeat(3 * 1024 * 1024) });
    world
        .post(&pat, "/api/create_project", large)
        .await
        .problem(413);
    let long = json!({ "project_name": "n".repeat(201), "state": "48", "category": "x" });
    world
        .post(&pat, "/api/create_project", long)
        .await
        .problem(422);
    assert!(
        world
            .rows("SELECT 1 FROM projects UNION ALL SELECT 1 FROM contacts")
            .await
            .is_empty()
    );
    world.stop().await;
}

#[tokio::test]
async fn queries_and_paths_are_judged_before_the_database_sees_them() {
    let world = World::start().await;
    let pat = world.user().await;
    world
        .get(&pat, "/api/get_markers?project_id=nonsense")
        .await
        .problem(422);
    world.get(&pat, "/api/get_markers").await.problem(422);
    world
        .get(&pat, "/api/projects?limit=many")
        .await
        .problem(422);
    world.get(&pat, "/api/projects?q=%00").await.ok();
    world.get(&pat, "/api/projects?status=%00").await.ok();
    world.get(&pat, "/api/get_all_contacts?q=%00%25").await.ok();
    world.get(&pat, "/api/markets?state=%00").await.problem(404);
    world.get(&pat, "/api/avatars/nonsense").await.problem(422);
    world
        .get(&pat, "/api/site_images/%00.jpg")
        .await
        .problem(404);
    world.get(&pat, "/api/no_such_call").await.problem(404);
    let wrong_method = world
        .call(&pat, Method::DELETE, "/api/projects")
        .send()
        .await
        .unwrap();
    Reply::read(wrong_method).await.problem(405);
    world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": -1 }))
        .await
        .problem(404);
    world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": 1.5 }))
        .await
        .problem(422);
    world.stop().await;
}
