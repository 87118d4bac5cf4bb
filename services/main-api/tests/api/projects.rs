use main_api::project_removal;
use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn a_new_project_gets_the_specifications_defaults() {
    let world = World::start().await;
    let pat = world.user().await;
    let body = json!({
        "project_name": "  North gate --TEST-url ", "state": "48", "category": "Site Selection - Industrial/Logistics",
        "county": "201", "market": "26420", "submarket": 48201, "market_type": "Industrial",
        "bldg_sqft_min": "12,000", "site_size_max": 2.5, "description": "", "clear_height": null,
    });
    let answer = world.post(&pat, "/api/create_project", body).await.ok();
    let project = &answer["project"];
    assert_eq!(answer["project_id"], project["project_id"]);
    assert_eq!(project["project_name"], "North gate");
    assert_eq!(project["description"], "No description provided");
    assert_eq!(project["additional_filter"], "None");
    assert_eq!(
        (&project["status"], &project["progress"]),
        (&json!("active"), &json!(20))
    );
    assert_eq!(
        (&project["bldg_sqft_min"], &project["site_size_max"]),
        (&json!(12000), &json!(2.5))
    );
    assert_eq!(project["clear_height"], json!(null));
    assert_eq!(project["state_name"], "Texas");
    assert_eq!(
        (&project["market_name"], &project["submarket_name"]),
        (&json!("Houston, TX"), &json!("Harris, Texas"))
    );
    assert_eq!(
        world.rows("SELECT use_test_webhook FROM projects").await[0]["use_test_webhook"],
        true
    );
    let id = answer["project_id"].as_str().unwrap();
    let data = world
        .get(&pat, &format!("/api/get_project_data?project_id={id}"))
        .await
        .ok();
    assert_eq!(data["project_data"]["submarket_id"], 48201);
    world.stop().await;
}

