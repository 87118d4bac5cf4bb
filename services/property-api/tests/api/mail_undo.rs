//! Undoing what was sent, while it is held.

use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::campaigns::{campaign, finished, owner};
use crate::letter_jobs::accepted;
use crate::letter_links::{letters, link, links};
use crate::letter_register::message as letters_message;
use crate::letter_signing::{evidence, letter_of};
use crate::mail::{heard, message, settled};
use crate::mail_worker::worker;
use crate::world::{Parcel, TEST_TIMEOUT, World};

/// Messages are held for an hour, or until [`end_hold`].
async fn holding() -> World {
    World::with(&[("MAIL_HOLD_SECONDS", "3600")]).await
}

/// As when the time of the hold is over.
async fn end_hold(world: &World) {
    world
        .sql("UPDATE mails SET held_until = now(); UPDATE jobs SET run_at = now() WHERE kind = 'mail_delivery'")
        .await;
}

fn undo_of(sent: &Value) -> Value {
    let sending = &sent["sending"];
    let seconds = sending["undo_seconds"].as_i64().unwrap();
    assert!((3500..=3600).contains(&seconds), "{sent}");
    json!({"sending_id": sending["sending_id"]})
}

async fn undone(world: &World, who: &Persona, sent: &Value) {
    let answer = world.post(who, "/undo_sending", undo_of(sent)).await;
    assert_eq!(answer, json!({"success": true}));
}

async fn too_late(world: &World, who: &Persona, undo: &Value) {
    let (status, said) = world.refused(who, "/undo_sending", undo.clone()).await;
    assert_eq!(
        (status, &said["code"], &said["error"]),
        (
            StatusCode::CONFLICT,
            &json!("sending.left"),
            &json!("It is too late: the messages are on their way.")
        )
    );
}

/// Runs the jobs until none is left.
async fn deliver(world: &World, sink: &SmtpSink) {
    let worker = worker(world, Some(sink));
    wait_for(TEST_TIMEOUT, || async {
        let waiting = world.rows("SELECT FROM jobs WHERE kind = 'mail_delivery'");
        waiting.await.is_empty()
    })
    .await;
    worker.shutdown().await;
}

async fn sent_today(world: &World, who: &Persona) -> Vec<i64> {
    let firm = who.customer_id;
    let counts = format!("SELECT recipients FROM mail_counts WHERE customer_id = '{firm}'");
    let counts = world.rows(&counts).await;
    counts
        .iter()
        .map(|row| row["recipients"].as_i64().unwrap())
        .collect()
}

/// A campaign to two owners, one of whom unsubscribed, and to a third one.
async fn campaign_to_three(world: &World, pat: &Persona) -> (Parcel, Value) {
    let parcel = world.parcel(pat).await;
    for (name, email) in [
        ("Dana", "dana@lee.example"),
        ("Left", "left@lee.example"),
        ("Sam", "sam@lee.example"),
    ] {
        owner(world, &parcel, name, email).await;
    }
    let firm = pat.customer_id;
    world
        .sql(&format!(
            "INSERT INTO suppressions (customer_id, email_key) VALUES ('{firm}', 'left@lee.example')"
        ))
        .await;
    let mut body = campaign(&parcel);
    body["request_key"] = json!(Uuid::new_v4());
    let created = world.post(pat, "/create_campaign", body.clone()).await;
    assert_eq!(created["campaign"]["queued"], 2);
    let again = world.post(pat, "/create_campaign", body).await;
    assert_eq!(
        again["sending"]["sending_id"],
        created["sending"]["sending_id"]
    );
    (parcel, created)
}

