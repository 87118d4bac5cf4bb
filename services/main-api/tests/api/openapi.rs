//! The committed API document matches the code.

use std::collections::HashSet;

#[test]
fn the_committed_document_is_current() {
    let file = test_support::contracts_dir().join("openapi/main-api.json");
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    let made = http_kit::openapi::to_json(&main_api::routes::document());
    assert!(
        committed == made,
        "{} is not what the code makes: run `make gen`",
        file.display()
    );
}

#[test]
fn every_call_says_what_it_is() {
    let document = serde_json::to_value(main_api::routes::document()).unwrap();
    let mut ids = HashSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{method} {path}: {id}");
            let said = operation["summary"]
                .as_str()
                .or(operation["description"].as_str());
            assert!(
                said.is_some_and(|text| text.len() > 5),
                "{method} {path} has no sentence"
            );
        }
    }
}

#[test]
fn every_call_says_how_it_refuses() {
    let document = serde_json::to_value(main_api::routes::document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let answers = operation["responses"].as_object().unwrap();
            let has_body = operation["requestBody"].is_object();
            for status in ["400", "413", "415", "422"] {
                assert!(
                    !has_body || answers.contains_key(status),
                    "{method} {path}: {status}"
                );
            }
            assert!(answers.contains_key("503"), "{method} {path}: 503");
            for (status, answer) in answers {
                if status.starts_with(['4', '5']) {
                    let content = answer["content"].as_object().unwrap();
                    assert!(
                        content.keys().eq(["application/problem+json"]),
                        "{method} {path}: {status}"
                    );
                }
            }
        }
    }
}
