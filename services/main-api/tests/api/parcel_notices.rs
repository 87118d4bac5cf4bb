//! Digests by mail and feeds of parcel changes.

use chrono::{DateTime, Utc};
use main_api::parcel_watch::digest::send_due;
use messaging::Event;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, Reply, event_example, wait_for};

use crate::parcel_watch::{change, inbox, say};
use crate::search_matches::{search, tell};
use crate::world::{TEST_TIMEOUT, World};

/// A Monday morning after the digests of that day are due, far from the present, for which digests were made when the service started.
const MONDAY: &str = "2036-11-24T12:00:00Z";

fn after(days: i64) -> DateTime<Utc> {
    MONDAY.parse::<DateTime<Utc>>().unwrap() + chrono::Duration::days(days)
}

async fn send(world: &World, now: DateTime<Utc>) -> usize {
    send_due(world.db.pool(), &world.state.config, now)
        .await
        .unwrap()
}

/// The mails to this person, oldest first.
async fn mails(world: &World, who: &Persona, count: usize) -> Vec<String> {
    let folder = world.folder.path().join("mail");
    let read = || {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|e| e == "eml"))
            .collect();
        files.sort();
        let texts = files
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap());
        texts
            .filter(|text| text.contains(&who.email))
            .collect::<Vec<_>>()
    };
    wait_for(TEST_TIMEOUT, || async { read().len() == count }).await;
    read()
}

#[tokio::test]
async fn a_digest_is_mailed_once_when_there_is_something_unread() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let project = world.project(&pat, "East <Houston>").await;
    // Nothing to tell anybody.
    assert_eq!(send(&world, after(0)).await, 0);
    change(&world, &pat, &project).await;
    // Pat was looked after on this day already.
    assert_eq!(send(&world, after(0)).await, 0);
    assert_eq!(send(&world, after(1)).await, 1);
    assert_eq!(send(&world, after(1)).await, 0);
    let mail = mails(&world, &pat, 1).await.remove(0);
    assert!(
        mail.contains("Subject: 1 parcel of your projects has changed"),
        "{mail}"
    );
    let text = format!(
        "1, in East <Houston>\r\n  Zoning: unknown -> M-2\r\n  County, date unknown\r\n  http://sitewright.test/map?project_id={project}&ll_uuid="
    );
    assert!(mail.contains(&text), "{mail}");
    assert!(
        mail.contains("http://sitewright.test/profile?tab=notifications"),
        "{mail}"
    );
    assert!(
        mail.contains("Content-Type: text/html") && !mail.contains("stranger"),
        "{mail}"
    );
    // What was mailed is not mailed again, nor what was read.
    assert_eq!(send(&world, after(2)).await, 0);
    let read = change(&world, &pat, &project).await;
    let body = json!({ "change_id": read });
    world
        .post(&pat, "/api/read_parcel_changes", body)
        .await
        .ok();
    assert_eq!(send(&world, after(3)).await, 0);
    mails(&world, &stranger, 0).await;
    world.stop().await;
}

#[tokio::test]
async fn due_tasks_are_mailed_unless_digests_are_off() {
    let world = World::start().await;
    let (pat, lee) = (world.user().await, world.user().await);
    let off = json!({ "digest": "off" });
    world.put(&lee, "/api/parcel_watch", off).await.ok();
    for who in [&lee, &pat] {
        let mut data = event_example("tasks.due").data;
        data["user_id"] = json!(who.user_id);
        let event = Event::new("tasks.due", who.user_id, 1, who.customer_id, data);
        say(&world, event).await;
    }
    inbox(&world, 2).await;
    let mail = mails(&world, &pat, 1).await.remove(0);
    assert!(
        mail.contains("Subject: 1 task is due, 1 next step is due, 1 note mentions you"),
        "{mail}"
    );
    assert!(mail.contains("Closing (LOI-2026-0042)"), "{mail}");
    assert!(mail.contains("4017 Elm St, due today"), "{mail}");
    let step = "Call the broker\r\n  4017 Elm St, was due on November 30, 2026";
    assert!(mail.contains(step), "{mail}");
    assert!(mail.contains("Dana Fox, 4017 Elm St"), "{mail}");
    mails(&world, &lee, 0).await;
    world.stop().await;
}

#[tokio::test]
async fn a_digest_and_a_feed_tell_what_newly_matches_searches_and_what_changed() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East <Houston>").await;
    let land = search(&world, &pat, &project, "Land & lots").await;
    assert_eq!(send(&world, after(0)).await, 0);
    let told = tell(&world, &pat, land, 1).await;
    assert_eq!(send(&world, after(1)).await, 1);
    assert_eq!(send(&world, after(2)).await, 0);
    let mail = mails(&world, &pat, 1).await.remove(0);
    assert!(mail.contains("Subject: News of a saved search"), "{mail}");
    let link = format!("http://sitewright.test/map?project_id={project}&search_id={land}");
    let text = format!(
        "12 parcels newly match \"Land & lots\"; 9 that matched before changed, in East <Houston>\r\n  \
         Changed: owner of 5, last sale of 3, flood zone of 1, 1 split, merged or retired, 2 no longer match\r\n  Harris Central Appraisal District, data of 2026-11-01\r\n  {link}"
    );
    assert!(mail.contains(&text), "{mail}");
    let address = create(&world, &pat).await;
    let text = feed(&world, &address, None).await.text().await.unwrap();
    assert!(
        text.contains(&format!("<id>urn:sitewright:search-match:{told}</id>")),
        "{text}"
    );
    assert!(
        text.contains("<title>12 parcels newly match &quot;Land &amp; lots&quot;; 9 that matched before changed</title>"),
        "{text}"
    );
    assert!(text.contains(&link.replace('&', "&amp;")), "{text}");
    assert!(
        text.contains("<content type=\"text\">Changed: owner of 5, last sale of 3,"),
        "{text}"
    );

    // Together with a change of a parcel: one mail of both.
    change(&world, &pat, &project).await;
    tell(&world, &pat, land, 2).await;
    assert_eq!(send(&world, after(3)).await, 1);
    let mail = mails(&world, &pat, 2).await.remove(1);
    assert!(
        mail.contains("1 parcel of your projects has changed, and news of a"),
        "{mail}"
    );
    assert_eq!(send(&world, after(4)).await, 0);
    world.stop().await;
}