#[tokio::test]
async fn a_campaign_that_is_undone_reaches_nobody_and_counts_for_nothing() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let mut events = world.listen(&["campaign.finished"]).await;
    let (parcel, created) = campaign_to_three(&world, &pat).await;
    assert_eq!(sent_today(&world, &pat).await, [3, 3]);
    undone(&world, &pat, &created).await;
    let told = heard(&mut events).await;
    assert_eq!(
        (&told["data"]["undone"], &told["data"]["sent"]),
        (&json!(2), &json!(0))
    );
    let done = finished(&world, &pat, &parcel, &created["campaign"]["campaign_id"]).await;
    let figures = ["total", "queued", "sent", "failed", "suppressed", "undone"];
    assert_eq!(figures.map(|name| &done[name]), [3, 0, 0, 0, 1, 2]);
    let outcomes = done["recipients"].as_array().unwrap().iter();
    let outcomes: Vec<_> = outcomes.map(|one| &one["outcome"]).collect();
    assert_eq!(outcomes, ["undone", "suppressed", "undone"]);
    assert_eq!(sent_today(&world, &pat).await, [0, 0]);
    let figures = world.get(&pat, "/work_figures", &[]).await;
    assert_eq!(figures["campaigns"], json!([]), "nobody could answer it");

    // Again, as after a lost answer.
    undone(&world, &pat, &created).await;
    assert_eq!(sent_today(&world, &pat).await, [0, 0]);
    end_hold(&world).await;
    deliver(&world, &sink).await;
    assert!(sink.received().is_empty());
    world.stop().await;
}

#[tokio::test]
async fn after_the_hold_an_undo_is_refused_and_changes_nothing() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (_, created) = campaign_to_three(&world, &pat).await;
    let undo = undo_of(&created);
    end_hold(&world).await;
    // Also while no worker runs.
    too_late(&world, &pat, &undo).await;
    deliver(&world, &sink).await;
    too_late(&world, &pat, &undo).await;
    let received = sink.received();
    let mut to: Vec<_> = received.iter().flat_map(|mail| mail.to.clone()).collect();
    to.sort();
    assert_eq!(to, ["dana@lee.example", "sam@lee.example"]);
    assert_eq!(sent_today(&world, &pat).await, [3, 3]);
    world.stop().await;
}

#[tokio::test]
async fn what_left_in_part_is_not_taken_back_in_part() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (parcel, created) = campaign_to_three(&world, &pat).await;
    // As of a worker whose clock is ahead.
    world
        .sql("UPDATE jobs SET run_at = now() WHERE payload ->> 'email_key' = 'dana@lee.example'")
        .await;
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async { !sink.received().is_empty() }).await;
    running.shutdown().await;
    too_late(&world, &pat, &undo_of(&created)).await;
    end_hold(&world).await;
    deliver(&world, &sink).await;
    let done = finished(&world, &pat, &parcel, &created["campaign"]["campaign_id"]).await;
    assert_eq!((&done["sent"], &done["undone"]), (&json!(2), &json!(0)));
    assert_eq!(sink.received().len(), 2);
    world.stop().await;
}

#[tokio::test]
async fn a_worker_that_dies_during_the_hold_leaves_it_to_the_next() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (parcel, created) = campaign_to_three(&world, &pat).await;
    worker(&world, Some(&sink)).kill().await;
    assert!(sink.received().is_empty());
    end_hold(&world).await;
    deliver(&world, &sink).await;
    let done = finished(&world, &pat, &parcel, &created["campaign"]["campaign_id"]).await;
    assert_eq!(done["sent"], 2);
    assert_eq!(sink.received().len(), 2);
    world.stop().await;
}

#[tokio::test]
async fn a_sending_is_undone_by_its_firm_only() {
    let world = holding().await;
    let pat = Persona::user();
    let (_, created) = campaign_to_three(&world, &pat).await;
    let unknown = json!({"sending_id": Uuid::new_v4()});
    for (who, undo) in [(&Persona::admin(), undo_of(&created)), (&pat, unknown)] {
        let (status, said) = world.refused(who, "/undo_sending", undo).await;
        assert_eq!(
            (status, &said["code"]),
            (StatusCode::NOT_FOUND, &json!("sending.not_found"))
        );
    }
    let waiting = "SELECT FROM mail_recipients WHERE status = 'queued'";
    assert_eq!(world.rows(waiting).await.len(), 2);
    world.stop().await;
}

#[tokio::test]
async fn one_message_is_taken_back_from_all_its_recipients() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    let mut events = world.listen(&["mail.updated"]).await;
    let to_owner = message(&parcel, &["owner@bayou.example"]);
    let sent = world.post(&pat, "/send_email", to_owner).await;
    undone(&world, &pat, &sent).await;
    let told = heard(&mut events).await;
    assert_eq!(told["data"]["mail_id"], sent["email"]["email_id"]);
    let list = settled(&world, &pat, &parcel).await;
    let recipients = list["emails"][0]["recipients"].as_array().unwrap();
    assert_eq!(recipients.len(), 2, "the owner and the copy");
    assert!(recipients.iter().all(|one| one["outcome"] == "undone"));
    end_hold(&world).await;
    deliver(&world, &sink).await;
    assert!(sink.received().is_empty());
    world.stop().await;
}

