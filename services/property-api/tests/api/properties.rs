//! Lists, details, names, floor areas and removal over HTTP.

use futures::StreamExt as _;
use reqwest::{Method, StatusCode};
use serde_json::json;
use test_support::{Answer, Persona, assert_event_valid};
use uuid::Uuid;

use crate::attachments::{file, form, upload};
use crate::mail::message;
use crate::world::{Parcel, World, ok, problem};

#[tokio::test]
async fn a_firms_properties_are_found_by_words_in_any_project() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let parcel = world.parcel(&pat).await;
    let find = |persona, q: &'static str| {
        let world = &world;
        async move {
            let found = world
                .get(persona, "/search_properties", &[("q", q.to_owned())])
                .await;
            found["properties"].as_array().unwrap().clone()
        }
    };
    for words in ["preston", "901 houston", "001-014 preston"] {
        let found = find(&pat, words).await;
        assert_eq!(found.len(), 1, "{words}");
        assert_eq!(found[0]["parcel_number"], parcel.number.as_str());
        assert_eq!(found[0]["project_id"], json!(parcel.project));
    }
    for words in ["preston nowhere", "100%", " "] {
        assert!(find(&pat, words).await.is_empty(), "{words}");
    }
    assert!(find(&stranger, "preston").await.is_empty());
    records_are_found(&world, (&pat, &stranger), &parcel).await;
    world.hear(&parcel.removed()).await;
    world.wait_handled(3).await;
    assert!(find(&pat, "preston").await.is_empty());
    let nothing = json!({"notes": [], "attachments": [], "emails": []});
    assert_eq!(records(&world, &pat, "preston").await, nothing);
    let too_many = world
        .call(&pat, Method::GET, "/search_properties")
        .query(&[("q", "preston"), ("limit", "51")]);
    let (status, said) = problem(too_many.send().await.unwrap()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["limit"].is_string(), "{said}");
    world.stop().await;
}

async fn records(world: &World, persona: &Persona, q: &str) -> serde_json::Value {
    world
        .get(persona, "/search_records", &[("q", q.to_owned())])
        .await
}

