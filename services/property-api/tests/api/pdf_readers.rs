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

/// PDF/UA-1 as far as the readers see it: language, title, every text tagged, order of reading.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs packages from PyPI"]
async fn a_screen_reader_reads_a_letter_in_order() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, letters) = letters(&world, &pat, 1).await;
    let made = link(&world, &pat, &letters[0], 1).await;
    let tags = pdf_tags(&pdf(&world, &token(&made)).await);
    for (fact, value) in [
        ("marked", json!(true)),
        ("language", json!("en")),
        ("shows_title", json!(true)),
        ("pdfua_part", json!("1")),
        ("untagged", json!("")),
    ] {
        assert_eq!(tags[fact], value, "{fact}: {tags}");
    }
    let number = letters[0]["number"].as_str().unwrap();
    assert_eq!(of_role(&tags, "H1"), [format!("Letter of Intent {number}")]);
    assert_eq!(of_role(&tags, "H2"), ["Acknowledged and Agreed"]);
    let text = tags["text"].as_str().unwrap();
    let places: Vec<Option<usize>> = [
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
    ]
    .map(|part| text.find(part))
    .to_vec();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{places:?}: {text}"
    );
    assert!(!text.contains("Page 1 of"), "the footer is an artifact");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs packages from PyPI"]
async fn pyhanko_verifies_a_signed_letter() {
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
    world.stop().await;
}
