//! Notes and tasks of deals.

use chrono::{DateTime, TimeDelta, Utc};
use property_api::deal_tasks::reminders::sweep;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, Reply};
use uuid::Uuid;

use crate::mail::heard;
use crate::world::{Parcel, World};

/// The query and the body that identify a deal.
pub async fn deal(
    world: &World,
    persona: &Persona,
) -> (Parcel, Vec<(&'static str, String)>, Value) {
    let parcel = world.parcel(persona).await;
    let project = [("project_id", parcel.project.to_string())];
    let id = world.get(persona, "/deals", &project).await["deals"][0]["property_id"].clone();
    let query = vec![
        project[0].clone(),
        ("property_id", id.as_str().unwrap().to_owned()),
    ];
    let body = json!({"project_id": parcel.project, "property_id": id});
    (parcel, query, body)
}

pub fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    body
}

pub async fn call(
    world: &World,
    persona: &Persona,
    method: Method,
    path: &str,
    body: Value,
) -> Reply {
    Reply::of(world.call(persona, method, path).json(&body)).await
}

#[tokio::test]
async fn notes_belong_to_their_author_and_admins() {
    let world = World::start().await;
    let (pat, ada) = (Persona::user(), Persona::admin());
    let colleague = Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    let admin = Persona {
        customer_id: pat.customer_id,
        ..ada
    };
    let stranger = Persona::admin();
    let (_, query, body) = deal(&world, &pat).await;
    for text in ["  ", "a\0b", &"x".repeat(5001)] {
        let (status, problem) = world
            .refused(&pat, "/deal_notes", with(&body, &json!({"text": text})))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(problem["errors"].get("text").is_some());
    }
    let note = world
        .post(
            &pat,
            "/deal_notes",
            with(&body, &json!({"text": " Owner is away. "})),
        )
        .await;
    assert_eq!(note["text"], "Owner is away.");
    let path = format!("/deal_notes/{}", note["note_id"].as_str().unwrap());
    let change = json!({"text": "Owner is back.", "version": 1});
    call(&world, &colleague, Method::PATCH, &path, change.clone())
        .await
        .problem(403);
    call(&world, &stranger, Method::PATCH, &path, change.clone())
        .await
        .problem(404);
    let edited = call(&world, &pat, Method::PATCH, &path, change.clone())
        .await
        .ok();
    assert!(edited["edited_at"].is_string());
    let conflict = call(&world, &admin, Method::PATCH, &path, change)
        .await
        .problem(409);
    assert_eq!(conflict["version"], 2);
    let listed = world.get(&colleague, "/deal_notes", &query).await;
    assert_eq!(listed["notes"][0]["text"], "Owner is back.");
    call(&world, &admin, Method::DELETE, &path, json!({}))
        .await
        .ok();
    call(&world, &pat, Method::DELETE, &path, json!({}))
        .await
        .problem(404);
    let listed = world.get(&pat, "/deal_notes", &query).await;
    assert_eq!(listed["notes"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn tasks_are_assigned_changed_and_done() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let (parcel, query, body) = deal(&world, &pat).await;
    let people = json!({"people": [{"user_id": pat.user_id, "name": "Pat Roe"}]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
    let task = |more: Value| {
        with(
            &body,
            &with(&json!({"title": "Call", "assigned_to": pat.user_id}), &more),
        )
    };
    for (field, more) in [
        ("title", json!({"title": " "})),
        ("assigned_to", json!({"assigned_to": Uuid::new_v4()})),
    ] {
        let (status, problem) = world.refused(&pat, "/deal_tasks", task(more)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(problem["errors"].get(field).is_some());
    }
    world.post(&pat, "/deal_tasks", task(json!({}))).await;
    let due = world
        .post(&pat, "/deal_tasks", task(json!({"due_on": "2026-01-02"})))
        .await;
    assert_eq!(
        (&due["assigned_to_name"], &due["done_at"]),
        (&json!("Pat Roe"), &Value::Null)
    );
    let mine = [("mine", "true".to_owned()), ("open", "true".to_owned())];
    let listed = world.get(&pat, "/deal_tasks", &mine).await;
    assert_eq!(
        listed["tasks"][0]["task_id"], due["task_id"],
        "those due first come first"
    );
    assert_eq!(listed["tasks"][1]["due_on"], Value::Null);
    let figures = world.get(&pat, "/pipeline", &query[..1]).await;
    assert_eq!(figures["tasks"], json!({"mine_open": 2}));

    let path = format!("/deal_tasks/{}", due["task_id"].as_str().unwrap());
    let done = json!({"done": true, "due_on": null, "version": 1});
    assert_eq!(
        world.refused(&stranger, &path, done.clone()).await.0,
        StatusCode::NOT_FOUND
    );
    let changed = world.post(&pat, &path, done.clone()).await;
    assert!(changed["done_at"].is_string());
    assert_eq!(
        (&changed["due_on"], &changed["version"]),
        (&Value::Null, &json!(2))
    );
    let (status, problem) = world.refused(&pat, &path, done).await;
    assert_eq!(
        (status, &problem["version"]),
        (StatusCode::CONFLICT, &json!(2))
    );
    let listed = world
        .get(&pat, "/deal_tasks", &[("open", "false".to_owned())])
        .await;
    assert_eq!(listed["tasks"].as_array().unwrap().len(), 1);
    for (words, found) in [("%", 0), ("no such title", 0)] {
        let query = [("q", words.to_owned())];
        let listed = world.get(&pat, "/deal_tasks", &query).await;
        assert_eq!(listed["total"], found, "{words}");
    }
    let title = due["title"].as_str().unwrap().to_uppercase();
    let words: Vec<_> = title.split(' ').rev().collect();
    let query = [("q", words.join(" "))];
    let found = world.get(&pat, "/deal_tasks", &query).await;
    let titles = found["tasks"].as_array().unwrap();
    assert!(!titles.is_empty());
    assert!(titles.iter().all(|task| task["title"] == due["title"]));
    let theirs = world.get(&stranger, "/deal_tasks", &query).await;
    assert_eq!(theirs["total"], 0);
    let nobody = world.get(&stranger, "/deal_tasks", &mine).await;
    assert_eq!(nobody["tasks"], json!([]));

    world.hear(&parcel.removed()).await;
    world.wait_handled(3).await;
    assert_eq!(
        world.get(&pat, "/deal_tasks", &mine).await["tasks"],
        json!([])
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn due_tasks_are_told_once_a_day() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, _, body) = deal(&world, &pat).await;
    let people = json!({"people": [{"user_id": pat.user_id, "name": "Pat Roe"}]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
    let task = |title: &str, due_on: &str| {
        let task = json!({"title": title, "due_on": due_on, "assigned_to": pat.user_id});
        with(&body, &task)
    };
    let call = world
        .post(&pat, "/deal_tasks", task("Call", "2026-12-01"))
        .await;
    let at = |time: &str| time.parse::<DateTime<Utc>>().unwrap();
    let (pool, url) = (&world.state.pool, "https://sitewright.example");
    let sweep = async |now| sweep(pool, url, now).await.unwrap();
    assert_eq!(sweep(at("2026-12-01T11:59:59Z")).await, 0, "the day before");
    let mut events = world.listen(&["tasks.due"]).await;
    let noon = at("2026-12-01T12:00:00Z");
    let (one, two) = tokio::join!(sweep(noon), sweep(noon));
    assert_eq!(one + two, 1, "of two replicas one");
    let told = heard(&mut events).await;
    assert_eq!(
        (
            &told["data"]["day"],
            &told["data"]["count"],
            &told["data"]["tasks"][0]["title"]
        ),
        (&json!("2026-12-01"), &json!(1), &json!("Call"))
    );
    world
        .post(&pat, "/deal_tasks", task("Visit", "2026-11-30"))
        .await;
    assert_eq!(sweep(noon).await, 0, "one message a day");
    assert_eq!(sweep(noon + TimeDelta::days(1)).await, 1);
    assert_eq!(heard(&mut events).await["data"]["count"], 2);
    let path = format!("/deal_tasks/{}", call["task_id"].as_str().unwrap());
    world
        .post(&pat, &path, json!({"version": 1, "done": true}))
        .await;
    assert_eq!(sweep(noon + TimeDelta::days(2)).await, 1);
    assert_eq!(
        heard(&mut events).await["data"]["tasks"][0]["title"],
        "Visit"
    );
    world.sql("UPDATE deal_tasks SET done_at = now()").await;
    assert_eq!(sweep(noon + TimeDelta::days(3)).await, 0);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn due_next_steps_are_told_like_tasks() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, _, body) = deal(&world, &pat).await;
    let people = json!({"people": [{"user_id": pat.user_id, "name": "Pat Roe"}]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
    let change = async |more: Value| {
        let of_deal =
            json!({"project_id": body["project_id"], "property_ids": [body["property_id"]]});
        let changed = world
            .post(&pat, "/deals/update", with(&of_deal, &more))
            .await;
        assert_eq!(changed["changed"].as_array().unwrap().len(), 1, "{changed}");
    };
    change(json!({"next_step": "Call the broker", "next_step_on": "2026-12-01"})).await;
    let waiting = "SELECT next_on FROM task_reminders";
    assert!(world.rows(waiting).await.is_empty(), "nobody is to be told");
    change(json!({"assigned_to": pat.user_id})).await;
    let at = |time: &str| time.parse::<DateTime<Utc>>().unwrap();
    let (pool, url) = (&world.state.pool, "https://sitewright.example");
    let sweep = async |now| sweep(pool, url, now).await.unwrap();
    assert_eq!(sweep(at("2026-12-01T11:59:59Z")).await, 0, "the day before");
    let mut events = world.listen(&["tasks.due"]).await;
    let noon = at("2026-12-01T12:00:00Z");
    let (one, two) = tokio::join!(sweep(noon), sweep(noon));
    assert_eq!(one + two, 1, "of two replicas one");
    let told = heard(&mut events).await["data"].clone();
    assert_eq!(
        (&told["count"], &told["step_count"]),
        (&json!(0), &json!(1))
    );
    let step = &told["steps"][0];
    assert_eq!(
        (&step["title"], &step["due_on"]),
        (&json!("Call the broker"), &json!("2026-12-01"))
    );
    let link = step["link"].as_str().unwrap();
    assert!(link.starts_with("https://sitewright.example/map?project_id="));
    for (filter, count) in [("2026-11-30", 0), ("2026-12-01", 1)] {
        let query = [
            ("mine", "true".to_owned()),
            ("next_step_to", filter.to_owned()),
        ];
        let due = world.get(&pat, "/deals", &query).await;
        assert_eq!(due["totals"]["count"], count, "{filter}");
    }

    // A later day is waited for.
    change(json!({"next_step_on": "2026-12-20"})).await;
    assert_eq!(sweep(noon + TimeDelta::days(1)).await, 0);
    assert_eq!(world.rows(waiting).await[0]["next_on"], "2026-12-20");
    assert_eq!(sweep(at("2026-12-20T12:00:00Z")).await, 1);
    assert_eq!(heard(&mut events).await["data"]["step_count"], 1);
    // Neither the step of a deal that is nobody's, nor of a property that is not in its project.
    change(json!({"assigned_to": null})).await;
    assert_eq!(sweep(at("2026-12-21T12:00:00Z")).await, 0);
    change(json!({"assigned_to": pat.user_id})).await;
    world.sql("UPDATE deals SET removed_at = now()").await;
    assert_eq!(sweep(at("2026-12-22T12:00:00Z")).await, 0);
    world.sql("UPDATE deals SET removed_at = NULL").await;
    assert_eq!(sweep(at("2026-12-23T12:00:00Z")).await, 1);
    world.stop().await;
}