/// Notes, files and messages are found by words in any case, the newest first, and only by their firm.
async fn records_are_found(world: &World, (pat, stranger): (&Persona, &Persona), parcel: &Parcel) {
    let (project, number) = (json!(parcel.project), parcel.number.as_str());
    let deals = world
        .get(pat, "/deals", &[("project_id", parcel.project.to_string())])
        .await;
    let note = json!({"project_id": project, "property_id": deals["deals"][0]["property_id"],
        "text": "The TRUSTEE of Preston wants 90 days."});
    let note = world.post(pat, "/deal_notes", note).await;
    let survey = form(parcel).part("file", file("a,b\n", "Preston survey № 7.csv"));
    ok(upload(world, pat, survey).await).await;
    let message = message(parcel, &["Owner@Bayou.example", "two@bayou.example"]);
    let mail = world.post(pat, "/send_email", message).await;
    // Another message about it, which belongs to a campaign.
    world
        .sql(&format!(
            "INSERT INTO campaigns (customer_id, campaign_id, project_id, subject, body, postal_address, created_by, created_by_email)
             SELECT customer_id, gen_random_uuid(), project_id, 's', 'b', 'p', gen_random_uuid(), 'a@b.example'
             FROM deals WHERE customer_id = '{firm}';
             INSERT INTO mails (customer_id, mail_id, property_id, project_id, subject, body, reply_to, sent_by, campaign_id)
             SELECT c.customer_id, gen_random_uuid(), d.property_id, c.project_id, 'Preston?', 'b', 'a@b.example', gen_random_uuid(), c.campaign_id
             FROM campaigns c JOIN deals d USING (customer_id) WHERE c.customer_id = '{firm}'",
            firm = pat.customer_id
        ))
        .await;

    let found = records(world, pat, "preston").await;
    let [kept] = found["notes"].as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    assert_eq!(kept["note_id"], note["note_id"]);
    assert_eq!(
        (&kept["project_id"], &kept["parcel_number"]),
        (&project, &json!(number))
    );
    assert_eq!(found["attachments"][0]["name"], "Preston survey № 7.csv");
    assert_eq!(found["attachments"][0]["project_id"], project);
    let [sent] = found["emails"].as_array().unwrap().as_slice() else {
        panic!("{found}");
    };
    assert_eq!(sent["email_id"], mail["email"]["email_id"]);
    assert_eq!(sent["parcel_number"], number);

    let counts = async |q: &str| {
        let found = records(world, pat, q).await;
        ["notes", "attachments", "emails"].map(|kind| found[kind].as_array().unwrap().len())
    };
    for (q, expected) in [
        ("trustee 90", [1, 0, 0]),
        ("SURVEY 7", [0, 1, 0]),
        ("owner@bayou preston", [0, 0, 1]),
        // The body of a message may have a secret link.
        ("attached", [0, 0, 0]),
        ("trustee nowhere", [0, 0, 0]),
        ("100%", [0, 0, 0]),
        ("tr", [0, 0, 0]),
        (" ", [0, 0, 0]),
    ] {
        assert_eq!(counts(q).await, expected, "{q}");
    }
    let nothing = json!({"notes": [], "attachments": [], "emails": []});
    assert_eq!(records(world, stranger, "preston").await, nothing);

    // More than are looked at together.
    world
        .sql(&format!(
            "INSERT INTO deal_notes (customer_id, deal_id, text, created_by, created_by_name, created_at)
             SELECT customer_id, deal_id, 'Common word ' || n, gen_random_uuid(), 'x', now() - interval '1 hour' + n * interval '1 second'
             FROM deals, generate_series(1, 250) n WHERE customer_id = '{}'",
            pat.customer_id
        ))
        .await;
    let found = records(world, pat, "common word").await;
    let texts: Vec<_> = found["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["text"].as_str().unwrap())
        .collect();
    let newest: Vec<String> = (246..=250)
        .rev()
        .map(|n| format!("Common word {n}"))
        .collect();
    assert_eq!(texts, newest);
}

#[tokio::test]
async fn a_list_is_searched_and_paged() {
    let world = World::start().await;
    let pat = Persona::user();
    let first = Parcel::of(&pat);
    for (marker, number) in [(1, "A 1"), (2, "A/2"), (3, "B.3")] {
        let parcel = Parcel {
            marker,
            number: number.to_owned(),
            ll_uuid: Uuid::new_v4(),
            ..first.clone()
        };
        world.hear(&parcel.added()).await;
        world.wait_handled(marker).await;
    }
    let project = ("project_id", first.project.to_string());
    let list = |more: Vec<(&'static str, String)>| {
        let query: Vec<_> = std::iter::once(project.clone()).chain(more).collect();
        let (world, pat) = (&world, &pat);
        async move { world.get(pat, "/property_details", &query).await }
    };
    let all = list(vec![("email", pat.email.clone())]).await;
    let numbers = |page: &serde_json::Value| -> Vec<String> {
        let rows = page["properties"].as_array().unwrap();
        rows.iter()
            .map(|row| row["parcel_number"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(numbers(&all), ["A 1", "A/2", "B.3"]);
    assert_eq!(all["next_cursor"], json!(null));
    let page = list(vec![("limit", "2".to_owned())]).await;
    assert_eq!(numbers(&page), ["A 1", "A/2"]);
    let cursor = page["next_cursor"].as_str().unwrap().to_owned();
    let rest = list(vec![("limit", "2".to_owned()), ("cursor", cursor)]).await;
    assert_eq!(numbers(&rest), ["B.3"]);
    assert_eq!(numbers(&list(vec![("q", "a/".to_owned())]).await), ["A/2"]);
    assert_eq!(
        numbers(&list(vec![("q", "preston".to_owned())]).await).len(),
        3
    );
    assert_eq!(
        numbers(&list(vec![("q", "100%".to_owned())]).await).len(),
        0
    );
    for (name, value) in [
        ("limit", "0"),
        ("limit", "x"),
        ("cursor", "!"),
        ("sort", "owner"),
        ("project_id", "x"),
    ] {
        let query = [project.clone(), (name, value.to_owned())];
        let query = if name == "project_id" {
            &query[1..]
        } else {
            &query[..]
        };
        let answer = world
            .call(&pat, Method::GET, "/property_details")
            .query(query)
            .send()
            .await
            .unwrap();
        let (status, said) = problem(answer).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][name].is_string(), "{said}");
    }
    world.stop().await;
}

#[tokio::test]
async fn an_empty_project_is_told_from_one_that_is_not_the_firms() {
    let world = World::start().await;
    let pat = Persona::user();
    let answer = |id: Uuid| {
        let query = [("project_id", id.to_string())];
        world
            .call(&pat, Method::GET, "/property_details")
            .query(&query)
            .send()
    };
    // main-api is unavailable.
    world
        .main_api
        .on("GET", "/api/get_project_data", Answer::status(500));
    let project = Uuid::new_v4();
    assert_eq!(
        answer(project).await.unwrap().status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
    world.main_api.clear();
    assert_eq!(
        answer(project).await.unwrap().status(),
        StatusCode::NOT_FOUND
    );
    world.main_api.on(
        "GET",
        "/api/get_project_data",
        Answer::json(200, &json!({"project_data": {}})),
    );
    assert_eq!(answer(project).await.unwrap().status(), StatusCode::OK);
    world.main_api.clear();
    assert_eq!(
        answer(project).await.unwrap().status(),
        StatusCode::OK,
        "asked once"
    );
    let asked = world.main_api.requests();
    assert_eq!(asked.len(), 3);
    assert!(asked[0].headers["authorization"].starts_with("Bearer "));
    assert!(
        asked[0].headers.contains_key("x-request-id")
            && asked[0].headers.contains_key("traceparent")
    );
    world.stop().await;
}

#[tokio::test]
async fn a_number_of_two_counties_is_resolved_or_the_candidates_are_named() {
    let world = World::start().await;
    let pat = Persona::user();
    let one = world.parcel(&pat).await;
    let other = Parcel {
        marker: 5,
        project: Uuid::new_v4(),
        ll_uuid: Uuid::new_v4(),
        ..one.clone()
    };
    world.hear(&other.added()).await;
    world.wait_handled(3).await;
    let number = ("parcel_number", one.number.clone());
    let answer = world
        .call(&pat, Method::GET, "/specific_property")
        .query(&[&number])
        .send()
        .await
        .unwrap();
    let (status, said) = problem(answer).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let candidates = said["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), 2);
    assert!(
        candidates
            .iter()
            .all(|one| one["county_fips"] == "48201" && one["address"].is_string())
    );
    let (status, _) = world
        .refused(
            &pat,
            "/update_square_feet",
            json!({"parcel_number": one.number, "square_feet": 1}),
        )
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    for parcel in [&one, &other] {
        let by_project = world.get(&pat, "/specific_property", &parcel.query()).await;
        assert_eq!(by_project["ll_uuid"], json!(parcel.ll_uuid));
        let named = [number.clone(), ("ll_uuid", parcel.ll_uuid.to_string())];
        let by_identity = world.get(&pat, "/specific_property", &named).await;
        assert_eq!(by_identity["ll_uuid"], json!(parcel.ll_uuid));
    }
    world.stop().await;
}

#[tokio::test]
async fn name_and_floor_area_are_set_cleared_and_checked() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut said = world.listen(&["property.updated"]).await;
    let named = world
        .post(
            &pat,
            "/update_property_name",
            json!({"parcel_number": parcel.number, "property_name": " Mill 7 "}),
        )
        .await;
    assert_eq!(named["success"], true);
    assert_eq!(named["property"]["property_name"], "Mill 7");
    let heard = said.next().await.unwrap();
    assert_event_valid(&heard);
    assert_eq!(heard.data["changed"], json!(["property_name"]));
    assert_eq!(heard.actorid, Some(pat.user_id));
    assert_eq!(heard.aggregateversion, named["property"]["version"]);
    let cleared = world
        .post(
            &pat,
            "/update_property_name",
            json!({"parcel_number": parcel.number, "property_name": null}),
        )
        .await;
    assert_eq!(cleared["property"]["property_name"], json!(null));
    let feet = world
        .post(
            &pat,
            "/update_square_feet",
            json!({"parcel_number": parcel.number, "square_feet": 12_500}),
        )
        .await;
    assert_eq!(feet["property"]["square_feet"], 12_500);
    for (field, call, bodies) in [
        (
            "square_feet",
            "/update_square_feet",
            vec![json!(1.5), json!(-1), json!("many"), json!(true), json!([])],
        ),
        (
            "property_name",
            "/update_property_name",
            vec![json!(5), json!("x".repeat(201)), json!("a\u{0}b")],
        ),
    ] {
        for value in bodies {
            let (status, said) = world
                .refused(
                    &pat,
                    call,
                    json!({"parcel_number": parcel.number, field: value}),
                )
                .await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{value}");
            assert!(said["errors"][field].is_string(), "{said}");
        }
        let (status, said) = world
            .refused(&pat, call, json!({"parcel_number": parcel.number}))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            said["errors"][field].is_string(),
            "left out is not cleared: {said}"
        );
    }
    let kept = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(kept, feet["property"]);
    world.stop().await;
}

#[tokio::test]
async fn removing_a_property_is_said_and_happens_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut said = world.listen(&["property.removed"]).await;
    let body = json!({"parcel_number": parcel.number, "project_id": parcel.project});
    let done = world
        .post(&pat, "/remove_property_from_project", body.clone())
        .await;
    assert_eq!(done, json!({"success": true}));
    let removed = said.next().await.unwrap();
    assert_event_valid(&removed);
    assert_eq!(removed.data["marker_id"], parcel.marker);
    assert_eq!(removed.data["project_id"], json!(parcel.project));
    let (status, problem) = world
        .refused(&pat, "/remove_property_from_project", body)
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{problem}");
    let (status, said) = world
        .refused(
            &pat,
            "/remove_property_from_project",
            json!({"parcel_number": parcel.number}),
        )
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["project_id"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn nonsense_is_refused_in_words() {
    let world = World::start().await;
    let pat = Persona::user();
    let unreadable = world
        .call(&pat, Method::POST, "/update_square_feet")
        .header("content-type", "application/json")
        .body("{\"parcel_number\":")
        .send()
        .await
        .unwrap();
    assert_eq!(problem(unreadable).await.0, StatusCode::BAD_REQUEST);
    let form = world
        .call(&pat, Method::POST, "/update_square_feet")
        .form(&[("a", "b")])
        .send()
        .await
        .unwrap();
    assert_eq!(problem(form).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    for number in ["", "  ", "1\u{0}2", &"9".repeat(65)] {
        let query = [("parcel_number", number)];
        let answer = world
            .call(&pat, Method::GET, "/specific_property")
            .query(&query)
            .send()
            .await
            .unwrap();
        let (status, said) = problem(answer).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"]["parcel_number"].is_string());
    }
    let wrong = world
        .call(&pat, Method::POST, "/specific_property")
        .json(&json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(problem(wrong).await.0, StatusCode::METHOD_NOT_ALLOWED);
    world.stop().await;
}

#[tokio::test]
async fn links_to_pages_lead_to_the_app_with_their_parameters() {
    let world = World::start().await;
    let query = "project_id=3b0f6a8e&email=pat%40firm.example&parcel_number=041%2002%2F3";
    let browser = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    for page in ["property_detail", "email_campaign"] {
        let link = world.anonymous(Method::GET, &format!("/{page}?{query}"));
        let answer = browser.execute(link.build().unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(
            answer.headers()["location"],
            format!("http://sitewright.test/{page}?{query}")
        );
    }
    world.stop().await;
}
