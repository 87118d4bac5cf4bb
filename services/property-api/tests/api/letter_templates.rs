//! Templates of letters: drafts, versions, defaults, previews, and the letters made from them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona};
use uuid::Uuid;

use crate::letter_jobs::{Site, file, finished, read_back, words};
use crate::world::{World, ok, problem};

/// A short letter whose clauses depend on the property and the project.
const SHORT: &str = "<h2>Offer for <span data-term=\"subject\">x</span></h2>\
    <p>Price: <strong><span data-term=\"purchase_price\" data-fmt=\"money_words\">x</span></strong></p>\
    <ul><li>Diligence: <span data-term=\"dd_days\">x</span></li></ul>\
    <table><tbody><tr><th>Earnest money</th><td><span data-term=\"earnest_money\">x</span></td></tr></tbody></table>\
    <section data-clause=\"large\" data-title=\"Large site\" data-when=\"{&quot;op&quot;:&quot;gt&quot;,&quot;args&quot;:[&quot;acres&quot;,5]}\"><p>This is a large site.</p></section>\
    <section data-clause=\"shop\" data-title=\"Shops\" data-when=\"{&quot;op&quot;:&quot;eq&quot;,&quot;args&quot;:[&quot;project_category&quot;,&quot;Retail&quot;]}\"><p>For shops.</p></section>\
    <section data-clause=\"end\" data-title=\"Effect\" data-kind=\"non_binding\"><p>This letter is not binding.</p></section>";

/// From now on every project has this category.
pub fn category(world: &World, category: &str) {
    world.main_api.clear();
    let letterhead =
        json!({"firm": {"name": "Meridian Land Partners"}, "sender": {"name": "Ana Lyst"}});
    world
        .main_api
        .on("GET", "/api/letterhead", Answer::json(200, &letterhead));
    let project = json!({"project_data": {"category": category}});
    world
        .main_api
        .on("GET", "/api/get_project_data", Answer::json(200, &project));
}

async fn put(world: &World, user: &Persona, path: &str, body: &Value) -> reqwest::Response {
    let call = world.call(user, Method::PUT, path).json(body);
    call.send().await.unwrap()
}

pub async fn created(world: &World, user: &Persona, name: &str) -> Value {
    let body = json!({"name": name, "copy_of": "standard"});
    let call = world.call(user, Method::POST, "/letter_templates");
    let answer = call.json(&body).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.unwrap()
}

pub fn path_of(template: &Value) -> String {
    format!(
        "/letter_templates/{}",
        template["template_id"].as_str().unwrap()
    )
}

/// A published template of this text.
pub async fn published(world: &World, admin: &Persona, name: &str, html: &str) -> Value {
    let template = created(world, admin, name).await;
    let path = path_of(&template);
    let draft = json!({"name": name, "html": html, "terms": {"dd_days": "45"}, "version": template["version"]});
    let saved = ok(put(world, admin, &path, &draft).await).await;
    let body = json!({"version": saved["version"], "note": "First"});
    world.post(admin, &format!("{path}/publish"), body).await
}

#[tokio::test]
async fn the_standard_letter_is_first_and_is_copied_only() {
    let world = World::start().await;
    let admin = Persona::admin();
    let standard = world.get(&admin, "/letter_templates/standard", &[]).await;
    assert_eq!(standard["read_only"], true);
    let copy = created(&world, &admin, "  Industrial ").await;
    assert_eq!(copy["name"], "Industrial");
    assert_eq!(copy["html"], standard["html"]);
    assert_eq!(
        (&copy["findings"], &copy["published"]),
        (&json!([]), &Value::Null)
    );
    let list = world.get(&admin, "/letter_templates", &[]).await;
    let names: Vec<_> = list["templates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|template| template["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["The standard letter", "Industrial"]);

    let draft = json!({"name": "x", "html": "", "version": 0});
    let answer = put(&world, &admin, "/letter_templates/standard", &draft).await;
    let (status, body) = problem(answer).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::CONFLICT, &json!("letter_template.refused"))
    );
    let again = json!({"name": "INDUSTRIAL", "copy_of": "standard"});
    let (status, body) = world.refused(&admin, "/letter_templates", again).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["errors"]["name"].is_string(), "{body}");
    world.stop().await;
}

