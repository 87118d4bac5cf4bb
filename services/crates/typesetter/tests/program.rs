//! The program, called as the services call it.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

use chrono::DateTime;
use serde_json::json;
use typeset::{Document, Refusal, TypesetError, Typesetter};

fn program() -> Typesetter {
    Typesetter::at(env!("CARGO_BIN_EXE_typesetter").into())
}

fn document(template: &str) -> Document {
    let made_at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    Document::new(template, json!({ "name": "Ana" }), "test", made_at)
}

#[tokio::test]
async fn a_document_comes_back_with_what_was_made_of_it() {
    let template = "#set document(title: \"T\")\n= Hello #json(\"data.json\").name";
    let made = program().pdf(&document(template)).await.unwrap();
    assert!(made.pdf.starts_with(b"%PDF-1.7"));
    assert_eq!(made.reply.pages, 1);
    assert!(made.reply.replaced.is_empty());
}

#[tokio::test]
async fn a_refusal_says_why_and_endless_work_is_ended() {
    let refused = program().pdf(&document("#panic(\"no\")")).await;
    let Err(TypesetError::Refused(Refusal::Template(why))) = refused else {
        panic!("{refused:?}");
    };
    assert!(why.contains("no"), "{why}");
    let endless = "#set document(title: \"T\")\n#for x in range(100000000) [#x]";
    let refused = program().pdf(&document(endless)).await;
    assert!(refused.is_err(), "{refused:?}");
}
