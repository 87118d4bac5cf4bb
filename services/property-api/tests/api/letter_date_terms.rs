//! Terms from which dates follow: in copies, in returned documents, and in letters without their fields.

use icalendar::Component as _;
use reqwest::StatusCode;
use serde_json::{Value, json};
use test_support::Persona;

use crate::calendar_feed::{create, find, read};
use crate::letter_dates::{dates, later, tasks, today};
use crate::letter_jobs::Site;
use crate::letter_links::path_of;
use crate::letter_redlines::{copy_of, docx, edited, full, handed_over, letters, replaced, upload};
use crate::letter_templates::{category, published};
use crate::world::World;

const DILIGENCE: &str = "Due diligence ends (Feasibility Date)";

/// The term of a letter, as its page gets it.
fn term_of<'a>(letter: &'a Value, name: &str) -> &'a Value {
    let terms = letter["date_terms"].as_array().unwrap();
    terms.iter().find(|term| term["term"] == name).unwrap()
}

/// The typed value in the database.
async fn stored(world: &World, letter: &Value, name: &str) -> Value {
    let id = letter["letter_id"].as_str().unwrap();
    let query = format!(
        "SELECT terms #> '{{{name},value}}' AS value FROM letters WHERE letter_id = '{id}'"
    );
    world.rows(&query).await[0]["value"].clone()
}

async fn copied(world: &World, pat: &Persona, letter: &Value, html: &str, terms: Value) -> Value {
    let mut body = copy_of(letter, html);
    body["terms"] = terms;
    world.post(pat, &path_of(letter, "/copy"), body).await
}

/// The field of the request that is at fault, with its sentence.
async fn not_copied(
    world: &World,
    pat: &Persona,
    letter: &Value,
    html: &str,
    terms: Value,
) -> (String, String) {
    let mut body = copy_of(letter, html);
    body["terms"] = terms;
    let (status, said) = world.refused(pat, &path_of(letter, "/copy"), body).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{said}");
    let (field, why) = said["errors"].as_object().unwrap().iter().next().unwrap();
    (field.clone(), why.as_str().unwrap().to_owned())
}

/// The letter is out, and its materials are delivered today.
async fn delivered(world: &World, pat: &Persona, letter: &Value) {
    let sent = handed_over(world, pat, letter).await;
    let body = dates(None, Some(today().to_string()), &sent["version"]);
    world.post(pat, &path_of(&sent, "/dates"), body).await;
}

async fn day_of(world: &World, pat: &Persona, label: &str) -> String {
    let tasks = tasks(world, pat).await;
    let open = tasks.iter().find(|task| task.0 == label && !task.2);
    open.unwrap().1.clone()
}

