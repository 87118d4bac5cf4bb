//! Changes of several projects at once.

use serde_json::{Value, json};

use crate::world::World;

#[tokio::test]
async fn projects_are_deleted_and_restored_together() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let north = world.project(&pat, "North").await;
    let south = world.project(&pat, "South").await;
    let both = json!({ "project_ids": [north, south, north] });
    let (delete, restore) = ("/api/delete_projects", "/api/restore_projects");
    world
        .post(&stranger, delete, both.clone())
        .await
        .problem(404);
    let deleted = world.post(&pat, delete, both.clone()).await.ok();
    assert_eq!(deleted["project_ids"].as_array().unwrap().len(), 2);
    let listed = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(listed["total"], 0);
    world.post(&pat, delete, both.clone()).await.problem(404);
    world
        .post(&stranger, restore, both.clone())
        .await
        .problem(404);
    // One of them was restored by itself.
    let one = json!({ "project_id": south });
    world.post(&pat, "/api/restore_project", one).await.ok();
    let restored = world.post(&pat, restore, both).await.ok();
    assert_eq!(restored["project_ids"], json!([north]));
    let listed = world.get(&pat, "/api/projects").await.ok();
    assert_eq!(listed["total"], 2);
    let none = json!({ "project_ids": [] });
    let refused = world.post(&pat, delete, none).await.problem(422);
    assert!(refused["errors"]["project_ids"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn status_and_category_of_projects_are_set_together_and_back() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let north = world.project(&pat, "North").await;
    let south = world.project(&pat, "South").await;
    let path = "/api/change_projects";
    let of = |ids: &[&str]| {
        ids.iter()
            .map(|id| json!({ "project_id": id, "status": "Review" }))
            .collect::<Value>()
    };
    let body = json!({ "changes": of(&[&north, &south]) });
    world.post(&stranger, path, body.clone()).await.problem(404);
    let done = world.post(&pat, path, body).await.ok();
    let changed = done["changed"].as_array().unwrap();
    assert_eq!((changed.len(), &done["left"]), (2, &json!([])));
    assert_eq!(
        (&changed[0]["before"], &changed[0]["after"]),
        (
            &json!({ "project_name": "North", "status": "active", "category": "Site Selection" }),
            &json!({ "project_name": "North", "status": "review", "category": "Site Selection" })
        )
    );

    // A colleague changes one of them before the undo.
    let other = json!({ "changes": [{ "project_id": south, "category": "Retail" }] });
    world.post(&pat, path, other).await.ok();
    let back: Vec<_> = changed
        .iter()
        .map(|each| {
            json!({ "project_id": each["project_id"], "status": each["before"]["status"], "expected": each["after"] })
        })
        .collect();
    let undone = world
        .post(&pat, path, json!({ "changes": back }))
        .await
        .ok();
    assert_eq!(undone["left"], json!([south]));
    let listed = world.get(&pat, "/api/projects").await.ok();
    let labels: Vec<_> = listed["projects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|project| {
            (
                project["project_name"].clone(),
                project["status"].clone(),
                project["category"].clone(),
            )
        })
        .collect();
    assert_eq!(
        labels,
        [
            (json!("South"), json!("review"), json!("Retail")),
            (json!("North"), json!("active"), json!("Site Selection")),
        ]
    );
    let rename = |name: &str, expected: Value| json!({ "changes": [{ "project_id": north, "project_name": name, "expected": expected }] });
    let renamed = world
        .post(&pat, path, rename(" North gate ", Value::Null))
        .await
        .ok();
    let after = renamed["changed"][0]["after"].clone();
    assert_eq!(after["project_name"], "North gate");
    let undone = world
        .post(&pat, path, rename("North", after.clone()))
        .await
        .ok();
    assert_eq!(undone["changed"][0]["after"]["project_name"], "North");
    let again = world.post(&pat, path, rename("North", after)).await.ok();
    assert_eq!(
        again["left"],
        json!([north]),
        "it is not as expected any more"
    );
    for (changes, field) in [
        (json!([]), "project_ids"),
        (json!([{ "project_id": north }]), "changes"),
        (json!([{ "project_id": north, "status": " " }]), "status"),
        (
            json!([{ "project_id": north, "project_name": " " }]),
            "project_name",
        ),
    ] {
        let problem = world
            .post(&pat, path, json!({ "changes": changes }))
            .await
            .problem(422);
        assert!(problem["errors"][field].is_string(), "{field}: {problem}");
    }
    world.stop().await;
}
