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

/// The labels of the project North.
fn labels(status: &str) -> Value {
    json!({
        "project_name": "North", "status": status, "category": "Site Selection",
        "description": "No description provided", "progress": 20,
        "tags": null, "assigned_to": null, "assigned_to_name": null,
    })
}

#[tokio::test]
async fn tags_and_people_of_projects_are_set_together_filtered_and_set_back() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let north = world.project(&pat, "North").await;
    let south = world.project(&pat, "South").await;
    world.project(&stranger, "Theirs").await;
    let path = "/api/change_projects";
    let change = |ids: &[&String], what: Value| {
        let mut changes = Vec::new();
        for id in ids {
            let mut one = what.clone();
            one["project_id"] = json!(id);
            changes.push(one);
        }
        json!({ "changes": changes })
    };
    let names = async |query: String| -> Vec<Value> {
        let listed = world.get(&pat, &format!("/api/projects?{query}")).await;
        let listed = listed.ok();
        assert_eq!(listed["totals"]["count"], listed["total"]);
        let rows = listed["projects"].as_array().unwrap().clone();
        rows.iter().map(|row| row["project_name"].clone()).collect()
    };
    let tag = change(&[&north, &south], json!({ "add_tags": ["VIP", " gulf "] }));
    let tagged = world.post(&pat, path, tag).await.ok();
    assert_eq!(tagged["changed"][0]["after"]["tags"], "VIP, gulf");
    let less = change(&[&south], json!({ "remove_tags": ["vip"] }));
    world.post(&pat, path, less).await.ok();
    let person = json!({ "assigned_to": pat.user_id });
    let assign = change(&[&north], person.clone());
    world
        .post(&stranger, path, assign.clone())
        .await
        .problem(404);
    let assigned = world.post(&pat, path, assign).await.ok();
    let assigned = &assigned["changed"][0];
    assert_eq!(assigned["after"]["assigned_to"], json!(pat.user_id));

    assert_eq!(names("tag=ViP".to_owned()).await, ["North"]);
    assert_eq!(
        names("tag=gulf&sort=name".to_owned()).await,
        ["North", "South"]
    );
    assert_eq!(names("tag=nobody".to_owned()).await, [""; 0]);
    assert_eq!(
        names(format!("assigned_to={}", pat.user_id)).await,
        ["North"]
    );
    assert_eq!(names("assigned_to=none".to_owned()).await, ["South"]);
    let filters = world.get(&pat, "/api/get_project_filters").await.ok();
    assert_eq!(filters["tags"], json!(["gulf", "vip"]));
    let theirs = world.get(&stranger, "/api/get_project_filters").await.ok();
    assert_eq!(theirs["tags"], json!([]));
    let listed = world.get(&pat, "/api/projects?limit=1").await.ok();
    let totals = json!({ "count": 2, "property_count": 0, "progress": 20 });
    assert_eq!(listed["totals"], totals);
    let next = listed["next_cursor"].as_str().unwrap();
    let second = format!("/api/projects?limit=1&cursor={next}");
    assert_eq!(world.get(&pat, &second).await.ok()["totals"], Value::Null);

    let back = |of: &Value| {
        json!({ "changes": [{
            "project_id": of["project_id"], "tags": of["before"]["tags"],
            "assigned_to": of["before"]["assigned_to"], "expected": of["after"],
        }] })
    };
    let undone = world.post(&pat, path, back(assigned)).await.ok();
    assert_eq!(undone["changed"][0]["after"]["assigned_to"], Value::Null);
    assert_eq!(undone["changed"][0]["after"]["tags"], "VIP, gulf");
    // The project was changed since it was tagged.
    let south_tagged = &tagged["changed"][1];
    let undone = world.post(&pat, path, back(south_tagged)).await.ok();
    assert_eq!(undone["left"], json!([south]));
    let undone = world.post(&pat, path, back(&tagged["changed"][0])).await;
    assert_eq!(undone.ok()["changed"][0]["after"]["tags"], Value::Null);

    let many: Vec<_> = (0..21).map(|n| format!("t{n}")).collect();
    for (what, field) in [
        (json!({ "add_tags": ["a,b"] }), "add_tags"),
        (json!({ "add_tags": [" "] }), "add_tags"),
        (json!({ "add_tags": many }), "add_tags"),
        (json!({ "remove_tags": ["x".repeat(41)] }), "remove_tags"),
        (json!({ "tags": "x".repeat(41) }), "tags"),
        (json!({ "assigned_to": stranger.user_id }), "assigned_to"),
    ] {
        let refused = world.post(&pat, path, change(&[&north], what)).await;
        let problem = refused.problem(422);
        assert!(problem["errors"][field].is_string(), "{field}: {problem}");
    }
    world
        .get(&pat, "/api/projects?assigned_to=me")
        .await
        .problem(422);
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
        (&labels("active"), &labels("review"))
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
    let edit = json!({ "changes": [{ "project_id": north, "description": " Corner lots ", "progress": 60 }] });
    let edited = world.post(&pat, path, edit).await.ok();
    let after = &edited["changed"][0]["after"];
    assert_eq!(
        (&after["description"], &after["progress"]),
        (&json!("Corner lots"), &json!(60))
    );
    let back = json!({ "project_id": north, "description": "", "progress": 20, "expected": after });
    let back = json!({ "changes": [back] });
    let undone = world.post(&pat, path, back.clone()).await.ok();
    let after = &undone["changed"][0]["after"];
    assert_eq!(
        (&after["description"], &after["progress"]),
        (&json!("No description provided"), &json!(20))
    );
    let late = world.post(&pat, path, back).await.ok();
    assert_eq!(late["left"], json!([north]));
    for (changes, field) in [
        (json!([]), "project_ids"),
        (json!([{ "project_id": north }]), "changes"),
        (json!([{ "project_id": north, "status": " " }]), "status"),
        (
            json!([{ "project_id": north, "project_name": " " }]),
            "project_name",
        ),
        (
            json!([{ "project_id": north, "progress": 101 }]),
            "progress",
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
