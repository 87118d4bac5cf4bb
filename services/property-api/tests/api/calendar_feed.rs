//! The calendar feed at its secret address.

use chrono::{Days, Utc};
use icalendar::{Calendar, Component as _, Event, EventStatus};
use property_api::calendar_feed::domain::FETCHES_AN_HOUR;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::letter_jobs::Site;
use crate::letter_register::{approve, set};
use crate::letter_signing::letter_of;
use crate::world::{World, event};

/// The path of a new address of the person.
pub async fn create(world: &World, pat: &Persona) -> String {
    let made = world.post(pat, "/calendar_feed", json!({})).await;
    let url = made["url"].as_str().unwrap();
    assert_eq!(url.rsplit('.').next(), Some("ics"), "{url}");
    let (_, path) = url.split_once("/property_api").unwrap();
    path.to_owned()
}

async fn fetch(world: &World, path: &str, tag: Option<&str>) -> Response {
    let mut request = world.anonymous(Method::GET, path);
    if let Some(tag) = tag {
        request = request.header(IF_NONE_MATCH, tag);
    }
    request.send().await.unwrap()
}

pub async fn read(world: &World, path: &str) -> (String, Calendar) {
    let answer = fetch(world, path, None).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let text = answer.text().await.unwrap();
    let calendar = text.parse().unwrap();
    (text, calendar)
}

pub fn find<'a>(calendar: &'a Calendar, words: &str) -> &'a Event {
    let said = |event: &&Event| event.get_summary().is_some_and(|text| text.contains(words));
    calendar.events().find(said).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_shows_tasks_steps_and_deadlines_and_follows_them() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let day = Utc::now()
        .date_naive()
        .checked_add_days(Days::new(10))
        .unwrap();
    site.make(&world, &pat, &json!({"expires_on": day})).await;
    let made = site.letters(&world, &pat).await;
    approve(&world, &pat, &made).await;
    let letter = letter_of(&world, &pat, &made[0]).await;
    let body = json!({"to": "sent", "version": letter["version"]});
    assert_eq!(set(&world, &pat, &letter, body).await.0, StatusCode::OK);
    let of_deal = json!({"project_id": letter["project_id"], "property_id": letter["property_id"]});
    let with = |more: Value| {
        let mut body = of_deal.clone();
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let people = json!({"people": [{"user_id": pat.user_id, "name": "Pat Roe"}]});
    world
        .main_api
        .on("GET", "/api/people", Answer::json(200, &people));
    let task =
        json!({"title": "Call, then visit", "due_on": "2026-12-01", "assigned_to": pat.user_id});
    let task = world.post(&pat, "/deal_tasks", with(task)).await;

    let path = create(&world, &pat).await;
    let (text, calendar) = read(&world, &path).await;
    assert_eq!(calendar.events().count(), 2, "{text}");
    let call = find(&calendar, "Call, then visit");
    assert_eq!(call.property_value("DTSTART"), Some("20261201"));
    assert_eq!(
        (call.get_sequence(), call.get_status()),
        (Some(0), Some(EventStatus::Confirmed))
    );
    let uid = call.get_uid().unwrap().to_owned();
    assert!(uid.starts_with(&format!("task-{}@", task["task_id"].as_str().unwrap())));
    let expiry = find(&calendar, "Letter expires");
    assert!(expiry.property_value("DTSTART").unwrap().ends_with("00Z"));
    assert!(
        expiry
            .get_description()
            .unwrap()
            .starts_with("17:00 Central Time\n")
    );
    // Neither prices nor people.
    let (token, _) = path
        .trim_start_matches("/calendar/")
        .split_once('.')
        .unwrap();
    for secret in [letter["owner_name"].as_str().unwrap_or("$"), "$", token] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let answer = fetch(&world, &path, None).await;
    let tag = answer.headers()[ETAG].to_str().unwrap().to_owned();
    assert_eq!(
        answer.headers()["content-type"],
        "text/calendar; charset=utf-8"
    );
    assert_eq!(answer.text().await.unwrap(), text, "the same bytes");
    let known = fetch(&world, &path, Some(&tag)).await;
    assert_eq!(known.status(), StatusCode::NOT_MODIFIED);

    let task_path = format!("/deal_tasks/{}", task["task_id"].as_str().unwrap());
    world
        .post(
            &pat,
            &task_path,
            json!({"version": 1, "due_on": "2026-12-02"}),
        )
        .await;
    let (_, calendar) = read(&world, &path).await;
    let call = find(&calendar, "Call, then visit");
    assert_eq!(call.property_value("DTSTART"), Some("20261202"));
    assert_eq!(
        (call.get_sequence(), call.get_uid()),
        (Some(1), Some(uid.as_str()))
    );
    world
        .post(&pat, &task_path, json!({"version": 2, "done": true}))
        .await;
    let (_, calendar) = read(&world, &path).await;
    let call = find(&calendar, "Call, then visit");
    assert_eq!(
        (call.get_sequence(), call.get_status()),
        (Some(2), Some(EventStatus::Cancelled))
    );
    world
        .sql("UPDATE calendar_entries SET changed_at = now() - interval '31 days' WHERE cancelled")
        .await;
    let (_, calendar) = read(&world, &path).await;
    assert_eq!(
        calendar.events().count(),
        1,
        "a removal is told for 30 days"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_ends_when_it_is_replaced_or_its_owner_leaves() {
    let world = World::start().await;
    let (pat, lee) = (Persona::user(), Persona::user());
    let none = world.get(&pat, "/calendar_feed", &[]).await;
    assert_eq!(none["created_at"], Value::Null);
    let first = create(&world, &pat).await;
    let second = create(&world, &pat).await;
    assert_eq!(
        fetch(&world, &first, None).await.status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(fetch(&world, &second, None).await.status(), StatusCode::OK);
    assert!(world.get(&pat, "/calendar_feed", &[]).await["created_at"].is_string());
    let (token, _) = second
        .trim_start_matches("/calendar/")
        .split_once('.')
        .unwrap();
    let stored = format!("SELECT 1 FROM calendar_feeds WHERE token_hash = '{token}'::bytea");
    assert!(world.rows(&stored).await.is_empty());
    for _ in 1..FETCHES_AN_HOUR {
        fetch(&world, &second, None).await;
    }
    assert_eq!(
        fetch(&world, &second, None).await.status(),
        StatusCode::TOO_MANY_REQUESTS
    );
    world.post(&pat, "/calendar_feed/end", json!({})).await;
    assert_eq!(
        fetch(&world, &second, None).await.status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        fetch(&world, "/calendar/x.ics", None).await.status(),
        StatusCode::NOT_FOUND
    );

    let theirs = create(&world, &lee).await;
    let subject = Uuid::new_v4().to_string();
    for (user, status) in [
        (pat.user_id, StatusCode::OK),
        (lee.user_id, StatusCode::NOT_FOUND),
    ] {
        let left = event(
            "user.deactivated",
            &subject,
            1,
            lee.customer_id,
            json!({"user_id": user}),
        );
        let handled = world.rows("SELECT count(*) AS n FROM inbox").await;
        world.hear(&left).await;
        world
            .wait_handled(handled[0]["n"].as_i64().unwrap() + 1)
            .await;
        assert_eq!(fetch(&world, &theirs, None).await.status(), status);
    }
    world.stop().await;
}
