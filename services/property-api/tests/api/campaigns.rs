//! Campaigns: recipients, messages and unsubscribing.

use std::time::Instant;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::mail::heard;
use crate::mail_worker::worker;
use crate::world::{Parcel, TEST_TIMEOUT, World, ok, problem};

/// Inserts a contact of the parcel's property into the read copy and the links.
pub async fn owner(world: &World, parcel: &Parcel, first: &str, email: &str) -> Uuid {
    let id = Uuid::new_v4();
    let firm = parcel.firm;
    let sql = format!(
        "INSERT INTO contacts (customer_id, contact_id, first_name, last_name, email, version) VALUES ('{firm}', '{id}', '{first}', 'Lee', '{email}', 1);
         INSERT INTO property_contacts (customer_id, property_id, contact_id) SELECT customer_id, property_id, '{id}' FROM properties WHERE customer_id = '{firm}' AND ll_uuid = '{}';",
        parcel.ll_uuid
    );
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &sql)
        .await
        .unwrap();
    id
}

pub fn campaign(parcel: &Parcel) -> Value {
    json!({"project_id": parcel.project, "subject": "About {{property_address}}",
        "body": "Dear {{first_name}},\nwould you sell {{parcel_number}}?",
        "postal_address": "Meridian Land Partners\n1 Main St, Houston, TX 77002"})
}

/// Waits until the campaign has finished.
pub async fn finished(world: &World, pat: &Persona, parcel: &Parcel, id: &Value) -> Value {
    let query = [
        ("project_id", parcel.project.to_string()),
        ("campaign_id", id.as_str().unwrap().to_owned()),
    ];
    wait_for(TEST_TIMEOUT, || async {
        world.get(pat, "/get_campaigns", &query).await["campaigns"][0]["finished_at"].is_string()
    })
    .await;
    world.get(pat, "/get_campaigns", &query).await["campaigns"][0].clone()
}

