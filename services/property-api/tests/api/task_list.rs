//! Tasks of all deals: pages, days, people, and changes of many.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::deal_records::{deal, with};
use crate::mail::heard;
use crate::world::World;

/// A firm of two people with a deal, whose body identifies it.
async fn firm(world: &World) -> (Persona, Uuid, Value) {
    let pat = Persona::user();
    let kim = Uuid::new_v4();
    let (_, _, body) = deal(world, &pat).await;
    let people = json!({"people": [
        {"user_id": pat.user_id, "name": "Pat Roe"},
        {"user_id": kim, "name": "Kim Lee"},
    ]});
    let answer = Answer::json(200, &people);
    world.main_api.on("GET", "/api/people", answer);
    (pat, kim, body)
}

/// The titles of a list, in its order.
fn titles(listed: &Value) -> Vec<&str> {
    let tasks = listed["tasks"].as_array().unwrap();
    tasks
        .iter()
        .map(|task| task["title"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn tasks_are_listed_by_pages_and_filtered_by_day_and_person() {
    let world = World::start().await;
    let (pat, kim, body) = firm(&world).await;
    for (title, due_on, person) in [
        ("No day", Value::Null, pat.user_id.0),
        ("Late", json!("2026-12-03"), kim),
        ("Early", json!("2026-12-01"), pat.user_id.0),
        ("Early too", json!("2026-12-01"), pat.user_id.0),
    ] {
        let task = json!({"title": title, "due_on": due_on, "assigned_to": person});
        world.post(&pat, "/deal_tasks", with(&body, &task)).await;
    }
    let limit = ("limit", "3".to_owned());
    let page = [limit.clone()];
    let first = world.get(&pat, "/deal_tasks", &page).await;
    assert_eq!(titles(&first), ["Early", "Early too", "Late"]);
    assert_eq!(first["total"], 4);
    let cursor = first["next_cursor"].as_str().unwrap().to_owned();
    let last = world
        .get(&pat, "/deal_tasks", &[limit, ("cursor", cursor)])
        .await;
    assert_eq!(
        (titles(&last), &last["next_cursor"]),
        (vec!["No day"], &Value::Null)
    );

    let by = async |filter: &[(&str, &str)]| {
        let query: Vec<_> = filter
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        let listed = world.get(&pat, "/deal_tasks", &query).await;
        assert_eq!(listed["total"], titles(&listed).len());
        titles(&listed).join(", ")
    };
    assert_eq!(by(&[("due_to", "2026-12-02")]).await, "Early, Early too");
    assert_eq!(by(&[("due_from", "2026-12-02")]).await, "Late");
    assert_eq!(by(&[("assigned_to", &kim.to_string())]).await, "Late");
    let query = [("cursor", "bm9uZQ".to_owned())];
    let answer = world
        .call(&pat, reqwest::Method::GET, "/deal_tasks")
        .query(&query)
        .send()
        .await;
    let (status, problem) = crate::world::problem(answer.unwrap()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["errors"].get("cursor").is_some());
    world.stop().await;
}

#[tokio::test]
async fn words_are_searched_in_title_and_address_and_counted_over_all_pages() {
    let world = World::start().await;
    let (pat, _, body) = firm(&world).await;
    let mut conn = world.db.superuser().await;
    let firm_id = pat.customer_id;
    let sql = format!(
        "UPDATE properties SET address = '77 Main St', owner_name = 'Survey Trust' WHERE customer_id = '{firm_id}'"
    );
    conn.batch_execute(&sql).await.unwrap();
    for (title, due_on) in [
        ("Order the SURVEY", "2026-12-01"),
        ("Read the survey", "2026-12-02"),
        ("Call the owner", "2026-12-03"),
    ] {
        let task = json!({"title": title, "due_on": due_on, "assigned_to": pat.user_id});
        world.post(&pat, "/deal_tasks", with(&body, &task)).await;
    }
    let by = async |words: &str, limit: &str| {
        let query = [("q", words.to_owned()), ("limit", limit.to_owned())];
        world.get(&pat, "/deal_tasks", &query).await
    };
    let all = by("survey MAIN", "10").await;
    assert_eq!(titles(&all), ["Order the SURVEY", "Read the survey"]);
    assert_eq!(all["total"], 2, "the owner's name is not searched");
    let first = by("survey main", "1").await;
    assert_eq!((titles(&first).len(), &first["total"]), (1, &json!(2)));
    let query = [
        ("q", "survey main".to_owned()),
        ("limit", "1".to_owned()),
        ("cursor", first["next_cursor"].as_str().unwrap().to_owned()),
    ];
    let second = world.get(&pat, "/deal_tasks", &query).await;
    assert_eq!(titles(&second), ["Read the survey"]);
    assert_eq!(second["total"], 2);
    assert_eq!(by("77", "1").await["total"], 3);

    let removed =
        format!("UPDATE project_links SET removed_at = now() WHERE customer_id = '{firm_id}'");
    conn.batch_execute(&removed).await.unwrap();
    assert_eq!(by("survey main", "10").await["total"], 0);
    assert_eq!(world.get(&pat, "/deal_tasks", &[]).await["total"], 0);
    world.stop().await;
}

#[tokio::test]
async fn many_tasks_are_changed_each_by_itself_and_back() {
    let world = World::start().await;
    let (pat, kim, body) = firm(&world).await;
    let stranger = Persona::user();
    let mut ids = Vec::new();
    for title in ["One", "Two", "Three"] {
        let task = json!({"title": title, "assigned_to": pat.user_id});
        let task = world.post(&pat, "/deal_tasks", with(&body, &task)).await;
        ids.push(task["task_id"].clone());
    }
    let unknown = Uuid::new_v4();
    let changes = json!({"changes": [
        {"task_id": ids[0], "version": 1, "done": true},
        {"task_id": ids[1], "version": 1, "assigned_to": kim, "due_on": "2026-12-05"},
        {"task_id": ids[2], "version": 7, "done": true},
        {"task_id": unknown, "version": 1, "done": true},
    ]});
    let none = world
        .post(
            &stranger,
            "/deal_tasks/update",
            json!({"changes": [
                {"task_id": ids[0], "version": 1, "done": true},
            ]}),
        )
        .await;
    assert_eq!(none["tasks"], json!([]), "another firm has no such task");

    let mut events = world.listen(&["deal.changed"]).await;
    let answer = world.post(&pat, "/deal_tasks/update", changes).await;
    let tasks = answer["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 2);
    assert!(tasks[0]["done_at"].is_string());
    assert_eq!(
        (&tasks[1]["assigned_to_name"], &tasks[1]["due_on"]),
        (&json!("Kim Lee"), &json!("2026-12-05"))
    );
    let refused = answer["refused"].as_array().unwrap();
    let sentence = |id: &Value| {
        refused
            .iter()
            .find(|each| each["task_id"] == *id)
            .map(|each| each["sentence"].as_str().unwrap())
    };
    assert_eq!(
        sentence(&ids[2]),
        Some("This task was changed meanwhile. Please reload it.")
    );
    assert_eq!(sentence(&json!(unknown)), Some("Task not found."));
    assert_eq!(
        heard(&mut events).await["data"]["project_id"],
        body["project_id"]
    );

    let back = json!({"changes": [
        {"task_id": ids[0], "version": 2, "done": false},
        {"task_id": ids[1], "version": 2, "assigned_to": pat.user_id, "due_on": null},
    ]});
    let answer = world.post(&pat, "/deal_tasks/update", back).await;
    assert_eq!(answer["refused"], json!([]));
    assert_eq!(answer["tasks"][0]["done_at"], Value::Null);
    assert_eq!(answer["tasks"][1]["due_on"], Value::Null);

    let same = json!({"task_id": ids[0], "version": 3, "done": true});
    let many: Vec<Value> = (0..501)
        .map(|_| json!({"task_id": Uuid::new_v4(), "version": 1}))
        .collect();
    for changes in [json!([]), json!([same, same]), json!(many)] {
        let (status, problem) = world
            .refused(&pat, "/deal_tasks/update", json!({"changes": changes}))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(
            problem["errors"]["changes"],
            "Please choose 1 to 500 tasks, each of them once."
        );
    }
    world.stop().await;
}
