//! Deadlines of letters: their dates, and the tasks that follow them.

use chrono::{Days, NaiveDate, Utc};
use letter_of_intent::Zone;
use property_api::letter_register::expiry_sweep::sweep;
use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::letter_jobs::Site;
use crate::letter_links::path_of;
use crate::letter_register::{approve, set};
use crate::letter_signing::letter_of;
use crate::world::World;

/// In the property's zone.
pub fn today() -> NaiveDate {
    Zone::Chicago.local(Utc::now()).date()
}

pub fn later(day: NaiveDate, days: u64) -> String {
    day.checked_add_days(Days::new(days)).unwrap().to_string()
}

/// An approved letter that expires in ten days, handed over.
async fn sent(world: &World, pat: &Persona, site: &Site) -> Value {
    let expires_on = later(today(), 10);
    site.make(world, pat, &json!({"expires_on": expires_on}))
        .await;
    let made = site.letters(world, pat).await;
    approve(world, pat, &made).await;
    to(world, pat, &made[0], "sent").await
}

async fn to(world: &World, pat: &Persona, letter: &Value, state: &str) -> Value {
    let letter = letter_of(world, pat, letter).await;
    let body = json!({"to": state, "version": letter["version"]});
    let (status, changed) = set(world, pat, &letter, body).await;
    assert_eq!(status, StatusCode::OK, "{changed}");
    changed
}

pub fn dates(psa: Option<String>, materials: Option<String>, version: &Value) -> Value {
    let (psa, materials) = (Value::from(psa), Value::from(materials));
    json!({"psa_executed_on": psa, "materials_delivered_on": materials, "version": version})
}