#[tokio::test]
async fn each_owner_gets_a_letter_of_their_own_and_may_leave() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    owner(&world, &parcel, "Sam", "sam@lee.example").await;
    owner(&world, &parcel, "Nobody", "").await;
    let mut events = world
        .listen(&["campaign.started", "campaign.finished"])
        .await;
    let preview = world
        .post(&pat, "/preview_campaign", campaign(&parcel))
        .await;
    let people = preview["recipients"].as_array().unwrap();
    assert_eq!(people.len(), 3);
    assert_eq!(
        people[0]["body"],
        format!("Dear Dana,\nwould you sell {}?", parcel.number)
    );
    assert!(people.iter().any(|person| person["email"].is_null()));

    let worker = worker(&world, Some(&sink));
    let mut body = campaign(&parcel);
    body["request_key"] = json!(Uuid::new_v4());
    let created = world.post(&pat, "/create_campaign", body.clone()).await;
    assert_eq!(created["campaign"]["total"], 2);
    let again = world.post(&pat, "/create_campaign", body).await;
    assert_eq!(
        again["campaign"]["campaign_id"],
        created["campaign"]["campaign_id"]
    );
    let done = finished(&world, &pat, &parcel, &created["campaign"]["campaign_id"]).await;
    assert_eq!(
        (&done["sent"], &done["failed"], &done["queued"]),
        (&json!(2), &json!(0), &json!(0))
    );
    let started = heard(&mut events).await;
    assert_eq!(
        (&started["type"], &started["data"]["recipients"]),
        (&json!("campaign.started"), &json!(2))
    );
    let ended = heard(&mut events).await;
    assert_eq!(
        (&ended["type"], &ended["data"]["sent"]),
        (&json!("campaign.finished"), &json!(2))
    );

    let received = sink.received();
    assert_eq!(received.len(), 2);
    let dana = received
        .iter()
        .find(|mail| mail.to == ["dana@lee.example"])
        .unwrap();
    for line in [
        "From: =?utf-8?b?QW5hIEx5c3QsIE1lcmlkaWFuIExhbmQgUGFydG5lcnM=?= <no-reply@sitewright.test>\r\n",
        "Dear Dana,\r\n",
        "1 Main St, Houston, TX 77002\r\n",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
    ] {
        assert!(dana.data.contains(line), "{line} in {}", dana.data);
    }
    assert!(!dana.data.contains("sam@lee.example"));
    let link = dana
        .data
        .split("List-Unsubscribe: <http://sitewright.test/property_api")
        .nth(1)
        .unwrap();
    let path = link.split_once('>').unwrap().0;
    // Opening the link changes nothing; a one-click request does, without a session.
    let opened = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let request = world.anonymous(Method::GET, path).build().unwrap();
    let page = opened.execute(request).await.unwrap();
    assert_eq!(page.status(), StatusCode::SEE_OTHER);
    assert!(
        page.headers()["location"]
            .to_str()
            .unwrap()
            .starts_with("http://sitewright.test/unsubscribe?token=")
    );
    assert_eq!(
        world.rows("SELECT 1 AS one FROM suppressions").await.len(),
        0
    );
    for _twice in 0..2 {
        let click = world
            .anonymous(Method::POST, path)
            .form(&[("List-Unsubscribe", "One-Click")]);
        assert_eq!(
            ok(click.send().await.unwrap()).await,
            json!({"success": true})
        );
    }

    let second = world
        .post(&pat, "/create_campaign", campaign(&parcel))
        .await;
    let done = finished(&world, &pat, &parcel, &second["campaign"]["campaign_id"]).await;
    assert_eq!((&done["sent"], &done["suppressed"]), (&json!(1), &json!(1)));
    let dana = &done["recipients"][0];
    assert_eq!(
        (&dana["email"], &dana["outcome"]),
        (&json!("dana@lee.example"), &json!("suppressed"))
    );
    assert_eq!(sink.received().len(), 3);
    let list = world
        .get(
            &pat,
            "/get_campaigns",
            &[("project_id", parcel.project.to_string())],
        )
        .await;
    assert_eq!(list["campaigns"].as_array().unwrap().len(), 2);
    assert_eq!(
        list["postal_address"],
        "Meridian Land Partners\n1 Main St, Houston, TX 77002"
    );
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test]
async fn a_campaign_that_is_held_up_says_how_far_it_is() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    owner(&world, &parcel, "Sam", "sam@lee.example").await;
    sink.refuse("sam@lee.example", 450);
    let mut events = world.listen(&["campaign.progressed", "mail.updated"]).await;
    let worker = worker(&world, Some(&sink));
    let created = world
        .post(&pat, "/create_campaign", campaign(&parcel))
        .await;
    let mut told = heard(&mut events).await;
    let (begun, mut events_heard) = (Instant::now(), 1);
    while told["data"]["sent"] != 1 {
        told = heard(&mut events).await;
        events_heard += 1;
    }
    assert_eq!(
        told,
        json!({"type": "campaign.progressed", "data": {
            "campaign_id": created["campaign"]["campaign_id"], "project_id": parcel.project,
            "recipients": 2, "sent": 1, "failed": 0, "suppressed": 0}})
    );
    assert!(events_heard <= begun.elapsed().as_secs() + 1);
    worker.shutdown().await;
    world.stop().await;
}

#[tokio::test]
async fn a_test_goes_to_the_sender_only() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let worker = worker(&world, Some(&sink));
    world.post(&pat, "/test_campaign", campaign(&parcel)).await;
    wait_for(TEST_TIMEOUT, || async { !sink.received().is_empty() }).await;
    worker.shutdown().await;
    let received = sink.received();
    assert_eq!(
        (received.len(), &received[0].to),
        (1, &vec![pat.email.clone()])
    );
    assert!(
        received[0].data.contains("Dear Dana,")
            && received[0].data.contains("Subject: [Test] About")
    );
    assert!(!received[0].data.contains("List-Unsubscribe"));
    assert_eq!(world.rows("SELECT 1 AS one FROM campaigns").await.len(), 0);
    world.stop().await;
}

#[tokio::test]
async fn an_unknown_field_is_named_and_takes_nobody_out_of_the_preview() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let mut body = campaign(&parcel);
    body["subject"] = json!("For {{ owner }}");
    body["body"] = json!("Dear {{first_name}} {{surname}},\n{{surname}}{{price}}");
    let preview = world.post(&pat, "/preview_campaign", body).await;
    assert_eq!(
        preview["unknown_fields"],
        json!([{"place": "subject", "name": "owner"}, {"place": "body", "name": "surname"}, {"place": "body", "name": "price"}])
    );
    assert_eq!(preview["merge_fields"].as_array().unwrap().len(), 7);
    assert_eq!(
        preview["recipients"][0]["body"],
        "Dear Dana {{surname}},\n{{surname}}{{price}}"
    );
    world.stop().await;
}

