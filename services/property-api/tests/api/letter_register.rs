//! Numbered letters: approval, sending, states by hand, lists.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::letter_jobs::{Site, accepted, id_of};
use crate::letter_redlines::{copy_of, full};
use crate::mail::heard;
use crate::mail_worker::{retry_now, worker};
use crate::world::{TEST_TIMEOUT, World, ok, problem};

fn to_approve(letters: &[Value]) -> Value {
    let asked = letters.iter().map(
        |letter| json!({"letter_id": letter["letter_id"], "content_hash": letter["content_hash"]}),
    );
    json!({"letters": asked.collect::<Vec<_>>()})
}

pub async fn approve(world: &World, pat: &Persona, letters: &[Value]) -> Value {
    world
        .post(pat, "/letters/approve", to_approve(letters))
        .await
}

pub fn message(letters: &[&Value]) -> Value {
    let ids: Vec<&Value> = letters.iter().map(|letter| &letter["letter_id"]).collect();
    json!({"letters": ids, "subject": "LOI to purchase {{property}}", "body": "Dear {{contact_name}},\n{{number}} for {{owner_name}}.",
        "copy_to_me": false, "request_key": Uuid::new_v4()})
}

pub async fn set(world: &World, pat: &Persona, letter: &Value, body: Value) -> (StatusCode, Value) {
    let path = format!("/letters/{}/status", letter["letter_id"].as_str().unwrap());
    let answer = world.call(pat, Method::POST, &path).json(&body);
    let answer = answer.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

async fn settings(world: &World, pat: &Persona, body: Value) -> (StatusCode, Value) {
    let answer = world.call(pat, Method::PUT, "/letter_settings").json(&body);
    let answer = answer.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

fn named(world: &World, fname: &str) {
    let profile = json!({"fname": fname, "lname": "Whitfield"});
    world
        .main_api
        .on("GET", "/api/profile", Answer::json(200, &profile));
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_approved_in_bulk_as_they_were_read() {
    let world = World::start().await;
    named(&world, "Dana");
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 4).await;
    site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    let other = Site::new(&world, &stranger, 1).await;
    other.make(&world, &stranger, &json!({})).await;
    let theirs = other.letters(&world, &stranger).await;
    let mut asked = vec![
        letters[0].clone(),
        letters[0].clone(),
        theirs[0].clone(),
        letters[1].clone(),
    ];
    asked[3]["content_hash"] = letters[2]["content_hash"].clone();
    let mut events = world.listen(&["letters.changed"]).await;
    let done = approve(&world, &pat, &asked).await;
    let changed = heard(&mut events).await;
    assert_eq!(changed["type"], "letters.changed");
    assert_eq!(done["approved"], json!([letters[0]["letter_id"]]));
    let codes: Vec<&str> = done["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["not_found", "content_changed"], "{done}");
    assert_eq!(other.letters(&world, &stranger).await[0]["status"], "draft");

    // Two at once: each letter has one approver, and the other reads who that is.
    let colleague = pat.colleague();
    let (one, two) = tokio::join!(
        approve(&world, &pat, &letters[1..]),
        approve(&world, &colleague, &letters[1..])
    );
    let approved = |answer: &Value| answer["approved"].as_array().unwrap().len();
    assert_eq!(approved(&one) + approved(&two), 3);
    let late = if approved(&one) == 0 { &one } else { &two };
    assert_eq!(late["refused"][0]["code"], "already_approved");
    let sentence = late["refused"][0]["sentence"].as_str().unwrap();
    assert!(
        sentence.starts_with("Dana Whitfield approved it on "),
        "{sentence}"
    );
    let path = format!("/letters/{}", letters[1]["letter_id"].as_str().unwrap());
    let letter = world.get(&pat, &path, &[]).await;
    assert_eq!(
        (&letter["status"], &letter["approved_by_name"]),
        (&json!("approved"), &json!("Dana Whitfield"))
    );
    let kinds: Vec<&str> = letter["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["made", "approved"]);
    for (body, field) in [
        (json!({"letters": []}), "letters"),
        (
            json!({"letters": [{"letter_id": Uuid::new_v4(), "content_hash": "x"}]}),
            "letters[0].content_hash",
        ),
    ] {
        let (status, said) = world.refused(&pat, "/letters/approve", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thresholds_need_another_person_than_the_author() {
    let world = World::start().await;
    let (pat, admin) = (Persona::user(), Persona::admin());
    let admin = Persona {
        customer_id: pat.customer_id,
        ..admin
    };
    let usual = world.get(&pat, "/letter_settings", &[]).await;
    assert_eq!(
        usual,
        json!({"letter_threshold": null, "job_threshold": null, "approver_may_be_author": true, "version": 0})
    );
    let new = json!({"letter_threshold": 2_000_000, "job_threshold": 2_000_000, "approver_may_be_author": false, "version": 0});
    assert_eq!(
        settings(&world, &pat, new.clone()).await.0,
        StatusCode::FORBIDDEN
    );
    let (status, stored) = settings(&world, &admin, new.clone()).await;
    assert_eq!((status, &stored["version"]), (StatusCode::OK, &json!(1)));
    let (status, said) = settings(&world, &admin, new.clone()).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter_settings.changed"))
    );
    let mut zero = new.clone();
    zero["letter_threshold"] = json!(0);
    let (status, said) = settings(&world, &admin, zero).await;
    assert_eq!(
        (status, said["errors"]["letter_threshold"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );

    // Each letter is below, the job is above.
    let site = Site::new(&world, &pat, 2).await;
    let preview = world
        .post(&pat, "/letter_jobs/preview", site.batch(&json!({})))
        .await;
    assert_eq!(preview["approval"]["needed"], true, "{preview}");
    site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    let own = approve(&world, &pat, &letters).await;
    assert_eq!(own["refused"][0]["code"], "needs_another_person", "{own}");
    let path = format!("/letters/{}", letters[0]["letter_id"].as_str().unwrap());
    let transitions = world.get(&pat, &path, &[]).await["transitions"].clone();
    assert_eq!(
        transitions[0],
        json!({"to": "approved", "refusals": ["This letter needs the approval of another person."]})
    );
    // A copy is of the same job, whose total does not have the draft that it replaces.
    let letter = full(&world, &pat, &letters[0]).await;
    let copy = copy_of(&letter, letter["html"].as_str().unwrap());
    let copy = world.post(&pat, &format!("{path}/copy"), copy).await;
    let own = approve(&world, &pat, std::slice::from_ref(&copy)).await;
    assert_eq!(own["refused"][0]["code"], "needs_another_person", "{own}");
    let mut raised = new.clone();
    raised["version"] = json!(1);
    raised["job_threshold"] = json!(2_600_000);
    let (status, said) = settings(&world, &admin, raised).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let own = approve(&world, &pat, std::slice::from_ref(&copy)).await;
    assert_eq!(own["approved"], json!([copy["letter_id"]]), "{own}");
    let colleague = pat.colleague();
    let approved = approve(&world, &colleague, &letters[1..]).await;
    assert_eq!(approved["approved"].as_array().unwrap().len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_is_sent_when_its_mail_is_accepted() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let site = Site::new(&world, &pat, 4).await;
    site.made(&world, &pat).await;
    world
        .sql("UPDATE contacts SET email = '' WHERE email = 'dana3@owner.example';
              INSERT INTO suppressions (customer_id, email_key) SELECT customer_id, 'dana4@owner.example' FROM contacts LIMIT 1")
        .await;
    let letters = site.letters(&world, &pat).await;
    approve(
        &world,
        &pat,
        &[letters[0].clone(), letters[2].clone(), letters[3].clone()],
    )
    .await;
    let body = message(&letters.iter().collect::<Vec<_>>());
    let queued = accepted(&world, &pat, "/letters/send", &body).await;
    assert_eq!(queued["queued"].as_array().unwrap().len(), 1, "{queued}");
    assert_eq!(queued["queued"][0]["to"], json!(["dana1@owner.example"]));
    let codes: Vec<&str> = queued["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(
        codes,
        ["not_approved", "no_recipient", "suppressed"],
        "{queued}"
    );
    assert_eq!(accepted(&world, &pat, "/letters/send", &body).await, queued);
    let mut other = body.clone();
    other["copy_to_me"] = json!(true);
    assert_eq!(
        world.refused(&pat, "/letters/send", other).await.1["code"],
        "request.key_reused"
    );
    let twice = accepted(&world, &pat, "/letters/send", &message(&[&letters[0]])).await;
    assert_eq!(twice["refused"][0]["code"], "mail_queued");
    let waiting = &site.letters(&world, &pat).await[0];
    assert_eq!(
        (&waiting["status"], &waiting["mail_status"]),
        (&json!("approved"), &json!("queued"))
    );

    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        site.letters(&world, &pat).await[0]["status"] == "sent"
    })
    .await;
    let sent = &site.letters(&world, &pat).await[0];
    assert_eq!(sent["mail_status"], "sent");
    assert!(sent["sent_at"].is_string());
    let received = sink.received();
    assert_eq!(received.len(), 1);
    let text = format!("{:?}", received[0]);
    for part in [
        "LOI to purchase 1 Elm St",
        "1_Elm_St__LOI.pdf",
        "Dear Dana Lee",
        "dana1@owner.example",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let again = accepted(&world, &pat, "/letters/send", &message(&[&letters[0]])).await;
    assert_eq!(again["refused"][0]["code"], "already_sent");
    running.shutdown().await;
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_whose_mail_fails_stays_approved_and_can_be_sent_again() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let site = Site::new(&world, &pat, 1).await;
    site.made(&world, &pat).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters).await;
    sink.refuse("dana1@owner.example", 550);
    accepted(&world, &pat, "/letters/send", &message(&[&letters[0]])).await;
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        site.letters(&world, &pat).await[0]["mail_status"] == "failed"
    })
    .await;
    assert_eq!(site.letters(&world, &pat).await[0]["status"], "approved");
    world
        .sql("UPDATE contacts SET email = 'dana9@owner.example'")
        .await;
    accepted(&world, &pat, "/letters/send", &message(&[&letters[0]])).await;
    retry_now(&world).await;
    wait_for(TEST_TIMEOUT, || async {
        site.letters(&world, &pat).await[0]["status"] == "sent"
    })
    .await;
    running.shutdown().await;
    for (field, text) in [("subject", "{{price}}"), ("body", "{{first_name}}")] {
        let mut body = message(&[&letters[0]]);
        body[field] = json!(text);
        let (status, said) = world.refused(&pat, "/letters/send", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_quota_of_mail_counts_and_refuses_all() {
    let world = World::with(&[("MAIL_DAILY_PER_USER", "1")]).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 2).await;
    site.made(&world, &pat).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters).await;
    let (status, said) = world
        .refused(&pat, "/letters/send", message(&[&letters[0], &letters[1]]))
        .await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("mail.quota_exceeded"))
    );
    assert!(world.rows("SELECT FROM mails").await.is_empty());
    assert_eq!(
        site.letters(&world, &pat).await[0]["mail_status"],
        Value::Null
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn states_are_set_by_hand_only_where_they_follow() {
    let world = World::start().await;
    named(&world, "Dana");
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 2).await;
    site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    let letter = &letters[0];
    let (status, said) = set(&world, &pat, letter, json!({"to": "sent", "version": 1})).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_refused")),
        "{said}"
    );
    let (status, said) = set(&world, &pat, letter, json!({"to": "opened", "version": 1})).await;
    assert_eq!(
        (status, said["errors"]["to"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    approve(&world, &pat, &letters).await;
    let (_, draft) = set(
        &world,
        &pat,
        letter,
        json!({"to": "draft", "version": 2, "note": "price"}),
    )
    .await;
    assert_eq!(
        (&draft["status"], &draft["approved_at"], &draft["version"]),
        (&json!("draft"), &Value::Null, &json!(3))
    );
    approve(&world, &pat, &letters[..1]).await;
    let (status, said) = set(&world, &pat, letter, json!({"to": "sent", "version": 3})).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_changed"))
    );
    assert_eq!(
        (&said["changed_by_name"], &said["version"]),
        (&json!("Dana Whitfield"), &json!(4))
    );
    let (_, sent) = set(
        &world,
        &pat,
        letter,
        json!({"to": "sent", "version": 4, "note": "by courier"}),
    )
    .await;
    assert_eq!(sent["status"], "sent");
    let counter = json!({"to": "countered", "version": 5, "counter_price": 1_400_000});
    let (_, countered) = set(&world, &pat, letter, counter).await;
    assert_eq!(countered["status"], "countered");
    let query = [("property_id", site.ids[0].to_string())];
    let offers = world.get(&pat, "/offers", &query).await;
    assert_eq!(
        (&offers["offers"][0]["side"], &offers["offers"][0]["amount"]),
        (&json!("seller"), &json!(1_400_000))
    );
    let path = format!("/letters/{}", letter["letter_id"].as_str().unwrap());
    let full = world.get(&pat, &path, &[]).await;
    let kinds: Vec<&str> = full["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "made",
            "approved",
            "reopened",
            "approved",
            "handed_over",
            "countered"
        ]
    );
    assert_eq!(full["events"][4]["note"], "by courier");
    assert_eq!(
        full["transitions"],
        json!([{"to": "draft", "refusals": ["Make a new letter for the new terms."]}])
    );

    let path = format!(
        "/letters/{}/withdraw",
        letters[1]["letter_id"].as_str().unwrap()
    );
    let withdrawn = world
        .post(&pat, &path, json!({"version": 2, "note": "sold"}))
        .await;
    assert!(withdrawn["withdrawn_at"].is_string());
    let (status, said) = world.refused(&pat, &path, json!({"version": 3})).await;
    assert_eq!(
        (status, &said["error"]),
        (StatusCode::CONFLICT, &json!("The letter was withdrawn."))
    );
    let (status, _) = set(
        &world,
        &pat,
        &letters[1],
        json!({"to": "sent", "version": 3}),
    )
    .await;
    assert_eq!(status, StatusCode::CONFLICT);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_listed_by_number_filtered_and_of_one_firm() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 5).await;
    let started = site.make(&world, &pat, &json!({})).await;
    let letters = site.letters(&world, &pat).await;
    approve(&world, &pat, &letters[..2]).await;
    let list = async |query: &[(&str, &str)]| {
        let call = world.call(&pat, Method::GET, "/letters").query(query);
        ok(call.send().await.unwrap()).await
    };
    let numbers = |list: &Value| -> Vec<Uuid> {
        let letters = list["letters"].as_array().unwrap();
        letters
            .iter()
            .map(|letter| id_of(&letter["property_id"]))
            .collect()
    };
    let first = list(&[("limit", "3")]).await;
    assert_eq!(numbers(&first), [site.ids[4], site.ids[3], site.ids[2]]);
    let second = list(&[("limit", "3"), ("after", first["next"].as_str().unwrap())]).await;
    assert_eq!(
        (numbers(&second), &second["next"]),
        (vec![site.ids[1], site.ids[0]], &Value::Null)
    );
    let approved = list(&[
        ("status", "approved"),
        ("job_id", started["job_id"].as_str().unwrap()),
    ])
    .await;
    assert_eq!(approved["letters"].as_array().unwrap().len(), 2);
    assert_eq!(approved["totals"]["count"], 5);
    let by_status = json!([{"status": "draft", "count": 3, "price": 3_885_000}, {"status": "approved", "count": 2, "price": 2_590_000}]);
    assert_eq!(approved["totals"]["by_status"], by_status);
    let property = site.ids[2].to_string();
    assert_eq!(
        numbers(&list(&[("property_id", &property)]).await),
        [site.ids[2]]
    );
    assert_eq!(numbers(&list(&[("q", "owner 4")]).await), [site.ids[3]]);
    assert_eq!(numbers(&list(&[("q", "-0005")]).await), [site.ids[4]]);
    for query in [("status", "gone"), ("after", "x"), ("limit", "0")] {
        let call = world.call(&pat, Method::GET, "/letters").query(&[query]);
        let (status, said) = problem(call.send().await.unwrap()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(said["errors"][query.0].is_string(), "{said}");
    }
    assert_eq!(
        world.get(&stranger, "/letters", &[]).await["totals"]["count"],
        0
    );
    let path = format!("/letters/{}", letters[0]["letter_id"].as_str().unwrap());
    let answer = world
        .call(&stranger, Method::GET, &path)
        .send()
        .await
        .unwrap();
    assert_eq!(problem(answer).await.0, StatusCode::NOT_FOUND);
    let (status, _) = set(
        &world,
        &stranger,
        &letters[0],
        json!({"to": "draft", "version": 2}),
    )
    .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let withdraw = format!("{path}/withdraw");
    let (status, _) = world
        .refused(&stranger, &withdraw, json!({"version": 2}))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let sent = accepted(&world, &stranger, "/letters/send", &message(&[&letters[0]])).await;
    assert_eq!(sent["refused"][0]["code"], "not_found");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn recent_activity_is_told_of_letters_and_deals() {
    let world = World::start().await;
    let pat = Persona::user();
    let mut events = world.listen(&["activity.reported"]).await;
    let site = Site::new(&world, &pat, 3).await;
    site.made(&world, &pat).await;
    let letters = site.letters(&world, &pat).await;
    let number = |place: usize| letters[place]["number"].as_str().unwrap();
    let letters_link = format!("/letters?project_id={}", site.project);
    approve(&world, &pat, &letters).await;
    let first = &site.letters(&world, &pat).await[0];
    let sent = json!({"to": "sent", "version": first["version"]});
    assert_eq!(set(&world, &pat, first, sent).await.0, StatusCode::OK);
    let stages = [("project_id", site.project.to_string())];
    let stages = world.get(&pat, "/deal_stages", &stages).await;
    let contacted = &stages["stages"][1];
    let body = json!({"project_id": site.project, "property_ids": [site.ids[1], site.ids[2]], "stage_id": contacted["stage_id"]});
    world.post(&pat, "/deals/update", body).await;
    for (kind, text, link) in [
        (
            "letters.made",
            format!("3 letters were made, {} to {}.", number(0), number(2)),
            &letters_link,
        ),
        (
            "letters.approved",
            format!("3 letters were approved, {} to {}.", number(0), number(2)),
            &letters_link,
        ),
        (
            "letters.sent",
            format!("Letter {} for 1 Elm St was sent.", number(0)),
            &format!(
                "{letters_link}&letter_id={}",
                first["letter_id"].as_str().unwrap()
            ),
        ),
        (
            "deals.moved",
            "2 deals were moved to Contacted.".to_owned(),
            &format!("/deals?project_id={}", site.project),
        ),
    ] {
        let said = heard(&mut events).await;
        assert_eq!(
            said["data"],
            json!({"kind": kind, "text": text, "link": link})
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_withdrawn_in_bulk_each_by_its_rules() {
    let world = World::start().await;
    named(&world, "Dana");
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 6).await;
    site.made(&world, &pat).await;
    let made = site.letters(&world, &pat).await;
    approve(&world, &pat, &made[1..]).await;
    for letter in &made[2..4] {
        let sent = json!({"to": "sent", "version": 2});
        assert_eq!(set(&world, &pat, letter, sent).await.0, StatusCode::OK);
    }
    let declined = json!({"to": "declined", "version": 3});
    assert_eq!(
        set(&world, &pat, &made[3], declined).await.0,
        StatusCode::OK
    );
    accepted(&world, &pat, "/letters/send", &message(&[&made[4]])).await;
    let other = Site::new(&world, &stranger, 1).await;
    other.made(&world, &stranger).await;
    let theirs = other.letters(&world, &stranger).await.remove(0);

    let read = site.letters(&world, &pat).await;
    let one =
        |letter: &Value| json!({"letter_id": letter["letter_id"], "version": letter["version"]});
    let mut letters: Vec<Value> = read.iter().map(one).collect();
    letters[5]["version"] = json!(1);
    letters.push(one(&theirs));
    letters.push(letters[0].clone());
    let body = json!({"letters": letters, "note": " The area is no longer wanted. "});
    let mut events = world.listen(&["activity.reported"]).await;
    let done = world.post(&pat, "/letters/withdraw", body.clone()).await;
    let codes = |answer: &Value| -> Vec<String> {
        let refused = answer["refused"].as_array().unwrap();
        let code = |one: &Value| one["code"].as_str().unwrap().to_owned();
        refused.iter().map(code).collect()
    };
    let ids: Vec<&Value> = read[..3]
        .iter()
        .map(|letter| &letter["letter_id"])
        .collect();
    assert_eq!(done["withdrawn"], json!(ids), "{done}");
    assert_eq!(
        codes(&done),
        ["settled", "mail_queued", "changed", "not_found"]
    );
    let number = |place: usize| read[place]["number"].as_str().unwrap();
    // What was done before may be told late.
    let mut told = String::new();
    while !told.contains("withdrawn") {
        let event = heard(&mut events).await;
        event["data"]["text"]
            .as_str()
            .unwrap()
            .clone_into(&mut told);
    }
    assert_eq!(
        told,
        format!("3 letters were withdrawn, {} to {}.", number(0), number(2))
    );
    let now = site.letters(&world, &pat).await;
    for (place, letter) in now.iter().enumerate() {
        assert_eq!(letter["withdrawn_at"].is_string(), place < 3, "{letter}");
        assert_eq!(letter["status"], read[place]["status"]);
    }
    let path = format!("/letters/{}", now[2]["letter_id"].as_str().unwrap());
    let history = world.get(&pat, &path, &[]).await["events"].clone();
    let last = history.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["kind"], &last["actor_name"], &last["note"]),
        (
            &json!("withdrawn"),
            &json!("Dana Whitfield"),
            &json!("The area is no longer wanted.")
        )
    );

    // A repeated request changes nothing.
    let again = world.post(&pat, "/letters/withdraw", body).await;
    assert_eq!(again["withdrawn"], json!([]));
    assert_eq!(codes(&again)[..3], ["withdrawn"; 3]);
    assert_eq!(site.letters(&world, &pat).await, now);
    let untouched = other.letters(&world, &stranger).await.remove(0);
    assert_eq!(untouched, theirs);
    let (status, said) = world
        .refused(&pat, "/letters/withdraw", json!({"letters": []}))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["letters"].is_string(), "{said}");
    world.stop().await;
}
