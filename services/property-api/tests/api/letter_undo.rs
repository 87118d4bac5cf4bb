//! Undoing what was done to letters: their approval, their withdrawal, and that they were made.

use chrono::{TimeDelta, Utc};
use property_api::letter_register::expiry_sweep::sweep;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, wait_for};
use uuid::Uuid;

use crate::letter_jobs::{Site, accepted, finished, leased, slow};
use crate::letter_links::{letters, link, links, path_of, token};
use crate::letter_register::{approve, message, set};
use crate::letter_signing::{certain, evidence, letter_of, public};
use crate::world::{TEST_TIMEOUT, World};

const TOO_OLD: &str = "UPDATE letter_commands SET created_at = now() - interval '25 hours'";

fn undo_of(done: &Value) -> Value {
    assert!(done["command_id"].is_string(), "{done}");
    json!({"command_id": done["command_id"]})
}

async fn undo(world: &World, pat: &Persona, done: &Value) -> Value {
    world.post(pat, "/letters/undo", undo_of(done)).await
}

async fn unknown(world: &World, who: &Persona, done: &Value) {
    let (status, said) = world.refused(who, "/letters/undo", undo_of(done)).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::NOT_FOUND, &json!("letter.command_not_found"))
    );
}

fn ids(letters: &[Value]) -> Value {
    let ids = letters.iter().map(|letter| letter["letter_id"].clone());
    Value::Array(ids.collect())
}

fn codes(left: &Value) -> Vec<&str> {
    let left = left.as_array().unwrap().iter();
    left.map(|one| one["code"].as_str().unwrap()).collect()
}

fn kinds(letter: &Value) -> Vec<&str> {
    let events = letter["events"].as_array().unwrap().iter();
    events
        .map(|event| event["kind"].as_str().unwrap())
        .collect()
}

async fn withdraw(world: &World, pat: &Persona, letters: &[Value]) -> Value {
    let read = letters.iter();
    let read =
        read.map(|letter| json!({"letter_id": letter["letter_id"], "version": letter["version"]}));
    let body = json!({"letters": read.collect::<Vec<_>>()});
    let done = world.post(pat, "/letters/withdraw", body).await;
    assert_eq!(done["withdrawn"], ids(letters), "{done}");
    done
}

