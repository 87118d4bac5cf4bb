//! The events' contract, for tests of producers and consumers.
//!
//! Producers validate their events against the schema, consumers are tested with the example; both
//! read the same files in `contracts/events`, so neither can drift alone.

use std::path::PathBuf;

use messaging::Envelope;
use serde_json::Value;

use crate::servers;

/// `contracts/` of the checkout.
pub fn contracts_dir() -> PathBuf {
    servers::checkout().join("contracts")
}

/// Every event type that has a schema, sorted.
///
/// # Panics
/// When the folder cannot be read.
pub fn event_types() -> Vec<String> {
    let mut types: Vec<String> = std::fs::read_dir(contracts_dir().join("events"))
        .expect("contracts/events can be read")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".v1.schema.json").map(ToOwned::to_owned))
        .filter(|name| name != "envelope")
        .collect();
    types.sort();
    types
}

/// The example of an event (`marker.added`), complete with its envelope.
///
/// # Panics
/// When there is none, or it is not an envelope.
pub fn event_example(event_type: &str) -> Envelope {
    serde_json::from_value(read(&format!("{event_type}.v1.example.json")))
        .unwrap_or_else(|error| panic!("the example of {event_type} is no envelope: {error}"))
}

/// The schema of an event's `data`.
///
/// # Panics
/// When there is none.
pub fn event_schema(event_type: &str) -> Value {
    read(&format!("{event_type}.v1.schema.json"))
}

/// Checks an envelope and its `data` against the contract.
///
/// # Panics
/// When they do not agree; the message names every place.
#[track_caller]
pub fn assert_event_valid(envelope: &Envelope) {
    let whole = serde_json::to_value(envelope).expect("an envelope is JSON");
    let mut faults = faults(&read("envelope.v1.schema.json"), &whole);
    faults.extend(self::faults(
        &event_schema(&envelope.r#type),
        &envelope.data,
    ));
    assert!(
        faults.is_empty(),
        "{} does not keep its contract:\n{}\n{whole:#}",
        envelope.r#type,
        faults.join("\n")
    );
}

fn faults(schema: &Value, instance: &Value) -> Vec<String> {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("not a JSON Schema: {error}"));
    validator
        .iter_errors(instance)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn read(name: &str) -> Value {
    let file = contracts_dir().join("events").join(name);
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{} is not JSON: {error}", file.display()))
}
