//! Comparisons and dossiers, read back from their files.

use std::io::{Cursor, Write as _};
use std::process::{Command, Stdio};

use calamine::{Data, Reader as _, Xlsx};
use chrono::NaiveDate;
use diesel_async::SimpleAsyncConnection as _;
use domain::{CustomerId, Money};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, Reply};
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::search_site::Site;
use crate::support::{World, square, square_of};

const HOSTILE: &str = "#panic() $x^2$ *Bold* `code` \\ =HYPERLINK(\"http://a.example\")";

fn letterhead(world: &World) {
    let body = json!({ "firm": { "name": "Heron & Sons" }, "sender": { "name": "Ana <Analyst>" } });
    world
        .main_api
        .on("GET", "/api/letterhead", Answer::json(200, &body));
    let project = json!({ "project_data": { "project_name": "Katy #1 *North*" } });
    world
        .main_api
        .on("GET", "/api/get_project_data", Answer::json(200, &project));
}

/// No property of the firm has a photo or comparable sales.
fn nothing() -> Value {
    json!({ "pictures": [], "picture_count": 0, "comps": null })
}

/// What property-api has of the sites.
fn parts(world: &World, sites: &[Value]) {
    let answer = Answer::json(200, &json!({ "sites": sites }));
    world.main_api.on("POST", "/dossier_parts", answer);
}

/// Four squares in a row, the first with all facts; one far away with none.
async fn filled() -> (World, Vec<Uuid>) {
    let world = World::start().await;
    letterhead(&world);
    let side = 0.002;
    let mut parcels: Vec<_> = (0..4)
        .map(|at| {
            let number = format!("00{}", at + 1);
            square_of("48201", &number, -95.40 + f64::from(at) * side, 29.76, side)
        })
        .collect();
    parcels.push(square("48201", "FAR-9", -95.30, 29.80));
    let first = &mut parcels[0].fields;
    first.address = Some("1201 Elm St".to_owned());
    first.scity = Some("Houston".to_owned());
    first.owner = Some(HOSTILE.to_owned());
    first.ll_gisacre = Some(10.0);
    first.parval = Some("1250000".parse::<Money>().unwrap());
    first.zoning = Some("M-1".to_owned());
    first.saledate = NaiveDate::from_ymd_opt(2015, 3, 4);
    parcels[1].fields.ll_gisacre = Some(11.0);
    parcels[1].fields.parval = Some("2750000".parse::<Money>().unwrap());
    parcels[2].fields.parval = Some("0".parse::<Money>().unwrap());
    parcels[1].fields.owner = Some("Bayou Trust".to_owned());
    let ids = parcels.iter().map(|parcel| parcel.fields.ll_uuid.0);
    let ids = ids.collect();
    world.put(parcels).await;
    (world, ids)
}

fn sites(ids: &[&[Uuid]]) -> Value {
    ids.iter().map(|ids| json!({ "ll_uuids": ids })).collect()
}

async fn file(world: &World, path: &str, body: &Value) -> Vec<u8> {
    let answer = world
        .call(Method::POST, path)
        .json(body)
        .send()
        .await
        .unwrap();
    let status = answer.status();
    let name = answer.headers()["content-type"]
        .to_str()
        .unwrap()
        .to_owned();
    let bytes = answer.bytes().await.unwrap().to_vec();
    assert_eq!(status, 200, "{name}: {}", String::from_utf8_lossy(&bytes));
    bytes
}