#[tokio::test]
async fn a_draft_with_faults_is_saved_and_not_published() {
    let world = World::start().await;
    let admin = Persona::admin();
    let template = created(&world, &admin, "Faulty").await;
    let path = path_of(&template);
    let html = "<p><span data-term=\"unheard_of\">x</span></p><script>1</script>";
    let draft = json!({"name": "Faulty", "html": html, "version": template["version"]});
    let saved = ok(put(&world, &admin, &path, &draft).await).await;
    assert_eq!(
        saved["html"],
        "<p><span data-term=\"unheard_of\">x</span></p>"
    );
    let publish = json!({"version": saved["version"]});
    let (status, body) = world
        .refused(&admin, &format!("{path}/publish"), publish)
        .await;
    assert_eq!(
        (status, &body["code"]),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!("letter_template.blocked")
        )
    );
    let codes: Vec<_> = body["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                finding["code"].as_str().unwrap(),
                finding["field"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        codes,
        [
            ("unknown_term", "terms.unheard_of"),
            ("no_price", ""),
            ("non_binding", "")
        ]
    );
    let bad = json!({"name": "", "html": "", "terms": {"dd_days": "soon"}, "version": 2});
    let (status, body) = problem(put(&world, &admin, &path, &bad).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["errors"]["name"].is_string() && body["errors"]["terms.dd_days"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn versions_stay_and_the_second_of_two_editors_is_told() {
    let world = World::start().await;
    let admin = Persona::admin();
    let template = published(&world, &admin, "Short", SHORT).await;
    let path = path_of(&template);
    assert_eq!(
        (&template["published"], &template["changed"]),
        (&json!(1), &json!(false))
    );
    let version = template["version"].as_i64().unwrap();
    let (status, _) = world
        .refused(
            &admin,
            &format!("{path}/publish"),
            json!({"version": version}),
        )
        .await;
    assert_eq!(status, StatusCode::CONFLICT, "nothing has changed");

    let longer = format!("{SHORT}<p>More.</p>");
    let draft =
        json!({"name": "Short", "html": longer, "terms": {"dd_days": "30"}, "version": version});
    let saved = ok(put(&world, &admin.colleague(), &path, &draft).await).await;
    assert_eq!(saved["changed"], true);
    let (status, body) = problem(put(&world, &admin, &path, &draft).await).await;
    assert_eq!(
        (status, &body["code"], &body["version"]),
        (
            StatusCode::CONFLICT,
            &json!("letter_template.changed"),
            &saved["version"]
        )
    );
    let body = json!({"version": saved["version"], "note": "More"});
    let second = world.post(&admin, &format!("{path}/publish"), body).await;
    let numbers: Vec<_> = second["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| (version["number"].as_i64().unwrap(), version["note"].clone()))
        .collect();
    assert_eq!(numbers, [(2, json!("More")), (1, json!("First"))]);
    let first = world.get(&admin, &format!("{path}/versions/1"), &[]).await;
    assert_eq!(
        (&first["html"], &first["terms"]["dd_days"]),
        (&json!(SHORT), &json!("45"))
    );
    let edit = "UPDATE letter_template_versions SET html = ''";
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, edit)
        .await
        .unwrap_err();
    world.stop().await;
}

#[tokio::test]
async fn only_admins_publish_and_two_firms_never_see_each_others() {
    let world = World::start().await;
    let (admin, stranger) = (Persona::admin(), Persona::admin());
    let template = published(&world, &admin, "Ours", SHORT).await;
    let path = path_of(&template);
    let user = admin.colleague();
    for action in ["publish", "archive", "restore"] {
        let body = json!({"version": template["version"]});
        let (status, _) = world
            .refused(&user, &format!("{path}/{action}"), body)
            .await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{action}");
    }
    let choice = json!({"template_id": template["template_id"], "version": 0});
    let answer = put(&world, &user, "/letter_template_defaults", &choice).await;
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);

    let list = world.get(&stranger, "/letter_templates", &[]).await;
    assert_eq!(list["templates"].as_array().unwrap().len(), 1);
    for (method, path) in [
        (Method::GET, path.clone()),
        (Method::GET, format!("{path}/versions/1")),
        (Method::POST, format!("{path}/archive")),
    ] {
        let answer = world.call(&stranger, method, &path).send().await.unwrap();
        let (status, body) = problem(answer).await;
        assert_eq!(
            (status, &body["code"]),
            (StatusCode::NOT_FOUND, &json!("letter_template.not_found"))
        );
    }
    let copy = json!({"name": "Copy", "copy_of": template["template_id"]});
    let (status, _) = world.refused(&stranger, "/letter_templates", copy).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, body) =
        problem(put(&world, &stranger, "/letter_template_defaults", &choice).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["errors"]["template_id"].is_string());
    let site = Site::new(&world, &stranger, 1).await;
    let batch = site.batch(&json!({"template_id": template["template_id"]}));
    let (status, body) = world
        .refused(&stranger, "/letter_jobs/preview", batch)
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["errors"]["template_id"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn a_default_is_chosen_by_category_and_not_archived() {
    let world = World::start().await;
    let admin = Persona::admin();
    let site = Site::new(&world, &admin, 1).await;
    category(&world, "retail ");
    let used = async |more: Value| {
        let body = site.batch(&more);
        world.post(&admin, "/letter_jobs/preview", body).await["template"]["name"].clone()
    };
    let (shops, all) = (
        published(&world, &admin, "Shops", SHORT).await,
        published(&world, &admin, "All", SHORT).await,
    );
    assert_eq!(used(json!({})).await, "The standard letter");
    let choice = json!({"template_id": all["template_id"], "version": 0,
        "categories": [{"category": "Retail", "template_id": shops["template_id"]}]});
    let stored = ok(put(&world, &admin, "/letter_template_defaults", &choice).await).await;
    assert_eq!(stored["version"], 1);
    assert_eq!(used(json!({})).await, "Shops");
    assert_eq!(
        used(json!({"template_id": "standard"})).await,
        "The standard letter"
    );
    category(&world, "Office");
    assert_eq!(used(json!({})).await, "All");

    let answer = put(&world, &admin, "/letter_template_defaults", &choice).await;
    let (status, body) = problem(answer).await;
    assert_eq!(
        (status, &body["version"]),
        (StatusCode::CONFLICT, &json!(1))
    );
    let twice = json!({"category": "retail", "template_id": "standard"});
    let twice = json!({"template_id": "standard", "version": 1, "categories": [twice, twice]});
    let answer = put(&world, &admin, "/letter_template_defaults", &twice).await;
    let (status, body) = problem(answer).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        body["errors"]["categories.1.category"].is_string(),
        "{body}"
    );

    let archive = format!("{}/archive", path_of(&shops));
    let (status, _) = world.refused(&admin, &archive, json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let standard = json!({"template_id": "standard", "version": 1});
    ok(put(&world, &admin, "/letter_template_defaults", &standard).await).await;
    let archived = world.post(&admin, &archive, json!({})).await;
    assert!(archived["archived_at"].is_string());
    let query = [("archived", "true".to_owned())];
    let list = world.get(&admin, "/letter_templates", &query).await;
    assert_eq!(list["templates"][0]["name"], "Shops");
    let batch = site.batch(&json!({"template_id": shops["template_id"]}));
    let (status, body) = world.refused(&admin, "/letter_jobs/preview", batch).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    let restore = format!("{}/restore", path_of(&shops));
    assert!(world.post(&admin, &restore, json!({})).await["archived_at"].is_null());
    world.stop().await;
}

#[tokio::test]
async fn a_draft_is_previewed_with_what_it_lacks_and_why_clauses_are_in() {
    let world = World::start().await;
    let admin = Persona::admin();
    let sample = json!({"html": SHORT});
    let sample = world
        .post(&admin, "/letter_templates/preview", sample)
        .await;
    let html = sample["html"].as_str().unwrap();
    assert!(html.contains("One Million Two Hundred Fifty Thousand and No/100 Dollars"));
    assert!(!html.contains("large site"), "4.5 acres");

    published(&world, &admin, "Any", SHORT).await;
    category(&world, "Retail");
    let site = Site::new(&world, &admin, 1).await;
    let body = json!({"html": SHORT, "terms": {"dd_days": "20"}, "project_id": site.project, "property_id": site.ids[0]});
    let preview = world.post(&admin, "/letter_templates/preview", body).await;
    let html = preview["html"].as_str().unwrap();
    assert!(html.contains("twenty (20) days") && html.contains("This is a large site."));
    let rows: Vec<_> = preview["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clause| {
            (
                clause["included"].clone(),
                clause["sentence"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (
                json!(true),
                "Only if Site area is more than 5 acres. Site area: 10.37 acres."
            ),
            (
                json!(true),
                "Only if Category of the project is “Retail”. Category of the project: Retail."
            ),
            (json!(true), "It is in every letter."),
        ]
    );
    assert_eq!(
        preview["lacks"][0]["term"], "purchase_price",
        "no offer value"
    );
    let body = json!({"html": SHORT, "property_id": site.ids[0]});
    let (status, problem) = world
        .refused(&admin, "/letter_templates/preview", body)
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["errors"]["project_id"].is_string());
    let mut foreign =
        json!({"html": SHORT, "project_id": site.project, "property_id": Uuid::new_v4()});
    let (status, _) = world
        .refused(&admin, "/letter_templates/preview", foreign.take())
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test]
async fn letters_keep_the_version_that_they_were_made_from() {
    let world = World::start().await;
    let admin = Persona::admin();
    category(&world, "Retail");
    let template = published(&world, &admin, "Short", SHORT).await;
    let path = path_of(&template);
    let site = Site::new(&world, &admin, 2).await;
    let started = site
        .make(
            &world,
            &admin,
            &json!({"template_id": template["template_id"]}),
        )
        .await;
    let job = finished(&world, &admin, &started["job_id"]).await;
    assert_eq!(job["template_id"], template["template_id"]);
    let letters = site.letters(&world, &admin).await;
    let letter = letters[0]["letter_id"].as_str().unwrap().to_owned();
    let first = world.get(&admin, &format!("/letters/{letter}"), &[]).await;
    assert!(
        first["html"]
            .as_str()
            .unwrap()
            .contains("forty-five (45) days")
    );

    let print = format!("/letter_jobs/{}/print", started["job_id"].as_str().unwrap());
    let pdf = file(&world, &admin, &print).await;
    let text = words(&read_back("pdftotext", &["-layout", "-", "-"], &pdf));
    for said in [
        "Offer for 1 Elm St",
        "One Million Two Hundred Ninety-Five Thousand and No/100 Dollars",
        "Diligence: forty-five (45) days",
        "Earnest money",
        "This is a large site.",
        "For shops.",
        "This letter is not binding.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }

    let html = SHORT.replace("Diligence", "Inspection");
    let draft = json!({"name": "Short", "html": html, "version": template["version"]});
    let saved = ok(put(&world, &admin, &path, &draft).await).await;
    let body = json!({"version": saved["version"]});
    world.post(&admin, &format!("{path}/publish"), body).await;
    let after = world.get(&admin, &format!("/letters/{letter}"), &[]).await;
    assert_eq!(after["content_hash"], first["content_hash"]);
    assert_eq!(after["html"], first["html"]);

    // An earlier version can be asked for; the hash tells versions apart that say the same.
    let id = template["template_id"].as_str().unwrap();
    let versions = world
        .rows("SELECT DISTINCT template_version AS v FROM letters")
        .await;
    assert_eq!(versions[0]["v"], json!(format!("{id} 1")));
    let old = json!({"template_id": id, "template_version": 1});
    let preview = world
        .post(&admin, "/letter_jobs/preview", site.batch(&old))
        .await;
    assert_eq!(preview["template"]["number"], 1);
    let none = site.batch(&json!({"template_id": id, "template_version": 9}));
    let (status, body) = world.refused(&admin, "/letter_jobs/preview", none).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(body["errors"]["template_version"].is_string());
    world.stop().await;
}

#[tokio::test]
async fn what_a_template_lacks_of_a_property_blocks_its_letter() {
    let world = World::start().await;
    let admin = Persona::admin();
    category(&world, "Office");
    let html = format!("{SHORT}<p>Until <span data-term=\"expires_at\">x</span>.</p>");
    let template = published(&world, &admin, "Expiring", &html).await;
    let site = Site::new(&world, &admin, 1).await;
    let batch = site.batch(&json!({"template_id": template["template_id"]}));
    let preview = world.post(&admin, "/letter_jobs/preview", batch).await;
    let lack = &preview["rows"][0]["lacks"][0];
    assert_eq!(
        (&lack["term"], &lack["reason"], &lack["severity"]),
        (&json!("expires_at"), &json!("missing"), &json!("block"))
    );
    assert_eq!(preview["totals"]["blocked"], 1);
    world.stop().await;
}

#[tokio::test]
async fn merge_fields_are_listed_with_samples() {
    let world = World::start().await;
    let user = Persona::user();
    let terms = world.get(&user, "/letter_terms", &[]).await;
    let terms = terms["terms"].as_array().unwrap();
    let of = |name: &str| terms.iter().find(|term| term["name"] == name);
    let days = of("dd_days").unwrap();
    assert_eq!(
        (&days["has_default"], &days["formats"][0]["sample"]),
        (&json!(true), &json!("sixty (60) days"))
    );
    assert_eq!(of("letter_number"), None);
    world.stop().await;
}

#[tokio::test]
async fn terms_that_a_template_needs_are_typed_for_all_letters() {
    let world = World::start().await;
    let admin = Persona::admin();
    category(&world, "Retail");
    let html = "<p>In <span data-term=\"county\"></span> County for <span data-term=\"purchase_price\"></span>, \
                exclusive for <span data-term=\"exclusivity_days\"></span>, deposit \
                <span data-term=\"deposit\"></span>, until <span data-term=\"expires_at\"></span>.</p>\
                <section data-clause=\"n\" data-title=\"Effect\" data-kind=\"non_binding\"><p>This letter is not binding.</p></section>";
    let template = published(&world, &admin, "Typed", html).await;
    let site = Site::new(&world, &admin, 1).await;
    let preview = async |terms: Value| {
        let mut body = site.batch(&json!({"template_id": template["template_id"]}));
        body["terms"] = terms;
        world.post(&admin, "/letter_jobs/preview", body).await
    };
    let inputs = |preview: &Value| -> Vec<(String, Value, Value)> {
        let inputs = preview["inputs"].as_array().unwrap().iter();
        inputs
            .map(|input| {
                let name = input["name"].as_str().unwrap().to_owned();
                (name, input["otherwise"].clone(), input["lacking"].clone())
            })
            .collect()
    };
    let lacking = |name: &str| (name.to_owned(), Value::Null, json!(true));
    let percent = ("deposit_percent".to_owned(), json!("1%"), json!(false));
    let before = preview(json!({})).await;
    assert_eq!(
        inputs(&before),
        [
            lacking("county"),
            lacking("expires_at"),
            percent.clone(),
            lacking("exclusivity_days"),
        ]
    );
    assert_eq!(before["rows"][0]["blocked"], true);
    let expiry = json!({"type": "local_datetime", "value": {"at": "2026-12-15T17:00:00", "zone": "America/Chicago"}});
    let terms = json!({"county": "Harris", "exclusivity_days": "30", "expires_at": expiry, "deposit_percent": "2"});
    let after = preview(terms).await;
    assert_eq!(after["rows"][0]["lacks"], json!([]));
    assert_eq!(after["rows"][0]["deposit"], 25_900);
    assert!(
        inputs(&after)
            .iter()
            .all(|(_, _, lacking)| *lacking == false)
    );
    world.stop().await;
}