/// Hands a letter over.
async fn hand_over(world: &World, pat: &Persona, letter: &Value) {
    let body = json!({"to": "sent", "version": letter["version"]});
    let (status, said) = set(world, pat, letter, body).await;
    assert_eq!(status, StatusCode::OK, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_is_taken_back_where_nothing_happened_since() {
    let world = World::with(&[("MAIL_HOLD_SECONDS", "3600")]).await;
    let (pat, stranger) = (Persona::user(), Persona::admin());
    let site = Site::new(&world, &pat, 6).await;
    site.made(&world, &pat).await;
    let read = site.letters(&world, &pat).await;
    let done = approve(&world, &pat, &read).await;
    let made = site.letters(&world, &pat).await;
    let sent = accepted(&world, &pat, "/letters/send", &message(&[&made[1]])).await;
    hand_over(&world, &pat, &made[2]).await;
    link(&world, &pat, &made[3], 1).await;
    let expiry = json!({"expires_on": (Utc::now() + TimeDelta::days(9)).date_naive(), "version": made[4]["version"]});
    world
        .post(&pat, &path_of(&made[4], "/expiry"), expiry)
        .await;
    unknown(&world, &stranger, &done).await;
    let colleague = pat.colleague();
    let undone = undo(&world, &colleague, &done).await;
    assert_eq!(
        undone["undone"],
        json!([made[0]["letter_id"], made[5]["letter_id"]])
    );
    assert_eq!(
        codes(&undone["left"]),
        ["mail_queued", "changed", "has_links", "changed"],
        "{undone}"
    );
    assert_eq!(undone["links_closed"], 0);
    let letter = letter_of(&world, &pat, &made[0]).await;
    assert_eq!(
        (
            &letter["status"],
            &letter["approved_by_name"],
            &letter["approved_at"]
        ),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    assert_eq!(kinds(&letter), ["made", "approved", "approval_taken_back"]);
    let now = site.letters(&world, &pat).await;
    for (is, was) in now[1..5].iter().zip(&made[1..5]) {
        assert_eq!(is["approved_at"], was["approved_at"]);
    }

    // What was held of a message is no obstacle once it was taken back.
    let sending = json!({"sending_id": sent["sending"]["sending_id"]});
    world.post(&pat, "/undo_sending", sending).await;
    let again = undo(&world, &pat, &done).await;
    assert_eq!(again["undone"], json!([made[1]["letter_id"]]), "{again}");
    assert_eq!(codes(&again["left"]).len(), 5);

    // A draft again, it is approved as it was read.
    let approved = approve(&world, &pat, &read[..1]).await;
    assert_eq!(approved["approved"], ids(&read[..1]), "{approved}");
    world.sql(TOO_OLD).await;
    unknown(&world, &pat, &approved).await;
    let nothing = approve(&world, &pat, &read[..1]).await;
    assert_eq!(nothing["command_id"], Value::Null);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_undos_at_once_each_letter_is_set_back_by_one() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 20).await;
    site.make(&world, &pat, &json!({})).await;
    let done = approve(&world, &pat, &site.letters(&world, &pat).await).await;
    let (one, two) = tokio::join!(undo(&world, &pat, &done), undo(&world, &pat, &done));
    for answer in [&one, &two] {
        let (undone, left) = (answer["undone"].as_array(), answer["left"].as_array());
        let counts = [undone.unwrap().len(), left.unwrap().len()];
        assert!(counts == [20, 0] || counts == [0, 20], "{answer}");
    }
    assert_ne!(one["undone"], two["undone"]);
    let now = site.letters(&world, &pat).await;
    assert!(now.iter().all(|letter| letter["version"] == 3), "{now:?}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawn_letters_come_back_as_they_were_without_their_links() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::admin());
    let (site, made) = letters(&world, &pat, 3).await;
    let asked = link(&world, &pat, &made[1], 1).await;
    hand_over(&world, &pat, &made[2]).await;
    let before = site.letters(&world, &pat).await;
    let done = withdraw(&world, &pat, &before).await;
    unknown(&world, &stranger, &done).await;
    let undone = undo(&world, &pat, &done).await;
    assert_eq!(
        undone,
        json!({"undone": ids(&before), "left": [], "links_closed": 1})
    );
    let now = site.letters(&world, &pat).await;
    for (was, is) in before.iter().zip(&now) {
        assert_eq!(
            (&is["status"], &is["withdrawn_at"], &is["approved_at"]),
            (&was["status"], &Value::Null, &was["approved_at"])
        );
    }
    let letter = letter_of(&world, &pat, &made[1]).await;
    assert_eq!(
        kinds(&letter)[2..],
        ["link_made", "withdrawn", "restored", "link_revoked"]
    );
    assert_eq!(links(&world, &pat, &made[1]).await[0]["state"], "revoked");
    let (_, said) = certain(&world, &token(&asked)).await;
    assert_eq!(said["why"], "revoked", "{said}");
    let proof = evidence(&world, &pat, &made[1]).await;
    assert_eq!(proof["intact"], true);

    // A new one works.
    let new = link(&world, &pat, &made[1], 2).await;
    let (status, _) = public(&world, Method::GET, "/sign", &token(&new), None).await;
    assert_eq!(status, StatusCode::OK);
    let again = undo(&world, &pat, &done).await;
    assert_eq!(codes(&again["left"]), ["changed"; 3], "{again}");
    let done = withdraw(&world, &pat, &now[..1]).await;
    world.sql(TOO_OLD).await;
    unknown(&world, &pat, &done).await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_letter_has_its_task_again_and_expires() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let day = (Utc::now() + TimeDelta::days(9)).date_naive();
    site.make(&world, &pat, &json!({"expires_on": day})).await;
    approve(&world, &pat, &site.letters(&world, &pat).await).await;
    hand_over(&world, &pat, &site.letters(&world, &pat).await[0]).await;
    let sent = site.letters(&world, &pat).await;
    let open = "SELECT FROM deal_tasks WHERE done_at IS NULL";
    assert_eq!(world.rows(open).await.len(), 1);
    let done = withdraw(&world, &pat, &sent).await;
    assert!(world.rows(open).await.is_empty());
    // Its hour is looked at while it is withdrawn.
    let later = Utc::now() + TimeDelta::days(20);
    assert_eq!(sweep(&world.state.pool, later).await.unwrap(), 0);
    assert!(world.rows("SELECT FROM letter_expiries").await.is_empty());
    assert_eq!(undo(&world, &pat, &done).await["undone"], ids(&sent));
    assert_eq!(world.rows(open).await.len(), 1);
    assert_eq!(sweep(&world.state.pool, later).await.unwrap(), 1);
    assert_eq!(site.letters(&world, &pat).await[0]["status"], "expired");
    world.stop().await;
}

fn undo_path(started: &Value) -> String {
    format!("/letter_jobs/{}/undo", started["job_id"].as_str().unwrap())
}

/// Offer value of each property, and whether the firm set it.
async fn offers(world: &World) -> Vec<(Value, bool)> {
    let rows = world
        .rows("SELECT offer_value::text AS offer, 'offer_value' = ANY(edited) AS own FROM properties ORDER BY parcel_number")
        .await;
    rows.iter()
        .map(|row| (row["offer"].clone(), row["own"] == true))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_were_just_made_are_taken_back_with_their_offers() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::admin());
    let site = Site::new(&world, &pat, 4).await;
    world
        .sql("UPDATE properties SET offer_value = 500000, edited = '{offer_value}' WHERE parcel_number = 'P-1'")
        .await;
    let before = offers(&world).await;
    let started = site.made(&world, &pat).await;
    let rows = offers(&world).await;
    assert!(
        rows.iter()
            .all(|offer| *offer == (json!("1295000.00"), true)),
        "{rows:?}"
    );
    // One is set by hand, another is the offer of a second letter too.
    world
        .sql("UPDATE properties SET offer_value = 7 WHERE parcel_number = 'P-3'")
        .await;
    let again = json!({"property_ids": [site.ids[3]]});
    let second = site.make(&world, &pat, &again).await;
    finished(&world, &pat, &second["job_id"]).await;

    let path = undo_path(&started);
    let (status, said) = world.refused(&stranger, &path, json!({})).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::NOT_FOUND, &json!("letter_job.not_found"))
    );
    let undone = world.post(&pat, &path, json!({})).await;
    assert_eq!(undone["letters"], 4);
    let mut places: Vec<&str> = undone["left"]
        .as_array()
        .unwrap()
        .iter()
        .map(|left| left["place"].as_str().unwrap())
        .collect();
    places.sort_unstable();
    assert_eq!(places, ["3 Elm St", "4 Elm St"], "{undone}");
    let sentence = undone["left"][0]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("Changed since"), "{sentence}");
    let after = offers(&world).await;
    assert_eq!(after[..2], before[..2]);
    assert_eq!(
        (&after[2].0, &after[3].0),
        (&json!("7.00"), &json!("1295000.00"))
    );
    let history = "SELECT reason, amount::text FROM offers JOIN properties USING (property_id) \
        WHERE reason = 'Letter taken back' ORDER BY parcel_number";
    assert_eq!(
        world.rows(history).await,
        [
            json!({"reason": "Letter taken back", "amount": "500000.00"}),
            json!({"reason": "Letter taken back", "amount": null})
        ]
    );

    // The numbers stay used, the files go.
    let letters = site.letters(&world, &pat).await;
    assert_eq!(letters.len(), 5);
    for letter in &letters[..4] {
        assert_eq!(
            (letter["withdrawn_at"].is_string(), &letter["pdf"]),
            (true, &Value::Null)
        );
    }
    let first = letter_of(&world, &pat, &letters[0]).await;
    let last = first["events"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["kind"], &last["note"]),
        (&json!("withdrawn"), &json!("Making undone"))
    );
    assert!(letters[4]["pdf"].is_string());
    assert_eq!(world.rows("SELECT FROM attachments").await.len(), 1);
    let third = site
        .make(&world, &pat, &json!({"property_ids": [site.ids[0]]}))
        .await;
    assert!(
        third["first_number"].as_str().unwrap().ends_with("-0006"),
        "{third}"
    );
    let preview = world
        .post(&pat, "/letter_jobs/preview", site.batch(&json!({})))
        .await;
    assert_eq!(preview["rows"][1]["letters"], json!([]), "{preview}");

    let job = format!("/letter_jobs/{}", started["job_id"].as_str().unwrap());
    let shown = world.get(&pat, &job, &[]).await;
    assert_eq!(
        (&shown["state"], &shown["print_ready"]),
        (&json!("undone"), &json!(false))
    );
    let answer = world.call(&pat, Method::GET, &format!("{job}/print"));
    assert_eq!(answer.send().await.unwrap().status(), StatusCode::CONFLICT);
    // Again, as after a lost answer.
    let repeated = world.post(&pat, &path, json!({})).await;
    assert_eq!(repeated, json!({"letters": 4, "left": []}));
    assert_eq!(site.letters(&world, &pat).await[..4], letters[..4]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_which_one_was_changed_are_kept() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let started = site.make(&world, &pat, &json!({})).await;
    finished(&world, &pat, &started["job_id"]).await;
    let made = site.letters(&world, &pat).await;
    let set_to = offers(&world).await;
    let path = undo_path(&started);
    let kept = async |sentence: String| {
        let (status, said) = world.refused(&pat, &path, json!({})).await;
        assert_eq!(
            (status, &said["code"], &said["error"]),
            (
                StatusCode::CONFLICT,
                &json!("letter_job.undo_refused"),
                &json!(sentence)
            )
        );
    };
    let number = |place: usize| made[place]["number"].as_str().unwrap();
    approve(&world, &pat, &made[1..2]).await;
    kept(format!("{} was approved or changed since.", number(1))).await;
    approve(&world, &pat, &made[2..]).await;
    kept(format!(
        "{} and 1 more were approved or changed since.",
        number(1)
    ))
    .await;
    let now = site.letters(&world, &pat).await;
    assert!(now.iter().all(|letter| letter["withdrawn_at"].is_null()));
    assert_eq!(offers(&world).await, set_to);
    assert_eq!(world.rows("SELECT FROM attachments").await.len(), 3);
    world
        .sql("UPDATE letter_jobs SET created_at = now() - interval '25 hours'")
        .await;
    kept("Letters can be taken back for 24 hours.".to_owned()).await;

    // A later version replaced another letter, which would not come back.
    let copied = letter_of(&world, &pat, &made[0]).await;
    let html = format!("{}<p>One more line.</p>", copied["html"].as_str().unwrap());
    let body = json!({"html": html, "version": copied["version"], "request_key": Uuid::new_v4()});
    let copy = world.post(&pat, &path_of(&made[0], "/copy"), body).await;
    let (status, said) = world.refused(&pat, &undo_path(&copy), json!({})).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter_job.undo_refused"))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pdfs_that_are_being_made_are_not_attached_to_letters_that_were_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::typesetting_with(&[], slow(folder.path(), 4)).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let started = site.make(&world, &pat, &json!({})).await;
    leased(&world).await;
    let undone = world.post(&pat, &undo_path(&started), json!({})).await;
    assert_eq!(undone, json!({"letters": 3, "left": []}));
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT FROM jobs").await.is_empty()
    })
    .await;
    assert!(world.rows("SELECT FROM attachments").await.is_empty());
    let letters = site.letters(&world, &pat).await;
    assert!(letters.iter().all(|letter| letter["pdf"].is_null()));
    world.stop().await;
}
