//! Letters that are made together: preview, numbers, PDFs read back, print file, workers that die.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use letter_of_intent::{LetterProperty, default_letter};
use property_api::letter_jobs::render::{LetterMaker, LetterRendering};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Answer, Persona, wait_for};
use typeset::Typesetter;
use uuid::Uuid;

use crate::world::{TEST_TIMEOUT, World, ok, problem, typesetter};

/// Text that must never be read as markup.
pub const HOSTILE: &str = "#panic() $x^2$ *Bold* `code` <Holdings> LLC";

/// Properties of a project, all with the same facts.
pub struct Site {
    pub project: Uuid,
    pub ids: Vec<Uuid>,
}

impl Site {
    /// Each of 10.37 acres with a contact; `dana<n>@owner.example` is the n-th one's, from 1.
    pub async fn new(world: &World, pat: &Persona, count: usize) -> Self {
        let (firm, project) = (pat.customer_id, Uuid::new_v4());
        world
            .sql(&format!(
                "INSERT INTO known_projects (customer_id, project_id) VALUES ('{firm}', '{project}');
                 INSERT INTO properties (customer_id, ll_uuid, parcel_number, county_fips, address, city, zip, owner_name, lon, lat,
                     square_feet, appraised_value, market_value, total_value, facts, created_at)
                 SELECT '{firm}', gen_random_uuid(), 'P-' || n, '48201', n || ' Elm St', 'Houston', '77002',
                     CASE WHEN n = 1 THEN '{HOSTILE}' ELSE 'Owner ' || n || ' LLC' END, -95, 29, 42500, 1000000, 800000, 1000500,
                     '{{\"ll_gisacre\": 10.37, \"mailing_address\": \"PO Box 1\\nHouston, TX 77251\"}}', now() + n * interval '1 ms'
                 FROM generate_series(1, {count}) n;
                 INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version)
                 SELECT customer_id, row_number() OVER (ORDER BY created_at) + (SELECT coalesce(max(marker_id), 0) FROM project_links),
                     '{project}', property_id, 1 FROM properties p
                 WHERE customer_id = '{firm}' AND NOT EXISTS (SELECT FROM project_links l WHERE l.property_id = p.property_id);
                 INSERT INTO contacts (customer_id, contact_id, first_name, last_name, job_title, email, version)
                 SELECT '{firm}', property_id, 'Dana', 'Lee', 'Manager', 'dana' || substr(parcel_number, 3) || '@owner.example', 1
                 FROM properties WHERE property_id IN (SELECT property_id FROM project_links WHERE project_id = '{project}');
                 INSERT INTO property_contacts (customer_id, property_id, contact_id)
                 SELECT '{firm}', property_id, property_id FROM project_links WHERE project_id = '{project}';"
            ))
            .await;
        let rows = world
            .rows(&format!(
                "SELECT property_id FROM project_links WHERE project_id = '{project}' ORDER BY marker_id"
            ))
            .await;
        let ids = rows.iter().map(|row| id_of(&row["property_id"])).collect();
        Self { project, ids }
    }

    pub fn batch(&self, more: &Value) -> Value {
        let rule = json!({"basis": "per_acre", "factor": 125_000, "step": 5_000});
        let mut body = json!({"project_id": self.project, "property_ids": self.ids, "price_rule": rule,
            "terms": {"letter_date": "2026-11-25"}});
        if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
            body.extend(more.clone());
        }
        body
    }

    /// Makes the letters, with a new key.
    pub async fn make(&self, world: &World, pat: &Persona, more: &Value) -> Value {
        let mut body = self.batch(more);
        body["request_key"] = json!(Uuid::new_v4());
        accepted(world, pat, "/letter_jobs", &body).await
    }

    /// Makes the letters and waits for their PDFs.
    pub async fn made(&self, world: &World, pat: &Persona) -> Value {
        let started = self.make(world, pat, &json!({})).await;
        finished(world, pat, &started["job_id"]).await;
        started
    }

    /// Letters, the lowest number first.
    pub async fn letters(&self, world: &World, pat: &Persona) -> Vec<Value> {
        let query = [
            ("project_id", self.project.to_string()),
            ("limit", "200".to_owned()),
        ];
        let list = world.get(pat, "/letters", &query).await;
        let mut letters = list["letters"].as_array().unwrap().clone();
        letters.reverse();
        letters
    }
}