/// What a document that came back says, with all its changes.
async fn accepted(world: &World, pat: &Persona, letter: &Value, file: Vec<u8>) -> Value {
    let (status, got) = upload(world, pat, letter, file, &[]).await;
    assert_eq!(status, StatusCode::OK, "{got}");
    let count = got["changes"]["changes"].as_array().unwrap().len();
    let id = got["returned"]["return_id"].as_str().unwrap();
    let all: Vec<usize> = (0..count).collect();
    let path = format!("/letter_returns/{id}/text");
    world.post(pat, &path, json!({"accepted": all})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn other_days_of_a_copy_are_in_its_text_its_terms_its_tasks_and_the_calendar() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    let letter = full(&world, &pat, &made[0]).await;
    let html = letter["html"].as_str().unwrap();
    assert!(
        html.contains(
            "<span data-term=\"dd_days\" data-fmt=\"days_capital\">Sixty (60) days</span>"
        ),
        "{html}"
    );
    assert_eq!(
        term_of(&letter, "dd_days"),
        &json!({"term": "dd_days", "label": "Due diligence in days", "value": "60", "is_time": false, "is_field": true})
    );
    let other = html.replace("Sixty (60) days", "Forty-five (45) days");
    let (field, why) = not_copied(&world, &pat, &letter, &other, json!({})).await;
    assert_eq!(field, "html");
    assert!(why.contains("Due diligence in days"), "{why}");
    for terms in [
        json!({"dd_days": "0"}),
        json!({"dd_days": "soon"}),
        json!({"dd_days": null}),
        json!({"exclusivity_days": "30"}),
        json!({"purchase_price": "5"}),
    ] {
        let (field, _) = not_copied(&world, &pat, &letter, html, terms.clone()).await;
        assert_eq!(field, "terms", "{terms}");
    }

    let terms = json!({"dd_days": "45", "close_days": "20"});
    let copy = copied(&world, &pat, &letter, html, terms).await;
    let text = full(&world, &pat, &copy).await;
    let said = text["html"].as_str().unwrap();
    assert!(
        said.contains(">Forty-five (45) days</span>") && said.contains(">twenty (20) days</span>")
    );
    assert_eq!(text["terms"]["dd_days"], "forty-five (45) days");
    assert_eq!(stored(&world, &copy, "dd_days").await, 45);
    assert_eq!(stored(&world, &copy, "ext_days").await, 15);
    let with = [("with", letter["letter_id"].as_str().unwrap().to_owned())];
    let difference = world.get(&pat, &path_of(&copy, "/difference"), &with).await;
    let terms: Vec<&Value> = difference["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["term"])
        .collect();
    assert_eq!(terms, ["close_days", "dd_days"]);

    delivered(&world, &pat, &copy).await;
    let day = today();
    assert_eq!(day_of(&world, &pat, DILIGENCE).await, later(day, 45));
    assert_eq!(day_of(&world, &pat, "Closing").await, later(day, 65));
    assert_eq!(
        day_of(&world, &pat, "Closing, if extended").await,
        later(day, 80)
    );
    let address = create(&world, &pat).await;
    let (_, calendar) = read(&world, &address).await;
    assert_eq!(
        find(&calendar, DILIGENCE).property_value("DTSTART"),
        Some(later(day, 45).replace('-', "").as_str())
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_an_accepted_redline_are_the_letter_s() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 3).await;
    let sent = handed_over(&world, &pat, &made[0]).await;
    let file = edited(&docx(&world, &pat, &sent).await, |xml| {
        replaced(&xml, "Sixty (60) days", "Forty-Five (45) days")
    });
    let text = accepted(&world, &pat, &sent, file).await;
    assert_eq!(
        text["terms"],
        json!([{"term": "dd_days", "text": "Forty-Five (45) days", "value": "45", "sentence": null}])
    );
    let letter = full(&world, &pat, &sent).await;
    let html = text["html"].as_str().unwrap();
    let (field, _) = not_copied(&world, &pat, &letter, html, json!({})).await;
    assert_eq!(field, "html", "the old number is not kept silently");
    let copy = copied(&world, &pat, &letter, html, json!({"dd_days": "45"})).await;
    assert_eq!(stored(&world, &copy, "dd_days").await, 45);
    delivered(&world, &pat, &copy).await;
    assert_eq!(day_of(&world, &pat, DILIGENCE).await, later(today(), 45));

    // Words and figure differ: a person says which it is.
    let sent = handed_over(&world, &pat, &made[1]).await;
    let file = edited(&docx(&world, &pat, &sent).await, |xml| {
        replaced(&xml, "thirty (30) days", "forty-five (60) days")
    });
    let text = accepted(&world, &pat, &sent, file).await;
    assert_eq!(
        text["terms"],
        json!([{"term": "close_days", "text": "forty-five (60) days", "value": null,
            "sentence": "Its words and its figure are not the same number."}])
    );
    let letter = full(&world, &pat, &sent).await;
    let html = text["html"].as_str().unwrap();
    let copy = copied(&world, &pat, &letter, html, json!({"close_days": "45"})).await;
    let shown = full(&world, &pat, &copy).await;
    assert!(
        shown["html"]
            .as_str()
            .unwrap()
            .contains(">forty-five (45) days</span>")
    );
    assert_eq!(term_of(&shown, "close_days")["value"], "45");

    // Deleted: no date follows from it, and only if a person says so.
    let sent = handed_over(&world, &pat, &made[2]).await;
    let file = edited(&docx(&world, &pat, &sent).await, |xml| {
        replaced(&xml, "Sixty (60) days", "")
    });
    let text = accepted(&world, &pat, &sent, file).await;
    assert_eq!(text["terms"], json!([]));
    let letter = full(&world, &pat, &sent).await;
    let html = text["html"].as_str().unwrap();
    for terms in [json!({}), json!({"dd_days": "60"})] {
        let (field, why) = not_copied(&world, &pat, &letter, html, terms).await;
        assert_eq!(field, "html");
        assert!(
            why.contains("has lost its field of Due diligence in days"),
            "{why}"
        );
    }
    let copy = copied(&world, &pat, &letter, html, json!({"dd_days": null})).await;
    let shown = full(&world, &pat, &copy).await;
    assert_eq!(stored(&world, &copy, "dd_days").await, Value::Null);
    assert_eq!(shown["terms"]["dd_days"], Value::Null);
    let names: Vec<&Value> = shown["deadlines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert!(!names.contains(&&json!("due_diligence")), "{names:?}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_from_before_the_fields_keep_their_terms() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    world
        .sql("UPDATE letters SET html = regexp_replace(html, '<span data-term=\"[a-z]+_days\"[^>]*>([^<]*)</span>', '\\1', 'g')")
        .await;
    let letter = full(&world, &pat, &made[0]).await;
    let html = letter["html"].as_str().unwrap();
    assert!(
        !html.contains("_days") && html.contains("Sixty (60) days"),
        "{html}"
    );
    let listed = letter["date_terms"].as_array().unwrap();
    assert_eq!(listed.len(), 5);
    assert!(
        listed.iter().all(|term| term["is_field"] == false),
        "{listed:?}"
    );
    let other = html.replace("Sixty (60) days", "Forty-five (45) days");
    let terms = json!({"dd_days": "45"});
    let (field, _) = not_copied(&world, &pat, &letter, &other, terms).await;
    assert_eq!(field, "terms");
    let copy = copied(&world, &pat, &letter, &other, json!({})).await;
    let shown = full(&world, &pat, &copy).await;
    assert!(
        shown["html"]
            .as_str()
            .unwrap()
            .contains("Forty-five (45) days")
    );
    assert_eq!(stored(&world, &copy, "dd_days").await, 60);
    assert_eq!(term_of(&shown, "dd_days")["is_field"], false);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_expires_as_it_says_itself() {
    let world = World::start().await;
    let pat = Persona::admin();
    category(&world, "Office");
    let html = "<p>Price: <span data-term=\"purchase_price\">x</span> for <span data-term=\"subject\">x</span>, \
        until <span data-term=\"expires_at\">x</span>.</p>\
        <section data-clause=\"n\" data-title=\"Effect\" data-kind=\"non_binding\"><p>This letter is not binding.</p></section>";
    let template = published(&world, &pat, "Expiring", html).await;
    let site = Site::new(&world, &pat, 1).await;
    let at = format!("{}T17:00:00", later(today(), 10));
    let expiry = json!({"type": "local_datetime", "value": {"at": at, "zone": "America/Chicago"}});
    let terms = json!({"letter_date": "2026-11-25", "expires_at": expiry});
    let more = json!({"template_id": template["template_id"], "terms": terms});
    site.make(&world, &pat, &more).await;
    let made = site.letters(&world, &pat).await;
    let letter = full(&world, &pat, &made[0]).await;
    let html = letter["html"].as_str().unwrap();
    let term = term_of(&letter, "expires_at");
    assert_eq!(
        (&term["value"], &term["is_time"]),
        (&json!(at[..16]), &json!(true))
    );
    for at in ["2020-01-01T09:00", "tomorrow"] {
        let (field, _) = not_copied(&world, &pat, &letter, html, json!({"expires_at": at})).await;
        assert_eq!(field, "terms", "{at}");
    }
    let day = later(today(), 20);
    let terms = json!({"expires_at": format!("{day}T09:30")});
    let copy = copied(&world, &pat, &letter, html, terms).await;
    assert_eq!(
        (&copy["expiry"]["on"], &copy["expiry"]["time"]),
        (&json!(day), &json!("09:30"))
    );
    assert_ne!(copy["expires_at"], letter["expires_at"]);
    let text = full(&world, &pat, &copy).await;
    assert!(
        text["html"]
            .as_str()
            .unwrap()
            .contains(">9:30 a.m. Central Time on ")
    );
    handed_over(&world, &pat, &copy).await;
    assert_eq!(day_of(&world, &pat, "Letter expires").await, day);

    // A copy without changes expires as before; one that no longer says it never does.
    let text = full(&world, &pat, &copy).await;
    let html = text["html"].as_str().unwrap();
    let same = copied(&world, &pat, &text, html, json!({})).await;
    assert_eq!(same["expires_at"], copy["expires_at"]);
    let same = full(&world, &pat, &same).await;
    let start = html.find("<span data-term=\"expires_at\"").unwrap();
    let shorter = format!("{}further notice.</p>", &html[..start]);
    let endless = copied(&world, &pat, &same, &shorter, json!({"expires_at": null})).await;
    assert_eq!(
        (&endless["expiry"], &endless["expires_at"]),
        (&Value::Null, &Value::Null)
    );
    world.stop().await;
}
