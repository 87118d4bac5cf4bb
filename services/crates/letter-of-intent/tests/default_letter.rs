//! The server's default letter equals the browser's: both are compared with one file.

use letter_of_intent::{LetterProperty, default_letter};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    name: String,
    firm: String,
    today: chrono::NaiveDate,
    property: LetterProperty,
    html: String,
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
        assert_eq!(letter.html, case.html, "{}", case.name);
        assert!(!letter.is_blocked(), "{}", case.name);
    }
}