#[tokio::test]
async fn a_selection_of_properties_reaches_their_owners_alone() {
    let world = World::start().await;
    let pat = Persona::user();
    let first = world.parcel(&pat).await;
    let mut second = Parcel::of(&pat);
    second.project = first.project;
    second.marker = first.marker + 1;
    world.hear(&second.added()).await;
    world.hear(&second.described()).await;
    world.wait_handled(4).await;
    owner(&world, &first, "Dana", "dana@lee.example").await;
    owner(&world, &second, "Sam", "sam@lee.example").await;
    let rows = world
        .rows(&format!(
            "SELECT property_id FROM properties WHERE ll_uuid = '{}'",
            second.ll_uuid
        ))
        .await;
    let mut body = campaign(&first);
    body["property_ids"] = json!([rows[0]["property_id"]]);
    let preview = world.post(&pat, "/preview_campaign", body.clone()).await;
    let names: Vec<_> = preview["recipients"]
        .as_array()
        .unwrap()
        .iter()
        .map(|person| person["email"].clone())
        .collect();
    assert_eq!(names, ["sam@lee.example"]);
    let created = world.post(&pat, "/create_campaign", body).await;
    assert_eq!(created["campaign"]["total"], 1);
    for count in [0, 5001] {
        let mut body = campaign(&first);
        body["property_ids"] = json!((0..count).map(|_| Uuid::new_v4()).collect::<Vec<_>>());
        for path in ["/preview_campaign", "/create_campaign"] {
            let (status, said) = world.refused(&pat, path, body.clone()).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(
                said["errors"]["property_ids"],
                "Please choose 1 to 5,000 properties."
            );
        }
    }
    world.stop().await;
}

/// Inserts a contact of the firm into the read copy.
async fn contact(world: &World, pat: &Persona, first: &str, email: &str) -> Uuid {
    let id = Uuid::new_v4();
    let firm = pat.customer_id;
    world
        .sql(&format!(
            "INSERT INTO contacts (customer_id, contact_id, first_name, last_name, email, company_name, version) \
             VALUES ('{firm}', '{id}', '{first}', 'Lee', '{email}', 'Lee LLC', 1)"
        ))
        .await;
    id
}

