//! Links of letters, for the firm: making, sending, closing, other firms.

use chrono::{TimeDelta, Utc};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::letter_jobs::{HOSTILE, Site, accepted, id_of};
use crate::letter_register::{approve, message, set};
use crate::letter_signing::{certain, evidence, letter_of, public};
use crate::mail_worker::worker;
use crate::world::{TEST_TIMEOUT, World};

/// Approved letters with their PDFs.
pub async fn letters(world: &World, pat: &Persona, count: usize) -> (Site, Vec<Value>) {
    let site = Site::new(world, pat, count).await;
    site.made(world, pat).await;
    approve(world, pat, &site.letters(world, pat).await).await;
    let letters = site.letters(world, pat).await;
    (site, letters)
}

pub fn path_of(letter: &Value, rest: &str) -> String {
    format!("/letters/{}{rest}", letter["letter_id"].as_str().unwrap())
}

/// The body for the n-th signer, with a new key.
pub fn signer(n: usize) -> Value {
    json!({"party": "seller", "name": format!("Dana {n} Lee"), "email": format!("dana{n}@owner.example"),
        "capacity": "Manager of Oak LLC", "request_key": Uuid::new_v4()})
}

/// A link for the n-th signer.
pub async fn link(world: &World, pat: &Persona, letter: &Value, n: usize) -> Value {
    world.post(pat, &path_of(letter, "/links"), signer(n)).await
}

pub fn token(link: &Value) -> String {
    let url = link["url"].as_str().unwrap();
    let (page, token) = url.split_once('#').unwrap();
    assert!(page.ends_with("/sign"), "{page}");
    token.to_owned()
}

pub fn link_path(letter: &Value, link: &Value, what: &str) -> String {
    let id = link["link_id"].as_str().unwrap();
    path_of(letter, &format!("/links/{id}/{what}"))
}

