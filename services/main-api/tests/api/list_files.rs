//! Files of contacts, companies and projects.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use test_support::Persona;

use crate::world::World;

async fn file(world: &World, who: &Persona, path: &str, body: &Value) -> Response {
    let call = world.call(who, Method::POST, path).json(body);
    let response = call.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response
}

/// Lines without the heading.
async fn lines(world: &World, who: &Persona, path: &str, body: &Value) -> Vec<String> {
    let text = file(world, who, path, body).await.text().await.unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

/// The first field of each line.
async fn firsts(world: &World, who: &Persona, path: &str, body: &Value) -> Vec<String> {
    let lines = lines(world, who, path, body).await;
    let first = |line: &String| line.split(',').next().unwrap_or_default().to_owned();
    lines.iter().map(first).collect()
}

async fn add(world: &World, who: &Persona, first: &str, more: Value) -> Value {
    let mut body =
        json!({ "first_name": first, "last_name": "Lee", "email": format!("{first}@lee.example") });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    world.post(who, "/api/add_contact", body).await.ok()["contact_id"].clone()
}

const CONTACTS: &str = "/api/export_contacts";
const COMPANIES: &str = "/api/export_companies";
const PROJECTS: &str = "/api/export_projects";

#[tokio::test]
async fn contacts_are_exported_by_selection_and_by_filter_without_formulas() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let ann = add(
        &world,
        &pat,
        "Ann",
        json!({ "tags": "vip", "notes": "=1+1" }),
    )
    .await;
    let cid = add(
        &world,
        &pat,
        "Cid",
        json!({ "tags": "vip", "lead_score": 7 }),
    )
    .await;
    add(
        &world,
        &pat,
        "Bea",
        json!({ "phone_number": "+1 713 555 0100" }),
    )
    .await;

    let all = file(&world, &pat, CONTACTS, &json!({ "format": "csv" })).await;
    let disposition = all.headers()["content-disposition"].to_str().unwrap();
    assert!(
        disposition.starts_with("attachment; filename=\"contacts-20"),
        "{disposition}"
    );
    let text = all.text().await.unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let names = rows.headers().unwrap().clone();
    let at = |name: &str| names.iter().position(|each| each == name).unwrap();
    assert_eq!((at("first_name"), at("email")), (0, 2));
    let rows: Vec<_> = rows.records().map(Result::unwrap).collect();
    let first_names: Vec<_> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(first_names, ["Ann", "Bea", "Cid"]);
    assert_eq!(&rows[0][at("notes")], "'=1+1");
    assert_eq!(&rows[1][at("phone_number")], "'+1 713 555 0100");
    assert_eq!(&rows[2][at("lead_score")], "7");

    let tagged = json!({ "format": "csv", "filter": { "tag": "VIP" }, "sort": "-name" });
    assert_eq!(
        firsts(&world, &pat, CONTACTS, &tagged).await,
        ["Cid", "Ann"]
    );
    let chosen = json!({ "format": "csv", "contact_ids": [cid, ann], "sort": "email" });
    assert_eq!(
        firsts(&world, &pat, CONTACTS, &chosen).await,
        ["Ann", "Cid"]
    );
    assert!(lines(&world, &stranger, CONTACTS, &chosen).await.is_empty());
    for (wrong, field) in [
        (json!({ "format": "csv", "contact_ids": [] }), "contact_ids"),
        (json!({ "format": "pdf" }), "format"),
        (json!({ "format": "csv", "sort": "age" }), "sort"),
    ] {
        let refused = world.post(&pat, CONTACTS, wrong).await.problem(422);
        assert!(refused["errors"][field].is_string(), "{refused}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_spreadsheet_of_contacts_has_texts_and_numbers() {
    let world = World::start().await;
    let pat = world.user().await;
    let more = json!({ "notes": "=1+1", "postal_code": "00501", "lead_score": 7 });
    add(&world, &pat, "Ann", more).await;
    let body = json!({ "format": "xlsx" });
    let bytes = file(&world, &pat, CONTACTS, &body)
        .await
        .bytes()
        .await
        .unwrap();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes.to_vec())).unwrap();
    let sheet = book.worksheet_range("contacts").unwrap();
    let mut rows = sheet.rows();
    let names = rows.next().unwrap();
    let row = rows.next().unwrap();
    let cell = |name: &str| {
        let at = names.iter().position(|each| each == name).unwrap();
        row[at].clone()
    };
    assert_eq!(cell("notes"), Data::String("=1+1".to_owned()));
    assert_eq!(cell("postal_code"), Data::String("00501".to_owned()));
    assert_eq!(cell("lead_score"), Data::Float(7.0));
    assert_eq!(cell("title"), Data::Empty);
    assert!(rows.next().is_none());
    world.stop().await;
}