pub fn id_of(value: &Value) -> Uuid {
    value.as_str().unwrap().parse().unwrap()
}

/// A POST that must return 202.
pub async fn accepted(world: &World, pat: &Persona, path: &str, body: &Value) -> Value {
    let answer = world.call(pat, Method::POST, path).json(body);
    let answer = answer.send().await.unwrap();
    let status = answer.status();
    let body: Value = answer.json().await.unwrap();
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body
}

pub async fn finished(world: &World, pat: &Persona, job: &Value) -> Value {
    let path = format!("/letter_jobs/{}", job.as_str().unwrap());
    wait_for(TEST_TIMEOUT, || async {
        world.get(pat, &path, &[]).await["finished_at"].is_string()
    })
    .await;
    world.get(pat, &path, &[]).await
}

pub async fn file(world: &World, pat: &Persona, path: &str) -> Vec<u8> {
    let answer = world.call(pat, Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    assert_eq!(answer.headers()["content-type"], "application/pdf");
    answer.bytes().await.unwrap().to_vec()
}

/// By poppler, which shares no code with the writer.
pub fn read_back(program: &str, arguments: &[&str], pdf: &[u8]) -> String {
    let mut reader = Command::new(program);
    let reader = reader.args(arguments).stdin(Stdio::piped());
    let mut reader = reader.stdout(Stdio::piped()).spawn().unwrap();
    let mut input = reader.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&pdf).unwrap());
    let output = reader.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

pub fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn count(world: &World, table: &str) -> i64 {
    let rows = world
        .rows(&format!("SELECT count(*) AS n FROM {table}"))
        .await;
    rows[0]["n"].as_i64().unwrap()
}