/// By poppler's pdftotext, which shares no code with the writer. Words that may break anywhere are joined.
fn text(pdf: &[u8]) -> String {
    let mut reader = Command::new("pdftotext");
    let reader = reader.args(["-layout", "-", "-"]).stdin(Stdio::piped());
    let mut reader = reader.stdout(Stdio::piped()).spawn().unwrap();
    let mut input = reader.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&pdf).unwrap());
    let output = reader.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn row<'a>(comparison: &'a Value, key: &str) -> &'a Value {
    let rows = comparison["rows"].as_array().unwrap();
    let mut found = rows.iter().filter(|row| row["key"] == key);
    found
        .next()
        .unwrap_or_else(|| panic!("{key}: {comparison}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_are_compared_with_source_and_date_and_what_is_unknown_says_so() {
    let (world, ids) = filled().await;
    let body = json!({ "sites": sites(&[&ids[..1], &ids[1..3], &ids[4..]]) });
    let (status, found) = world.post("/site_comparisons", body).await;
    assert_eq!(status, 200, "{found}");
    let names: Vec<&str> = found["sites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|site| site["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "1201 Elm St");
    assert!(names[1].ends_with(" and 1 more"), "{names:?}");
    assert_eq!(names[2], "Parcel FAR-9");
    let acres = &row(&found, "acres")["values"];
    assert_eq!(
        (&acres[0]["text"], &acres[0]["source"]),
        (&json!("10.00 acres"), &json!("Test County"))
    );
    assert!(acres[0]["as_of"].is_string());
    let value = row(&found, "total_value");
    // The third parcel has the value 0, which is unknown: so is that of the site, and it has no source.
    assert_eq!(value["values"][1]["text"], Value::Null);
    assert_eq!(value["values"][1]["source"], Value::Null);
    assert_eq!(value["values"][0]["number"], 1_250_000.0);
    assert_eq!(
        row(&found, "value_per_acre")["values"][0]["text"],
        "$125,000"
    );
    assert_eq!(row(&found, "value_per_acre")["best"], json!([]));
    // No layer is here: the whole is an upper bound, and none of it is the best.
    let buildable = row(&found, "buildable_acres");
    assert_eq!(buildable["values"][0]["is_upper_bound"], true);
    assert!(
        buildable["values"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("at most ")
    );
    assert_eq!(buildable["best"], json!([]));
    assert_eq!(row(&found, "flood")["values"][0]["text"], Value::Null);
    assert_eq!(row(&found, "frontage")["values"][0]["text"], Value::Null);
    assert_eq!(row(&found, "parcels")["values"][1]["number"], 2.0);
    let kinds: Vec<&str> = found["sites"][1]["map"]["shapes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shape| shape["kind"].as_str().unwrap())
        .collect();
    for kind in [
        "neighbour",
        "site",
        "buildable",
        "setback",
        "parcel",
        "outline",
    ] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    assert_eq!(
        found["sources"],
        json!([{ "name": "Test County", "licence": null, "is_sample": false }])
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pdf_says_the_same_and_prints_texts_as_they_are() {
    let (world, ids) = filled().await;
    parts(&world, &[nothing(), nothing()]);
    let options = json!({ "preset": "industrial", "setback_ft": 50 });
    let body = json!({ "project_id": Uuid::new_v4(), "sites": sites(&[&ids[..1], &ids[1..3]]), "buildable": options });
    let pdf = file(&world, "/dossiers.pdf", &body).await;
    assert!(pdf.starts_with(b"%PDF-1.7"));
    let raw = String::from_utf8_lossy(&pdf);
    assert!(raw.contains("/StructTreeRoot") && raw.contains("/Alt"));
    let text = text(&pdf);
    for words in [
        "Site dossier",
        "Katy #1 *North*",
        "Prepared by Ana <Analyst>, Heron & Sons",
        "1. 1201 Elm St",
        "Houston, TX",
        "$1,250,000",
        "$125,000",
        "Mar 4, 2015",
        "Net buildable area",
        "not mapped here",
        "unknown",
        "M-1",
        "Parcels of the site",
        "002",
        "Test County",
        "N",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The panel's area by the same options.
    let path = format!(
        "/parcels/{}/buildable?preset=industrial&setback_ft=50",
        ids[0]
    );
    let panel = Reply::read(world.get(&path).send().await.unwrap());
    let panel = panel.await.ok();
    let acres = panel["buildable_acres"].as_f64().unwrap();
    let acres = format!("at most {acres:.2} acres");
    assert!(text.contains(&acres), "{acres}: {text}");
    let joined: String = text.split_whitespace().collect();
    let basis = "CalculatedforIndustrial:slopeabove5%,setback50ft";
    assert!(joined.contains(basis), "{text}");
    let hostile: String = HOSTILE.split_whitespace().collect();
    for word in hostile.split('=') {
        assert!(joined.contains(word), "{word}: {text}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_workbook_has_sites_as_columns_and_facts_with_sources() {
    let (world, ids) = filled().await;
    parts(&world, &[nothing(), nothing()]);
    let body = json!({ "project_id": Uuid::new_v4(), "sites": sites(&[&ids[..1], &ids[1..2]]) });
    let book = file(&world, "/dossiers.xlsx", &body).await;
    let mut book = Xlsx::new(Cursor::new(book)).unwrap();
    assert_eq!(book.sheet_names(), ["Sites", "Facts", "Parcels", "Sources"]);
    for sheet in ["Sites", "Facts", "Parcels", "Sources"] {
        assert!(book.worksheet_formula(sheet).unwrap().is_empty(), "{sheet}");
    }
    let sites = book.worksheet_range("Sites").unwrap();
    let line = |label: &str| {
        let mut rows = sites.rows();
        // A group may have the same name.
        let found =
            rows.find(|row| row[0] == Data::String(label.to_owned()) && row[1] != Data::Empty);
        found
            .unwrap_or_else(|| panic!("{label}: {sites:?}"))
            .to_vec()
    };
    assert_eq!(
        sites.get_value((0, 0)).unwrap(),
        &Data::String("Katy #1 *North*".to_owned())
    );
    assert_eq!(line("Parcel number")[1], Data::String("001".to_owned()));
    assert_eq!(line("Owner")[1], Data::String(HOSTILE.to_owned()));
    assert_eq!(line("Total value (dollars)")[2], Data::Float(2_750_000.0));
    assert_eq!(line("Zoning")[2], Data::String("unknown".to_owned()));
    let facts = book.worksheet_range("Facts").unwrap();
    let fact = facts
        .rows()
        .find(|row| row[2] == Data::String("Recorded area".to_owned()))
        .unwrap();
    assert_eq!(
        (&fact[3], &fact[6]),
        (&Data::Float(10.0), &Data::String("Test County".to_owned()))
    );
    assert!(matches!(fact[7], Data::DateTime(_)), "{fact:?}");
    // No layer is here: an upper bound, which is a number with a note on the sheet of facts, and a text on the other.
    for (label, unit) in [
        ("Net buildable area", "acres"),
        ("Share of the site", "percent"),
        ("Largest part", "acres"),
    ] {
        let mut rows = facts.rows();
        let fact = rows.find(|row| row[2] == Data::String(label.to_owned()));
        let fact = fact.unwrap();
        assert!(matches!(fact[3], Data::Float(_)), "{fact:?}");
        assert_eq!(fact[4], Data::String(unit.to_owned()));
        assert_eq!(fact[5], Data::String("upper bound".to_owned()));
        let shown = line(&format!("{label} ({unit})"))[1].to_string();
        assert!(shown.starts_with("at most "), "{shown}");
    }
    let parcels = book.worksheet_range("Parcels").unwrap();
    assert_eq!(
        parcels.get_value((1, 1)).unwrap(),
        &Data::String("001".to_owned())
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_cannot_be_answered_say_why() {
    let (world, ids) = filled().await;
    let firm = CustomerId(Uuid::new_v4());
    let bought = Uuid::new_v4();
    let sql = format!(
        "INSERT INTO licensed_parcels (customer_id, ll_uuid, source, county_fips, parcelnumb, fields, lon, lat, geom, expires_at) \
         SELECT '{}', '{bought}', 'Regrid', county_fips, 'L', jsonb_build_object('ll_uuid', '{bought}', 'county_fips', county_fips, \
             'parcelnumb', 'L'), lon, lat, geom, now() + interval '1 day' FROM parcels WHERE parcelnumb = '001'",
        firm.0
    );
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    let token = world.token_of(firm);
    let unknown = Uuid::new_v4();
    let seven: Vec<&[Uuid]> = (0..7).map(|_| &ids[..1]).collect();
    let one = sites(&[&ids[..1]]);
    for (body, status, code, field) in [
        (
            json!({ "sites": sites(&seven) }),
            422,
            "validation",
            "sites",
        ),
        (json!({ "sites": [] }), 422, "validation", "sites"),
        (
            json!({ "sites": [{ "ll_uuids": [] }] }),
            422,
            "validation",
            "sites[0].ll_uuids",
        ),
        (
            json!({ "sites": sites(&[&ids[..1], &[ids[1], ids[4]]]) }),
            422,
            "validation",
            "sites[1].ll_uuids",
        ),
        (
            json!({ "sites": sites(&[&[ids[0], unknown]]) }),
            404,
            "parcel.not_found",
            "",
        ),
        (
            json!({ "sites": sites(&[&[bought]]) }),
            422,
            "dossier.licensed_parcel",
            "",
        ),
        (
            json!({ "sites": one, "growth_run_id": unknown }),
            422,
            "validation",
            "growth_run_id",
        ),
        (
            json!({ "sites": one, "search_run_id": unknown }),
            422,
            "validation",
            "search_run_id",
        ),
    ] {
        for path in ["/site_comparisons", "/dossiers.pdf", "/dossiers.xlsx"] {
            let call = world.anonymous(Method::POST, path).bearer_auth(&token);
            let answer = call.json(&body).send().await.unwrap();
            assert_eq!(answer.status(), status, "{path} {body}");
            let problem: Value = answer.json().await.unwrap();
            if code == "validation" {
                assert!(problem["errors"][field].is_string(), "{path} {problem}");
            } else {
                assert_eq!(problem["code"], code, "{path} {problem}");
            }
        }
    }
    // What another firm bought does not exist.
    let (status, problem) = world
        .post("/site_comparisons", json!({ "sites": sites(&[&[bought]]) }))
        .await;
    assert_eq!((status, &problem["not_found"]), (404, &json!([bought])));
    // Neither does its project.
    for (answer, path, status, code) in [
        (404, "/dossiers.pdf", 404, "project.not_found"),
        (500, "/dossiers.xlsx", 503, "project.unavailable"),
    ] {
        world.main_api.clear();
        let head = json!({ "firm": { "name": "Heron" }, "sender": { "name": "Ana" } });
        let main_api = &world.main_api;
        main_api.on("GET", "/api/letterhead", Answer::json(200, &head));
        let project = Answer::json(answer, &json!({}));
        main_api.on("GET", "/api/get_project_data", project);
        let body = json!({ "sites": one, "project_id": unknown });
        let (said, problem) = world.post(path, body).await;
        assert_eq!((said, &problem["code"]), (status, &json!(code)));
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_gives_each_site_its_score_with_a_bar_for_each_criterion() {
    let site = Site::start().await;
    letterhead(&site.world);
    parts(&site.world, &[nothing(), nothing()]);
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({ "name": "Autumn" })).await;
    let body = json!({ "search_run_id": run["run_id"], "sites": sites(&[&site.ids[..1], &site.ids[3..4]]) });
    let answer = firm
        .send(Method::POST, "/site_comparisons", Some(&body))
        .await;
    assert_eq!(answer.status(), 200);
    let found: Value = answer.json().await.unwrap();
    let score = &found["sites"][0]["score"];
    assert_eq!(score["bars"].as_array().unwrap().len(), 3);
    // 0.80, 0.50 and 1.00 of the weights 50, 30 and 20.
    assert_eq!(score["score"], 75.0);
    assert_eq!(score["bars"][0]["most"], 50.0);
    assert_eq!(score["bars"][0]["points"], 40.0);
    // The other is too small.
    assert_eq!(found["sites"][1]["score"]["rank"], Value::Null);
    assert!(
        !found["sites"][1]["score"]["fails"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let source = row(&found, "score")["values"][0]["source"]
        .as_str()
        .unwrap();
    assert_eq!(source, "Search \u{201c}Autumn\u{201d}");
    let pdf = firm.send(Method::POST, "/dossiers.pdf", Some(&body)).await;
    assert_eq!(pdf.status(), 200);
    let text = text(&pdf.bytes().await.unwrap());
    for words in ["Search score", "75.0", "40.0 of 50.0", "Building area"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    site.world.stop().await;
}

/// A photo of so many pixels, as PNG.
fn photo(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([30, 120, 60]));
    let mut file = Cursor::new(Vec::new());
    picture
        .write_to(&mut file, image::ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

/// A site with a photo, a file that is none, and three sales, one of them excluded; another site with nothing.
fn with_parts(world: &World) {
    let picture = |name: &str| json!({ "path": name, "name": name, "size": 10, "uploaded_at": "2026-11-20T12:00:00Z" });
    let sale = |address: &str, more: Value| {
        let mut item = json!({
            "comp": { "address": address, "sale_date": "2026-03-04", "price": 500_000, "acres": 5, "source": "Broker" },
            "adjustments": [], "excluded_reason": null, "adjusted_price": 500_000, "net_percent": 0, "gross_percent": 0,
            "unit_price": 100_000, "not_counted": null,
        });
        item.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        item
    };
    let adjusted =
        json!([{ "kind": "location", "unit": "percent", "amount": 5, "reason": "=better corner" }]);
    let comps = json!({
        "unit": "acre", "statistics": { "count": 3, "median": 105_000, "lowest": 100_000, "highest": 110_000 },
        "items": [
            sale(HOSTILE, json!({ "adjustments": adjusted, "net_percent": 5, "gross_percent": 5, "adjusted_price": 525_000 })),
            sale("2 Oak Rd", json!({ "not_counted": "excluded", "excluded_reason": "a gift" })),
        ],
    });
    let first = json!({ "pictures": [picture("Front <1>.png"), picture("Broken.png")], "picture_count": 9, "comps": comps });
    parts(world, &[first, nothing()]);
    for _ in 0..2 {
        for bytes in [photo(1_600, 900), b"broken".to_vec()] {
            let file = Answer::body(200, "image/png", bytes);
            world.main_api.on("GET", "/serve_attachment", file);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn photos_and_comparable_sales_are_in_the_pdf_and_the_workbook() {
    let (world, ids) = filled().await;
    with_parts(&world);
    let project = Uuid::new_v4();
    let body = json!({ "project_id": project, "sites": sites(&[&ids[1..3], &ids[..1]]) });
    let pdf = file(&world, "/dossiers.pdf", &body).await;
    let asked = world.main_api.requests();
    let asked = asked
        .iter()
        .find(|call| call.target == "/dossier_parts")
        .unwrap()
        .json();
    assert_eq!(asked["project_id"], json!(project));
    assert_eq!(
        asked["sites"][0]["ll_uuids"].as_array().unwrap().len(),
        2,
        "each parcel once"
    );
    let raw = String::from_utf8_lossy(&pdf);
    assert!(raw.contains("/DCTDecode"), "a JPEG");
    let text = text(&pdf);
    for words in [
        "Comparable sales",
        "2 Oak Rd",
        "Location +5 %: =better corner",
        "Not counted: excluded, a gift",
        "Median of 3 sales: $105,000 per acre; from $100,000 to $110,000.",
        "Photos",
        "Front <1>.png",
        "Nov 20, 2026",
        "Broken.png cannot be printed: it is too large or damaged.",
        "7 older pictures are attached to the property.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }

    let book = file(&world, "/dossiers.xlsx", &body).await;
    let mut book = Xlsx::new(Cursor::new(book)).unwrap();
    let sheets = book.sheet_names();
    assert_eq!(sheets[4..], ["Comparable sales", "Photos"]);
    let comps = book.worksheet_range("Comparable sales").unwrap();
    let cell = |at: (u32, u32)| comps.get_value(at).unwrap().clone();
    assert_eq!(cell((1, 1)), Data::String(HOSTILE.to_owned()));
    assert_eq!(cell((1, 3)), Data::Float(500_000.0));
    assert_eq!(
        cell((1, 5)),
        Data::String("Location +5 %: =better corner".to_owned())
    );
    assert_eq!(
        cell((2, 11)),
        Data::String("Not counted: excluded, a gift".to_owned())
    );
    assert!(
        book.worksheet_formula("Comparable sales")
            .unwrap()
            .is_empty()
    );
    let photos = book.worksheet_range("Photos").unwrap();
    assert_eq!(
        photos.get_value((1, 1)).unwrap(),
        &Data::String("Front <1>.png".to_owned())
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_property_api_there_is_no_dossier_but_a_comparison() {
    let (world, ids) = filled().await;
    let failed = Answer::status(500);
    world.main_api.on("POST", "/dossier_parts", failed);
    let body = json!({ "sites": sites(&[&ids[..1]]) });
    for path in ["/dossiers.pdf", "/dossiers.xlsx"] {
        let (status, problem) = world.post(path, body.clone()).await;
        assert_eq!(status, 503, "{path}");
        assert_eq!(problem["code"], "property.service_unavailable");
    }
    let (status, _) = world.post("/site_comparisons", body).await;
    assert_eq!(status, 200);
    world.stop().await;
}
