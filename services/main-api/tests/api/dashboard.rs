use messaging::Event;
use serde_json::{Value, json};
use test_support::{Persona, event_example};
use uuid::Uuid;

use crate::parcel_watch::{listen, next, say};
use crate::world::World;

#[tokio::test]
async fn figures_are_the_firms_own() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    world.project(&stranger, "Others").await;
    let empty = world.get(&pat, "/api/dashboard").await.ok();
    assert_eq!(
        empty,
        json!({ "total_contacts": 0, "companies": 0, "active_projects": 0, "growth_rate": null, "recent_activity": [] })
    );
    let (one, two) = (
        world.project(&pat, "One").await,
        world.project(&pat, "Two").await,
    );
    world.marker(&pat, &one, "1").await;
    world
        .post(
            &pat,
            "/api/update_project",
            json!({ "project_id": two, "status": "planning" }),
        )
        .await
        .ok();
    world
        .post(&pat, "/api/add_company", json!({ "company_name": "Acme" }))
        .await
        .ok();
    world
        .sql(&format!(
            "UPDATE projects SET created_at = now() - interval '40 days' WHERE project_id = '{two}'"
        ))
        .await;
    let figures = world.get(&pat, "/api/dashboard").await.ok();
    assert_eq!(
        (&figures["companies"], &figures["active_projects"]),
        (&json!(1), &json!(1))
    );
    // One project and one property now, one project before.
    assert_eq!(figures["growth_rate"], json!(100.0));
    assert_eq!(figures["recent_activity"][0]["kind"], "company.created");
    // A project that was deleted a moment ago is not in the list either.
    world
        .post(&pat, "/api/delete_project", json!({ "project_id": one }))
        .await
        .ok();
    let figures = world.get(&pat, "/api/dashboard").await.ok();
    let active = world
        .get(&pat, "/api/projects?status=active&limit=10")
        .await
        .ok();
    assert_eq!(
        (&figures["active_projects"], &active["total"]),
        (&json!(0), &json!(0))
    );
    world.stop().await;
}

#[tokio::test]
async fn activities_are_paged_newest_first() {
    let world = World::start().await;
    let pat = world.user().await;
    for name in ["One", "Two", "Three"] {
        world.project(&pat, name).await;
    }
    let first = world.get(&pat, "/api/activity?limit=2").await.ok();
    assert_eq!(
        first["activities"][0]["text"],
        "Project 'Three' was created."
    );
    assert!(
        first["activities"][0]["link"]
            .as_str()
            .unwrap()
            .starts_with("/map?project_id=")
    );
    assert_eq!(first["activities"][0]["actor"], "Pat");
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = world
        .get(&pat, &format!("/api/activity?cursor={cursor}"))
        .await
        .ok();
    assert_eq!(second["activities"].as_array().unwrap().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn actions_in_other_services_are_listed_and_shown() {
    let world = World::start().await;
    let (pat, lee) = (world.user().await, world.user().await);
    let mut heard = listen(&world, &["activity.added"]).await;
    let data = event_example("activity.reported").data;
    for actor in [Some(pat.user_id), None] {
        let project = Uuid::new_v4();
        let mut said = Event::new(
            "activity.reported",
            project,
            1,
            pat.customer_id,
            data.clone(),
        );
        said.actor_id = actor;
        say(&world, said).await;
        assert_eq!(next(&mut heard).await.customerid, pat.customer_id);
    }
    let list = world.get(&pat, "/api/activity").await.ok();
    let [by_nobody, by_pat] = list["activities"].as_array().unwrap().as_slice() else {
        panic!("{list}");
    };
    assert_eq!(
        (&by_pat["text"], &by_pat["link"]),
        (&data["text"], &data["link"])
    );
    assert_eq!(by_pat["actor"], "Pat");
    assert_eq!(by_nobody["actor"], Value::Null);
    let others = world.get(&lee, "/api/activity").await.ok();
    assert_eq!(others["activities"], json!([]));
    world.stop().await;
}

/// Text and link of the activities, newest first.
async fn told(world: &World, who: &Persona) -> Vec<(String, String)> {
    let list = world.get(who, "/api/activity").await.ok();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let all = list["activities"].as_array().unwrap().iter();
    all.map(|of| {
        assert_eq!(of["actor"], "Pat", "{of}");
        (text(&of["text"]), text(&of["link"]))
    })
    .collect()
}

#[tokio::test]
async fn what_was_done_with_a_record_leads_to_it() {
    let world = World::start().await;
    let pat = world.user().await;
    let post = async |path: &str, body: Value| world.post(&pat, path, body).await.ok();
    let body = json!({ "first_name": "Ann", "last_name": "Lee", "email": "ann@lee.example" });
    let ann = post("/api/add_contact", body).await["contact_id"].clone();
    let body = json!({ "company_name": "Acme" });
    let acme = post("/api/add_company", body).await["company_id"].clone();
    // An edit of a field is no activity; that somebody is responsible now is one.
    let body = json!({ "contact_id": ann, "notes": "Mornings." });
    post("/api/update_contact", body).await;
    let body = json!({ "contact_id": ann, "assigned_to": "Maya Chen" });
    post("/api/update_contact", body).await;
    let add_tag = json!({ "kind": "add_tags", "tags": ["vip"] });
    let body = json!({ "contact_ids": [ann], "change": add_tag });
    post("/api/change_contacts", body).await;
    let body = json!({ "company_ids": [acme], "change": add_tag });
    post("/api/change_companies", body).await;
    post("/api/delete_contact", json!({ "contact_id": ann })).await;
    post("/api/restore_contact", json!({ "contact_id": ann })).await;
    let body = json!({ "company_ids": [acme], "change": { "kind": "remove" } });
    post("/api/change_companies", body).await;
    let contact = format!("/contacts?contact_id={}", ann.as_str().unwrap());
    let company = format!("/companies?company_id={}", acme.as_str().unwrap());
    let expected: [(&str, &str); 8] = [
        ("1 company was removed.", "/companies"),
        ("Ann Lee was restored to the contacts.", &contact),
        ("Ann Lee was removed from the contacts.", "/contacts"),
        ("1 company got the tag vip.", &company),
        ("1 contact got the tag vip.", &contact),
        ("Ann Lee was assigned to Maya Chen.", &contact),
        ("Acme was added to the companies.", &company),
        ("Ann Lee was added to the contacts.", &contact),
    ];
    let expected = expected.map(|(text, link)| (text.to_owned(), link.to_owned()));
    assert_eq!(told(&world, &pat).await, expected);
    world.stop().await;
}

#[tokio::test]
async fn a_removed_parcel_leads_to_its_project() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    let (one, two) = (
        world.marker(&pat, &project, "1").await,
        world.marker(&pat, &project, "2").await,
    );
    world
        .post(&pat, "/api/remove_marker", json!({ "marker_id": one }))
        .await
        .ok();
    let body = json!({ "project_id": project, "marker_ids": [two] });
    world.post(&pat, "/api/remove_markers", body).await.ok();
    let link = format!("/map?project_id={project}");
    let expected = [
        "1 parcel was removed from East.",
        "100 Main St was removed from East.",
    ];
    let expected = expected.map(|text| (text.to_owned(), link.clone()));
    assert_eq!(told(&world, &pat).await[..2], expected);
    world.stop().await;
}
