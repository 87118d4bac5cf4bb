//! The product's letters by readers of PDF files that share no code with it.

use serde_json::{Value, json};
use test_support::{Persona, pdf_signatures, pdf_tags, wait_for};

use crate::letter_jobs::file;
use crate::letter_links::{letters, link, token};
use crate::letter_signing::{certain, evidence, pdf, sign};
use crate::world::{TEST_TIMEOUT, World};

/// Texts of the elements of a role.
fn of_role<'a>(tags: &'a Value, role: &str) -> Vec<&'a str> {
    let elements = tags["elements"].as_array().unwrap().iter();
    elements
        .filter(|element| element["role"] == role)
        .map(|element| element["text"].as_str().unwrap())
        .collect()
}

/// PDF/UA-1 as far as the readers see it: language, title, every text tagged.
fn assert_accessible(tags: &Value, title: &str) {
    for (fact, value) in [
        ("marked", json!(true)),
        ("language", json!("en")),
        ("shows_title", json!(true)),
        ("pdfua_part", json!("1")),
        ("untagged", json!("")),
    ] {
        assert_eq!(tags[fact], value, "{fact}: {tags}");
    }
    let said = tags["title"].as_str().unwrap();
    assert!(said.starts_with(title), "{said}");
}

/// These parts of a text follow one another.
fn assert_order(text: &Value, parts: &[&str]) {
    let mut rest = text.as_str().unwrap();
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            panic!("{part} does not follow in: {text}");
        };
        rest = after;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs packages from PyPI"]
async fn a_screen_reader_reads_letters_and_their_print_file_in_order() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 2).await;
    let made = link(&world, &pat, &letters[0], 1).await;
    let tags = pdf_tags(&pdf(&world, &token(&made)).await);
    let [one, two] = [&letters[0], &letters[1]]
        .map(|letter| format!("Letter of Intent {}", letter["number"].as_str().unwrap()));
    assert_accessible(&tags, &one);
    assert_eq!(of_role(&tags, "H1"), [one.as_str()]);
    assert_eq!(of_role(&tags, "H2"), ["Acknowledged and Agreed"]);
    // As it is read aloud, and as it is printed.
    for text in [&tags["text"], &tags["printed"]] {
        let parts = [
            "Meridian Land Partners",
            "Letter of Intent LOI-",
            "November 25th, 2026",
            "Dear Dana Lee:",
            "Purchase Price: $1,295,000",
            "Earnest Money:",
            "Due Diligence Period:",
            "Closing Date:",
            "Sincerely,",
            "Acknowledged and Agreed",
        ];
        assert_order(text, &parts);
    }
    let text = tags["text"].as_str().unwrap();
    assert!(!text.contains("Page 1 of"), "the footer is an artifact");

    // The second letter has a table.
    let table = "<table><tbody><tr><th>Parcel</th><th>Acres</th></tr><tr><td>Lot A</td><td>10.37</td></tr></tbody></table>";
    world
        .sql(&format!(
            "UPDATE letters SET html = html || '{table}<p>After the table</p>' WHERE letter_id = '{}'",
            letters[1]["letter_id"].as_str().unwrap()
        ))
        .await;
    let path = format!(
        "/letter_jobs/{}/print",
        letters[0]["job_id"].as_str().unwrap()
    );
    let tags = pdf_tags(&file(&world, &pat, &path).await);
    assert_accessible(&tags, "Letters of intent");
    assert_eq!(
        of_role(&tags, "H1"),
        ["Letters of intent", one.as_str(), two.as_str()]
    );
    let columns = ["Number", "Property", "Owner", "Price", "Parcel", "Acres"];
    assert_eq!(of_role(&tags, "TH"), columns);
    let cells = of_role(&tags, "TD");
    assert!(cells.ends_with(&["Lot A", "10.37"]), "{cells:?}");
    let mut parts = vec!["Price"];
    for heading in [&one, &two] {
        parts.push(heading);
        parts.extend(["Dear Dana Lee:", "Closing Date:"]);
        if *heading == two {
            parts.extend(["Parcel", "Acres", "Lot A", "10.37", "After the table"]);
        }
        parts.extend(["Sincerely,", "Acknowledged and Agreed"]);
    }
    assert_order(&tags["text"], &parts);
    let parts = [
        one.as_str(),
        "Page 1 of",
        "Sincerely,",
        two.as_str(),
        "Parcel Acres",
        "Lot A 10.37",
        "Sincerely,",
    ];
    assert_order(&tags["printed"], &parts);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs packages from PyPI"]
async fn pyhanko_verifies_a_signed_letter_and_its_tags_stay() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let made = link(&world, &pat, &letters[0], 1).await;
    let (_, opened) = certain(&world, &token(&made)).await;
    sign(&world, &token(&made), &opened).await;
    wait_for(TEST_TIMEOUT, || async {
        evidence(&world, &pat, &letters[0]).await["seal"]["state"] == "sealed"
    })
    .await;
    let seal = &evidence(&world, &pat, &letters[0]).await["seal"];
    let path = format!("/serve_attachment?file={}", seal["pdf"].as_str().unwrap());
    let sealed = file(&world, &pat, &path).await;
    let said = pdf_signatures(&sealed, &world.signing_certificate());
    assert_eq!(said.as_array().unwrap().len(), 1, "{said}");
    for (fact, value) in [
        ("intact", json!(true)),
        ("valid", json!(true)),
        ("trusted", json!(true)),
        ("coverage", json!("ENTIRE_FILE")),
        ("modified", json!("NONE")),
        ("sub_filter", json!("/ETSI.CAdES.detached")),
    ] {
        assert_eq!(said[0][fact], value, "{fact}: {said}");
    }
    // The seal keeps the tags, and the record is read after the letter.
    let tags = pdf_tags(&sealed);
    let number = letters[0]["number"].as_str().unwrap();
    assert_accessible(&tags, &format!("Signed Letter of Intent {number}"));
    let heading = format!("Letter of Intent {number}");
    assert_eq!(
        of_role(&tags, "H1"),
        [heading.as_str(), "Record of signing"]
    );
    assert_eq!(
        of_role(&tags, "H2"),
        ["Acknowledged and Agreed", "Dana Q. Lee", "Events"]
    );
    for text in [&tags["text"], &tags["printed"]] {
        let parts = [
            heading.as_str(),
            "Sincerely,",
            "Dana Q. Lee",
            "Initials: DL",
            "Record of signing",
            "SHA-256 of its text and terms",
            "Dana Q. Lee",
            "Events",
            "Link made",
            "Opened by a person",
            "All signed",
        ];
        assert_order(text, &parts);
    }
    world.stop().await;
}