/// Deadline by title, day, whether it is done.
pub async fn tasks(world: &World, pat: &Persona) -> Vec<(String, String, bool)> {
    let listed = world.get(pat, "/deal_tasks", &[]).await;
    let row = |task: &Value| {
        let title = task["title"].as_str().unwrap();
        let label = title.split(" (LOI").next().unwrap().to_owned();
        let day = task["due_on"].as_str().unwrap().to_owned();
        (label, day, !task["done_at"].is_null())
    };
    listed["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .map(row)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_follow_the_dates_of_a_letter() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 1).await;
    let letter = sent(&world, &pat, &site).await;
    let day = today();
    let expiry = ("Letter expires".to_owned(), later(day, 10), false);
    assert_eq!(tasks(&world, &pat).await, std::slice::from_ref(&expiry));
    let shown = letter_of(&world, &pat, &letter).await;
    let closing = &shown["deadlines"][3];
    assert_eq!(
        (&closing["name"], &closing["on"], &closing["words"]),
        (
            &json!("closing"),
            &Value::Null,
            &json!("30 days after the Feasibility Date: date not yet known")
        )
    );

    let path = path_of(&letter, "/dates");
    let version = &letter["version"];
    for (psa, field) in [(later(day, 1), "psa_executed_on")] {
        let (status, said) = world
            .refused(&pat, &path, dates(Some(psa), None, version))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let good = dates(Some(day.to_string()), Some(day.to_string()), version);
    let (status, _) = world.refused(&stranger, &path, good.clone()).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let changed = world.post(&pat, &path, good.clone()).await;
    let (status, said) = world.refused(&pat, &path, good).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_changed"))
    );
    let shown = letter_of(&world, &pat, &letter).await;
    assert_eq!(shown["deadlines"][3]["on"], later(day, 90));
    assert_eq!(shown["dates"]["psa_executed_on"], day.to_string());
    assert_eq!(shown["dates"]["refusal"], Value::Null);
    let labels: Vec<String> = tasks(&world, &pat)
        .await
        .into_iter()
        .map(|(label, _, _)| label)
        .collect();
    assert_eq!(
        labels,
        [
            "Earnest money due",
            "Letter expires",
            "Due diligence ends (Feasibility Date)",
            "Non-refundable deposit due",
            "Closing",
            "Closing, if extended",
        ]
    );
    let listed = world.get(&pat, "/deal_tasks", &[]).await;
    let first = &listed["tasks"][0];
    assert_eq!(
        (&first["letter_number"], &first["created_by_name"]),
        (&letter["number"], &json!("The system"))
    );
    assert_eq!(first["assigned_to"], json!(pat.user_id));

    // What the letter says is not changed at the task; who does it is.
    let task = format!("/deal_tasks/{}", first["task_id"].as_str().unwrap());
    for (field, body) in [
        ("due_on", json!({"version": 1, "due_on": "2030-01-01"})),
        ("title", json!({"version": 1, "title": "Other"})),
    ] {
        let (status, said) = world.refused(&pat, &task, body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let done = world
        .post(&pat, &task, json!({"version": 1, "done": true}))
        .await;
    assert!(done["done_at"].is_string());

    // Delivery is taken back: what is counted from it has no day.
    let body = dates(Some(day.to_string()), None, &changed["version"]);
    world.post(&pat, &path, body).await;
    let open = world
        .get(&pat, "/deal_tasks", &[("open", "true".to_owned())])
        .await;
    assert_eq!(open["tasks"].as_array().unwrap().len(), 1, "{open}");
    let version = letter_of(&world, &pat, &letter).await["version"].clone();
    let body = dates(Some(day.to_string()), Some(day.to_string()), &version);
    world.post(&pat, &path, body).await;
    let open = |tasks: &[(String, String, bool)]| tasks.iter().filter(|task| !task.2).count();
    assert_eq!(
        open(&tasks(&world, &pat).await),
        5,
        "the done one stays done"
    );

    // The expiry moves, and ends with a signature; the rest goes on.
    let version = letter_of(&world, &pat, &letter).await["version"].clone();
    let moved = json!({"expires_on": later(day, 20), "version": version});
    world.post(&pat, &path_of(&letter, "/expiry"), moved).await;
    let expiry = (expiry.0, later(day, 20), false);
    assert!(tasks(&world, &pat).await.contains(&expiry));
    to(&world, &pat, &letter, "signed").await;
    let expiry = (expiry.0, expiry.1, true);
    let all = tasks(&world, &pat).await;
    assert!(all.contains(&expiry), "{all:?}");
    assert_eq!(open(&all), 4);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_close_when_a_letter_ends() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let letter = sent(&world, &pat, &site).await;
    let day = today().to_string();
    let body = dates(Some(day.clone()), Some(day.clone()), &letter["version"]);
    let path = path_of(&letter, "/dates");
    world.post(&pat, &path, body).await;
    assert_eq!(tasks(&world, &pat).await.len(), 6);
    let end = letter["expires_at"].as_str().unwrap().parse().unwrap();
    assert_eq!(sweep(&world.state.pool, end).await.unwrap(), 1);
    let all = tasks(&world, &pat).await;
    assert!(all.iter().all(|task| task.2), "{all:?}");
    let closed = world.get(&pat, "/deal_tasks", &[]).await;
    assert_eq!(closed["tasks"][0]["done_by_name"], Value::Null);
    let shown = letter_of(&world, &pat, &letter).await;
    assert_eq!(shown["dates"]["refusal"], "The letter is settled.");
    let body = dates(Some(day), None, &shown["version"]);
    let (status, said) = world.refused(&pat, &path, body).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_refused"))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_ends_the_task() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let letter = sent(&world, &pat, &site).await;
    let shown = letter_of(&world, &pat, &letter).await;
    let body = json!({"version": shown["version"]});
    world.post(&pat, &path_of(&letter, "/withdraw"), body).await;
    let all = tasks(&world, &pat).await;
    assert_eq!(all.len(), 1);
    assert!(all[0].2, "{all:?}");
    let (status, _) = world
        .refused(
            &pat,
            &path_of(&letter, "/dates"),
            dates(None, None, &json!(0)),
        )
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tasks_follow_the_person_of_their_deal_until_somebody_chooses() {
    let world = World::start().await;
    let pat = Persona::user();
    let (dana, lee) = (Uuid::new_v4(), Uuid::new_v4());
    let people = json!({"people": [
        {"user_id": pat.user_id, "name": "Pat Roe"},
        {"user_id": dana, "name": "Dana Fox"},
        {"user_id": lee, "name": "Lee Ward"},
    ]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
    let site = Site::new(&world, &pat, 1).await;
    let letter = sent(&world, &pat, &site).await;
    let day = today().to_string();
    let body = dates(Some(day), None, &letter["version"]);
    world.post(&pat, &path_of(&letter, "/dates"), body).await;
    let (project, property) = (&letter["project_id"], &letter["property_id"]);
    let by_hand = json!({"project_id": project, "property_id": property, "title": "Call", "assigned_to": pat.user_id});
    world.post(&pat, "/deal_tasks", by_hand).await;
    let assign = async |user: Value| {
        let body = json!({"project_id": project, "property_ids": [property], "assigned_to": user});
        world.post(&pat, "/deals/update", body).await
    };
    let people_of = async || {
        let listed = world.get(&pat, "/deal_tasks", &[]).await;
        let mut people = Vec::new();
        for title in ["Earnest money due", "Letter expires", "Call"] {
            let tasks = listed["tasks"].as_array().unwrap();
            let is_of = |task: &&Value| task["title"].as_str().unwrap().starts_with(title);
            people.push(tasks.iter().find(is_of).unwrap()["assigned_to"].clone());
        }
        json!(people)
    };
    let (pat_id, dana_id, lee_id) = (json!(pat.user_id), json!(dana), json!(lee));
    assert_eq!(people_of().await, json!([pat_id, pat_id, pat_id]));
    let to_dana = assign(dana_id.clone()).await;
    assert_eq!(people_of().await, json!([dana_id, dana_id, pat_id]));
    let undo = json!({"command_id": to_dana["command_id"]});
    world.post(&pat, "/deals/undo", undo).await;
    assert_eq!(people_of().await, json!([pat_id, pat_id, pat_id]), "undone");
    assign(dana_id.clone()).await;

    // Saving the same person chooses nobody; another person does.
    let listed = world.get(&pat, "/deal_tasks", &[]).await;
    let task = |title: &str| {
        let tasks = listed["tasks"].as_array().unwrap();
        let is_of = |task: &&Value| task["title"].as_str().unwrap().starts_with(title);
        tasks.iter().find(is_of).unwrap().clone()
    };
    for (title, person) in [("Earnest money due", lee), ("Letter expires", dana)] {
        let task = task(title);
        let path = format!("/deal_tasks/{}", task["task_id"].as_str().unwrap());
        let body = json!({"version": task["version"], "assigned_to": person});
        world.post(&pat, &path, body).await;
    }
    assign(json!(null)).await;
    assert_eq!(people_of().await, json!([lee_id, pat_id, pat_id]));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_version_takes_over_the_tasks() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let letter = sent(&world, &pat, &site).await;
    let shown = letter_of(&world, &pat, &letter).await;
    let body = json!({"version": shown["version"], "html": shown["html"], "price": 1_300_000, "request_key": Uuid::new_v4()});
    let copy = world.post(&pat, &path_of(&letter, "/copy"), body).await;
    let open = async || {
        let listed = world
            .get(&pat, "/deal_tasks", &[("open", "true".to_owned())])
            .await;
        let tasks = listed["tasks"].as_array().unwrap().clone();
        let letters = tasks.iter().map(|task| task["letter_id"].clone());
        letters.collect::<Value>()
    };
    assert_eq!(
        open().await,
        json!([letter["letter_id"]]),
        "it is not sent yet"
    );
    approve(&world, &pat, std::slice::from_ref(&copy)).await;
    to(&world, &pat, &copy, "sent").await;
    assert_eq!(open().await, json!([copy["letter_id"]]));
    let all = world.get(&pat, "/deal_tasks", &[]).await;
    let tasks = all["tasks"].as_array().unwrap();
    let earlier = tasks
        .iter()
        .find(|task| task["letter_id"] == letter["letter_id"]);
    let earlier = earlier.unwrap();
    assert!(earlier["done_at"].is_string(), "{earlier}");
    assert_eq!(earlier["done_by_name"], Value::Null);
    world.stop().await;
}