#[tokio::test]
async fn a_preview_prices_every_property_and_stores_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 2).await;
    for (rule, price) in [
        (
            json!({"basis": "per_acre", "factor": 125_000, "step": 5_000}),
            1_295_000,
        ),
        (
            json!({"basis": "per_sf_building", "factor": 87.5, "step": 10_000}),
            3_720_000,
        ),
        (json!({"basis": "per_sf_land", "factor": 6}), 2_710_303),
        (
            json!({"basis": "pct_total", "factor": 100, "step": 1_000}),
            1_001_000,
        ),
        (
            json!({"basis": "pct_total", "factor": 100, "step": 1_000, "mode": "down"}),
            1_000_000,
        ),
        (json!({"basis": "spec_formula"}), 936_000),
        (
            json!({"basis": "fixed", "factor": 1, "floor": 250_000}),
            250_000,
        ),
    ] {
        let preview = site.batch(&json!({"price_rule": rule}));
        let preview = world.post(&pat, "/letter_jobs/preview", preview).await;
        assert_eq!(preview["rows"][0]["price"], price, "{rule}");
        assert_eq!(
            preview["totals"],
            json!({"letters": 2, "blocked": 0, "price": 2 * price})
        );
        if rule["basis"] == "spec_formula" {
            let row = &preview["rows"][0];
            assert_eq!(
                (&row["earnest_money"], &row["deposit"]),
                (&json!(4_680), &json!(9_360))
            );
        }
        if rule["basis"] == "fixed" {
            assert_eq!(preview["rows"][0]["limit"], "floor");
        }
    }
    world
        .sql("UPDATE properties SET facts = '{}', square_feet = NULL, described_version = 1 WHERE parcel_number = 'P-2'")
        .await;
    let typed = json!({"prices": {site.ids[0].to_string(): 777_777.5}});
    let preview = world
        .post(&pat, "/letter_jobs/preview", site.batch(&typed))
        .await;
    assert_eq!(preview["rows"][0]["price"], 777_777.5);
    let lacking = &preview["rows"][1];
    assert_eq!(
        lacking["price_problem"],
        json!({"field": "acres", "sentence": "There is no site area."})
    );
    assert_eq!(
        (&lacking["price"], &lacking["deposit"], &lacking["blocked"]),
        (&Value::Null, &Value::Null, &json!(true))
    );
    world
        .sql("UPDATE properties SET described_version = 0 WHERE parcel_number = 'P-2'")
        .await;
    let awaited = world
        .post(&pat, "/letter_jobs/preview", site.batch(&typed))
        .await;
    assert_eq!(
        awaited["rows"][1]["price_problem"],
        json!({"field": "acres", "sentence": "The parcel's record has not arrived yet."})
    );
    let lacks = lacking["lacks"].as_array().unwrap();
    let lack = |term: &str| lacks.iter().find(|lack| lack["term"] == term).unwrap();
    assert_eq!(lack("square_feet")["severity"], "block");
    assert_eq!(lack("square_feet")["text"], "N/A");
    let current = world
        .post(
            &pat,
            "/letter_jobs/preview",
            site.batch(&json!({"price_rule": null})),
        )
        .await;
    assert_eq!(current["rows"][0]["price_problem"]["field"], "offer_value");
    assert_eq!(
        current["approval"],
        json!({"needed": false, "sentence": null})
    );
    for table in ["letters", "letter_jobs", "offers", "letter_counters"] {
        assert_eq!(count(&world, table).await, 0, "{table}");
    }
    world.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_request_is_named() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 1).await;
    let other = Site::new(&world, &stranger, 1).await;
    let many: Vec<Uuid> = (0..5_001).map(|_| Uuid::new_v4()).collect();
    let key = json!({"request_key": Uuid::new_v4()});
    for path in ["/letter_jobs/preview", "/letter_jobs"] {
        for (more, field) in [
            (json!({"property_ids": []}), "property_ids"),
            (json!({"property_ids": many}), "property_ids"),
            (
                json!({"price_rule": {"basis": "per_acre"}}),
                "price_rule.factor",
            ),
            (
                json!({"price_rule": {"basis": "acre", "factor": 1}}),
                "price_rule.basis",
            ),
            (json!({"terms": {"nothing": "1"}}), "terms.nothing"),
        ] {
            let mut body = site.batch(&more);
            body["request_key"] = key["request_key"].clone();
            let (status, said) = world.refused(&pat, path, body).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
            assert!(said["errors"][field].is_string(), "{field}: {said}");
        }
        let unknown = Uuid::new_v4();
        for id in [unknown, other.ids[0]] {
            let mut body = site.batch(&json!({"property_ids": [site.ids[0], id]}));
            body["request_key"] = key["request_key"].clone();
            let (status, said) = world.refused(&pat, path, body).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{said}");
            assert_eq!(said["property_ids"], json!([id]));
        }
        let mut body = other.batch(&key);
        body["request_key"] = key["request_key"].clone();
        world
            .main_api
            .on("GET", "/api/get_project_data", Answer::status(404));
        assert_eq!(
            world.refused(&pat, path, body).await.0,
            StatusCode::NOT_FOUND
        );
    }
    assert_eq!(count(&world, "letter_jobs").await, 0);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_are_numbered_attached_and_say_what_the_browser_writes() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let key = json!({"request_key": Uuid::new_v4()});
    let started = accepted(&world, &pat, "/letter_jobs", &site.batch(&key)).await;
    let again = accepted(&world, &pat, "/letter_jobs", &site.batch(&key)).await;
    assert_eq!(again, started);
    let mut changed = site.batch(&key);
    changed["skip_blocked"] = json!(true);
    let (status, said) = world.refused(&pat, "/letter_jobs", changed).await;
    assert_eq!(
        (status, &said["code"]),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!("request.key_reused")
        )
    );
    let year = started["first_number"].as_str().unwrap()[4..8].to_owned();
    assert_eq!(started["first_number"], format!("LOI-{year}-0001"));
    assert_eq!(started["last_number"], format!("LOI-{year}-0003"));

    let job = finished(&world, &pat, &started["job_id"]).await;
    assert_eq!(
        (&job["state"], &job["made"], &job["print_ready"]),
        (&json!("done"), &json!(3), &json!(true))
    );
    let letters = site.letters(&world, &pat).await;
    let properties: Vec<Uuid> = letters
        .iter()
        .map(|letter| id_of(&letter["property_id"]))
        .collect();
    assert_eq!(properties, site.ids);
    assert_eq!(letters[1]["price"], 1_295_000);

    // The text, byte for byte, after the sanitizer of stored letters.
    let path = format!("/letters/{}", letters[1]["letter_id"].as_str().unwrap());
    let letter = world.get(&pat, &path, &[]).await;
    let property: LetterProperty = serde_json::from_value(json!({
        "address": "2 Elm St", "city": "Houston", "state": "TX", "zip": "77002", "offer_value": 1_295_000,
        "square_feet": 42_500, "acres": 10.37, "owner_name": "Owner 2 LLC", "parcel_number": "P-2",
        "mailing_address": "PO Box 1\nHouston, TX 77251", "contact_first_name": "Dana",
        "contact_last_name": "Lee", "contact_title": "Manager",
    }))
    .unwrap();
    let date = "2026-11-25".parse().unwrap();
    let expected = default_letter(&property, "Meridian Land Partners", date);
    assert_eq!(letter["html"], expected.html);
    assert_eq!(letter["terms"]["purchase_price"], "$1,295,000");
    assert_eq!(letter["events"][0]["kind"], "made");

    // Offers.
    let query = [("property_id", site.ids[1].to_string())];
    let offers = world.get(&pat, "/offers", &query).await;
    let offer = &offers["offers"][0];
    assert_eq!(
        (&offer["amount"], &offer["basis"], &offer["side"]),
        (&json!(1_295_000), &json!("rule"), &json!("buyer"))
    );
    assert_eq!(offer["reason"], "$125,000 per acre, to the nearest $5,000");
    assert_eq!(offer["letter_id"], letters[1]["letter_id"]);
    let stored = world
        .rows("SELECT offer_value::text, edited[1] FROM properties WHERE parcel_number = 'P-2'")
        .await;
    assert_eq!(
        stored[0],
        json!({"offer_value": "1295000.00", "edited": "offer_value"})
    );
    // Whoever made the letters has set the offer.
    let query = [
        ("parcel_number", "P-2".to_owned()),
        ("project_id", site.project.to_string()),
    ];
    let edits = world.get(&pat, "/specific_property", &query).await["edits"].clone();
    assert_eq!(edits.as_array().unwrap().len(), 1, "{edits}");
    assert_eq!(
        (&edits[0]["field"], &edits[0]["edited_by_name"]),
        (&json!("offer_value"), &json!(pat.email))
    );

    // The PDF is an attachment of the property.
    let name = letters[0]["pdf"].as_str().unwrap();
    assert!(name.ends_with("/1_Elm_St__LOI.pdf"), "{name}");
    let pdf = file(
        &world,
        &pat,
        &format!("/serve_attachment?file={}", name.replace(' ', "%20")),
    )
    .await;
    let text = words(&read_back("pdftotext", &["-", "-"], &pdf));
    for part in [
        HOSTILE,
        "Letter of Intent LOI-",
        "November 25th, 2026",
        "Purchase Price: $1,295,000",
        "Sincerely, Ana Lyst",
        "Acknowledged and Agreed",
        "not a contract",
        "Page 1 of",
    ] {
        assert!(text.contains(&words(part)), "{part}: {text}");
    }
    let info = read_back("pdfinfo", &["-"], &pdf);
    assert!(
        words(&info).contains("Tagged: yes") && info.contains("Letter of Intent LOI-"),
        "{info}"
    );
    assert!(words(&info).contains("612 x 792 pts (letter)"), "{info}");
    let tags = read_back("pdfinfo", &["-struct-text", "-"], &pdf);
    assert!(
        tags.contains("H1 \"Letter of Intent LOI-")
            && tags.contains("H2 \"Acknowledged and Agreed\""),
        "{tags}"
    );
    assert!(
        !tags.contains("Page 1 of"),
        "the footer is an artifact: {tags}"
    );
    assert!(String::from_utf8_lossy(&pdf).contains("pdfuaid:part"));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_print_file_has_all_letters_in_order() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    let started = site.made(&world, &pat).await;
    let path = format!("/letter_jobs/{}/print", started["job_id"].as_str().unwrap());
    let pdf = file(&world, &pat, &path).await;
    let again = world.call(&pat, Method::GET, &path).send().await.unwrap();
    let disposition = again.headers()["content-disposition"].to_str().unwrap();
    assert_eq!(disposition, "inline; filename=\"letters.pdf\"");
    assert_eq!(again.bytes().await.unwrap(), pdf, "the same bytes");
    let text = words(&read_back("pdftotext", &["-", "-"], &pdf));
    let places: Vec<usize> = (1..=3)
        .map(|n| {
            text.find(&format!(
                "Letter of Intent LOI-{}-000{n}",
                &started["first_number"].as_str().unwrap()[4..8]
            ))
            .unwrap()
        })
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(
        text.starts_with("Letters of intent 3 of 3 letters"),
        "{text}"
    );
    assert_eq!(text.matches("Page 1 of").count(), 3);
    let (status, said) = problem(
        world
            .call(&pat, Method::GET, &format!("{path}?part=2"))
            .send()
            .await
            .unwrap(),
    )
    .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    let stranger = Persona::user();
    let (status, _) = problem(
        world
            .call(&stranger, Method::GET, &path)
            .send()
            .await
            .unwrap(),
    )
    .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    world.sql("UPDATE letter_jobs SET finished_at = NULL").await;
    let (status, said) = problem(world.call(&pat, Method::GET, &path).send().await.unwrap()).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter_job.unfinished"))
    );
    let query = [("project_id", site.project.to_string())];
    let jobs = world.get(&pat, "/letter_jobs", &query).await;
    assert_eq!(jobs["jobs"][0]["state"], "running");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_the_editor_makes_is_typeset() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let started = site.made(&world, &pat).await;
    let deep = format!(
        "{}deepest{}",
        "<ul><li>".repeat(15),
        "</li></ul>".repeat(15)
    );
    let long = "w".repeat(5_000);
    let rows = "<tr><td>cell</td><td rowspan=\"2\">spans</td></tr>".repeat(300);
    let html = format!(
        "<h3>Small heading</h3><h1 style=\"text-align:center\">Large heading</h1><p style=\"text-align:justify\">a <em>slanted</em> <u>under</u>\
         <s>struck</s> H<sub>2</sub>O x<sup>2</sup> <a href=\"https://a.example/a/long/path/of/an/address\">linked</a></p><hr><p></p>\
         <blockquote><p>quoted</p></blockquote><ol start=\"7\"><li><p>seventh</p></li></ol>{deep}\
         <table><tr><th>Head A</th><th>Head B</th></tr>{rows}</table><p>{long}</p>\
         <p>#read(\"/etc/passwd\") #import \"@preview/x:1.0.0\" $x$ *b* _e_ @ref שלום Łódź 漢字 \u{1f600}</p>\
         <p>last line</p>"
    );
    world
        .sql(&format!("UPDATE letters SET html = '{html}'"))
        .await;
    let path = format!("/letter_jobs/{}/print", started["job_id"].as_str().unwrap());
    let pdf = file(&world, &pat, &path).await;
    let text = words(&read_back("pdftotext", &["-", "-"], &pdf));
    for part in [
        "Small heading",
        "slanted under",
        "linked",
        "quoted",
        "7. seventh",
        "deepest",
        "Head A",
        "cell",
        "#read(\"/etc/passwd\") #import \"@preview/x:1.0.0\" $x$ *b* _e_ @ref",
        "Łódź",
        "last line Sincerely,",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let addresses = read_back("pdfinfo", &["-url", "-"], &pdf);
    assert!(
        addresses.contains("https://a.example/a/long/path/of/an/address"),
        "{addresses}"
    );
    let tags = read_back("pdfinfo", &["-struct-text", "-"], &pdf);
    for tag in [
        "H2 \"Small heading\"",
        "H2 \"Large heading\"",
        "TH ",
        "L (block)",
        "BlockQuote",
        "Link",
    ] {
        assert!(tags.contains(tag), "{tag}: {tags}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocked_properties_stop_all_letters_or_are_skipped() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    world
        .sql("UPDATE properties SET owner_name = NULL WHERE parcel_number = 'P-2'; UPDATE properties SET square_feet = NULL WHERE parcel_number = 'P-3'")
        .await;
    let mut body = site.batch(&json!({"request_key": Uuid::new_v4()}));
    let (status, said) = world.refused(&pat, "/letter_jobs", body.clone()).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter_job.blocked"))
    );
    assert_eq!(said["skipped"].as_array().unwrap().len(), 2, "{said}");
    for table in [
        "letters",
        "letter_jobs",
        "offers",
        "letter_counters",
        "jobs",
    ] {
        assert_eq!(count(&world, table).await, 0, "{table}");
    }
    body["skip_blocked"] = json!(true);
    // The seller's name blocks whatever is accepted; a stand-in for the floor area does not.
    body["accepted_defaults"] = json!(["square_feet", "owner_name"]);
    let started = accepted(&world, &pat, "/letter_jobs", &body).await;
    assert_eq!(started["letters"], 2);
    assert_eq!(started["skipped"][0]["property_id"], json!(site.ids[1]));
    assert_eq!(accepted(&world, &pat, "/letter_jobs", &body).await, started);
    let letters = site.letters(&world, &pat).await;
    let path = format!("/letters/{}", letters[1]["letter_id"].as_str().unwrap());
    let letter = world.get(&pat, &path, &[]).await;
    assert_eq!(letter["report"][0]["term"], "square_feet");
    assert_eq!(letter["report"][0]["severity"], "warn");
    let earlier = world
        .post(&pat, "/letter_jobs/preview", site.batch(&json!({})))
        .await;
    assert_eq!(
        earlier["rows"][0]["letters"][0]["number"],
        started["first_number"]
    );
    assert_eq!(earlier["warnings"][0]["field"], "property_ids");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_at_the_same_time_leave_no_gap_between_numbers() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 7).await;
    let other = Site::new(&world, &stranger, 1).await;
    let some = json!({"property_ids": &site.ids[..3]});
    let rest = json!({"property_ids": &site.ids[3..]});
    let whole = json!({});
    let blocked = json!({"property_ids": &site.ids[..2], "price_rule": {"basis": "noi_over_cap", "factor": 5, "income": "broker"}});
    let refused = world.refused(&pat, "/letter_jobs", {
        let mut body = site.batch(&blocked);
        body["request_key"] = json!(Uuid::new_v4());
        body
    });
    let (one, two, again, _, theirs) = tokio::join!(
        site.make(&world, &pat, &some),
        site.make(&world, &pat, &rest),
        site.make(&world, &pat, &some),
        refused,
        other.make(&world, &stranger, &whole),
    );
    for job in [&one, &two, &again] {
        let serial = |name: &str| job[name].as_str().unwrap()[9..].parse::<i64>().unwrap();
        assert_eq!(
            serial("last_number") - serial("first_number") + 1,
            job["letters"].as_i64().unwrap()
        );
    }
    let rows = world
        .rows(&format!("SELECT array_agg(serial ORDER BY serial)::text AS all FROM letters WHERE customer_id = '{}'", pat.customer_id))
        .await;
    assert_eq!(rows[0]["all"], "{1,2,3,4,5,6,7,8,9,10}");
    assert!(theirs["first_number"].as_str().unwrap().ends_with("-0001"));
    world.stop().await;
}