#[tokio::test]
async fn without_a_hold_nothing_can_be_undone() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let to_owner = message(&parcel, &["owner@bayou.example"]);
    for (path, body) in [
        ("/send_email", to_owner),
        ("/create_campaign", campaign(&parcel)),
    ] {
        let sent = world.post(&pat, path, body).await;
        assert_eq!(sent["sending"], Value::Null, "{path}");
    }
    world.stop().await;
}

fn kinds(proof: &Value) -> Vec<&str> {
    assert_eq!(proof["intact"], true);
    let rows = proof["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row["kind"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_are_undone_are_as_before_and_can_be_sent_again() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, made) = letters(&world, &pat, 2).await;
    let all: Vec<&Value> = made.iter().collect();
    let body = letters_message(&all);
    let sent = accepted(&world, &pat, "/letters/send", &body).await;
    assert_eq!(
        letter_of(&world, &pat, all[0]).await["mail_status"],
        "queued"
    );
    undone(&world, &pat, &sent).await;
    for letter in &all {
        let now = letter_of(&world, &pat, letter).await;
        assert_eq!(
            (&now["status"], &now["mail_status"]),
            (&json!("approved"), &Value::Null)
        );
        let events = now["events"].as_array().unwrap().iter();
        let events: Vec<_> = events.map(|event| &event["kind"]).collect();
        assert_eq!(events[events.len() - 2..], ["queued", "mail_undone"]);
    }
    let again = accepted(&world, &pat, "/letters/send", &letters_message(&all)).await;
    assert_eq!(again["queued"].as_array().unwrap().len(), 2, "{again}");
    end_hold(&world).await;
    deliver(&world, &sink).await;
    let sent = site.letters(&world, &pat).await;
    assert!(sent.iter().all(|letter| letter["status"] == "sent"));
    assert_eq!(sink.received().len(), 2, "each letter once");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_of_letters_that_are_undone_are_closed_if_they_were_made_for_them() {
    let world = holding().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, made) = letters(&world, &pat, 2).await;
    link(&world, &pat, &made[1], 2).await;
    let all: Vec<&Value> = made.iter().collect();
    let with_links = || {
        let mut body = letters_message(&all);
        body["body"] = json!("Dear {{contact_name}},\n{{link}}");
        body
    };
    let sent = accepted(&world, &pat, "/letters/send", &with_links()).await;
    assert_eq!(sent["queued"].as_array().unwrap().len(), 2, "{sent}");
    undone(&world, &pat, &sent).await;
    for (letter, state) in made.iter().zip(["revoked", "open"]) {
        let listed = links(&world, &pat, letter).await;
        let [link] = &listed[..] else {
            panic!("one link: {listed:?}");
        };
        assert_eq!(link["state"], state);
        assert_eq!(
            (&link["mailed_at"], &link["mail_status"]),
            (&Value::Null, &Value::Null)
        );
    }
    let proofs = [
        evidence(&world, &pat, &made[0]).await,
        evidence(&world, &pat, &made[1]).await,
    ];
    assert_eq!(
        kinds(&proofs[0]),
        ["link_made", "link_sent", "link_not_sent", "link_revoked"]
    );
    assert_eq!(
        kinds(&proofs[1]),
        ["link_made", "link_sent", "link_not_sent"]
    );

    let again = accepted(&world, &pat, "/letters/send", &with_links()).await;
    assert_eq!(again["queued"].as_array().unwrap().len(), 2, "{again}");
    end_hold(&world).await;
    deliver(&world, &sink).await;
    let sent = site.letters(&world, &pat).await;
    assert!(sent.iter().all(|letter| letter["status"] == "sent"));
    assert_eq!(sink.received().len(), 2, "each signer once");
    assert_eq!(links(&world, &pat, &made[0]).await.len(), 2);
    assert_eq!(links(&world, &pat, &made[1]).await.len(), 1);
    world.stop().await;
}
