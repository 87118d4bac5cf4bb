//! What holders of links do: reading, signing, declining; and that nothing else happens.

use messaging::BroadcastStream;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use test_support::{Persona, SmtpSink, TEST_ORIGIN, wait_for};
use uuid::Uuid;

use crate::letter_jobs::{Site, file, read_back, words};
use crate::letter_links::{letters, link, link_path, links, path_of, token};
use crate::letter_register::set;
use crate::mail::heard;
use crate::mail_worker::worker;
use crate::world::{TEST_TIMEOUT, World};

/// A call with a token; the problem's or the answer's JSON.
pub async fn public(
    world: &World,
    method: Method,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> (StatusCode, Value) {
    let mut call = world
        .anonymous(method, path)
        .header("X-Letter-Token", token)
        .header("user-agent", "Test browser");
    if let Some(body) = body {
        call = call.json(body);
    }
    let answer = call.send().await.unwrap();
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let status = answer.status();
    let text = answer.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

async fn post(world: &World, path: &str, token: &str, body: &Value) -> (StatusCode, Value) {
    public(world, Method::POST, path, token, Some(body)).await
}

/// An opening by a person.
pub async fn certain(world: &World, token: &str) -> (StatusCode, Value) {
    let body = json!({"visible_ms": 6_000, "input": true});
    post(world, "/sign/open", token, &body).await
}

fn signature(opened: &Value) -> Value {
    json!({"full_name": "Dana Q. Lee", "title": "Manager", "initials": "DL", "intent": true,
        "consent_version": opened["consent"]["version"], "content_hash": opened["content_hash"], "request_key": Uuid::new_v4()})
}

pub async fn sign(world: &World, token: &str, opened: &Value) -> (StatusCode, Value) {
    post(world, "/sign/sign", token, &signature(opened)).await
}

pub async fn letter_of(world: &World, pat: &Persona, letter: &Value) -> Value {
    world.get(pat, &path_of(letter, ""), &[]).await
}

pub async fn evidence(world: &World, pat: &Persona, letter: &Value) -> Value {
    world.get(pat, &path_of(letter, "/evidence"), &[]).await
}

/// What the list of recent activity is told next of this kind.
async fn reported(events: &mut BroadcastStream, kind: &str) -> Value {
    loop {
        let data = heard(events).await["data"].clone();
        if data["kind"] == kind {
            return data;
        }
    }
}

fn kinds(evidence: &Value) -> Vec<&str> {
    let rows = evidence["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| row["kind"].as_str().unwrap())
        .collect()
}

async fn stage(world: &World, pat: &Persona, site: &Site) -> Value {
    let query = [("project_id", site.project.to_string())];
    world.get(pat, "/deals", &query).await["deals"][0]["stage_name"].clone()
}

pub async fn pdf(world: &World, token: &str) -> Vec<u8> {
    let call = world
        .anonymous(Method::GET, "/sign/pdf")
        .header("X-Letter-Token", token);
    let answer = call.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    answer.bytes().await.unwrap().to_vec()
}

fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_is_read_signed_and_sealed() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let made = link(&world, &pat, letter, 1).await;
    let token = token(&made);

    // What a scanner does: nothing changes but the counts.
    let (_, invitation) = public(&world, Method::GET, "/sign", &token, None).await;
    let mut fields: Vec<&String> = invitation.as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "capacity",
            "expires_at",
            "firm",
            "name",
            "number",
            "property",
            "sender_name",
            "state"
        ]
    );
    assert_eq!(
        (&invitation["firm"], &invitation["sender_name"]),
        (&json!("Meridian Land Partners"), &json!("Ana Lyst"))
    );
    public(&world, Method::HEAD, "/sign", &token, None).await;
    let shown = pdf(&world, &token).await;
    for body in [
        json!({"visible_ms": 60_000, "input": false}),
        json!({"visible_ms": 4_999, "input": true}),
    ] {
        let (status, opened) = post(&world, "/sign/open", &token, &body).await;
        assert_eq!(status, StatusCode::OK);
        assert!(
            opened["html"].as_str().unwrap().contains("$1,295,000"),
            "{opened}"
        );
    }
    assert_eq!(letter_of(&world, &pat, letter).await["status"], "approved");
    let listed = &links(&world, &pat, letter).await[0];
    assert_eq!(
        (&listed["fetched"], &listed["openings"]),
        (&json!(1), &json!({"least": 0, "most": 2}))
    );
    assert_eq!(kinds(&evidence(&world, &pat, letter).await), ["link_made"]);

    let (_, opened) = certain(&world, &token).await;
    assert_eq!(opened["pdf_sha256"], sha256(&shown));
    assert_eq!(
        (&opened["can_sign"], &opened["signed"]),
        (&json!(true), &json!([]))
    );
    certain(&world, &token).await;
    let now = letter_of(&world, &pat, letter).await;
    assert_eq!(now["status"], "opened");
    let told: Vec<&str> = now["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["made", "approved", "link_made", "sent", "opened"]);
    assert_eq!(stage(&world, &pat, &site).await, "LOI out");
    assert_eq!(
        links(&world, &pat, letter).await[0]["openings"],
        json!({"least": 2, "most": 4})
    );

    let mut events = world.listen(&["activity.reported"]).await;
    let (status, receipt) = sign(&world, &token, &opened).await;
    assert_eq!(status, StatusCode::OK, "{receipt}");
    let number = letter["number"].as_str().unwrap();
    let said = reported(&mut events, "letters.signed").await;
    assert_eq!(
        said["text"],
        format!("Letter {number} for 1 Elm St was signed by Dana 1 Lee.")
    );
    assert_eq!(
        (&receipt["name"], &receipt["complete"], &receipt["number"]),
        (&json!("Dana Q. Lee"), &json!(true), &letter["number"])
    );
    // Also with another body: a link signs once.
    let mut other = signature(&opened);
    other["full_name"] = json!("Somebody Else");
    assert_eq!(
        post(&world, "/sign/sign", &token, &other).await,
        (StatusCode::OK, receipt.clone())
    );
    let (status, said) = post(&world, "/sign/decline", &token, &json!({"reason": "price"})).await;
    assert_eq!(
        (status, &said["why"]),
        (StatusCode::CONFLICT, &json!("signed"))
    );
    assert_eq!(letter_of(&world, &pat, letter).await["status"], "signed");
    assert_eq!(stage(&world, &pat, &site).await, "Under contract");

    wait_for(TEST_TIMEOUT, || async {
        evidence(&world, &pat, letter).await["seal"]["state"] == "sealed"
    })
    .await;
    let record = evidence(&world, &pat, letter).await;
    let (first, mut rest) = (kinds(&record), kinds(&record).split_off(4));
    // The attempt to decline may be before or after the seal.
    rest.sort_unstable();
    assert_eq!(
        (&first[..4], rest),
        (
            &["link_made", "opened", "signed", "completed"][..],
            vec!["refused", "sealed"]
        ),
        "{record}"
    );
    assert_eq!(
        (&record["intact"], &record["broken_at"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        (&record["rows"][2]["user_agent"], &record["rows"][2]["ip"]),
        (&json!("Test browser"), &json!("127.0.0.1"))
    );
    let path = record["seal"]["pdf"].as_str().unwrap();
    assert!(path.ends_with("1_Elm_St__LOI_signed.pdf"), "{path}");
    let sealed = file(&world, &pat, &format!("/serve_attachment?file={path}")).await;
    assert_eq!(record["seal"]["sha256"], sha256(&sealed));
    assert_eq!(pdf(&world, &token).await, sealed);
    let text = words(&read_back("pdftotext", &["-layout", "-", "-"], &sealed));
    for part in [
        "Signed electronically",
        "Dana Q. Lee",
        "Record of signing",
        "Initials: DL",
        "Sealed by Sitewright for Meridian Land Partners.",
        "control of the mailbox dana1@owner.example, not an identity document",
        "Opened by a person",
        "All signed",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let solid: String = text.split_whitespace().collect();
    for hash in [
        &opened["pdf_sha256"],
        &letter["content_hash"],
        &record["seal"]["chain_head"],
    ] {
        assert!(solid.contains(hash.as_str().unwrap()), "{hash}: {text}");
    }
    assert!(String::from_utf8_lossy(&sealed).contains("ETSI.CAdES.detached"));
    let (_, after) = certain(&world, &token).await;
    assert_eq!(
        (&after["can_sign"], &after["why_not"]),
        (&json!(false), &json!("Everybody has signed the letter."))
    );

    // Who signed gets the copy even after unsubscribing.
    world
        .sql("INSERT INTO suppressions (customer_id, email_key) SELECT customer_id, 'dana1@owner.example' FROM letters LIMIT 1")
        .await;
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async { sink.received().len() == 2 }).await;
    running.shutdown().await;
    let mut to: Vec<String> = sink
        .received()
        .iter()
        .flat_map(|mail| mail.to.clone())
        .collect();
    to.sort();
    let mut expected = vec!["dana1@owner.example".to_owned(), pat.email.clone()];
    expected.sort();
    assert_eq!(to, expected);
    assert!(sink.received()[0].data.contains("LOI_signed.pdf"));

    // The rows cannot be changed, and an edit around that shows.
    let edit = "UPDATE letter_evidence SET ip = '203.0.113.1' WHERE kind = 'signed'";
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, edit)
        .await
        .unwrap_err();
    world
        .sql(&format!("SET session_replication_role = replica; {edit}"))
        .await;
    let record = evidence(&world, &pat, letter).await;
    assert_eq!(
        (&record["intact"], &record["broken_at"]),
        (&json!(false), &json!(3))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_token_and_one_that_is_none_are_answered_alike() {
    let world = World::start().await;
    let unknown = "A".repeat(43);
    let mut answers = Vec::new();
    for token in [unknown.as_str(), "", "x", "../..", &"B".repeat(5_000)] {
        for (method, path, body) in [
            (Method::GET, "/sign", None),
            (Method::GET, "/sign/pdf", None),
            (
                Method::POST,
                "/sign/open",
                Some(json!({"visible_ms": 1, "input": true})),
            ),
            (
                Method::POST,
                "/sign/decline",
                Some(json!({"reason": "price"})),
            ),
        ] {
            let (status, mut said) = public(&world, method, path, token, body.as_ref()).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{token} {path}");
            said.as_object_mut().unwrap().remove("request_id");
            answers.push(said);
        }
    }
    assert!(
        answers.iter().all(|said| *said == answers[0]),
        "{answers:?}"
    );
    let bare = world.anonymous(Method::GET, "/sign").send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signature_needs_all_its_parts() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let token = token(&link(&world, &pat, &letters[0], 1).await);
    let (_, opened) = certain(&world, &token).await;
    for (path, field, value) in [
        ("/sign/sign", "full_name", json!("  ")),
        ("/sign/sign", "title", json!("x".repeat(201))),
        ("/sign/sign", "initials", json!("")),
        ("/sign/sign", "intent", json!(false)),
        ("/sign/sign", "consent_version", json!("1999")),
        ("/sign/sign", "content_hash", json!("x")),
        ("/sign/decline", "reason", json!("mood")),
        ("/sign/decline", "text", json!("x".repeat(2_001))),
        ("/sign/not_me", "name", json!("")),
        ("/sign/not_me", "email", json!("nobody")),
    ] {
        // Not a test of the limit of calls.
        world.sql("UPDATE letter_links SET minute_calls = 0").await;
        let mut body = match path {
            "/sign/sign" => signature(&opened),
            "/sign/decline" => json!({"reason": "price", "text": ""}),
            _ => json!({"name": "Sam", "email": "sam@owner.example"}),
        };
        body[field] = value;
        let (status, said) = post(&world, path, &token, &body).await;
        assert!(
            status == StatusCode::UNPROCESSABLE_ENTITY || status == StatusCode::BAD_REQUEST,
            "{field}: {said}"
        );
        assert!(said["errors"][field].is_string(), "{field}: {said}");
    }
    assert_eq!(links(&world, &pat, &letters[0]).await[0]["state"], "open");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_closed_says_why() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 7).await;
    for (n, why) in [
        "expired",
        "revoked",
        "withdrawn",
        "superseded",
        "declined",
        "changed",
        "superseded",
    ]
    .into_iter()
    .enumerate()
    {
        let letter = &letters[n];
        let made = link(&world, &pat, letter, n).await;
        let token = token(&made);
        let (_, opened) = certain(&world, &token).await;
        let (id, version) = (
            letter["letter_id"].as_str().unwrap(),
            letter_of(&world, &pat, letter).await["version"].clone(),
        );
        match n {
            0 => world.sql(&format!("UPDATE letter_links SET expires_at = now() WHERE letter_id = '{id}'")).await,
            1 => drop(world.post(&pat, &link_path(letter, &made, "revoke"), json!({})).await),
            2 => drop(world.post(&pat, &path_of(letter, "/withdraw"), json!({"version": version})).await),
            3 => drop(set(&world, &pat, letter, json!({"to": "countered", "version": version})).await),
            4 => drop(set(&world, &pat, letter, json!({"to": "declined", "version": version})).await),
            5 => world.sql(&format!("UPDATE letters SET content_hash = repeat('0', 64) WHERE letter_id = '{id}'")).await,
            _ => world.sql(&format!(
                "INSERT INTO letters (letter_id, customer_id, job_id, ordinal, project_id, property_id, year, serial, letter_version, number, template_version,
                     parcel_number, price, status, html, terms, texts, report, content_hash)
                 SELECT gen_random_uuid(), customer_id, job_id, 1000, project_id, property_id, year, serial, 2, number || '/2', template_version,
                     parcel_number, price, 'sent', html, terms, texts, report, content_hash FROM letters WHERE letter_id = '{id}'"
            )).await,
        }
        let (status, said) = sign(&world, &token, &opened).await;
        assert_eq!(
            (status, &said["code"], &said["why"]),
            (
                StatusCode::CONFLICT,
                &json!("letter_link.closed"),
                &json!(why)
            ),
            "{n}: {said}"
        );
        let state = &links(&world, &pat, letter).await[0]["state"];
        assert_eq!(*state, if why == "changed" { "open" } else { why });
        let record = evidence(&world, &pat, letter).await;
        assert_eq!(
            *kinds(&record).last().unwrap(),
            "refused",
            "the sender sees the attempt"
        );
        assert_eq!(record["intact"], true);
        if why != "changed" {
            for path in ["/sign/open", "/sign/decline", "/sign/not_me"] {
                let body = json!({"visible_ms": 9_000, "input": true, "reason": "price", "name": "Sam", "email": "sam@owner.example"});
                let (status, said) = post(&world, path, &token, &body).await;
                assert_eq!(
                    (status, &said["why"]),
                    (StatusCode::CONFLICT, &json!(why)),
                    "{path}"
                );
            }
            let (status, said) = public(&world, Method::GET, "/sign/pdf", &token, None).await;
            assert_eq!((status, &said["why"]), (StatusCode::CONFLICT, &json!(why)));
            let (status, invitation) = public(&world, Method::GET, "/sign", &token, None).await;
            assert_eq!(
                (status, &invitation["state"]),
                (StatusCode::OK, &json!(why))
            );
        }
        assert_ne!(letter_of(&world, &pat, letter).await["status"], "signed");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_sign_at_once_and_the_last_completes_the_letter_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let (site, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let mut tokens = Vec::new();
    for n in 1..=3 {
        tokens.push(token(&link(&world, &pat, letter, n).await));
    }
    let (_, opened) = certain(&world, &tokens[0]).await;
    // Each twice.
    let twice = tokens
        .iter()
        .chain(&tokens)
        .map(|token| sign(&world, token, &opened));
    let answers = futures::future::join_all(twice).await;
    assert!(
        answers.iter().all(|(status, _)| *status == StatusCode::OK),
        "{answers:?}"
    );
    assert_eq!(letter_of(&world, &pat, letter).await["status"], "signed");
    assert_eq!(stage(&world, &pat, &site).await, "Under contract");
    let record = evidence(&world, &pat, letter).await;
    let of = |kind: &str| {
        kinds(&record)
            .into_iter()
            .filter(|other| *other == kind)
            .count()
    };
    assert_eq!(
        (of("signed"), of("completed"), &record["intact"]),
        (3, 1, &json!(true))
    );
    let (_, seen) = certain(&world, &tokens[1]).await;
    assert_eq!(seen["signed"].as_array().unwrap().len(), 3);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_signature_and_a_revocation_one_counts() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 6).await;
    for letter in &letters {
        let made = link(&world, &pat, letter, 1).await;
        let (token, path) = (token(&made), link_path(letter, &made, "revoke"));
        let (_, opened) = certain(&world, &token).await;
        let revoke = world.call(&pat, Method::POST, &path).json(&json!({}));
        let ((signed, _), revoked) = tokio::join!(sign(&world, &token, &opened), revoke.send());
        let revoked = revoked.unwrap().status();
        assert_ne!(signed == StatusCode::OK, revoked == StatusCode::OK);
        let state = &links(&world, &pat, letter).await[0]["state"];
        let is_signed = signed == StatusCode::OK;
        assert_eq!(*state, if is_signed { "signed" } else { "revoked" });
        let status = letter_of(&world, &pat, letter).await["status"].clone();
        assert_eq!(status == "signed", is_signed, "{status}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_refusal_closes_the_letter_for_all() {
    let world = World::start().await;
    let pat = Persona::user();
    let (site, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let one = token(&link(&world, &pat, letter, 1).await);
    let two = token(&link(&world, &pat, letter, 2).await);
    let mut events = world.listen(&["activity.reported"]).await;
    let body = json!({"reason": "not_for_sale", "text": "Not before 2030."});
    let (status, receipt) = post(&world, "/sign/decline", &one, &body).await;
    assert_eq!(
        (status, &receipt["reason"]),
        (StatusCode::OK, &json!("not_for_sale"))
    );
    let again = post(&world, "/sign/decline", &one, &json!({"reason": "price"})).await;
    assert_eq!(again, (StatusCode::OK, receipt));
    let now = letter_of(&world, &pat, letter).await;
    assert_eq!(now["status"], "declined");
    let last = now["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&last["kind"], &last["actor_name"], &last["note"]),
        (
            &json!("declined"),
            &json!("Dana 1 Lee"),
            &json!("Not for sale: Not before 2030.")
        )
    );
    let (status, said) = certain(&world, &two).await;
    assert_eq!(
        (status, &said["why"]),
        (StatusCode::CONFLICT, &json!("declined"))
    );
    let answers: Vec<Value> = links(&world, &pat, letter)
        .await
        .iter()
        .map(|link| json!([link["state"], link["decline"]["reason"]]))
        .collect();
    assert_eq!(
        answers,
        [
            json!(["declined", "not_for_sale"]),
            json!(["declined", null])
        ]
    );
    let subject = format!("{} for 1 Elm St", letter["number"].as_str().unwrap());
    let said = reported(&mut events, "letters.declined").await;
    assert_eq!(
        said["text"],
        format!("Letter {subject} was declined by Dana 1 Lee.")
    );
    let mails = world
        .rows(
            "SELECT r.email, m.subject, m.body FROM mails m JOIN mail_recipients r USING (mail_id)",
        )
        .await;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (&mails[0]["email"], &mails[0]["subject"]),
        (&json!(pat.email), &json!(format!("Declined: {subject}")))
    );
    let path = format!(
        "/letters?project_id={}&letter_id={}",
        site.project,
        letter["letter_id"].as_str().unwrap()
    );
    assert_eq!(said["link"], path);
    let body = mails[0]["body"].as_str().unwrap();
    let declined = format!("Dana 1 Lee <dana1@owner.example> declined {subject}.");
    for part in [
        declined.as_str(),
        "Not for sale: Not before 2030.",
        &format!("{TEST_ORIGIN}{path}\n"),
    ] {
        assert!(body.contains(part), "{part}: {body}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_the_right_person_names_another_and_the_letter_waits() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let letter = &letters[0];
    let (wrong, right) = (
        token(&link(&world, &pat, letter, 1).await),
        token(&link(&world, &pat, letter, 2).await),
    );
    let body = json!({"name": "Sam Oak", "email": "sam@owner.example"});
    let first = post(&world, "/sign/not_me", &wrong, &body).await;
    assert_eq!(
        (first.0, &first.1["name"]),
        (StatusCode::OK, &json!("Sam Oak"))
    );
    let again = post(
        &world,
        "/sign/not_me",
        &wrong,
        &json!({"name": "Other", "email": "o@owner.example"}),
    )
    .await;
    assert_eq!(again, first);
    let (status, said) = certain(&world, &wrong).await;
    assert_eq!(
        (status, &said["why"]),
        (StatusCode::CONFLICT, &json!("revoked"))
    );
    let (_, opened) = certain(&world, &right).await;
    let (_, receipt) = sign(&world, &right, &opened).await;
    assert_eq!(
        receipt["complete"], false,
        "the firm has not said who signs instead"
    );
    let listed = links(&world, &pat, letter).await;
    assert_eq!(
        (&listed[0]["state"], &listed[0]["proposed"]),
        (
            &json!("revoked"),
            &json!({"name": "Sam Oak", "email": "sam@owner.example"})
        )
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_asks_for_few_changes_in_a_minute() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 2).await;
    let one = token(&link(&world, &pat, &letters[0], 1).await);
    let two = token(&link(&world, &pat, &letters[1], 1).await);
    for _ in 0..10 {
        assert_eq!(certain(&world, &one).await.0, StatusCode::OK);
    }
    let (status, said) = certain(&world, &one).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("request.too_many"))
    );
    assert_eq!(certain(&world, &two).await.0, StatusCode::OK);
    world
        .sql("UPDATE letter_links SET minute = now() - interval '2 minutes'")
        .await;
    assert_eq!(certain(&world, &one).await.0, StatusCode::OK);
    world.stop().await;
}
