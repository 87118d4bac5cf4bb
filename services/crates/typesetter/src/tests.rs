use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::*;

const TEMPLATE: &str = r#"
#let data = json("data.json")
#set document(title: "Test", author: "Sitewright")
#set text(font: ("Inter", "Libertinus Serif", "DejaVu Sans Mono"), lang: "en")
= #data.title
#for line in data.lines [ #par(line) ]
#par("replaced:" + repr(json("made.json").replaced))
#if "picture" in data { image(data.picture, alt: "A square", width: 2cm) }
"#;

fn document(template: &str, data: &Value) -> Document {
    let made_at = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    Document::new(template, data.clone(), "test", made_at)
}

/// As the program does: threads of tests have small stacks.
fn typeset(document: Document) -> Result<(Vec<u8>, Reply), Refusal> {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    thread.spawn(|| pdf(document)).unwrap().join().unwrap()
}

fn made(data: &Value) -> (Vec<u8>, Reply) {
    typeset(document(TEMPLATE, data)).unwrap()
}

/// By poppler's pdftotext, which shares no code with the writer.
fn text(pdf: &[u8]) -> String {
    let mut reader = Command::new("pdftotext");
    let reader = reader.args(["-", "-"]).stdin(Stdio::piped());
    let mut reader = reader.stdout(Stdio::piped()).spawn().unwrap();
    let mut input = reader.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&pdf).unwrap());
    let output = reader.wait_with_output().unwrap();
    writer.join().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn joined(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

#[test]
fn the_same_document_has_the_same_bytes_and_is_tagged() {
    let data = json!({ "title": "Heron Crest", "lines": ["One", "Two"] });
    let (one, reply) = made(&data);
    let (other, _) = made(&data);
    assert_eq!(one, other);
    assert_eq!(reply.pages, 1);
    assert!(one.starts_with(b"%PDF-1.7"));
    let read = text(&one);
    assert!(
        read.contains("Heron Crest") && read.contains("Two"),
        "{read}"
    );
}

#[test]
fn text_of_users_is_never_markup() {
    let lines = [
        "#panic(1) #read(\"/etc/passwd\") #import \"@preview/x:1.0.0\": *",
        "$x^2$ \\ `code` *bold* _em_ <label> @ref [content] {code} // no comment /* nor this */",
        "= not a heading - not a list + 1. ~ -- --- \"quotes\" 'single'",
        "שלום עולם and مرحبا",
    ];
    let (pdf, reply) = made(&json!({ "title": "#title *x*", "lines": lines }));
    assert!(reply.replaced.is_empty(), "{:?}", reply.replaced);
    let read = joined(&text(&pdf));
    for line in &lines[..3] {
        assert!(read.contains(&joined(line)), "{line}: {read}");
    }
    assert!(read.contains("#title*x*"));
}

#[test]
fn long_and_unprintable_text_does_not_break_a_document() {
    let long = "x".repeat(10_000);
    let lines = [
        long.as_str(),
        "emoji \u{1f600} and \u{e123} and \u{0} nul",
        "a\u{202e}b",
    ];
    let (pdf, reply) = made(&json!({ "title": "Long", "lines": lines }));
    let replaced: Vec<char> = reply.replaced.into_iter().collect();
    assert_eq!(replaced, ['\u{e123}', '\u{1f600}']);
    let read = joined(&text(&pdf));
    assert_eq!(read.matches('x').count(), 10_000);
    assert!(
        read.contains("ab") && read.contains("replaced:true"),
        "{read}"
    );
}

#[test]
fn nothing_outside_of_the_document_can_be_read() {
    for template in [
        "#read(\"/etc/passwd\")",
        "#read(\"../Cargo.toml\")",
        "#import \"@preview/cetz:0.3.0\": canvas",
        "#import \"other.typ\": x",
        "#image(\"nowhere.png\")",
    ] {
        let refused = typeset(document(template, &json!({})));
        assert!(matches!(refused, Err(Refusal::Template(_))), "{template}");
    }
}

#[test]
fn limits_and_missing_descriptions_are_errors() {
    let huge = json!({ "title": "x".repeat(MAX_DATA_BYTES), "lines": [] });
    let refused = typeset(document(TEMPLATE, &huge));
    assert!(matches!(refused, Err(Refusal::DataTooLarge(_))));
    let refused = typeset(document("text", &json!({})));
    assert!(matches!(refused, Err(Refusal::Standard(_))));
    let mut heavy = document("text", &json!({}));
    let image = vec![0; MAX_IMAGE_BYTES + 1];
    heavy.images.insert("a.png".to_owned(), image);
    assert!(matches!(typeset(heavy), Err(Refusal::ImagesTooLarge(_))));
}

#[test]
fn a_named_picture_is_drawn() {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#123456"/></svg>"##;
    let data = json!({ "title": "Map", "lines": [], "picture": "map-1.svg" });
    let (plain, _) = made(&json!({ "title": "Map", "lines": [] }));
    let mut drawn = document(TEMPLATE, &data);
    let image = svg.as_bytes().to_vec();
    drawn.images.insert("map-1.svg".to_owned(), image);
    let (pdf, _) = typeset(drawn).unwrap();
    assert!(pdf.len() > plain.len());
}
