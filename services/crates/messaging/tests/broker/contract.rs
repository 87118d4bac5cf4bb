//! Consistency of the events' contract: schemas, examples, AsyncAPI and consumers.

use std::collections::BTreeSet;

use messaging::topology::KNOWN_CONSUMERS;
use test_support::{assert_event_valid, contracts_dir, event_example, event_schema, event_types};

fn asyncapi() -> String {
    std::fs::read_to_string(contracts_dir().join("asyncapi.yaml")).expect("asyncapi.yaml")
}

#[test]
fn every_example_keeps_its_schema() {
    let types = event_types();
    assert!(types.len() >= 19, "{types:?}");
    for event_type in types {
        let example = event_example(&event_type);
        assert_eq!(example.r#type, event_type);
        assert_eq!(example.dataschema, format!("{event_type}.v1"));
        assert_event_valid(&example);
    }
}

#[test]
fn every_example_is_complete() {
    for event_type in event_types() {
        let schema = event_schema(&event_type);
        let example = event_example(&event_type);
        let known: BTreeSet<&String> = schema["properties"]
            .as_object()
            .expect("properties")
            .keys()
            .collect();
        let shown: BTreeSet<&String> = example.data.as_object().expect("data").keys().collect();
        assert_eq!(known, shown, "{event_type}");
    }
}

#[test]
#[should_panic(expected = "does not keep its contract")]
fn an_envelope_that_breaks_its_schema_is_noticed() {
    let mut example = event_example("marker.added");
    example.data["lon"] = serde_json::json!(200);
    assert_event_valid(&example);
}

#[test]
fn asyncapi_lists_every_event_and_no_other() {
    let listed: BTreeSet<String> = asyncapi()
        .lines()
        .filter_map(|line| line.strip_prefix("    address: ").map(ToOwned::to_owned))
        .collect();
    assert_eq!(listed, event_types().into_iter().collect());
    for event_type in event_types() {
        let reference = format!("$ref: ./events/{event_type}.v1.schema.json");
        assert!(asyncapi().contains(&reference), "{reference}");
    }
}

#[test]
fn asyncapi_and_code_agree_on_who_hears_what() {
    let mut in_code: BTreeSet<(String, String)> = BTreeSet::new();
    for consumer in KNOWN_CONSUMERS {
        for event_type in consumer.types {
            in_code.insert((consumer.service.to_owned(), event_type.replace('.', "_")));
        }
    }
    // An operation on a service's durable queue names it (`x-queue`), after the channel.
    let mut in_document: BTreeSet<(String, String)> = BTreeSet::new();
    let mut channel = String::new();
    let mut hearing = 0;
    for line in asyncapi().lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("$ref: '#/channels/") {
            channel = name.trim_end_matches('\'').to_owned();
        }
        if let Some(queue) = line.strip_prefix("x-queue: sitewright.") {
            let service = queue.trim_end_matches(".events").to_owned();
            in_document.insert((service, channel.clone()));
        }
        if line.contains("_hears_") {
            hearing += 1;
        }
    }
    assert_eq!(in_code, in_document);
    // An event whose queue is not declared is lost before its consumer's first start.
    assert_eq!(in_document.len(), hearing);
}
