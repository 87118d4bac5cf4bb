//! The server's default letter equals the browser's, but for the fields of date terms, which only numbered
//! letters have: both are compared with one file.

use letter_of_intent::{
    DATE_TERMS, HtmlNode, LetterProperty, default_letter, parse_html, write_html,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    firm: String,
    today: chrono::NaiveDate,
    property: LetterProperty,
    html: String,
}

/// The nodes with the text of date terms in the place of their fields.
fn without_date_terms(nodes: Vec<HtmlNode>) -> Vec<HtmlNode> {
    let mut out = Vec::new();
    for node in nodes {
        match node {
            HtmlNode::Element(mut element) => {
                let is_date_term = element
                    .attribute("data-term")
                    .is_some_and(|name| DATE_TERMS.contains(&name));
                element.children = without_date_terms(element.children);
                if is_date_term {
                    out.append(&mut element.children);
                } else {
                    out.push(HtmlNode::Element(element));
                }
            }
            text @ HtmlNode::Text(_) => out.push(text),
        }
    }
    out
}

#[test]
fn default_letters_are_the_browsers() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../contracts/letters/default-letter.json"
    );
    let file = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&file).unwrap();
    assert!(cases.len() >= 30, "{}", cases.len());
    for case in cases {
        let letter = default_letter(&case.property, &case.firm, case.today);
        let html = write_html(&without_date_terms(parse_html(&letter.html).unwrap()));
        assert_eq!(html, case.html, "{}", case.name);
        assert_eq!(letter.html.matches("_days\"").count(), 5, "{}", case.name);
        assert!(!letter.is_blocked(), "{}", case.name);
    }
}