/// A program that waits before it does what the typesetter does.
pub fn slow(world: &std::path::Path, seconds: u32) -> Typesetter {
    after(world, &format!("/bin/sleep {seconds}"))
}

/// A program that is killed at its first run, as by the kernel when memory is short, and then does what the typesetter
/// does.
fn killed_once(world: &std::path::Path) -> Typesetter {
    let mark = world.join("killed");
    let mark = mark.display();
    after(
        world,
        &format!("if /bin/mkdir {mark} 2>/dev/null; then kill -KILL $$; fi"),
    )
}

/// A program that runs a command before it does what the typesetter does.
fn after(world: &std::path::Path, command: &str) -> Typesetter {
    let program = world.join("other-typesetter");
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(|deps| deps.parent()).unwrap();
    let real = folder.join(typeset::PROGRAM);
    std::fs::write(
        &program,
        format!("#!/bin/sh\n{command}\nexec {}\n", real.display()),
    )
    .unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    Typesetter::at(program)
}

/// A further process that makes PDFs.
fn worker(world: &World, typesetter: Typesetter) -> tokio::task::JoinHandle<()> {
    let maker = LetterMaker {
        pool: world.db.pool().clone(),
        files: world.state.files.clone(),
        typesetter,
    };
    let runner = jobs::Runner::new(world.db.pool().clone())
        .job::<LetterRendering>(Arc::new(maker), 2)
        .poll_interval(Duration::from_millis(100));
    tokio::spawn(runner.run(std::future::pending()))
}