#[tokio::test]
async fn chosen_contacts_are_written_to_once_each() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::admin());
    let sink = SmtpSink::start().await;
    let dana = contact(&world, &pat, "Dana", "dana@lee.example").await;
    let twin = contact(&world, &pat, "Twin", "DANA@lee.example").await;
    let sam = contact(&world, &pat, "Sam", "sam@lee.example").await;
    let nobody = contact(&world, &pat, "Nobody", "").await;
    let left = contact(&world, &pat, "Left", "left@lee.example").await;
    let foreign = contact(&world, &stranger, "Foreign", "foreign@lee.example").await;
    let firm = pat.customer_id;
    world
        .sql(&format!(
            "INSERT INTO suppressions (customer_id, email_key) VALUES ('{firm}', 'left@lee.example')"
        ))
        .await;
    let mut body = json!({
        "contact_ids": [dana, twin, sam, nobody, left, foreign, dana],
        "subject": "News for {{company_name}}", "body": "Dear {{first_name}},",
        "postal_address": "Meridian Land Partners\n1 Main St, Houston, TX 77002",
        "request_key": Uuid::new_v4(),
    });
    let preview = world.post(&pat, "/preview_campaign", body.clone()).await;
    let people = preview["recipients"].as_array().unwrap();
    assert_eq!(people.len(), 4, "{preview}");
    assert_eq!(
        (&preview["duplicates"], &preview["not_found"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        preview["merge_fields"],
        json!(["first_name", "last_name", "company_name", "job_title"])
    );
    let of = |name: &str| people.iter().find(|person| person["name"] == name).unwrap();
    assert_eq!(of("Dana Lee")["subject"], "News for Lee LLC");
    assert!(of("Nobody Lee")["email"].is_null());
    assert_eq!(of("Left Lee")["suppressed"], true);

    let worker = worker(&world, Some(&sink));
    let created = world.post(&pat, "/create_campaign", body.clone()).await;
    assert_eq!(created["campaign"]["total"], 3);
    let again = world.post(&pat, "/create_campaign", body.clone()).await;
    let id = &created["campaign"]["campaign_id"];
    assert_eq!(&again["campaign"]["campaign_id"], id);
    let query = [("campaign_id", id.as_str().unwrap().to_owned())];
    let read = async || world.get(&pat, "/get_campaigns", &query).await["campaigns"][0].clone();
    wait_for(TEST_TIMEOUT, || async {
        read().await["finished_at"].is_string()
    })
    .await;
    let done = read().await;
    assert_eq!((&done["sent"], &done["suppressed"]), (&json!(2), &json!(1)));
    assert_eq!(done["recipients"].as_array().unwrap().len(), 3);
    let received = sink.received();
    let mut to: Vec<_> = received.iter().flat_map(|mail| mail.to.clone()).collect();
    to.sort();
    assert_eq!(to, ["dana@lee.example", "sam@lee.example"]);
    assert!(
        received
            .iter()
            .all(|mail| mail.data.contains("List-Unsubscribe:"))
    );
    worker.shutdown().await;

    let theirs = world.get(&stranger, "/get_campaigns", &query).await;
    assert_eq!(theirs["campaigns"], json!([]));
    body["contact_ids"] = json!([foreign]);
    body["request_key"] = json!(Uuid::new_v4());
    for (member, value) in [
        ("contact_ids", json!([foreign])),
        ("contact_ids", json!([])),
        ("contact_ids", Value::Null),
        (
            "contact_ids",
            json!((0..501).map(|_| Uuid::new_v4()).collect::<Vec<_>>()),
        ),
        ("body", json!("About {{property_address}}")),
    ] {
        let mut body = body.clone();
        body[member] = value;
        let (status, said) = world.refused(&pat, "/create_campaign", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{member}: {said}");
        assert!(said["errors"][member].is_string(), "{member}: {said}");
    }
    body["property_ids"] = json!([Uuid::new_v4()]);
    let (_, said) = world.refused(&pat, "/create_campaign", body).await;
    assert!(said["errors"]["project_id"].is_string(), "{said}");
    assert_eq!(world.rows("SELECT 1 AS one FROM campaigns").await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn campaigns_of_all_projects_and_to_contacts_are_found_by_their_subject() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let sam = contact(&world, &pat, "Sam", "sam@lee.example").await;
    let mut to_owners = campaign(&parcel);
    to_owners["subject"] = json!("100% Cypress");
    world.post(&pat, "/create_campaign", to_owners).await;
    let to_contacts = json!({"contact_ids": [sam], "subject": "News of CYPRESS", "body": "Dear {{first_name}},",
        "postal_address": "Meridian Land Partners\n1 Main St, Houston, TX 77002"});
    world.post(&pat, "/create_campaign", to_contacts).await;
    let found = async |who: &Persona, query: &[(&str, String)]| {
        let list = world.get(who, "/get_campaigns", query).await;
        let all = list["campaigns"].as_array().unwrap().iter();
        all.map(|one| json!([one["subject"], one["project_id"]]))
            .collect::<Vec<_>>()
    };
    let q = |words: &str| ("q", words.to_owned());
    let of_project = json!(["100% Cypress", parcel.project]);
    assert_eq!(
        found(&pat, &[q("cypress")]).await,
        [json!(["News of CYPRESS", null]), of_project.clone()]
    );
    assert_eq!(
        found(&pat, &[q(" 100% ")]).await,
        std::slice::from_ref(&of_project)
    );
    assert_eq!(found(&pat, &[q("cypress news")]).await.len(), 1);
    assert!(found(&pat, &[q("100_")]).await.is_empty());
    assert!(found(&stranger, &[q("cypress")]).await.is_empty());
    let project = ("project_id", parcel.project.to_string());
    assert_eq!(
        found(&pat, &[project, q("cypress")]).await,
        [of_project],
        "of one project"
    );
    world.stop().await;
}

#[tokio::test]
async fn bad_campaigns_are_refused_with_their_field() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let (status, said) = world
        .refused(&pat, "/create_campaign", campaign(&parcel))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["contact_ids"].is_string(), "{said}");
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    for (member, value) in [
        ("subject", json!("{{price}}")),
        ("body", json!("{{price}}")),
        ("body", json!("")),
        ("postal_address", json!("Houston")),
        ("postal_address", Value::Null),
        ("contact_ids", json!([Uuid::new_v4()])),
    ] {
        let mut body = campaign(&parcel);
        body[member] = value;
        let (status, said) = world.refused(&pat, "/create_campaign", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{member}: {said}");
        assert!(said["errors"][member].is_string(), "{member}: {said}");
    }
    assert_eq!(world.rows("SELECT 1 AS one FROM campaigns").await.len(), 0);
    for token in ["", "x", &"A".repeat(86)] {
        let click = world
            .anonymous(Method::POST, "/unsubscribe")
            .query(&[("token", token)]);
        assert_eq!(
            problem(click.send().await.unwrap()).await.0,
            StatusCode::NOT_FOUND
        );
    }
    world.stop().await;
}
