//! What the firm's list of recent activity is told of deals, tasks, offers and templates.

use messaging::BroadcastStream;
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::deal_records::with;
use crate::letter_jobs::Site;
use crate::letter_templates::{created, path_of};
use crate::mail::heard;
use crate::world::World;

const KIM: Uuid = Uuid::from_u128(7);

/// The firm's people.
fn people(world: &World, pat: &Persona) {
    let people = json!({"people": [{"user_id": KIM, "name": "Kim Lee"}, {"user_id": pat.user_id, "name": "Pat Roe"}]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
}

/// The next report, so nothing was reported between it and the one before.
async fn assert_told(events: &mut BroadcastStream, kind: &str, text: &str, link: &str) {
    let said = heard(events).await;
    let expected = json!({"kind": kind, "text": text, "link": link});
    assert_eq!(said["data"], expected);
}

#[tokio::test]
async fn who_got_deals_is_told_once_for_all_of_them() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    people(&world, &pat);
    let mut events = world.listen(&["activity.reported"]).await;
    let update = async |of: &[Uuid], change: Value| {
        let which = json!({"project_id": site.project, "property_ids": of});
        world
            .post(&pat, "/deals/update", with(&which, &change))
            .await
    };
    let project = site.project;
    update(&site.ids, json!({"assigned_to": KIM})).await;
    let link = format!("/deals?project_id={project}&assigned_to={KIM}");
    let text = "3 deals were assigned to Kim Lee.";
    assert_told(&mut events, "deals.assigned", text, &link).await;
    // The same person again, and a field of a list: neither is told.
    let change = json!({"assigned_to": KIM, "next_step": "Call", "add_tags": ["vip"]});
    update(&site.ids, change).await;
    update(&site.ids[..1], json!({"assigned_to": null})).await;
    let link = format!("/property/P-1?project_id={project}");
    let text = "1 Elm St was assigned to nobody.";
    assert_told(&mut events, "deals.assigned", text, &link).await;
    let query = [("project_id", project.to_string())];
    let stages = world.get(&pat, "/deal_stages", &query).await;
    let contacted = json!({"stage_id": stages["stages"][1]["stage_id"]});
    update(&site.ids[1..2], contacted).await;
    let link = format!("/property/P-2?project_id={project}");
    let text = "2 Elm St was moved to Contacted.";
    assert_told(&mut events, "deals.moved", text, &link).await;
    world.stop().await;
}

#[tokio::test]
async fn who_got_a_task_from_somebody_else_is_told() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    people(&world, &pat);
    let mut events = world.listen(&["activity.reported"]).await;
    let add = async |title: &str, who: Uuid| {
        let body = json!({"project_id": site.project, "property_id": site.ids[0], "title": title, "assigned_to": who});
        world.post(&pat, "/deal_tasks", body).await["task_id"].clone()
    };
    let me = pat.user_id.0;
    let (one, two, three) = (
        add("One", me).await,
        add("Two", me).await,
        add("Three", me).await,
    );
    add("Call", KIM).await;
    let property = format!("/property/P-1?project_id={}", site.project);
    let text = "Task 'Call' for 1 Elm St was assigned to Kim Lee.";
    assert_told(&mut events, "tasks.assigned", text, &property).await;
    let path = format!("/deal_tasks/{}", one.as_str().unwrap());
    let done = json!({"done": true, "version": 1});
    world.post(&pat, &path, done).await;
    let given = json!({"assigned_to": KIM, "version": 2});
    world.post(&pat, &path, given).await;
    let text = "Task 'One' for 1 Elm St was assigned to Kim Lee.";
    assert_told(&mut events, "tasks.assigned", text, &property).await;
    let given = |task: &Value| json!({"task_id": task, "assigned_to": KIM, "version": 1});
    let changes = json!({"changes": [given(&two), given(&three)]});
    world.post(&pat, "/deal_tasks/update", changes).await;
    let link = format!("/tasks?person={KIM}");
    let text = "2 tasks were assigned to Kim Lee.";
    assert_told(&mut events, "tasks.assigned", text, &link).await;
    world.stop().await;
}

#[tokio::test]
async fn offers_that_people_set_and_published_templates_are_told() {
    let world = World::start().await;
    let pat = Persona::user();
    let admin = Persona {
        customer_id: pat.customer_id,
        ..Persona::admin()
    };
    let site = Site::new(&world, &pat, 1).await;
    let mut events = world.listen(&["activity.reported"]).await;
    let set = async |field: &str, value: Value| {
        let body = json!({"parcel_number": "P-1", "project_id": site.project, field: value});
        world.post(&pat, &format!("/update_{field}"), body).await
    };
    let undo = async |edit: &Value| {
        let body = json!({"edit_id": edit["edit_id"]});
        world.post(&pat, "/undo_value_edit", body).await;
    };
    let link = format!("/property/P-1?project_id={}", site.project);
    set("offer_value", json!(1_250_000)).await;
    let text = "The offer for 1 Elm St is now $1,250,000.";
    assert_told(&mut events, "offer.set", text, &link).await;
    // Neither the same amount, which the screen stores before a letter, nor a recalculation.
    set("offer_value", json!(1_250_000)).await;
    let market = set("market_value", json!(900_000)).await;
    assert_eq!(market["property"]["offer_value"], 1_043_000);
    let cleared = set("offer_value", Value::Null).await;
    let text = "The offer for 1 Elm St was cleared.";
    assert_told(&mut events, "offer.set", text, &link).await;
    undo(&cleared).await;
    let text = "The offer for 1 Elm St is now $1,043,000.";
    assert_told(&mut events, "offer.set", text, &link).await;
    undo(&market).await;

    let template = created(&world, &admin, "Industrial").await;
    let body = json!({"version": template["version"]});
    let path = format!("{}/publish", path_of(&template));
    world.post(&admin, &path, body).await;
    let id = template["template_id"].as_str().unwrap();
    let link = format!("/letters/template?template_id={id}");
    let text = "Template 'Industrial' was published as version 1.";
    assert_told(&mut events, "letter_template.published", text, &link).await;
    world.stop().await;
}