pub async fn links(world: &World, pat: &Persona, letter: &Value) -> Vec<Value> {
    let list = world.get(pat, &path_of(letter, "/links"), &[]).await;
    list["links"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_made_once_for_an_approved_letter() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    site.made(&world, &pat).await;
    let letter = &site.letters(&world, &pat).await[0];
    let (status, said) = world
        .refused(&pat, &path_of(letter, "/links"), signer(1))
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(
        (&said["code"], &said["detail"]),
        (
            &json!("letter_link.refused"),
            &json!("The letter is not approved.")
        )
    );
    approve(&world, &pat, std::slice::from_ref(letter)).await;

    let body = signer(1);
    let first = world
        .post(&pat, &path_of(letter, "/links"), body.clone())
        .await;
    assert_eq!(
        (&first["state"], &first["openings"]),
        (&json!("open"), &json!({"least": 0, "most": 0}))
    );
    // The first answer may be lost: nobody has its address, so the same link gets another one.
    let again = world
        .post(&pat, &path_of(letter, "/links"), body.clone())
        .await;
    assert_eq!(first["link_id"], again["link_id"]);
    let (status, _) = public(&world, Method::GET, "/sign", &token(&first), None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = public(&world, Method::GET, "/sign", &token(&again), None).await;
    assert_eq!(status, StatusCode::OK);
    let third = world
        .post(&pat, &path_of(letter, "/links"), body.clone())
        .await;
    assert_eq!(
        (&third["link_id"], &third["url"]),
        (&first["link_id"], &Value::Null)
    );
    let mut other = body.clone();
    other["name"] = json!("Another");
    let (status, said) = world.refused(&pat, &path_of(letter, "/links"), other).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["request_key"].is_string(), "{said}");

    // The token is nowhere.
    let stored = world.rows("SELECT * FROM letter_links").await;
    assert_eq!(stored.len(), 1);
    assert!(!json!(stored).to_string().contains(&token(&again)));
    let listed = links(&world, &pat, letter).await;
    assert_eq!(listed.len(), 1);
    assert!(listed[0].get("url").is_none());
    assert_eq!(listed[0]["fetched"], 1);

    for (field, value) in [
        ("party", json!("buyer")),
        ("name", json!(" ")),
        ("name", json!("two\nlines")),
        ("email", json!("nobody")),
        ("capacity", json!("x".repeat(201))),
        ("expires_at", json!("2020-01-01T00:00:00Z")),
        ("expires_at", json!("2099-01-01T00:00:00Z")),
        ("request_key", json!("x")),
    ] {
        let mut body = signer(2);
        body[field] = value;
        let (status, said) = world.refused(&pat, &path_of(letter, "/links"), body).await;
        assert!(
            status == StatusCode::UNPROCESSABLE_ENTITY || status == StatusCode::BAD_REQUEST,
            "{field}: {said}"
        );
        assert!(said["errors"][field].is_string(), "{field}: {said}");
    }
    assert_eq!(links(&world, &pat, letter).await.len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_probably_signs_next_is_suggested() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    let path = path_of(&made[0], "/links");
    let known = world.get(&pat, &path, &[]).await;
    assert_eq!(
        known["suggested_signer"],
        json!({"name": "Dana Lee", "email": "dana1@owner.example", "capacity": format!("Manager of {HOSTILE}")})
    );
    let mut body = signer(1);
    body["name"] = json!("Dana Lee");
    world.post(&pat, &path, body).await;
    let known = world.get(&pat, &path, &[]).await;
    assert_eq!(
        known["suggested_signer"],
        json!({"name": "", "email": "", "capacity": HOSTILE})
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_there_are_no_links() {
    let unset = [("SIGNING_KEY_FILE", ""), ("SIGNING_CERTIFICATE_FILE", "")];
    let world = World::with(&unset).await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let (status, said) = world
        .refused(&pat, &path_of(&letters[0], "/links"), signer(1))
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(said["code"], "letter_link.signing_not_set_up");
    assert_eq!(
        said["detail"],
        "Signing is not set up on this installation."
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_belong_to_one_letter_of_one_firm() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let (_, letters) = letters(&world, &pat, 2).await;
    let (one, two) = (
        link(&world, &pat, &letters[0], 1).await,
        link(&world, &pat, &letters[1], 2).await,
    );
    let message = json!({"subject": "s", "body": "{{link}}", "request_key": Uuid::new_v4()});
    for (who, letter, link) in [
        (&stranger, &letters[0], &one),
        (&pat, &letters[1], &one),
        (&pat, &letters[0], &two),
    ] {
        for (what, body) in [("revoke", json!({})), ("send", message.clone())] {
            let (status, _) = world
                .refused(who, &link_path(letter, link, what), body)
                .await;
            assert_eq!(status, StatusCode::NOT_FOUND);
        }
    }
    for rest in ["/links", "/evidence"] {
        let call = world.call(&stranger, Method::GET, &path_of(&letters[0], rest));
        assert_eq!(call.send().await.unwrap().status(), StatusCode::NOT_FOUND);
    }
    let (status, _) = world
        .refused(&stranger, &path_of(&letters[0], "/links"), signer(1))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    // Each token opens its own letter.
    for (letter, link) in [(&letters[0], &one), (&letters[1], &two)] {
        let (_, invitation) = public(&world, Method::GET, "/sign", &token(link), None).await;
        assert_eq!(invitation["number"], letter["number"]);
        let (_, opened) = certain(&world, &token(link)).await;
        assert_eq!(opened["content_hash"], letter["content_hash"]);
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_link_stays_closed_and_the_letter_waits_for_another_one() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let (one, two) = (
        link(&world, &pat, letter, 1).await,
        link(&world, &pat, letter, 2).await,
    );
    let closed = world
        .post(&pat, &link_path(letter, &one, "revoke"), json!({}))
        .await;
    assert_eq!(closed["state"], "revoked");
    let again = world
        .post(&pat, &link_path(letter, &one, "revoke"), json!({}))
        .await;
    assert_eq!(again["revoked_at"], closed["revoked_at"]);
    let (_, opened) = certain(&world, &token(&two)).await;
    let (status, receipt) = crate::letter_signing::sign(&world, &token(&two), &opened).await;
    assert_eq!(
        (status, &receipt["complete"]),
        (StatusCode::OK, &json!(true))
    );
    let (status, said) = world
        .refused(&pat, &link_path(letter, &two, "revoke"), json!({}))
        .await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter_link.refused"))
    );
    let (status, _) = world
        .refused(&pat, &path_of(letter, "/links"), signer(3))
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    world.stop().await;
}

/// The seal once it is made.
async fn sealed(world: &World, pat: &Persona, letter: &Value) -> Value {
    wait_for(TEST_TIMEOUT, || async {
        evidence(world, pat, letter).await["seal"]["state"] == "sealed"
    })
    .await;
    evidence(world, pat, letter).await["seal"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_firm_says_whether_a_letter_is_signed_without_somebody() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let (one, two) = (
        link(&world, &pat, letter, 1).await,
        link(&world, &pat, letter, 2).await,
    );
    let (_, opened) = certain(&world, &token(&one)).await;
    let (_, receipt) = crate::letter_signing::sign(&world, &token(&one), &opened).await;
    assert_eq!(receipt["complete"], false);
    world
        .post(&pat, &link_path(letter, &two, "revoke"), json!({}))
        .await;
    let now = letter_of(&world, &pat, letter).await;
    assert_eq!(now["status"], "opened");
    let (path, finish) = (link_path(letter, &two, "revoke"), json!({"finish": true}));
    // After its hour the letter is not signed, although no sweep has marked it.
    let day = Utc::now().date_naive() + TimeDelta::days(2);
    let body = json!({"expires_on": day, "version": now["version"]});
    world.post(&pat, &path_of(letter, "/expiry"), body).await;
    let set_at = async |at: &str| {
        world
            .sql(&format!(
                "UPDATE letters SET firm_expiry = jsonb_set(firm_expiry, '{{at}}', '\"{at}T17:00:00\"')"
            ))
            .await;
    };
    set_at("2026-01-05").await;
    let (status, said) = world.refused(&pat, &path, finish.clone()).await;
    assert_eq!(
        (status, &said["detail"]),
        (StatusCode::CONFLICT, &json!("The letter has expired."))
    );
    assert_eq!(letter_of(&world, &pat, letter).await["status"], "opened");
    set_at("2100-01-05").await;
    world.post(&pat, &path, finish).await;
    assert_eq!(letter_of(&world, &pat, letter).await["status"], "signed");
    sealed(&world, &pat, letter).await;

    // As a sealing that was given up leaves it.
    world
        .sql("UPDATE letter_seals SET state = 'failed', seal_id = gen_random_uuid(), attachment_id = NULL")
        .await;
    let path = path_of(letter, "/seal");
    let (status, _) = world.refused(&Persona::user(), &path, json!({})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let started = world.post(&pat, &path, json!({})).await;
    assert_ne!(started["seal"]["state"], "failed", "{started}");
    let seal = sealed(&world, &pat, letter).await;
    assert!(seal["pdf"].is_string(), "{seal}");
    // What is sealed is left as it is.
    world.post(&pat, &path, json!({})).await;
    let events = letter_of(&world, &pat, letter).await["events"].clone();
    let again = events.as_array().unwrap().iter();
    let again = again.filter(|event| event["kind"] == "seal_again");
    assert_eq!(again.count(), 1, "{events}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mailed_link_has_an_address_that_is_stored_nowhere() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let made = link(&world, &pat, letter, 7).await;
    let send = link_path(letter, &made, "send");
    let body = json!({"subject": "Please sign {{number}}", "body": "Dear {{contact_name}},\n{{link}}\nfor {{property}}", "request_key": Uuid::new_v4()});
    for (field, text) in [
        ("body", "no address"),
        ("body", "{{link}} {{link}}"),
        ("body", "{{link}} {{price}}"),
        ("subject", "{{link}}"),
    ] {
        let mut bad = body.clone();
        bad[field] = json!(text);
        let (status, said) = world.refused(&pat, &send, bad).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let queued = world.post(&pat, &send, body.clone()).await;
    assert_eq!(queued["to"], "dana7@owner.example");
    assert_eq!(world.post(&pat, &send, body.clone()).await, queued);
    let mut other = body.clone();
    other["subject"] = json!("Another");
    let (status, said) = world.refused(&pat, &send, other).await;
    assert_eq!(
        (status, &said["code"]),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!("request.key_reused")
        )
    );
    assert_eq!(
        letter_of(&world, &pat, letter).await["mail_status"],
        "queued"
    );
    // Another person's message would end the address of this one.
    let mut second = body.clone();
    second["request_key"] = json!(Uuid::new_v4());
    for state in ["queued", "unclear"] {
        world
            .sql(&format!("UPDATE mail_recipients SET status = '{state}'"))
            .await;
        let (status, said) = world.refused(&pat, &send, second.clone()).await;
        assert_eq!(
            (status, &said["code"]),
            (StatusCode::CONFLICT, &json!("letter_link.refused"))
        );
    }
    world
        .sql("UPDATE mail_recipients SET status = 'queued'")
        .await;

    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        letter_of(&world, &pat, letter).await["status"] == "sent"
    })
    .await;
    running.shutdown().await;
    let received = sink.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].to, ["dana7@owner.example"]);
    // Long lines are folded with quoted-printable.
    let text = received[0].data.replace("=\r\n", "");
    let (_, rest) = text.split_once("/sign#").unwrap();
    let mailed: String = rest.chars().take(43).collect();
    let (status, invitation) = public(&world, Method::GET, "/sign", &mailed, None).await;
    assert_eq!(
        (status, &invitation["name"]),
        (StatusCode::OK, &json!("Dana 7 Lee"))
    );
    let (status, _) = public(&world, Method::GET, "/sign", &token(&made), None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let stored = world.rows("SELECT body FROM mails").await;
    assert_eq!(
        stored[0]["body"],
        "Dear Dana 7 Lee,\n{{link}}\nfor 1 Elm St"
    );
    let listed = links(&world, &pat, letter).await;
    assert_eq!(listed[0]["mail_status"], "sent");
    assert_eq!(id_of(&letter["property_id"]), site.ids[0]);

    // A closed link is not sent.
    world
        .post(&pat, &link_path(letter, &made, "revoke"), json!({}))
        .await;
    let mut late = body;
    late["request_key"] = json!(Uuid::new_v4());
    let (status, _) = world.refused(&pat, &send, late).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (status, letter) = set(
        &world,
        &pat,
        letter,
        json!({"to": "declined", "version": 3}),
    )
    .await;
    assert_eq!(
        (status, &letter["status"]),
        (StatusCode::OK, &json!("declined"))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_is_sent_when_one_of_its_signers_has_the_link() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    sink.refuse("dana2@owner.example", 550);
    let (_, letters) = letters(&world, &pat, 2).await;
    let [letter, other] = &letters[..] else {
        panic!("two letters: {letters:?}");
    };
    for n in 1..=3 {
        let made = link(&world, &pat, letter, n).await;
        let body =
            json!({"subject": "Please sign", "body": "{{link}}", "request_key": Uuid::new_v4()});
        world
            .post(&pat, &link_path(letter, &made, "send"), body)
            .await;
        if n == 3 {
            world
                .post(&pat, &link_path(letter, &made, "revoke"), json!({}))
                .await;
        }
    }
    accepted(&world, &pat, "/letters/send", &message(&[other])).await;
    let id = id_of(&other["letter_id"]);
    world
        .sql(&format!(
            "UPDATE letters SET withdrawn_at = now() WHERE letter_id = '{id}'"
        ))
        .await;
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        let listed = links(&world, &pat, letter).await;
        let states: Vec<&Value> = listed.iter().map(|link| &link["mail_status"]).collect();
        let other = letter_of(&world, &pat, other).await;
        states == ["sent", "failed", "failed"] && other["mail_status"] == "failed"
    })
    .await;
    running.shutdown().await;
    // What was closed or withdrawn meanwhile does not leave.
    assert_eq!(sink.received().len(), 1);
    for (letter, note) in [
        (letter, "dana3@owner.example: Its link is closed."),
        (other, "dana2@owner.example: The letter was withdrawn."),
    ] {
        let events = letter_of(&world, &pat, letter).await["events"].clone();
        let stopped = events.as_array().unwrap().iter();
        let stopped: Vec<&Value> = stopped
            .filter(|event| event["kind"] == "not_sent")
            .map(|event| &event["note"])
            .collect();
        assert_eq!(stopped, [note]);
    }
    let reasons = world
        .rows("SELECT reason FROM mail_recipients WHERE reason LIKE 'Not sent.%' ORDER BY reason")
        .await;
    let reasons: Vec<&Value> = reasons.iter().map(|row| &row["reason"]).collect();
    assert_eq!(
        reasons,
        [
            "Not sent. Its link is closed.",
            "Not sent. The letter was withdrawn."
        ]
    );
    let sent = letter_of(&world, &pat, letter).await;
    assert_eq!(
        (&sent["status"], &sent["mail_status"]),
        (&json!("sent"), &json!("sent"))
    );
    // A message that may still arrive is not hidden by a later one.
    let asked = json!({"letters": [letter["letter_id"]], "link": true});
    for (state, code) in [("queued", "mail_queued"), ("unclear", "mail_unclear")] {
        world
            .sql(&format!(
                "UPDATE mail_recipients SET status = '{state}' WHERE email_key = 'dana1@owner.example'"
            ))
            .await;
        let now = letter_of(&world, &pat, letter).await;
        assert_eq!(now["mail_status"], state);
        let known = world
            .post(&pat, "/letters/send/preview", asked.clone())
            .await;
        assert_eq!(known["refused"][0]["code"], code);
    }
    world.stop().await;
}