pub async fn leased(world: &World) {
    wait_for(TEST_TIMEOUT, || async {
        let rows = world
            .rows("SELECT count(*) AS n FROM jobs WHERE leased_until > now()")
            .await;
        rows[0]["n"].as_i64().unwrap() > 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_whose_worker_dies_or_is_slow_is_attached_once() {
    let folder = tempfile::tempdir().unwrap();
    // The service's own worker outlives its leases.
    let world = World::typesetting_with(&[], slow(folder.path(), 4)).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 2).await;
    let started = site.make(&world, &pat, &json!({})).await;
    leased(&world).await;
    let expire =
        "UPDATE jobs SET leased_until = now() - interval '1 second' WHERE leased_until IS NOT NULL";
    world.sql(expire).await;
    // A second one is killed while it typesets.
    let killed = worker(&world, slow(folder.path(), 4));
    leased(&world).await;
    killed.abort();
    killed.await.unwrap_err();
    world.sql(expire).await;
    let third = worker(&world, typesetter());
    let job = finished(&world, &pat, &started["job_id"]).await;
    assert_eq!((&job["state"], &job["made"]), (&json!("done"), &json!(2)));
    // The slow one finishes now, and finds that it was replaced.
    tokio::time::sleep(Duration::from_secs(8)).await;
    third.abort();
    for (table, rows) in [("attachments", 2), ("attachment_names", 2), ("jobs", 0)] {
        assert_eq!(count(&world, table).await, rows, "{table}");
    }
    assert_eq!(count(&world, "attachments WHERE version = 1").await, 2);
    let objects = world.stored_files();
    let objects = objects
        .iter()
        .filter(|file| !file.to_string_lossy().contains("mail"));
    assert_eq!(objects.count(), 2);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_typesetter_and_a_full_disk_delay_a_letter_that_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let typesetter = killed_once(folder.path());
    let world = World::typesetting_with(&[], typesetter.clone()).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    // A file in the place of the firm's folder: as on a full disk, nothing can be stored.
    let full = world.folder.path().join(pat.customer_id.to_string());
    std::fs::write(&full, "").unwrap();
    let started = site.make(&world, &pat, &json!({})).await;
    let path = format!("/letter_jobs/{}", started["job_id"].as_str().unwrap());
    let second = worker(&world, typesetter);
    for (attempts, why) in [(1, "SIGKILL"), (2, "open file")] {
        wait_for(TEST_TIMEOUT, || async {
            let failed = format!("jobs WHERE attempts = {attempts} AND leased_until IS NULL AND last_error LIKE '%{why}%'");
            count(&world, &failed).await == 1
        })
        .await;
        let job = world.get(&pat, &path, &[]).await;
        assert_eq!(
            (&job["state"], &job["made"], &job["failed"]),
            (&json!("running"), &json!(0), &json!(0)),
            "{why}"
        );
        assert_eq!(count(&world, "attachments").await, 0, "{why}");
    }
    std::fs::remove_file(&full).unwrap();
    world.sql("UPDATE jobs SET run_at = now()").await;
    let job = finished(&world, &pat, &started["job_id"]).await;
    second.abort();
    assert_eq!((&job["state"], &job["made"]), (&json!("done"), &json!(1)));
    for (table, rows) in [("attachments", 1), ("attachment_names", 1), ("jobs", 0)] {
        assert_eq!(count(&world, table).await, rows, "{table}");
    }
    let letter = &site.letters(&world, &pat).await[0];
    let made = world.folder.path().join(format!(
        "{}/{}",
        pat.customer_id,
        letter["letter_id"].as_str().unwrap()
    ));
    assert_eq!(
        world.stored_files(),
        std::slice::from_ref(&made),
        "and no part of it"
    );
    let pdf = std::fs::read(made).unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.trim_ascii_end().ends_with(b"%%EOF"));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_cannot_be_made_is_said_and_can_be_replayed() {
    let world = World::typesetting_with(&[], Typesetter::at("/nowhere".into())).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 1).await;
    let started = site.make(&world, &pat, &json!({})).await;
    wait_for(TEST_TIMEOUT, || async {
        count(&world, "jobs WHERE attempts > 0 AND leased_until IS NULL").await == 1
    })
    .await;
    world
        .sql("UPDATE jobs SET attempts = 4, run_at = now()")
        .await;
    let job = finished(&world, &pat, &started["job_id"]).await;
    assert_eq!(
        (&job["state"], &job["failed"], &job["print_ready"]),
        (&json!("failed"), &json!(1), &json!(false))
    );
    let letters = site.letters(&world, &pat).await;
    assert_eq!(
        (&letters[0]["pdf_state"], &letters[0]["pdf"]),
        (&json!("failed"), &Value::Null)
    );
    jobs::dead::replay(world.db.pool(), None).await.unwrap();
    let second = worker(&world, typesetter());
    wait_for(TEST_TIMEOUT, || async {
        // The service's own worker may take it first, and fail again.
        world.sql("UPDATE jobs SET run_at = now(), attempts = 1 WHERE dead_at IS NULL AND leased_until IS NULL").await;
        site.letters(&world, &pat).await[0]["pdf_state"] == "made"
    })
    .await;
    second.abort();
    assert_eq!(
        finished(&world, &pat, &started["job_id"]).await["state"],
        "done"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pdfs_that_could_not_be_made_are_made_again_by_their_firm() {
    let world = World::typesetting_with(&[], Typesetter::at("/nowhere".into())).await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 2).await;
    let started = site.make(&world, &pat, &json!({})).await;
    let given_up = async || {
        wait_for(TEST_TIMEOUT, || async {
            // Not after the minutes between the attempts.
            world
                .sql("UPDATE jobs SET attempts = 4, run_at = now() WHERE dead_at IS NULL AND leased_until IS NULL")
                .await;
            count(&world, "jobs WHERE dead_at IS NULL").await == 0
        })
        .await;
    };
    given_up().await;
    let path = format!("/letter_jobs/{}/pdfs", started["job_id"].as_str().unwrap());
    let letters = site.letters(&world, &pat).await;
    let one = json!({"letter_id": letters[0]["letter_id"]});

    let other = Site::new(&world, &stranger, 1).await;
    other.make(&world, &stranger, &json!({})).await;
    given_up().await;
    let theirs = other.letters(&world, &stranger).await.remove(0);
    let foreign = json!({"letter_id": theirs["letter_id"]});
    for (who, body) in [(&stranger, &one), (&stranger, &json!({})), (&pat, &foreign)] {
        let (status, _) = world.refused(who, &path, body.clone()).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{body}");
    }
    assert_eq!(count(&world, "jobs WHERE dead_at IS NOT NULL").await, 3);

    let job = accepted(&world, &pat, &path, &one).await;
    assert_eq!(
        (&job["state"], &job["failed"], &job["finished_at"]),
        (&json!("running"), &json!(1), &Value::Null)
    );
    // One that is being made is not started twice.
    accepted(&world, &pat, &path, &one).await;
    assert_eq!(count(&world, "jobs WHERE dead_at IS NULL").await, 1);
    assert_eq!(count(&world, "jobs WHERE dead_at IS NOT NULL").await, 2);
    let path_of = format!("/letters/{}", letters[0]["letter_id"].as_str().unwrap());
    let events = world.get(&pat, &path_of, &[]).await["events"].clone();
    let kinds: Vec<&Value> = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["kind"])
        .collect();
    assert_eq!(kinds, ["made", "pdf_failed", "pdf_again"]);

    let job = accepted(&world, &pat, &path, &json!({})).await;
    assert_eq!(job["failed"], 0);
    let second = worker(&world, typesetter());
    wait_for(TEST_TIMEOUT, || async {
        // The service's own worker may take them first, and fail again.
        world.sql("UPDATE jobs SET run_at = now(), attempts = 1 WHERE dead_at IS NULL AND leased_until IS NULL").await;
        site.letters(&world, &pat).await.iter().all(|letter| letter["pdf_state"] == "made")
    })
    .await;
    second.abort();
    let job = finished(&world, &pat, &started["job_id"]).await;
    assert_eq!((&job["state"], &job["made"]), (&json!("done"), &json!(2)));
    assert_eq!(count(&world, "attachments").await, 2);
    let after = accepted(&world, &pat, &path, &json!({})).await;
    assert_eq!(after["state"], "done", "nothing is left to be made again");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_letters_are_one_transaction() {
    let world = World::typesetting_with(&[], Typesetter::at("/nowhere".into())).await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 5_000).await;
    let started = site.make(&world, &pat, &json!({})).await;
    assert_eq!(started["letters"], 5_000);
    for table in ["letters", "offers", "letter_events", "jobs"] {
        assert_eq!(count(&world, table).await, 5_000, "{table}");
    }
    let query = [("project_id", site.project.to_string())];
    let list = world.get(&pat, "/letters", &query).await;
    assert_eq!(list["totals"]["count"], 5_000);
    assert_eq!(list["totals"]["price"], 5_000_i64 * 1_295_000);
    assert_eq!(list["letters"].as_array().unwrap().len(), 50);
    let answer = world
        .call(&pat, Method::GET, "/letters")
        .query(&[("after", list["next"].as_str().unwrap()), ("q", "499")]);
    let found = ok(answer.send().await.unwrap()).await;
    assert!(found["totals"]["count"].as_i64().unwrap() >= 11, "{found}");
    world.stop().await;
}
