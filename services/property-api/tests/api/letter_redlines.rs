//! Versions of numbered letters, Word files out and back, comments.

use std::io::{Cursor, Read as _, Write as _};

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::attachments::serve;
use crate::letter_jobs::{Site, id_of};
use crate::letter_links::path_of;
use crate::letter_register::{approve, set};
use crate::world::{World, problem};

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/// Letters of a new site, and what each says.
pub async fn letters(world: &World, pat: &Persona, count: usize) -> (Site, Vec<Value>) {
    let site = Site::new(world, pat, count).await;
    site.make(world, pat, &json!({})).await;
    let letters = site.letters(world, pat).await;
    (site, letters)
}

pub async fn full(world: &World, pat: &Persona, letter: &Value) -> Value {
    world.get(pat, &path_of(letter, ""), &[]).await
}

pub fn copy_of(letter: &Value, html: &str) -> Value {
    json!({"version": letter["version"], "html": html, "request_key": Uuid::new_v4()})
}

/// As it is now, after it was handed over.
pub async fn handed_over(world: &World, pat: &Persona, letter: &Value) -> Value {
    approve(world, pat, std::slice::from_ref(letter)).await;
    let approved = full(world, pat, letter).await;
    let body = json!({"to": "sent", "version": approved["version"]});
    let (status, sent) = set(world, pat, &approved, body).await;
    assert_eq!(status, StatusCode::OK, "{sent}");
    sent
}

pub async fn docx(world: &World, pat: &Persona, letter: &Value) -> Vec<u8> {
    let answer = world.call(pat, Method::GET, &path_of(letter, "/docx"));
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], DOCX);
    let disposition = answer.headers()["content-disposition"].to_str().unwrap();
    let number = letter["number"].as_str().unwrap().replace('/', "-");
    assert_eq!(
        disposition,
        format!("attachment; filename=\"{number}.docx\"")
    );
    answer.bytes().await.unwrap().to_vec()
}