#[tokio::test]
async fn name_state_and_type_are_required() {
    let world = World::start().await;
    let pat = world.user().await;
    for (body, field) in [
        (
            json!({ "project_name": " ", "state": "48", "category": "x" }),
            "project_name",
        ),
        (
            json!({ "project_name": "n", "state": null, "category": "x" }),
            "state",
        ),
        (json!({ "project_name": "n", "state": "48" }), "category"),
    ] {
        let problem = world
            .post(&pat, "/api/create_project", body)
            .await
            .problem(422);
        assert_eq!(
            problem["message"],
            "Project name, state and type are required"
        );
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    assert!(world.rows("SELECT 1 FROM projects").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn places_must_exist_and_belong_together() {
    let world = World::start().await;
    let pat = world.user().await;
    for (more, field) in [
        (json!({ "state": "99" }), "state"),
        (json!({ "county": "001" }), "county"),
        (json!({ "market": 7 }), "market"),
        (json!({ "market": 26420, "submarket": 40001 }), "submarket"),
        (json!({ "submarket": 48201 }), "submarket"),
    ] {
        let mut body = json!({ "project_name": "n", "state": "48", "category": "x" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let problem = world
            .post(&pat, "/api/create_project", body)
            .await
            .problem(422);
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    world.stop().await;
}

#[tokio::test]
async fn an_update_changes_only_what_it_names() {
    let world = World::start().await;
    let pat = world.user().await;
    let id = world.project(&pat, "Before").await;
    let body = json!({ "project_id": id, "status": "Review", "progress": 60, "market": 26420 });
    let project = world.post(&pat, "/api/update_project", body).await.ok()["project"].clone();
    assert_eq!(
        (
            &project["project_name"],
            &project["status"],
            &project["progress"]
        ),
        (&json!("Before"), &json!("review"), &json!(60))
    );
    assert_eq!(project["version"], 2);
    let body = json!({ "project_id": id, "market": null, "project_name": "After" });
    let project = world.post(&pat, "/api/update_project", body).await.ok()["project"].clone();
    assert_eq!(
        (&project["project_name"], &project["market"]),
        (&json!("After"), &json!(null))
    );
    let problem = world
        .post(
            &pat,
            "/api/update_project",
            json!({ "project_id": id, "project_name": "" }),
        )
        .await
        .problem(422);
    assert!(problem["errors"]["project_name"].is_string());
    let problem = world
        .post(
            &pat,
            "/api/update_project",
            json!({ "project_id": id, "progress": "half" }),
        )
        .await
        .problem(422);
    assert!(problem["errors"]["progress"].is_string(), "{problem}");
    world.stop().await;
}

#[tokio::test]
async fn lists_are_newest_first_searchable_and_paged() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    for name in ["Alpha yard", "Beta 100% yard", "Gamma"] {
        world.project(&pat, name).await;
    }
    world.project(&stranger, "Alpha of others").await;
    let names = |body: &serde_json::Value| -> Vec<String> {
        body["projects"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| p["project_name"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(names(&all), ["Gamma", "Beta 100% yard", "Alpha yard"]);
    assert_eq!(all["next_cursor"], json!(null));
    assert_eq!(
        names(&world.get(&pat, "/api/projects?q=ALPHA").await.ok()),
        ["Alpha yard"]
    );
    assert_eq!(
        names(&world.get(&pat, "/api/projects?q=100%25").await.ok()),
        ["Beta 100% yard"]
    );
    assert_eq!(
        names(&world.get(&pat, "/api/projects?q=texas").await.ok()).len(),
        3
    );
    assert!(names(&world.get(&pat, "/api/projects?status=review").await.ok()).is_empty());
    let first = world.get(&pat, "/api/projects?limit=2").await.ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = world
        .get(&pat, &format!("/api/projects?limit=2&cursor={cursor}"))
        .await
        .ok();
    assert_eq!(names(&second), ["Alpha yard"]);
    assert_eq!(second["next_cursor"], json!(null));
    world
        .get(&pat, "/api/projects?cursor=nonsense")
        .await
        .problem(422);
    world.get(&pat, "/api/projects?limit=0").await.problem(422);
    world.stop().await;
}

/// Completes the deletion without waiting for the time to undo.
pub async fn remove_expired(world: &World) -> usize {
    world
        .sql("UPDATE project_deletions SET deleted_at = deleted_at - interval '2 minutes'")
        .await;
    project_removal::remove_expired(&world.state.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn deleting_takes_the_markers_along() {
    let world = World::start().await;
    let pat = world.user().await;
    let id = world.project(&pat, "Short-lived").await;
    world.marker(&pat, &id, "1").await;
    let projects = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(projects["projects"][0]["property_count"], 1);
    let named = json!({ "project_id": id });
    let deleted = world.post(&pat, "/api/delete_project", named.clone()).await;
    assert_eq!(deleted.ok(), json!({ "success": true }));
    for gone in [
        world.post(&pat, "/api/delete_project", named.clone()).await,
        world.post(&pat, "/api/update_project", named.clone()).await,
        world
            .get(&pat, &format!("/api/get_project_data?project_id={id}"))
            .await,
        world
            .get(&pat, &format!("/api/get_markers?project_id={id}"))
            .await,
    ] {
        gone.problem(404);
    }
    let projects = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(projects["projects"], json!([]));
    assert_eq!(remove_expired(&world).await, 1);
    assert!(world.rows("SELECT 1 FROM markers").await.is_empty());
    assert!(world.rows("SELECT 1 FROM projects").await.is_empty());
    world
        .post(&pat, "/api/restore_project", named)
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn a_deleted_project_is_restored_with_its_markers() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let id = world.project(&pat, "Kept after all").await;
    world.marker(&pat, &id, "1").await;
    let named = json!({ "project_id": id });
    let restore = "/api/restore_project";
    world.post(&pat, restore, named.clone()).await.problem(404);
    world
        .post(&pat, "/api/delete_project", named.clone())
        .await
        .ok();
    assert_eq!(
        project_removal::remove_expired(&world.state.pool)
            .await
            .unwrap(),
        0,
        "it can still be undone"
    );
    world
        .post(&stranger, restore, named.clone())
        .await
        .problem(404);
    world.post(&pat, restore, named).await.ok();
    assert_eq!(remove_expired(&world).await, 0);
    let projects = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(projects["projects"][0]["project_name"], "Kept after all");
    assert_eq!(projects["projects"][0]["property_count"], 1);
    world.stop().await;
}
