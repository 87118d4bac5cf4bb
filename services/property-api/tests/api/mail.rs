//! Mail from request to a stub mail server or a folder.

use domain::CustomerId;
use futures::StreamExt as _;
use messaging::BroadcastStream;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::mail_worker::{retry_now, worker};
use crate::world::{Parcel, TEST_TIMEOUT, World, ok, problem};

/// The next event; it must match its contract.
pub async fn heard(stream: &mut BroadcastStream) -> Value {
    let event = tokio::time::timeout(TEST_TIMEOUT, stream.next())
        .await
        .unwrap()
        .unwrap();
    test_support::assert_event_valid(&event);
    json!({"type": event.r#type, "data": event.data})
}

/// Waits until all recipients of the property's newest message are settled; returns the list.
pub async fn settled(world: &World, pat: &Persona, parcel: &Parcel) -> Value {
    wait_for(TEST_TIMEOUT, || async {
        let list = world.get(pat, "/get_emails", &parcel.query()).await;
        list["emails"][0]["recipients"]
            .as_array()
            .is_some_and(|all| all.iter().all(|one| one["outcome"] != "queued"))
    })
    .await;
    world.get(pat, "/get_emails", &parcel.query()).await
}

pub fn message(parcel: &Parcel, to: &[&str]) -> Value {
    json!({"parcel_number": parcel.number, "project_id": parcel.project, "to": to,
        "subject": "LOI to purchase 901 Preston St", "body": "Dear owner,\nplease find our letter attached."})
}

async fn attach(
    world: &World,
    pat: &Persona,
    parcel: &Parcel,
    name: &str,
    bytes: Vec<u8>,
) -> String {
    let form = reqwest::multipart::Form::new()
        .text("parcel_number", parcel.number.clone())
        .text("project_id", parcel.project.to_string())
        .part(
            "file",
            reqwest::multipart::Part::bytes(bytes).file_name(name.to_owned()),
        );
    let call = world
        .call(pat, Method::POST, "/upload_attachment")
        .multipart(form);
    let added = ok(call.send().await.unwrap()).await;
    added["attachments"][0].as_str().unwrap().to_owned()
}

fn outcomes(list: &Value) -> Vec<(String, String)> {
    list["emails"][0]["recipients"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let text = |member: &str| one[member].as_str().unwrap().to_owned();
            (text("email"), text("outcome"))
        })
        .collect()
}

#[tokio::test]
async fn a_letter_goes_to_the_owner_with_the_user_in_copy() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    let path = attach(
        &world,
        &pat,
        &parcel,
        "901 Preston St__LOI.pdf",
        b"%PDF-1.7\nletter".to_vec(),
    )
    .await;
    let mut body = message(&parcel, &["Owner@Bayou.example"]);
    body["attachments"] = json!([path]);
    body["request_key"] = json!(Uuid::new_v4());
    let queued = world.post(&pat, "/send_email", body.clone()).await;
    assert_eq!(queued["success"], true);
    assert_eq!(queued["email"]["recipients"][0]["outcome"], "queued");
    assert_eq!(
        queued["email"]["sender_name"],
        "Ana Lyst, Meridian Land Partners"
    );
    // A repeated request while the first is queued: one message.
    let again = world.post(&pat, "/send_email", body.clone()).await;
    assert_eq!(again["email"]["email_id"], queued["email"]["email_id"]);
    let worker = worker(&world, Some(&sink));
    let list = settled(&world, &pat, &parcel).await;
    assert_eq!(list["emails"].as_array().unwrap().len(), 1);
    assert_eq!(
        list["emails"][0]["attachments"],
        json!(["901 Preston St__LOI.pdf"])
    );
    assert!(
        outcomes(&list).iter().all(|(_, outcome)| outcome == "sent"),
        "{list}"
    );
    world.post(&pat, "/send_email", body).await;
    worker.shutdown().await;

    let mut received = sink.received();
    received.sort_by_key(|mail| mail.to != ["Owner@Bayou.example"]);
    let envelopes: Vec<_> = received.iter().map(|mail| mail.to.clone()).collect();
    assert_eq!(
        envelopes,
        [
            vec!["Owner@Bayou.example".to_owned()],
            vec![pat.email.clone()]
        ]
    );
    let data = &received[0].data;
    for line in [
        "To: Owner@Bayou.example\r\n".to_owned(),
        format!("Cc: {}\r\n", pat.email),
        format!("Reply-To: {}\r\n", pat.email),
        "Subject: LOI to purchase 901 Preston St\r\n".to_owned(),
        // 'Ana Lyst, Meridian Land Partners' (RFC 2047).
        "From: =?utf-8?b?QW5hIEx5c3QsIE1lcmlkaWFuIExhbmQgUGFydG5lcnM=?= <no-reply@sitewright.test>\r\n".to_owned(),
        format!(
            "Message-ID: <{}@sitewright>\r\n",
            queued["email"]["email_id"].as_str().unwrap()
        ),
        "please find our letter attached.\r\n".to_owned(),
        "Content-Type: application/pdf\r\n".to_owned(),
    ] {
        assert!(data.contains(&line), "{line} in {data}");
    }
    assert!(
        data.contains("JVBERi0xLjcKbGV0dGVy"),
        "the bytes of the letter in {data}"
    );
    world.stop().await;
}

