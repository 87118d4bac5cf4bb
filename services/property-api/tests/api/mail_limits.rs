//! Daily mail limits per user and firm, and the order of messages.

use domain::MailId;
use property_api::mail::ops::add_recipients;
use property_api::mail::store::{self, NewMail};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::campaigns::{campaign, owner};
use crate::mail::{message, settled};
use crate::mail_worker::worker;
use crate::world::{Parcel, TEST_TIMEOUT, World, problem};

fn mail_to(parcel: &Parcel, count: usize) -> Value {
    let to: Vec<String> = (0..count).map(|n| format!("o{n}@lee.example")).collect();
    let to: Vec<&str> = to.iter().map(String::as_str).collect();
    let mut body = message(parcel, &to);
    body["copy_to_me"] = json!(false);
    body
}

/// Sends to so many recipients that the limit is exceeded; returns the message.
async fn spent(world: &World, who: &Persona, path: &str, body: Value, field: &str) -> String {
    let call = world.call(who, Method::POST, path).json(&body);
    let answer = call.send().await.unwrap();
    let seconds: i64 = answer.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let (status, said) = problem(answer).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{said}");
    assert!((1..=86_400).contains(&seconds), "{seconds}");
    assert!(said["renews_at"].as_str().unwrap().contains("T00:00:00"));
    assert_eq!(said["errors"][field], said["message"]);
    said["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_person_and_a_firm_can_write_to_so_many_a_day() {
    let world = World::with(&[("MAIL_DAILY_PER_USER", "5"), ("MAIL_DAILY_PER_FIRM", "8")]).await;
    let pat = Persona::user();
    let colleague = Persona {
        customer_id: pat.customer_id,
        ..Persona::user()
    };
    let (parcel, path) = (world.parcel(&pat).await, "/send_email");
    let mut first = mail_to(&parcel, 4);
    first["request_key"] = json!(Uuid::new_v4());
    world.post(&pat, path, first.clone()).await;
    // A repeated request is not counted again.
    world.post(&pat, path, first).await;
    let said = spent(&world, &pat, path, mail_to(&parcel, 2), "to").await;
    assert!(
        said.starts_with("You can send mail to 1 more recipient today (daily limit: 5)."),
        "{said}"
    );
    world.post(&pat, path, mail_to(&parcel, 1)).await;
    let said = spent(&world, &colleague, path, mail_to(&parcel, 4), "to").await;
    assert!(
        said.starts_with("Your firm can send mail to 3 more recipients today (daily limit: 8)."),
        "{said}"
    );
    // A rejected request is not counted.
    world.post(&colleague, path, mail_to(&parcel, 3)).await;
    // Campaigns count too.
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    for path in ["/create_campaign", "/test_campaign"] {
        let said = spent(&world, &colleague, path, campaign(&parcel), "contact_ids").await;
        assert!(said.starts_with("Your firm can send mail to no more recipients today"));
    }
    assert!(
        world
            .rows("SELECT 1 AS one FROM campaigns")
            .await
            .is_empty()
    );
    // Other firms and other days are counted separately.
    let other = Persona::user();
    let theirs = Parcel::of(&other);
    world.hear(&theirs.added()).await;
    world.wait_handled(3).await;
    world.post(&other, path, mail_to(&theirs, 5)).await;
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(
        &mut conn,
        "UPDATE mail_counts SET day = day - 1",
    )
    .await
    .unwrap();
    world
        .post(&pat, "/create_campaign", campaign(&parcel))
        .await;
    world.post(&pat, path, mail_to(&parcel, 4)).await;
    world.stop().await;
}

/// Queues messages as a campaign does.
async fn queue_many(world: &World, who: &Persona, count: usize) {
    db::tenant_tx(world.db.pool(), who.customer_id, async |conn| {
        for number in 0..count {
            let mail_id = MailId(Uuid::now_v7());
            let mail = NewMail {
                mail_id,
                property_id: None,
                project_id: None,
                request_key: None,
                subject: "One of many",
                body: "Dear owner",
                sender_name: "Ana Lyst",
                reply_to: &who.email,
                sent_by: who.user_id,
                unsubscribe_url: None,
                campaign_id: None,
            };
            store::insert_mail(conn, &mail).await?;
            let to = format!("{number}@many-{}.example", who.customer_id);
            let to = [to.parse().unwrap()];
            add_recipients(conn, who.customer_id, mail_id, &to, false).await?;
        }
        Ok::<_, diesel::result::Error>(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_thousand_letters_of_one_firm_do_not_hold_up_anothers() {
    let world = World::start().await;
    let [many, also_many, one] = [(); 3].map(|()| Persona::user());
    let parcel = world.parcel(&one).await;
    queue_many(&world, &many, 1000).await;
    queue_many(&world, &also_many, 100).await;
    world.post(&one, "/send_email", mail_to(&parcel, 1)).await;
    let sink = SmtpSink::start().await;
    let worker = worker(&world, Some(&sink));
    settled(&world, &one, &parcel).await;
    wait_for(TEST_TIMEOUT, || async { sink.received().len() >= 40 }).await;
    worker.shutdown().await;
    let received = sink.received();
    let place = received
        .iter()
        .position(|mail| mail.to == ["o0@lee.example"]);
    // Two are sent at once, so it can be overtaken.
    assert!(place.is_some_and(|place| place < 5), "{place:?}");
    // The two firms with many messages alternate.
    let of = |who: &Persona| {
        let domain = format!("@many-{}.example", who.customer_id);
        let first = received.iter().take(39);
        first.filter(|mail| mail.to[0].ends_with(&domain)).count()
    };
    let (many, also_many) = (of(&many), of(&also_many));
    assert_eq!(many + also_many, 38);
    assert!(many.abs_diff(also_many) <= 2, "{many} and {also_many}");
    // No message is sent twice.
    let mut all: Vec<_> = received.iter().map(|mail| mail.to.clone()).collect();
    let before = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), before);
    world.stop().await;
}