#[tokio::test]
async fn more_contacts_than_a_batch_are_each_written_once_in_order() {
    let world = World::start().await;
    let pat = world.user().await;
    let firm = pat.customer_id.0;
    let rows = format!(
        "SELECT set_config('app.customer_id', '{firm}', true);
         INSERT INTO contacts (contact_id, customer_id, first_name, last_name, email)
         SELECT gen_random_uuid(), '{firm}', 'N' || n, 'L' || lpad(n::text, 4, '0'), n || '@x.example'
         FROM generate_series(1, 1203) AS n"
    );
    world.sql(&rows).await;
    for filter in [json!({}), json!({ "q": "x.example" })] {
        let body = json!({ "format": "csv", "filter": filter });
        let names = firsts(&world, &pat, CONTACTS, &body).await;
        let expected: Vec<String> = (1..=1203).map(|n| format!("N{n}")).collect();
        assert_eq!(names, expected);
    }
    world.stop().await;
}

#[tokio::test]
async fn companies_are_exported_by_selection_and_by_filter() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let mut ids = Vec::new();
    for (name, industry) in [
        ("Acme", "Logistics"),
        ("Beta", "Retail"),
        ("=Cell", "Retail"),
    ] {
        let body = json!({ "company_name": name, "industry": industry, "number_of_employees": 12 });
        ids.push(world.post(&pat, "/api/add_company", body).await.ok()["company_id"].clone());
    }
    let retail = json!({ "format": "csv", "filter": { "industries": ["Retail"] } });
    assert_eq!(
        firsts(&world, &pat, COMPANIES, &retail).await,
        ["'=Cell", "Beta"]
    );
    let searched = json!({ "format": "csv", "filter": { "q": "ac" } });
    assert_eq!(
        lines(&world, &pat, COMPANIES, &searched).await[0],
        format!("Acme,Logistics,,,12,,,{}", ids[0].as_str().unwrap())
    );
    let chosen = json!({ "format": "csv", "company_ids": [ids[0], ids[1]], "sort": "-name" });
    assert_eq!(
        firsts(&world, &pat, COMPANIES, &chosen).await,
        ["Beta", "Acme"]
    );
    assert!(
        lines(&world, &stranger, COMPANIES, &chosen)
            .await
            .is_empty()
    );
    world.stop().await;
}

#[tokio::test]
async fn projects_are_exported_by_selection_and_by_filter() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let north = world.project(&pat, "North").await;
    let south = world.project(&pat, "South").await;
    let by_name = json!({ "format": "csv", "sort": "name" });
    assert_eq!(
        firsts(&world, &pat, PROJECTS, &by_name).await,
        ["North", "South"]
    );
    let searched = json!({ "format": "csv", "filter": { "q": "sou", "status": "active" } });
    assert_eq!(firsts(&world, &pat, PROJECTS, &searched).await, ["South"]);
    let chosen = json!({ "format": "csv", "project_ids": [north, south] });
    assert_eq!(
        firsts(&world, &pat, PROJECTS, &chosen).await,
        ["South", "North"]
    );
    assert!(lines(&world, &stranger, PROJECTS, &chosen).await.is_empty());
    let gone = json!({ "project_id": north });
    world.post(&pat, "/api/delete_project", gone).await.ok();
    assert_eq!(firsts(&world, &pat, PROJECTS, &chosen).await, ["South"]);
    world.stop().await;
}