#[tokio::test]
async fn digests_are_daily_weekly_or_off() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    let settings = world.get(&pat, "/api/parcel_watch").await.ok();
    assert_eq!(
        settings,
        json!({ "digest": "daily", "feed_created_at": null })
    );
    let choose = async |digest: &str| {
        let chosen = world
            .put(&pat, "/api/parcel_watch", json!({ "digest": digest }))
            .await
            .ok();
        assert_eq!(chosen["digest"], digest);
    };
    choose("weekly").await;
    assert_eq!(send(&world, after(0)).await, 0);
    change(&world, &pat, &project).await;
    assert_eq!(send(&world, after(6)).await, 0);
    assert_eq!(send(&world, after(7)).await, 1);
    choose("off").await;
    change(&world, &pat, &project).await;
    assert_eq!(send(&world, after(14)).await, 0);
    // What changed while it was off is not mailed later.
    choose("daily").await;
    assert_eq!(send(&world, after(15)).await, 0);
    change(&world, &pat, &project).await;
    world.sql("UPDATE users SET active = false").await;
    assert_eq!(send(&world, after(16)).await, 0);
    let wrong = json!({ "digest": "hourly" });
    world
        .put(&pat, "/api/parcel_watch", wrong)
        .await
        .problem(422);
    world.stop().await;
}

async fn feed(world: &World, url: &str, known: Option<&str>) -> Response {
    let path = url.strip_prefix("http://sitewright.test").unwrap();
    let mut call = world.anonymous(Method::GET, path);
    if let Some(known) = known {
        call = call.header("if-none-match", known);
    }
    call.send().await.unwrap()
}

async fn create(world: &World, who: &Persona) -> String {
    let made = world
        .post(who, "/api/create_parcel_feed", json!({}))
        .await
        .ok();
    made["url"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_feed_shows_the_changes_of_its_owners_firm_at_a_secret_address() {
    let world = World::start().await;
    let (pat, lee) = (world.user().await, world.user().await);
    let (east, west) = (
        world.project(&pat, "East <Houston>").await,
        world.project(&lee, "West").await,
    );
    let (ours, theirs) = (
        change(&world, &pat, &east).await,
        change(&world, &lee, &west).await,
    );
    let first = create(&world, &pat).await;
    let answer = feed(&world, &first, None).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let header =
        |answer: &Response, name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(
        header(&answer, "content-type"),
        "application/atom+xml; charset=utf-8"
    );
    assert_eq!(header(&answer, "cache-control"), "private, max-age=300");
    let tag = header(&answer, "etag");
    let text = answer.text().await.unwrap();
    let id = |change: i64| format!("<id>urn:sitewright:parcel-change:{change}</id>");
    assert!(
        text.contains(&id(ours)) && !text.contains(&id(theirs)),
        "{text}"
    );
    assert!(
        text.contains("<title>1: Zoning: unknown -&gt; M-2</title>"),
        "{text}"
    );
    assert!(text.contains("East &lt;Houston&gt;"), "{text}");
    assert_eq!(
        feed(&world, &first, Some(&tag)).await.status(),
        StatusCode::NOT_MODIFIED
    );
    change(&world, &pat, &east).await;
    assert_eq!(
        feed(&world, &first, Some(&tag)).await.status(),
        StatusCode::OK
    );

    // A new address ends the old one; the database has neither.
    let second = create(&world, &pat).await;
    assert_eq!(
        feed(&world, &first, None).await.status(),
        StatusCode::NOT_FOUND
    );
    assert_eq!(feed(&world, &second, None).await.status(), StatusCode::OK);
    let token = second.rsplit('/').next().unwrap();
    let stored = format!("SELECT 1 FROM parcel_feeds WHERE token_hash = '{token}'::bytea");
    assert!(world.rows(&stored).await.is_empty());
    let kept = world.get(&pat, "/api/parcel_watch").await.ok();
    assert!(kept["feed_created_at"].is_string());
    let ended = world
        .post(&pat, "/api/revoke_parcel_feed", json!({}))
        .await
        .ok();
    assert_eq!(ended["feed_created_at"], Value::Null);
    assert_eq!(
        feed(&world, &second, None).await.status(),
        StatusCode::NOT_FOUND
    );
    let wrong = Reply::of(world.anonymous(Method::GET, "/api/parcel_feed/x")).await;
    assert_eq!(wrong.problem(404)["code"], "parcel_feed.not_found");

    let last = create(&world, &lee).await;
    world.sql("UPDATE users SET active = false").await;
    assert_eq!(
        feed(&world, &last, None).await.status(),
        StatusCode::NOT_FOUND
    );
    world.stop().await;
}