#[tokio::test]
async fn no_message_leaves_without_its_sender_or_with_a_header_in_a_name() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let to = message(&parcel, &["owner@bayou.example"]);
    world.main_api.clear();
    let (status, _) = world.refused(&pat, "/send_email", to.clone()).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    let names =
        json!({"firm": {"name": "Müller\r\nBcc: all@x.example"}, "sender": {"name": "Ana"}});
    world
        .main_api
        .on("GET", "/api/letterhead", Answer::json(200, &names));
    world.post(&pat, "/send_email", to).await;
    // The name was stored with the message, so the worker does not need main-api.
    world.main_api.clear();
    let worker = worker(&world, None);
    let list = settled(&world, &pat, &parcel).await;
    worker.shutdown().await;
    assert_eq!(list["emails"].as_array().unwrap().len(), 1);
    assert_eq!(
        list["emails"][0]["sender_name"],
        "Ana, Müller Bcc: all@x.example"
    );
    let text = std::fs::read_to_string(&world.stored_files()[0]).unwrap();
    assert!(text.contains("From: =?utf-8?b?"), "{text}");
    assert!(text.is_ascii() && !text.contains("\r\nBcc"), "{text}");
    world.stop().await;
}

#[tokio::test]
async fn without_a_server_the_message_is_one_file() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let worker = worker(&world, None);
    let queued = world
        .post(
            &pat,
            "/send_email",
            message(&parcel, &["owner@bayou.example"]),
        )
        .await;
    assert_eq!(queued["mail_mode"], "folder");
    settled(&world, &pat, &parcel).await;
    worker.shutdown().await;
    let files = world.stored_files();
    assert_eq!(files.len(), 1, "{files:?}");
    let name = format!("{}.eml", queued["email"]["email_id"].as_str().unwrap());
    assert_eq!(files[0].file_name().unwrap().to_str(), Some(name.as_str()));
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(
        text.contains("To: owner@bayou.example") && text.contains(&pat.email),
        "{text}"
    );
    world.stop().await;
}

#[tokio::test]
async fn each_recipient_ends_by_itself() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    sink.refuse("gone@bayou.example", 550);
    let mut events = world.listen(&["mail.updated"]).await;
    let worker = worker(&world, Some(&sink));
    let mut body = message(&parcel, &["gone@bayou.example", "here@bayou.example"]);
    body["copy_to_me"] = json!(false);
    world.post(&pat, "/send_email", body).await;
    let told = heard(&mut events).await;
    // Published once per message, when all its recipients are settled.
    let list = world.get(&pat, "/get_emails", &parcel.query()).await;
    assert_eq!(told["data"]["mail_id"], list["emails"][0]["email_id"]);
    assert_eq!(
        outcomes(&list),
        [
            ("gone@bayou.example".to_owned(), "failed".to_owned()),
            ("here@bayou.example".to_owned(), "sent".to_owned())
        ]
    );
    let reason = list["emails"][0]["recipients"][0]["reason"]
        .as_str()
        .unwrap();
    assert!(reason.contains("no such mailbox"), "{reason}");
    worker.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn a_server_that_comes_back_gets_the_message_once() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    sink.set_out_of_order(true);
    let worker = worker(&world, Some(&sink));
    world
        .post(
            &pat,
            "/send_email",
            message(&parcel, &["owner@bayou.example"]),
        )
        .await;
    wait_for(TEST_TIMEOUT, || async {
        let list = world.get(&pat, "/get_emails", &parcel.query()).await;
        let recipients = list["emails"][0]["recipients"].as_array().unwrap();
        recipients.iter().all(|one| one["reason"].is_string())
    })
    .await;
    let waiting = world.get(&pat, "/get_emails", &parcel.query()).await;
    assert_eq!(waiting["emails"][0]["recipients"][0]["outcome"], "queued");
    sink.set_out_of_order(false);
    retry_now(&world).await;
    let list = settled(&world, &pat, &parcel).await;
    assert!(
        outcomes(&list).iter().all(|(_, outcome)| outcome == "sent"),
        "{list}"
    );
    assert_eq!(list["emails"][0]["recipients"][0]["reason"], Value::Null);
    worker.shutdown().await;
    assert_eq!(sink.received().len(), 2, "one for the owner, one in copy");
    world.stop().await;
}