/// The file with its document changed, as a word processor does.
pub fn edited(bytes: &[u8], change: impl Fn(String) -> String) -> Vec<u8> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..zip.len() {
        let mut part = zip.by_index(index).unwrap();
        let (name, mut text) = (part.name().to_owned(), String::new());
        part.read_to_string(&mut text).unwrap();
        let text = if name == "word/document.xml" {
            change(text)
        } else {
            text
        };
        out.start_file(name, SimpleFileOptions::default()).unwrap();
        out.write_all(text.as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}

/// Puts a tracked change in the place of a run's text.
pub fn replaced(xml: &str, old: &str, new: &str) -> String {
    let by = "w:id=\"1\" w:author=\"Ana Seller\" w:date=\"2026-11-26T10:00:00Z\"";
    let run = format!("<w:t xml:space=\"preserve\">{old}</w:t></w:r>");
    assert_eq!(xml.matches(&run).count(), 1, "{old} in {xml}");
    let start = xml.find(&run).unwrap();
    let start = xml[..start].rfind("<w:r>").unwrap();
    let end = start + xml[start..].find("</w:r>").unwrap() + "</w:r>".len();
    let gone = xml[start..end]
        .replace("<w:t ", "<w:delText ")
        .replace("</w:t>", "</w:delText>");
    format!(
        "{}<w:del {by}>{gone}</w:del><w:ins {by}><w:r><w:t>{new}</w:t></w:r></w:ins>{}",
        &xml[..start],
        &xml[end..]
    )
}

pub async fn upload(
    world: &World,
    pat: &Persona,
    letter: &Value,
    bytes: Vec<u8>,
    more: &[(&str, &str)],
) -> (StatusCode, Value) {
    let file = Part::bytes(bytes).file_name("LOI redlined.docx");
    let mut form = Form::new().part("file", file);
    form = form.text("version", letter["version"].to_string());
    for (name, value) in more {
        form = form.text((*name).to_owned(), (*value).to_owned());
    }
    let call = world.call(pat, Method::POST, &path_of(letter, "/counter"));
    let answer = call.multipart(form).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_the_next_version_and_replaces_a_draft() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    let letter = full(&world, &pat, &made[0]).await;
    let html = letter["html"].as_str().unwrap();
    let changed =
        html.replace("according to local customs", "in equal parts") + "<script>x</script>";
    let mut body = copy_of(&letter, &changed);
    body["price"] = json!(1_300_000);
    let copy = world
        .post(&pat, &path_of(&letter, "/copy"), body.clone())
        .await;
    let number = letter["number"].as_str().unwrap();
    assert_eq!(copy["number"], format!("{number}/2"));
    assert_eq!(
        (&copy["status"], &copy["price"]),
        (&json!("draft"), &json!(1_300_000))
    );
    // The same request again is the same letter; another of its key is refused.
    let again = world
        .post(&pat, &path_of(&letter, "/copy"), body.clone())
        .await;
    assert_eq!(again["letter_id"], copy["letter_id"]);
    body["price"] = json!(1_400_000);
    let (status, said) = world.refused(&pat, &path_of(&letter, "/copy"), body).await;
    assert_eq!(
        (status, &said["code"]),
        (
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!("request.key_reused")
        )
    );

    let text = full(&world, &pat, &copy).await;
    let said = text["html"].as_str().unwrap();
    assert!(
        said.contains("in equal parts") && said.contains("$1,300,000") && !said.contains("script"),
        "{said}"
    );
    assert_eq!(text["terms"]["purchase_price"], "$1,300,000");
    assert_eq!(
        text["terms"]["earnest_money"],
        "$6,500 (0.5% of the Purchase Price)"
    );
    let before = full(&world, &pat, &letter).await;
    assert!(before["withdrawn_at"].is_string() && before["newer"] == copy["number"]);
    let offers = world
        .rows("SELECT reason, amount::text FROM offers ORDER BY created_at DESC LIMIT 1")
        .await;
    assert_eq!(offers[0]["reason"], format!("Typed for {number}/2"));
    let approved = approve(&world, &pat, &[copy.clone(), before]).await;
    assert_eq!(approved["approved"], json!([copy["letter_id"]]));
    assert_eq!(approved["refused"][0]["code"], "withdrawn");

    let versions = world.get(&pat, &path_of(&letter, "/versions"), &[]).await;
    let numbers: Vec<&Value> = versions["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["number"])
        .collect();
    assert_eq!(numbers, [&copy["number"], &letter["number"]]);
    let with = [("with", letter["letter_id"].as_str().unwrap().to_owned())];
    let difference = world.get(&pat, &path_of(&copy, "/difference"), &with).await;
    let terms: Vec<&Value> = difference["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["term"])
        .collect();
    assert_eq!(terms, ["deposit", "earnest_money", "purchase_price"]);
    let pieces: Vec<&Value> = difference["blocks"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|block| block["pieces"].as_array().unwrap())
        .filter(|piece| piece["side"] != "both")
        .map(|piece| &piece["text"])
        .collect();
    assert!(pieces.contains(&&json!("$1,300,000")), "{pieces:?}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_who_edit_and_approve_do_not_overwrite_each_other() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let colleague = pat.colleague();
    let (_, made) = letters(&world, &pat, 3).await;
    let letter = full(&world, &pat, &made[0]).await;
    let html = letter["html"].as_str().unwrap();
    let path = path_of(&letter, "/copy");
    let post = async |who: &Persona| {
        let call = world
            .call(who, Method::POST, &path)
            .json(&copy_of(&letter, html));
        call.send().await.unwrap().status()
    };
    let (one, two) = tokio::join!(post(&pat), post(&colleague));
    let mut statuses = [one, two];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    // Whoever read the letter before it was approved is told.
    let second = full(&world, &pat, &made[1]).await;
    approve(&world, &colleague, std::slice::from_ref(&second)).await;
    let body = copy_of(&second, second["html"].as_str().unwrap());
    let (status, said) = world.refused(&pat, &path_of(&second, "/copy"), body).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_changed"))
    );

    let third = full(&world, &pat, &made[2]).await;
    let html = third["html"].as_str().unwrap();
    for (body, field) in [
        (copy_of(&third, "<p></p>"), "html"),
        (copy_of(&third, &html.replace("$1,295,000", "$5")), "html"),
        (copy_of(&third, "<p>No field</p>"), "html"),
        (copy_of(&third, &"x".repeat(1_000_001)), "html"),
    ] {
        let (status, said) = world.refused(&pat, &path_of(&third, "/copy"), body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let mut free = copy_of(&third, html);
    free["price"] = json!(0);
    let (_, said) = world.refused(&pat, &path_of(&third, "/copy"), free).await;
    assert!(said["errors"]["price"].is_string(), "{said}");
    // Another firm has none of it.
    for path in ["/versions", "/docx", "/returns", "/comments"] {
        let answer = world
            .call(&stranger, Method::GET, &path_of(&third, path))
            .send()
            .await
            .unwrap();
        assert_eq!(problem(answer).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let (status, _) = world
        .refused(&stranger, &path_of(&third, "/copy"), copy_of(&third, html))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redlined_letter_counters_and_becomes_a_version() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 2).await;
    let sent = handed_over(&world, &pat, &made[0]).await;
    let file = docx(&world, &pat, &sent).await;
    let same = edited(&file, |xml| {
        assert!(xml.contains(">Ana Lyst<") && xml.contains(">Acknowledged and Agreed<"));
        xml
    });
    let (status, same) = upload(&world, &pat, &sent, same, &[]).await;
    assert_eq!(
        (status, &same["compared_only"]),
        (StatusCode::OK, &json!("no_changes")),
        "{same}"
    );
    // A draft was not sent to anybody, and the letter of another number is not this one.
    let back = edited(&file, |xml| replaced(&xml, "$1,295,000", "$1,400,000"));
    let (_, other) = upload(
        &world,
        &pat,
        &made[1],
        back.clone(),
        &[("confirmed", "true")],
    )
    .await;
    assert_eq!(
        (&other["compared_only"], &other["returned"]),
        (&json!("other_letter"), &Value::Null)
    );
    let draft = edited(&docx(&world, &pat, &made[1]).await, |xml| {
        xml.replace("local customs", "Seller")
    });
    let (status, said) = upload(&world, &pat, &made[1], draft, &[]).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::CONFLICT, &json!("letter.state_refused"))
    );

    let kept = "SELECT name FROM attachments WHERE name LIKE '%.docx'";
    assert_eq!(world.rows(kept).await.len(), 0);
    let (status, got) = upload(&world, &pat, &sent, back.clone(), &[]).await;
    assert_eq!(status, StatusCode::OK, "{got}");
    let returned = &got["returned"];
    let path = returned["path"].as_str().unwrap();
    let served = serve(&world, &pat, path, &[]).await;
    assert_eq!(served.bytes().await.unwrap().to_vec(), back);
    assert_eq!(
        world.rows(kept).await,
        [json!({"name": "LOI redlined.docx"})]
    );
    assert_eq!(
        (&returned["author"], &returned["price"]),
        (&json!("Ana Seller"), &json!(1_400_000))
    );
    assert_eq!(got["changes"]["changes"][0]["kind"], "replaced");
    let letter = full(&world, &pat, &sent).await;
    assert_eq!(
        (&letter["status"], &letter["price"]),
        (&json!("countered"), &json!(1_295_000))
    );
    let offer = &world
        .rows("SELECT reason, side, basis FROM offers ORDER BY created_at DESC LIMIT 1")
        .await[0];
    assert_eq!(
        offer,
        &json!({"reason": "From the returned document", "side": "seller", "basis": "counter"})
    );
    let stage = &world
        .rows(&format!(
            "SELECT s.milestone FROM deals d JOIN deal_stages s ON s.stage_id = d.stage_id \
        WHERE d.property_id = '{}'",
            id_of(&letter["property_id"])
        ))
        .await[0];
    assert_eq!(stage["milestone"], "countered");
    let unchanged = upload(&world, &pat, &sent, file.clone(), &[]).await;
    assert_eq!(unchanged.1["compared_only"], "no_changes");

    let list = world.get(&pat, &path_of(&sent, "/returns"), &[]).await;
    assert_eq!(list["returns"].as_array().unwrap().len(), 1);
    let path = format!(
        "/letter_returns/{}",
        returned["return_id"].as_str().unwrap()
    );
    let read = world.get(&pat, &path, &[]).await;
    assert_eq!(read["changes"], got["changes"]);
    let path = format!("{path}/text");
    let none = world.post(&pat, &path, json!({"accepted": []})).await;
    assert_eq!(
        (&none["html"], &none["price"]),
        (&letter["html"], &Value::Null)
    );
    let all = world.post(&pat, &path, json!({"accepted": [0]})).await;
    assert_eq!(all["price"], 1_400_000);
    let (status, said) = world.refused(&pat, &path, json!({"accepted": [7]})).await;
    assert_eq!(
        (status, said["errors"]["accepted"].is_string()),
        (StatusCode::UNPROCESSABLE_ENTITY, true)
    );
    let mut body = copy_of(&letter, all["html"].as_str().unwrap());
    body["price"] = all["price"].clone();
    let copy = world.post(&pat, &path_of(&letter, "/copy"), body).await;
    assert_eq!(
        (&copy["status"], &copy["price"]),
        (&json!("draft"), &json!(1_400_000))
    );
    assert!(full(&world, &pat, &letter).await["withdrawn_at"].is_null());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_letters_are_refused() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    let sent = handed_over(&world, &pat, &made[0]).await;
    let file = docx(&world, &pat, &sent).await;
    let bomb = {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("word/document.xml", SimpleFileOptions::default())
            .unwrap();
        zip.write_all(&vec![b' '; 40_000_000]).unwrap();
        zip.finish().unwrap().into_inner()
    };
    let entities = edited(&file, |xml| {
        format!("<!DOCTYPE a [<!ENTITY b \"bb\">]>{xml}")
    });
    for bytes in [
        Vec::new(),
        b"%PDF-1.7".to_vec(),
        file[..file.len() / 2].to_vec(),
        bomb,
        entities,
    ] {
        let (status, said) = upload(&world, &pat, &sent, bytes, &[]).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
        assert!(said["errors"]["file"].is_string(), "{said}");
    }
    let (status, said) = upload(&world, &pat, &sent, vec![0; 10_000_001], &[]).await;
    assert_eq!(
        (status, &said["code"]),
        (
            StatusCode::PAYLOAD_TOO_LARGE,
            &json!("letter_return.too_large")
        )
    );
    // Without its mark a file is compared, until a person says that it is of this letter.
    let mut zip = ZipArchive::new(Cursor::new(&file)).unwrap();
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index).unwrap();
        if entry.name() != "docProps/custom.xml" {
            out.raw_copy_file(entry).unwrap();
        }
    }
    let unmarked = out.finish().unwrap().into_inner();
    let unmarked = edited(&unmarked, |xml| xml.replace("local customs", "Seller"));
    let (_, said) = upload(&world, &pat, &sent, unmarked.clone(), &[]).await;
    assert_eq!(
        (&said["compared_only"], &said["returned"]),
        (&json!("unmarked"), &Value::Null)
    );
    assert_eq!(said["changes"]["changes"][0]["is_tracked"], false);
    let (_, said) = upload(&world, &pat, &sent, unmarked, &[("confirmed", "true")]).await;
    assert!(said["returned"]["return_id"].is_string(), "{said}");
    assert_eq!(full(&world, &pat, &sent).await["status"], "countered");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn comments_are_edited_by_their_author_and_settled_by_everybody() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let colleague = pat.colleague();
    let (_, made) = letters(&world, &pat, 1).await;
    let path = path_of(&made[0], "/comments");
    let one = world
        .post(&pat, &path, json!({"text": " Is this ours? ", "block": 0}))
        .await;
    assert_eq!(
        (&one["text"], &one["quote"]),
        (&json!("Is this ours?"), &json!("November 25th, 2026"))
    );
    world
        .post(&colleague, &path, json!({"text": "All of it"}))
        .await;
    for (body, field) in [
        (json!({"text": " "}), "text"),
        (json!({"text": "x".repeat(5_001)}), "text"),
        (json!({"text": "x", "block": 900}), "block"),
        (json!({"text": "x", "block": -1}), "block"),
    ] {
        let (status, said) = world.refused(&pat, &path, body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{said}");
    }
    let of_one = format!("/letter_comments/{}", one["comment_id"].as_str().unwrap());
    let change = async |who: &Persona, body: Value| {
        let answer = world
            .call(who, Method::PATCH, &of_one)
            .json(&body)
            .send()
            .await
            .unwrap();
        (answer.status(), answer.json::<Value>().await.unwrap())
    };
    let (status, said) = change(&colleague, json!({"version": 1, "text": "mine"})).await;
    assert_eq!(
        (status, &said["code"]),
        (StatusCode::FORBIDDEN, &json!("letter_comment.of_another"))
    );
    assert_eq!(
        change(&stranger, json!({"version": 1, "resolved": true}))
            .await
            .0,
        StatusCode::NOT_FOUND
    );
    let (_, settled) = change(&colleague, json!({"version": 1, "resolved": true})).await;
    assert!(
        settled["resolved_at"].is_string() && settled["version"] == 2,
        "{settled}"
    );
    let (status, said) = change(&pat, json!({"version": 1, "text": "late"})).await;
    assert_eq!(
        (status, &said["version"]),
        (StatusCode::CONFLICT, &json!(2))
    );
    let (_, edited) = change(
        &pat,
        json!({"version": 2, "text": "Better", "resolved": false}),
    )
    .await;
    assert_eq!(
        (&edited["text"], &edited["resolved_at"]),
        (&json!("Better"), &Value::Null)
    );
    assert_eq!(
        change(&pat, json!({"version": 3})).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let list = world.get(&pat, &path, &[]).await;
    let texts: Vec<&Value> = list["comments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["text"])
        .collect();
    assert_eq!(texts, ["Better", "All of it"]);
    world.stop().await;
}
