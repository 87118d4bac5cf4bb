//! Drafts of letters over HTTP.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, token_for};

use crate::world::{Parcel, World, ok, problem};

/// main-api returns this name for every caller.
fn named(world: &World, fname: &str, lname: &str) {
    let profile = json!({"fname": fname, "lname": lname});
    world.main_api.clear();
    world
        .main_api
        .on("GET", "/api/profile", Answer::json(200, &profile));
}

async fn versions(world: &World, pat: &Persona, parcel: &Parcel) -> Vec<serde_json::Value> {
    let list = world
        .get(pat, "/list_letter_versions", &parcel.query())
        .await;
    list["versions"].as_array().unwrap().clone()
}

async fn text_of(world: &World, pat: &Persona, version: &serde_json::Value) -> serde_json::Value {
    let id = version["version_id"].as_str().unwrap().to_owned();
    let found = world
        .get(pat, "/get_letter_version", &[("version_id", id)])
        .await;
    found["html"].clone()
}

#[tokio::test]
async fn a_draft_is_stored_sanitised_and_deleted_by_beacon() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let number = [("parcel_number", parcel.number.clone())];
    let none = world.get(&pat, "/get_loi_template", &number).await;
    assert_eq!(none["html"], json!(null));
    assert_eq!(none["version"], json!(null));
    let html = "<p style=\"text-align:center;position:fixed\">Dear <b>Owner</b><script>x()</script></p><img src=x onerror=y()>";
    let stored = world
        .post(
            &pat,
            "/update_loi_template",
            json!({"parcel_number": parcel.number, "html": html}),
        )
        .await;
    assert_eq!(stored["success"], true);
    let colleague = pat.colleague();
    let draft = world.get(&colleague, "/get_loi_template", &number).await;
    assert_eq!(
        draft["html"],
        "<p style=\"text-align:center\">Dear <b>Owner</b></p>"
    );
    assert_eq!(draft["updated_at"], stored["updated_at"]);
    // Like a browser's beacon: by cookie, as text, from our own origin.
    let beacon = |origin: &'static str| {
        world
            .anonymous(Method::POST, "/delete_loi_template")
            .header("cookie", format!("sitewright_access={}", token_for(&pat)))
            .header("origin", origin)
            .header("content-type", "text/plain;charset=UTF-8")
            .body(json!({"parcel_number": parcel.number}).to_string())
            .send()
    };
    let foreign = beacon("https://elsewhere.example").await.unwrap();
    assert_eq!(problem(foreign).await.0, StatusCode::FORBIDDEN);
    assert_eq!(
        world.get(&pat, "/get_loi_template", &number).await["html"],
        draft["html"]
    );
    for _twice in 0..2 {
        assert_eq!(
            ok(beacon("http://sitewright.test").await.unwrap()).await,
            json!({"success": true})
        );
    }
    assert_eq!(world.get(&pat, "/get_loi_template", &number).await, none);
    world.stop().await;
}