#[tokio::test]
async fn who_asked_not_to_be_written_to_is_not() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    let suppress = async |firm: CustomerId, key: &str| {
        let insert =
            format!("INSERT INTO suppressions (customer_id, email_key) VALUES ('{firm}', '{key}')");
        let mut conn = world.db.superuser().await;
        diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &insert)
            .await
            .unwrap();
    };
    suppress(pat.customer_id, "no@bayou.example").await;
    let (status, said) = world
        .refused(&pat, "/send_email", message(&parcel, &["No@bayou.example"]))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(
        said["errors"]["to"],
        "Unsubscribed recipients: No@bayou.example."
    );
    // Another firm's suppression does not apply; one added while the message is queued does.
    suppress(Persona::user().customer_id, "late@bayou.example").await;
    let mut body = message(&parcel, &["late@bayou.example"]);
    body["copy_to_me"] = json!(false);
    world.post(&pat, "/send_email", body).await;
    suppress(pat.customer_id, "late@bayou.example").await;
    let worker = worker(&world, Some(&sink));
    let list = settled(&world, &pat, &parcel).await;
    assert_eq!(
        outcomes(&list),
        [("late@bayou.example".to_owned(), "suppressed".to_owned())]
    );
    worker.shutdown().await;
    assert!(sink.received().is_empty());
    world.stop().await;
}

#[tokio::test]
async fn bad_input_is_refused_with_its_field() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let other = {
        let other = Parcel {
            marker: 1043,
            number: "77".to_owned(),
            ll_uuid: Uuid::new_v4(),
            ..parcel.clone()
        };
        world.hear(&other.added()).await;
        world.wait_handled(3).await;
        attach(&world, &pat, &other, "other.pdf", b"%PDF-1.7\n".to_vec()).await
    };
    let twenty_one: Vec<String> = (0..21).map(|n| format!("a{n}@x.example")).collect();
    for (member, value, field) in [
        ("to", json!([]), "to"),
        ("to", json!(["nobody"]), "to[0]"),
        ("to", json!(twenty_one), "to"),
        ("subject", json!("a\r\nBcc: x@y.example"), "subject"),
        ("subject", json!(" "), "subject"),
        ("body", json!(""), "body"),
        ("body", json!("x".repeat(100_001)), "body"),
        ("attachments", json!(["../../etc/passwd"]), "attachments"),
        ("attachments", json!(["a\u{0}b"]), "attachments"),
        ("attachments", json!([other]), "attachments"),
        ("request_key", json!("x"), "request_key"),
    ] {
        let mut body = message(&parcel, &["a@b.example"]);
        body[member] = value;
        let (status, said) = world.refused(&pat, "/send_email", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{member}: {said}");
        assert!(said["errors"][field].is_string(), "{field}: {said}");
    }
    assert_eq!(world.rows("SELECT 1 AS one FROM mails").await.len(), 0);
    let cursor = world
        .call(&pat, Method::GET, "/get_emails")
        .query(&parcel.query())
        .query(&[("cursor", "x")]);
    assert_eq!(
        problem(cursor.send().await.unwrap()).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    world.stop().await;
}

#[tokio::test]
async fn the_list_is_in_pages_and_by_address() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    for n in 0..3 {
        world
            .post(
                &pat,
                "/send_email",
                message(&parcel, &[&format!("a{n}@b.example")]),
            )
            .await;
    }
    let mut query = parcel.query();
    query.push(("limit", "2".to_owned()));
    let first = world.get(&pat, "/get_emails", &query).await;
    assert_eq!(first["emails"].as_array().unwrap().len(), 2);
    query.push(("cursor", first["next_cursor"].as_str().unwrap().to_owned()));
    let second = world.get(&pat, "/get_emails", &query).await;
    assert_eq!(
        second["emails"][0]["recipients"][0]["email"],
        "a0@b.example"
    );
    assert_eq!(second["next_cursor"], Value::Null);
    let mut of_one = parcel.query();
    of_one.push(("address", "A1@b.example".to_owned()));
    let list = world.get(&pat, "/get_emails", &of_one).await;
    assert_eq!(list["emails"].as_array().unwrap().len(), 1);
    world.stop().await;
}
