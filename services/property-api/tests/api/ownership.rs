//! Contacts of a property, with a stub of main-api's directory.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::world::{World, event, problem};

fn contact(id: Uuid, first: &str, last: &str, phone: &str, company: &str) -> Value {
    json!({"contact": {"contact_id": id, "first_name": first, "last_name": last, "title": "Partner",
        "email": format!("{first}@firm.example"), "phone_number": phone, "company_name": company}})
}

/// Inserts a contact into the read copy.
pub async fn known(
    world: &World,
    pat: &Persona,
    first: &str,
    last: &str,
    phone: &str,
    company: &str,
) -> Uuid {
    let id = Uuid::new_v4();
    let handled = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    let mut created = test_support::event_example("contact.created");
    let told = event(
        "contact.created",
        &id.to_string(),
        1,
        pat.customer_id,
        json!({}),
    );
    created = messaging::Envelope {
        data: created.data,
        ..told
    };
    for (member, value) in contact(id, first, last, phone, company)["contact"]
        .as_object()
        .unwrap()
    {
        created.data["contact"][member] = value.clone();
    }
    world.hear(&created).await;
    world.wait_handled(handled + 1).await;
    id
}

#[tokio::test]
async fn a_new_contact_goes_to_the_directory_first() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let id = Uuid::new_v4();
    world.main_api.on(
        "POST",
        "/api/add_contact",
        Answer::json(200, &contact(id, "Dana", "Lee", "", "")),
    );
    let body = json!({"parcel_number": parcel.number, "first_name": "Dana", "last_name": "Lee", "email": "d@l.example"});
    let added = world.post(&pat, "/add_contact", body).await;
    assert_eq!(added, json!({"success": true, "updated_contact_ids": [id]}));
    let asked = &world.main_api.requests()[0];
    // The caller's own session. The token is created per request, so only its claims can be
    // compared.
    let passed_on = asked.headers["authorization"]
        .strip_prefix("Bearer ")
        .unwrap();
    let claims = test_support::test_keys()
        .key_set()
        .verify(passed_on)
        .await
        .unwrap();
    assert_eq!((claims.sub, claims.sid), (pat.user_id, pat.session_id));
    assert!(
        asked.headers.contains_key("x-request-id") && asked.headers.contains_key("traceparent")
    );
    assert_eq!(
        asked.json(),
        json!({"first_name": "Dana", "last_name": "Lee", "email": "d@l.example"})
    );
    let property = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(property["contact_ids"], json!([id]));
    assert_eq!(
        (&property["contact_first_name"], &property["signer"]),
        (&json!("Dana"), &json!("Dana Lee"))
    );
    let read = world
        .get(
            &pat,
            "/get_contacts",
            &[("contact_ids", format!("{id},{}", Uuid::new_v4()))],
        )
        .await;
    assert_eq!(read["contacts"].as_array().unwrap().len(), 1);
    assert_eq!(read["contacts"][0]["email"], "Dana@firm.example");
    let removed = world
        .post(
            &pat,
            "/remove_contact",
            json!({"parcel_number": parcel.number, "contact_id": id}),
        )
        .await;
    assert_eq!(removed["updated_contact_ids"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn what_main_api_says_is_passed_on_and_nothing_is_linked() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let body =
        json!({"parcel_number": parcel.number, "first_name": "", "last_name": "Lee", "email": "x"});
    let refusal = json!({"error": "Please enter a valid email address.", "errors": {"email": "Please enter a valid email address."}});
    world
        .main_api
        .on("POST", "/api/add_contact", Answer::json(422, &refusal));
    let (status, said) = world.refused(&pat, "/add_contact", body.clone()).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(said["error"], "Please enter a valid email address.");
    assert!(said["errors"]["email"].is_string());
    for away in [
        Answer::status(503),
        Answer::status(500),
        Answer::json(200, &json!({})).truncated(10),
        Answer::redirect("http://127.0.0.1:1/"),
    ] {
        world.main_api.clear();
        world.main_api.on("POST", "/api/add_contact", away);
        let (status, _) = world.refused(&pat, "/add_contact", body.clone()).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    }
    let asked = world.main_api.requests().len();
    let unknown = json!({"parcel_number": "unknown", "first_name": "A", "last_name": "B", "email": "a@b.example"});
    assert_eq!(
        world.refused(&pat, "/add_contact", unknown).await.0,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        world.main_api.requests().len(),
        asked,
        "no contact is made for a property that is not there"
    );
    let property = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(property["contact_ids"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn a_contact_of_the_directory_needs_ten_digits() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let good = known(&world, &pat, "Ann", "Ash", "(713) 555-0142", "").await;
    let bad = known(&world, &pat, "Bob", "Beech", "555-0142", "").await;
    let add = |id: Uuid, phone: Value| json!({"parcel_number": parcel.number, "contact_id": id, "phone_number": phone});
    for body in [
        add(bad, json!(null)),
        add(bad, json!("555")),
        add(good, json!("1234")),
    ] {
        let (status, said) = world.refused(&pat, "/add_contact", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(
            said["error"],
            "Selected contact does not have a valid 10-digit phone number."
        );
    }
    let linked = world
        .post(&pat, "/add_contact", add(good, json!(null)))
        .await;
    assert_eq!(linked["updated_contact_ids"], json!([good]));
    let again = world
        .post(&pat, "/add_contact", add(good, json!("7135550142")))
        .await;
    assert_eq!(again["updated_contact_ids"], json!([good]));
    let abroad = known(&world, &pat, "Cid", "Cedar", "+1 713 555 0124", "").await;
    let linked = world
        .post(&pat, "/add_contact", add(abroad, json!("+1 713 555 0124")))
        .await;
    assert_eq!(linked["updated_contact_ids"], json!([good, abroad]));
    // A suggested contact needs no phone number.
    let both = world
        .post(
            &pat,
            "/add_associated_contact",
            json!({"parcel_number": parcel.number, "contact_id": bad}),
        )
        .await;
    assert_eq!(both["updated_contact_ids"], json!([good, abroad, bad]));
    let (status, _) = world
        .refused(
            &pat,
            "/add_associated_contact",
            json!({"parcel_number": parcel.number, "contact_id": Uuid::new_v4()}),
        )
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(
        world
            .main_api
            .requests()
            .iter()
            .all(|asked| asked.target == "/api/update_contact")
    );
    world.stop().await;
}

#[tokio::test]
async fn a_changed_contact_is_changed_in_the_directory() {
    let world = World::start().await;
    let pat = Persona::user();
    let id = known(&world, &pat, "Ann", "Ash", "7135550142", "").await;
    world.main_api.on(
        "POST",
        "/api/update_contact",
        Answer::json(200, &contact(id, "Anna", "Ash", "7135550142", "")),
    );
    let changed = world
        .post(
            &pat,
            "/update_contact",
            json!({"contact_id": id, "first_name": "Anna"}),
        )
        .await;
    assert_eq!(
        (&changed["success"], &changed["contact"]["first_name"]),
        (&json!(true), &json!("Anna"))
    );
    let read = world
        .get(&pat, "/get_contacts", &[("contact_ids", id.to_string())])
        .await;
    assert_eq!(read["contacts"][0]["first_name"], "Anna");
    // A late, older version does not overwrite a newer one.
    for (version, name) in [(3, "Annabel"), (2, "Late")] {
        let mut told = event(
            "contact.updated",
            &id.to_string(),
            version,
            pat.customer_id,
            test_support::event_example("contact.updated").data,
        );
        told.data["contact"]["contact_id"] = json!(id);
        told.data["contact"]["first_name"] = json!(name);
        world.hear(&told).await;
    }
    world.wait_handled(3).await;
    let read = world
        .get(&pat, "/get_contacts", &[("contact_ids", id.to_string())])
        .await;
    assert_eq!(read["contacts"][0]["first_name"], "Annabel");
    world.stop().await;
}

/// Publishes a contact's titles to the read copy.
async fn titled(world: &World, pat: &Persona, id: Uuid, version: i64, titles: [Value; 2]) {
    let mut told = event(
        "contact.updated",
        &id.to_string(),
        version,
        pat.customer_id,
        test_support::event_example("contact.updated").data,
    );
    let [title, job_title] = titles;
    told.data["contact"]["contact_id"] = json!(id);
    told.data["contact"]["title"] = title;
    told.data["contact"]["job_title"] = job_title;
    world.hear(&told).await;
    world.wait_handled(version).await;
}

#[tokio::test]
async fn an_honorific_is_told_from_a_job_and_the_state_from_the_county() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let id = known(&world, &pat, "Leonard", "Voss", "7135550142", "").await;
    let linked = json!({"parcel_number": parcel.number, "contact_id": id});
    world.post(&pat, "/add_associated_contact", linked).await;
    let handled = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    let titles = [
        // Stored title and job title; displayed position, title in the letter, and form of address
        (
            json!("Mr."),
            json!("Officer"),
            json!("Officer"),
            json!("Officer"),
            json!("Mr."),
        ),
        (
            json!("Mr."),
            json!(null),
            json!("Mr."),
            json!(null),
            json!("Mr."),
        ),
        (
            json!("Trustee"),
            json!(null),
            json!("Trustee"),
            json!("Trustee"),
            json!(null),
        ),
    ];
    for (version, (title, job_title, shown, position, honorific)) in (handled + 1..).zip(titles) {
        titled(&world, &pat, id, version, [title, job_title]).await;
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        assert_eq!(property["contact_title"], position);
        assert_eq!(property["contact_honorific"], honorific);
        assert_eq!(property["state"], "TX");
        let read = world
            .get(&pat, "/get_contacts", &[("contact_ids", id.to_string())])
            .await;
        assert_eq!(read["contacts"][0]["title"], shown);
    }
    world.stop().await;
}

#[tokio::test]
async fn a_title_is_changed_where_the_shown_one_stands() {
    let world = World::start().await;
    let pat = Persona::user();
    let id = known(&world, &pat, "Leonard", "Voss", "7135550142", "").await;
    world.main_api.on(
        "POST",
        "/api/update_contact",
        Answer::json(200, &contact(id, "Leonard", "Voss", "7135550142", "")),
    );
    let handled = world.rows("SELECT count(*) AS n FROM inbox").await[0]["n"]
        .as_i64()
        .unwrap();
    let changes = [
        // Stored title and job title; the change, and the field that it is written to
        (json!("Mr."), json!("Officer"), "Director", "job_title"),
        (json!("Mr."), json!("Officer"), "", "job_title"),
        (json!("Mr."), json!("Officer"), "Dr.", "title"),
        (json!("Mr."), json!(null), "Director", "job_title"),
        (json!("Mr."), json!(null), "", "title"),
        (json!("Trustee"), json!(null), "Director", "title"),
        (json!(null), json!(null), "Director", "title"),
    ];
    for (version, (title, job_title, new, field)) in (handled + 1..).zip(changes) {
        titled(&world, &pat, id, version, [title, job_title]).await;
        let body = json!({"contact_id": id, "title": new});
        world.post(&pat, "/update_contact", body).await;
        let asked = world.main_api.requests().pop().unwrap();
        assert_eq!(asked.json(), json!({"contact_id": id, field: new}));
    }
    world.stop().await;
}

#[tokio::test]
async fn owners_are_matched_by_company_and_by_name() {
    let world = World::start().await;
    let pat = Persona::user();
    let company = known(
        &world,
        &pat,
        "Dana",
        "Whitfield",
        "",
        "Bayou Crossing Holdings, L.L.C.",
    )
    .await;
    let person = known(&world, &pat, "Mark", "Oak", "", "").await;
    let namesake = known(&world, &pat, "Zoe", "Oak", "", "").await;
    known(&world, &pat, "Nobody", "Else", "", "Other Partners").await;
    let lookup = |owner: &str, more: &[(&'static str, &str)]| {
        let mut query = vec![("owner_name", owner.to_owned())];
        query.extend(
            more.iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        let (world, pat) = (&world, &pat);
        async move { world.get(pat, "/lookup_owner_contacts", &query).await }
    };
    let ids = |answer: &Value| -> Vec<Value> {
        answer["contacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].clone())
            .collect()
    };
    assert_eq!(
        ids(&lookup("BAYOU CROSSING HOLDINGS LLC", &[]).await),
        [json!(company)]
    );
    let oaks = lookup("OAK MARK & JUNE ET UX", &[]).await;
    assert_eq!(
        (ids(&oaks), oaks["total"].clone()),
        (vec![json!(person), json!(namesake)], json!(2))
    );
    let second = lookup("oak, mark", &[("limit", "1"), ("offset", "1")]).await;
    assert_eq!(
        (ids(&second), second["total"].clone()),
        (vec![json!(namesake)], json!(2))
    );
    let beyond = lookup("oak, mark", &[("limit", "1"), ("offset", "9")]).await;
    assert_eq!((ids(&beyond).len(), beyond["total"].clone()), (0, json!(2)));
    assert_eq!(
        lookup("Oak Properties LLC", &[]).await["total"],
        0,
        "a surname in a company's name proves little"
    );
    for nothing in ["", "LLC", "%", "\u{0}"] {
        assert_eq!(lookup(nothing, &[]).await["total"], 0, "{nothing}");
    }
    let stranger = Persona::user();
    let theirs = world
        .get(
            &stranger,
            "/lookup_owner_contacts",
            &[("owner_name", "oak mark".to_owned())],
        )
        .await;
    assert_eq!(theirs["total"], 0);
    let query = [("owner_name", "x"), ("limit", "0"), ("offset", "-1")];
    let answer = world
        .call(&pat, Method::GET, "/lookup_owner_contacts")
        .query(&query)
        .send()
        .await
        .unwrap();
    let (status, said) = problem(answer).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(said["errors"]["limit"].is_string() && said["errors"]["offset"].is_string());
    world.stop().await;
}