#[tokio::test]
async fn a_letter_has_bounds() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let body = |html: String| json!({"parcel_number": parcel.number, "html": html});
    let longest = world
        .post(&pat, "/update_loi_template", body("\"".repeat(1_000_000)))
        .await;
    assert_eq!(longest["success"], true);
    let (status, _) = world
        .refused(&pat, "/update_loi_template", body("x".repeat(1_000_001)))
        .await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, said) = world
        .refused(
            &pat,
            "/update_loi_template",
            json!({"parcel_number": parcel.number}),
        )
        .await;
    assert_eq!(
        (status, said["errors"]["html"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    let form = world
        .call(&pat, Method::POST, "/delete_loi_template")
        .form(&[("parcel_number", "1")])
        .send()
        .await
        .unwrap();
    assert_eq!(problem(form).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let nonsense = world
        .call(&pat, Method::POST, "/delete_loi_template")
        .header("content-type", "text/plain")
        .body("{")
        .send()
        .await
        .unwrap();
    assert_eq!(problem(nonsense).await.0, StatusCode::BAD_REQUEST);
    world.stop().await;
}

#[tokio::test]
async fn a_draft_that_somebody_else_changed_is_not_overwritten() {
    let world = World::start().await;
    let pat = Persona::user();
    let dana = pat.colleague();
    let parcel = world.parcel(&pat).await;
    let body = |html: &str, more: serde_json::Value| {
        let mut body = json!({"parcel_number": parcel.number, "html": html});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    named(&world, "Ana", "Lyst");
    let terms = json!({"purchase_price": "$777,777"});
    let first = world
        .post(
            &pat,
            "/update_loi_template",
            body("<p>one</p>", json!({"version": 0, "kept_terms": terms})),
        )
        .await;
    named(&world, "Dana", "Whitfield");
    let second = world
        .post(
            &dana,
            "/update_loi_template",
            body("<p>two</p>", json!({"version": first["version"]})),
        )
        .await;
    assert_ne!(second["version"], first["version"]);
    assert_eq!(second["replaced"], json!(null));
    for version in [first["version"].clone(), json!(0)] {
        let (status, said) = world
            .refused(
                &pat,
                "/update_loi_template",
                body("<p>mine</p>", json!({"version": version})),
            )
            .await;
        assert_eq!(status, StatusCode::CONFLICT);
        assert_eq!(said["error"], "Dana Whitfield changed this letter.");
        assert_eq!(said["draft"]["html"], "<p>two</p>");
        assert_eq!(said["draft"]["version"], second["version"]);
        assert_eq!(said["draft"]["updated_at"], second["updated_at"]);
        assert_eq!(said["draft"]["updated_by_name"], "Dana Whitfield");
        assert_eq!(said["draft"]["updated_by"], json!(dana.user_id));
        assert_eq!(said["draft"]["kept_terms"], terms);
    }
    // Names the replaced version and asks to keep it.
    let mine = body(
        "<p>mine</p>",
        json!({"version": second["version"], "keep_previous": true}),
    );
    world.post(&pat, "/update_loi_template", mine).await;
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!(
        (&kept[0]["kind"], &kept[0]["created_by_name"]),
        (&json!("draft"), &json!("Dana Whitfield"))
    );
    assert_eq!(text_of(&world, &pat, &kept[0]).await, "<p>two</p>");
    // Without a version the last write wins; the response names the replaced draft, which is kept.
    let last = world
        .post(
            &dana,
            "/update_loi_template",
            body("<p>last</p>", json!({})),
        )
        .await;
    assert_eq!(last["replaced"]["updated_by_name"], "Ana Lyst");
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!(text_of(&world, &pat, &kept[0]).await, "<p>mine</p>");
    world.stop().await;
}

#[tokio::test]
async fn an_editor_whose_answer_was_lost_does_not_conflict_with_itself() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let editor = uuid::Uuid::new_v4();
    for html in ["<p>a</p>", "<p>ab</p>"] {
        let body =
            json!({"parcel_number": parcel.number, "html": html, "version": 0, "editor": editor});
        world.post(&pat, "/update_loi_template", body).await;
    }
    // Another window of the same user does conflict.
    let other = json!({"parcel_number": parcel.number, "html": "<p>x</p>", "version": 0, "editor": uuid::Uuid::new_v4()});
    let (status, said) = world.refused(&pat, "/update_loi_template", other).await;
    assert_eq!(status, StatusCode::CONFLICT);
    // main-api is unavailable, so the address is shown instead of the name.
    assert_eq!(said["draft"]["updated_by_name"], pat.email);
    world.stop().await;
}

#[tokio::test]
async fn what_is_deleted_is_kept_and_a_later_draft_stays() {
    let world = World::start().await;
    let pat = Persona::user();
    let dana = pat.colleague();
    let parcel = world.parcel(&pat).await;
    let number = [("parcel_number", parcel.number.clone())];
    let first = world
        .post(
            &pat,
            "/update_loi_template",
            json!({"parcel_number": parcel.number, "html": "<p>hours of work</p>"}),
        )
        .await;
    let theirs = json!({"parcel_number": parcel.number, "html": "<p>theirs</p>", "version": first["version"]});
    world.post(&dana, "/update_loi_template", theirs).await;
    let given_up = json!({"parcel_number": parcel.number, "version": first["version"], "html": "<p>hours of work and more</p>"});
    world.post(&pat, "/delete_loi_template", given_up).await;
    assert_eq!(
        world.get(&pat, "/get_loi_template", &number).await["html"],
        "<p>theirs</p>"
    );
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!(
        text_of(&world, &pat, &kept[0]).await,
        "<p>hours of work and more</p>"
    );
    // Idempotent, as specified: the draft is deleted. Its text is kept.
    for _twice in 0..2 {
        world
            .post(
                &pat,
                "/delete_loi_template",
                json!({"parcel_number": parcel.number}),
            )
            .await;
    }
    assert_eq!(
        world.get(&pat, "/get_loi_template", &number).await["html"],
        json!(null)
    );
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!(kept.len(), 2, "{kept:?}");
    assert_eq!(text_of(&world, &pat, &kept[0]).await, "<p>theirs</p>");
    world.stop().await;
}

#[tokio::test]
async fn a_saved_letter_keeps_its_text_beside_its_pdf() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    named(&world, "Ana", "Lyst");
    let form = reqwest::multipart::Form::new()
        .text("parcel_number", parcel.number.clone())
        .text("project_id", parcel.project.to_string())
        .part(
            "file",
            reqwest::multipart::Part::bytes(b"%PDF-1.7".to_vec()).file_name("9_Elm__LOI.pdf"),
        );
    let call = world.call(&pat, Method::POST, "/upload_attachment");
    let uploaded = ok(call.multipart(form).send().await.unwrap()).await;
    let path = uploaded["attachments"][0].clone();
    let html =
        "<p>Price: <span data-term=\"purchase_price\">$777,777</span><script>x()</script></p>";
    let saved = world
        .post(&pat, "/add_letter_version", json!({"parcel_number": parcel.number, "html": html, "attachment": path, "missing": ["contact_name"]}))
        .await;
    assert_eq!(saved["terms"], json!({"purchase_price": "$777,777"}));
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!(kept, [saved]);
    assert_eq!(kept[0]["attachment"], path);
    assert_eq!(
        (&kept[0]["kind"], &kept[0]["name"]),
        (&json!("saved"), &json!("9_Elm__LOI.pdf"))
    );
    assert_eq!(kept[0]["missing"], json!(["contact_name"]));
    assert_eq!(kept[0]["created_by_name"], "Ana Lyst");
    assert_eq!(
        text_of(&world, &pat, &kept[0]).await,
        "<p>Price: <span data-term=\"purchase_price\">$777,777</span></p>"
    );
    // A draft with the same text adds no version, and the PDF may be deleted.
    let draft = json!({"parcel_number": parcel.number, "html": html});
    world.post(&pat, "/update_loi_template", draft).await;
    world
        .post(
            &pat,
            "/delete_loi_template",
            json!({"parcel_number": parcel.number}),
        )
        .await;
    let call = world.call(&pat, Method::POST, "/delete_attachment").form(&[
        ("parcel_number", parcel.number.clone()),
        ("project_id", parcel.project.to_string()),
        ("filepath", path.as_str().unwrap().to_owned()),
    ]);
    ok(call.send().await.unwrap()).await;
    let kept = versions(&world, &pat, &parcel).await;
    assert_eq!((kept.len(), &kept[0]["attachment"]), (1, &json!(null)));
    for (field, wrong) in [
        (
            "missing",
            json!({"parcel_number": parcel.number, "html": "x", "missing": ["sleep"]}),
        ),
        (
            "kept_terms",
            json!({"parcel_number": parcel.number, "html": "x", "kept_terms": {"other": "x"}}),
        ),
    ] {
        let path = if field == "kept_terms" {
            "/update_loi_template"
        } else {
            "/add_letter_version"
        };
        let (status, said) = world.refused(&pat, path, wrong).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let nowhere =
        json!({"parcel_number": parcel.number, "html": "x", "attachment": "elsewhere.pdf"});
    assert_eq!(
        world.refused(&pat, "/add_letter_version", nowhere).await.0,
        StatusCode::NOT_FOUND
    );
    world.stop().await;
}

#[tokio::test]
async fn a_letter_above_the_threshold_is_not_saved_by_its_author() {
    let world = World::start().await;
    let (pat, admin) = (Persona::user(), Persona::admin());
    let admin = Persona {
        customer_id: pat.customer_id,
        ..admin
    };
    let parcel = world.parcel(&pat).await;
    let save = async |name: &str, price: Option<&str>| {
        let mut form = reqwest::multipart::Form::new()
            .text("parcel_number", parcel.number.clone())
            .text("project_id", parcel.project.to_string());
        if let Some(price) = price {
            form = form.text("purchase_price", price.to_owned());
        }
        let file = reqwest::multipart::Part::bytes(b"%PDF-1.7".to_vec());
        let form = form.part("file", file.file_name(name.to_owned()));
        let call = world.call(&pat, Method::POST, "/upload_attachment");
        let answer = call.multipart(form).send().await.unwrap();
        let status = answer.status();
        (status, answer.json::<Value>().await.unwrap())
    };
    let offer = async |amount: u64| {
        let body = json!({"parcel_number": parcel.number, "offer_value": amount});
        world.post(&pat, "/update_offer_value", body).await;
    };
    let settings = async |new: Value| {
        let call = world
            .call(&admin, Method::PUT, "/letter_settings")
            .json(&new);
        ok(call.send().await.unwrap()).await
    };
    // Without a threshold nothing is asked.
    offer(3_000_000).await;
    let (status, saved) = save("9_Elm__LOI.pdf", Some("$3,000,000")).await;
    assert_eq!(status, StatusCode::OK, "{saved}");
    let kept = saved["attachments"][0].clone();

    let another = json!({"letter_threshold": 2_000_000, "job_threshold": null, "approver_may_be_author": false, "version": 0});
    settings(another).await;
    for (name, price) in [
        ("9_Elm__LOI.pdf", Some("$3,000,000")),
        // Also what the letter says less than the offer, under another name, or by a client that names no price.
        ("offer.pdf", Some("$1,000")),
        ("offer.pdf", Some("")),
        ("9 Elm__loi.PDF", None),
    ] {
        let (status, said) = save(name, price).await;
        assert_eq!(
            (status, &said["code"]),
            (StatusCode::CONFLICT, &json!("letter.state_refused")),
            "{said}"
        );
        assert!(said["refusals"][0].as_str().unwrap().contains("threshold"));
    }
    let text = json!({"parcel_number": parcel.number, "html": "<p>x</p>", "attachment": kept});
    let (status, _) = world
        .refused(&pat, "/add_letter_version", text.clone())
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    let draft = json!({"parcel_number": parcel.number, "html": "<p>x</p>"});
    world.post(&pat, "/add_letter_version", draft).await;
    // Other files are no letters.
    let (status, said) = save("survey.pdf", None).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let list = world.get(&pat, "/list_attachments", &parcel.query()).await;
    assert_eq!(list["items"].as_array().unwrap().len(), 2, "{list}");

    // At the threshold it is saved; a higher price in the letter itself counts, and one that cannot be read.
    offer(2_000_000).await;
    for price in ["$5,000,000 USD", "$5 million", ""] {
        let (status, said) = save("a.pdf", Some(price)).await;
        assert_eq!(status, StatusCode::CONFLICT, "{price}: {said}");
        assert!(said["error"].as_str().unwrap().contains("'Purchase Price'"));
    }
    let (status, said) = world
        .refused(&pat, "/add_letter_version", text.clone())
        .await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(said["error"].as_str().unwrap().contains("'Purchase Price'"));
    assert_eq!(save("a.pdf", Some("$2,000,000")).await.0, StatusCode::OK);
    assert_eq!(
        save("a.pdf", Some("$2,000,001")).await.0,
        StatusCode::CONFLICT
    );
    // A firm that lets authors approve has their approval by the saving.
    offer(3_000_000).await;
    let own = json!({"letter_threshold": 2_000_000, "job_threshold": null, "approver_may_be_author": true, "version": 1});
    settings(own).await;
    assert_eq!(save("a.pdf", Some("$3,000,000")).await.0, StatusCode::OK);
    world.post(&pat, "/add_letter_version", text).await;
    world.stop().await;
}
