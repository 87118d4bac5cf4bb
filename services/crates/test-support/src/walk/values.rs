//! Parts of an API document, and values of requests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

/// A grey pixel, base64: a file that every upload accepts.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

/// Scopes that an operation's security requirements list for personal access tokens.
pub fn scopes_of(security: &Value) -> Vec<String> {
    let requirements = security.as_array().into_iter().flatten();
    requirements
        .filter_map(|requirement| requirement["personal_access_token"].as_array())
        .flatten()
        .filter_map(|scope| scope.as_str().map(str::to_owned))
        .collect()
}

/// The JSON type (the first that is not null).
pub fn kind(schema: &Value) -> &str {
    let listed = schema["type"].as_array().into_iter().flatten();
    let mut listed = listed.filter_map(Value::as_str);
    let listed = listed.find(|kind| *kind != "null");
    let has_properties = schema["properties"].is_object();
    listed
        .or(schema["type"].as_str())
        .unwrap_or(if has_properties { "object" } else { "string" })
}

/// As in a URL or form; list items separated by commas.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// A field with the simplest value is a file; others are text.
pub fn form(body: &Value) -> Form {
    let fields = body.as_object().into_iter().flatten();
    fields.fold(Form::new(), |form, (name, value)| {
        if value == "x" || value.is_array() {
            let file = STANDARD.decode(PNG).expect("base64");
            form.part(name.clone(), Part::bytes(file).file_name("a.png"))
        } else {
            form.text(name.clone(), text(value))
        }
    })
}
