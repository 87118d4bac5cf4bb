//! Expiry of letters: set by the firm, swept once, against signatures.

use chrono::{DateTime, TimeDelta, Utc};
use property_api::letter_register::expiry_sweep::sweep;
use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::Persona;

use crate::letter_jobs::Site;
use crate::letter_links::{letters, link, path_of, token};
use crate::letter_register::{approve, set};
use crate::letter_signing::{certain, letter_of, sign};
use crate::mail::heard;
use crate::world::World;

fn in_days(days: i64) -> String {
    let day = (Utc::now() + TimeDelta::days(days)).date_naive();
    day.to_string()
}

fn instant(letter: &Value) -> DateTime<Utc> {
    letter["expires_at"].as_str().unwrap().parse().unwrap()
}

fn kinds(letter: &Value) -> Vec<&str> {
    let events = letter["events"].as_array().unwrap();
    events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect()
}

/// A letter that was handed over.
async fn hand_over(world: &World, pat: &Persona, letter: &Value) -> Value {
    let letter = letter_of(world, pat, letter).await;
    let body = json!({"to": "sent", "version": letter["version"]});
    let (status, sent) = set(world, pat, &letter, body).await;
    assert_eq!(status, StatusCode::OK, "{sent}");
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_expires_once_at_its_hour() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let day = in_days(10);
    site.make(&world, &pat, &json!({"expires_on": day})).await;
    let made = site.letters(&world, &pat).await;
    approve(&world, &pat, &made).await;
    let expiry = &made[0]["expiry"];
    let said = json!({"on": day, "time": "17:00", "zone": "America/Chicago", "zone_name": "Central Time", "in_text": false});
    assert_eq!(expiry, &said);
    let sent = hand_over(&world, &pat, &made[0]).await;
    let end = instant(&sent);
    let pool = &world.state.pool;
    assert_eq!(sweep(pool, end - TimeDelta::seconds(1)).await.unwrap(), 0);
    let mut events = world.listen(&["letters.changed"]).await;
    let (one, two) = tokio::join!(sweep(pool, end), sweep(pool, end));
    assert_eq!(one.unwrap() + two.unwrap(), 1, "of two replicas one");
    assert_eq!(heard(&mut events).await["type"], "letters.changed");
    let letter = letter_of(&world, &pat, &made[0]).await;
    assert_eq!(letter["status"], "expired");
    assert_eq!(
        kinds(&letter),
        ["made", "approved", "handed_over", "expired"]
    );
    // The others are approved: their messages could be on their way.
    assert_eq!(
        letter_of(&world, &pat, &made[1]).await["status"],
        "approved"
    );
    assert_eq!(sweep(pool, end).await.unwrap(), 0);
    let left = world
        .rows("SELECT count(*) AS n FROM letter_expiries WHERE due_at > now() + interval '10 days'")
        .await;
    assert_eq!(left[0]["n"], 2, "they are looked at again");
    hand_over(&world, &pat, &made[1]).await;
    let later = end + TimeDelta::hours(2);
    assert_eq!(sweep(pool, later).await.unwrap(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_firm_sets_and_clears_the_last_day() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 2).await;
    site.make(&world, &pat, &json!({})).await;
    let letter = site.letters(&world, &pat).await[0].clone();
    assert_eq!(letter["expiry"], Value::Null);
    let path = path_of(&letter, "/expiry");
    let body =
        |day: Option<String>, version: &Value| json!({"expires_on": day, "version": version});
    let version = &letter["version"];
    for days in [-2, 400] {
        let (status, said) = world
            .refused(&pat, &path, body(Some(in_days(days)), version))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"]["expires_on"].is_string(), "{said}");
    }
    let (status, said) = world
        .refused(&pat, &path, json!({"version": version}))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    let (status, _) = world
        .refused(&stranger, &path, body(Some(in_days(5)), version))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    // El Paso has Mountain Time.
    world
        .sql(&format!(
            "UPDATE properties SET county_fips = '48141' WHERE property_id = '{}'",
            letter["property_id"].as_str().unwrap()
        ))
        .await;
    let set_to = world
        .post(&pat, &path, body(Some(in_days(5)), version))
        .await;
    assert_eq!(set_to["expiry"]["zone_name"], "Mountain Time");
    assert_eq!(set_to["content_hash"], letter["content_hash"]);
    let (status, said) = world.refused(&pat, &path, body(None, version)).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_changed"))
    );
    let cleared = world
        .post(&pat, &path, body(None, &set_to["version"]))
        .await;
    assert_eq!(
        (&cleared["expiry"], &cleared["expires_at"]),
        (&Value::Null, &Value::Null)
    );
    let history = letter_of(&world, &pat, &letter).await;
    assert_eq!(kinds(&history), ["made", "expiry_set", "expiry_cleared"]);
    assert!(
        history["events"][1]["note"]
            .as_str()
            .unwrap()
            .ends_with(", 17:00 Mountain Time"),
        "{history}"
    );
    let far = Utc::now() + TimeDelta::days(300);
    assert_eq!(sweep(&world.state.pool, far).await.unwrap(), 0);

    let withdrawn = json!({"version": cleared["version"]});
    let ended = world
        .post(&pat, &path_of(&letter, "/withdraw"), withdrawn)
        .await;
    let (status, said) = world
        .refused(&pat, &path, body(Some(in_days(5)), &ended["version"]))
        .await;
    assert_eq!(
        (status, &said["detail"]),
        (StatusCode::CONFLICT, &json!("The letter was withdrawn."))
    );

    let wrong = site.batch(&json!({"expires_on": in_days(-2)}));
    let (status, said) = world.refused(&pat, "/letter_jobs/preview", wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["expires_on"].is_string(), "{said}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_expiry_and_a_signature_the_first_one_counts() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_site, letters) = letters(&world, &pat, 2).await;
    for letter in &letters {
        let made = link(&world, &pat, letter, 1).await;
        let (_, opened) = certain(&world, &token(&made)).await;
        let now = letter_of(&world, &pat, letter).await;
        let body = json!({"expires_on": in_days(5), "version": now["version"]});
        let dated = world.post(&pat, &path_of(letter, "/expiry"), body).await;
        let (pool, end, holder) = (&world.state.pool, instant(&dated), token(&made));
        let (signed, swept) = tokio::join!(sign(&world, &holder, &opened), sweep(pool, end));
        let status = letter_of(&world, &pat, letter).await["status"].clone();
        match swept.unwrap() {
            1 => {
                assert_eq!(status, "expired");
                assert_eq!(signed.0, StatusCode::CONFLICT, "{}", signed.1);
                let (again, said) = sign(&world, &holder, &opened).await;
                assert_eq!(
                    (again, &said["why"]),
                    (StatusCode::CONFLICT, &json!("expired")),
                    "{said}"
                );
            }
            _ => assert_eq!((status, signed.0), (json!("signed"), StatusCode::OK)),
        }
    }
    world.stop().await;
}
