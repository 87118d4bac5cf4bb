//! Calls every operation of a service's API document without permission.
//!
//! Requests are generated from the document, so a new operation is covered without a change here or
//! in a test.

mod foreign;
mod values;

use std::collections::BTreeMap;

use auth::{PersonalAccessToken, Scope};
use reqwest::{Method, RequestBuilder};
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use self::values::{form, kind, scopes_of, text};
use crate::{Persona, Reply, TEST_ORIGIN, TestClient, expired_token_for};

pub use self::foreign::ForeignIds;

/// The form of a signing link's token.
const LETTER_TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Values by the name of the parameter or field.
pub type Values = BTreeMap<&'static str, Value>;

/// The operations of a service.
pub struct Walk {
    document: Value,
    operations: Vec<Operation>,
}

/// An operation of the document.
#[derive(Debug)]
struct Operation {
    method: Method,
    path: String,
    open: bool,
    /// Scopes with which a personal access token is accepted.
    scopes: Vec<String>,
    /// Name, location (`path` or `query`), schema, and whether it is required.
    parameters: Vec<(String, String, Value, bool)>,
    /// Media type and schema.
    body: Option<(String, Value)>,
}

/// Input for [`Walk::assert_tokens_limited`].
#[derive(Debug)]
pub struct WalkTokens {
    /// A token with all scopes that has expired.
    pub expired: String,
    /// A token with all scopes that was revoked.
    pub revoked: String,
    /// For each scope, a valid token that has no other.
    pub valid: Vec<(Scope, String)>,
}

impl Walk {
    /// Reads the operations from the document.
    ///
    /// # Panics
    /// When the document has no operations.
    pub fn over(document: &OpenApi) -> Self {
        let document = serde_json::to_value(document).expect("a JSON document");
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().expect("paths") {
            for (method, operation) in item.as_object().expect("operations") {
                operations.push(Operation::read(path, method, operation));
            }
        }
        assert!(!operations.is_empty(), "the document has no operations");
        Self {
            document,
            operations,
        }
    }

    /// Checks that only the operations of these paths need no session, according to the document
    /// and the service.
    ///
    /// # Panics
    /// When another operation returns anything but 401 without a valid session.
    pub async fn assert_sessions_needed(&self, client: &TestClient, open: &[&str]) {
        let expired = expired_token_for(&Persona::user());
        let values = Values::new();
        for operation in &self.operations {
            let is_open = open.contains(&operation.path.as_str());
            assert_eq!(operation.open, is_open, "{}: the document", operation.path);
            if is_open {
                continue;
            }
            let call = || self.request(client, operation, &values);
            let cookie = format!("sitewright_access={expired}");
            for refused in [
                call(),
                call().bearer_auth("not.a.token"),
                // As the links of letters are authorized.
                call().header("x-letter-token", LETTER_TOKEN),
                call().bearer_auth(LETTER_TOKEN),
                call().bearer_auth(&expired),
                call().basic_auth("user", Some("password")),
                call()
                    .header("origin", TEST_ORIGIN)
                    .header("cookie", cookie),
            ] {
                let reply = Reply::of(refused).await;
                assert_eq!(reply.status, 401, "{operation:?}: {}", reply.body);
                if operation.method != Method::HEAD {
                    reply.problem(401);
                }
            }
        }
    }

    /// Checks that what opens one thing without a session is no session: all other operations return 401 to it, in its
    /// own header with it as bearer and as the session's cookie, with ids of existing records. Returns the number of
    /// operations called.
    ///
    /// # Panics
    /// When one returns anything else.
    pub async fn assert_no_session(
        &self,
        client: &TestClient,
        (header, secret): (&str, &str),
        values: &Values,
    ) -> usize {
        let operations = self.operations.iter().filter(|operation| !operation.open);
        let mut walked = 0;
        for operation in operations {
            let call = || self.request(client, operation, values);
            let cookie = format!("sitewright_access={secret}");
            for refused in [
                call().header(header, secret).bearer_auth(secret),
                call()
                    .header(header, secret)
                    .header("origin", TEST_ORIGIN)
                    .header("cookie", cookie),
            ] {
                let reply = Reply::of(refused).await;
                assert_eq!(reply.status, 401, "{operation:?}: {}", reply.body);
            }
            walked += 1;
        }
        walked
    }

    /// Checks that a personal access token is accepted only by the operations that list its scope
    /// (403 with another scope, 401 by all other operations), and only while it is valid. Each token
    /// is sent as bearer and as the password of HTTP Basic. Returns the operations that accept a
    /// token, so that a test can list them.
    ///
    /// # Panics
    /// When an operation returns anything else.
    pub async fn assert_tokens_limited(
        &self,
        client: &TestClient,
        tokens: &WalkTokens,
    ) -> Vec<String> {
        let unknown = PersonalAccessToken::generate();
        let mistyped = format!("{}a", unknown.reveal());
        let wrong = [
            unknown.reveal(),
            &mistyped,
            &tokens.expired,
            &tokens.revoked,
        ];
        let mut accepting = Vec::new();
        for operation in self.operations.iter().filter(|operation| !operation.open) {
            let call = || self.request(client, operation, &Values::new());
            let anonymous = Reply::of(call()).await;
            assert_eq!(anonymous.status, 401, "{operation:?}: {}", anonymous.body);
            let valid = tokens.valid.iter();
            let valid = valid.map(|(scope, token)| (token.as_str(), Some(scope.as_str())));
            for (token, scope) in wrong.into_iter().map(|token| (token, None)).chain(valid) {
                for sent in [
                    call().bearer_auth(token),
                    call().basic_auth("any name", Some(token)),
                ] {
                    let reply = Reply::of(sent).await;
                    let (status, body) = (reply.status, reply.body);
                    let is_expected = match scope {
                        Some(scope) if operation.scopes.iter().any(|listed| listed == scope) => {
                            status < 500 && ![401, 403, 429].contains(&status)
                        }
                        Some(_) if !operation.scopes.is_empty() => status == 403,
                        _ => status == 401,
                    };
                    assert!(is_expected, "{operation:?}, {scope:?}: {status} {body}");
                }
            }
            if !operation.scopes.is_empty() {
                accepting.push(format!("{} {}", operation.method, operation.path));
            }
        }
        accepting
    }

    /// Names of all parameters and of the body's fields.
    fn names_of(&self, operation: &Operation) -> Vec<String> {
        let parameters = operation.parameters.iter().map(|(name, ..)| name.clone());
        let body = operation.body.iter().flat_map(|(_, schema)| {
            let properties = self.resolve(schema)["properties"].as_object();
            properties.into_iter().flat_map(Map::keys).cloned()
        });
        parameters.chain(body).collect()
    }

    fn request(
        &self,
        client: &TestClient,
        operation: &Operation,
        values: &Values,
    ) -> RequestBuilder {
        let (mut path, mut query) = (operation.path.clone(), Vec::new());
        for (name, place, schema, required) in &operation.parameters {
            let value = text(&self.value(name, schema, values));
            if place == "path" {
                let encoded: String = url::form_urlencoded::byte_serialize(value.as_bytes())
                    .collect::<String>()
                    .replace('+', "%20");
                path = path.replace(&format!("{{{name}}}"), &encoded);
            } else if *required || values.contains_key(name.as_str()) {
                query.push((name.clone(), value));
            }
        }
        let call = client
            .anonymous(operation.method.clone(), &path)
            .query(&query);
        let Some((media, schema)) = &operation.body else {
            return call;
        };
        let body = self.value("", schema, values);
        match media.as_str() {
            "multipart/form-data" => call.multipart(form(&body)),
            "application/x-www-form-urlencoded" => {
                let fields = body.as_object().into_iter().flatten();
                let fields: Vec<_> = fields.map(|(name, value)| (name, text(value))).collect();
                call.form(&fields)
            }
            _ => call.json(&body),
        }
    }

    /// A value for this schema: the given one, the example, or the simplest valid one.
    fn value(&self, name: &str, schema: &Value, values: &Values) -> Value {
        if let Some(value) = values.get(name) {
            return value.clone();
        }
        let schema = self.resolve(schema);
        if let Some(example) = schema.get("example") {
            return example.clone();
        }
        if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        match kind(schema) {
            "object" => self.object(schema, values),
            "array" => json!([self.value("", &schema["items"], values)]),
            "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
            "boolean" => json!(true),
            _ => match schema["format"].as_str() {
                Some("uuid") => json!("00000000-0000-7000-8000-000000000000"),
                Some("date-time") => json!("2026-01-31T00:00:00Z"),
                Some("date") => json!("2026-01-31"),
                _ => json!("x"),
            },
        }
    }

    /// The required fields, and those whose values are given.
    fn object(&self, schema: &Value, values: &Values) -> Value {
        let required = schema["required"].as_array();
        let is_required = |name: &str| {
            let mut names = required.into_iter().flatten();
            names.any(|required| required == name)
        };
        let properties = schema["properties"].as_object();
        properties
            .into_iter()
            .flatten()
            .filter(|(name, _)| is_required(name) || values.contains_key(name.as_str()))
            .map(|(name, schema)| (name.clone(), self.value(name, schema, values)))
            .collect::<Map<_, _>>()
            .into()
    }

    /// The schema after resolving references and alternatives (the first that is not null).
    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        if let Some(name) = schema["$ref"].as_str() {
            let pointer = name.trim_start_matches('#');
            return self.resolve(self.document.pointer(pointer).unwrap_or(&Value::Null));
        }
        for alternatives in ["oneOf", "anyOf", "allOf"] {
            let mut listed = schema[alternatives].as_array().into_iter().flatten();
            if let Some(first) = listed.find(|schema| schema["type"] != "null") {
                return self.resolve(first);
            }
        }
        schema
    }
}

impl Operation {
    fn read(path: &str, method: &str, operation: &Value) -> Self {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let content = operation["requestBody"]["content"].as_object();
        Self {
            method: method.to_uppercase().parse().expect("an HTTP method"),
            path: path.to_owned(),
            open: operation["security"] == json!([{}]),
            scopes: scopes_of(&operation["security"]),
            parameters: parameters
                .map(|parameter| {
                    let required = parameter["required"] == true;
                    let schema = parameter["schema"].clone();
                    (
                        word(&parameter["name"]),
                        word(&parameter["in"]),
                        schema,
                        required,
                    )
                })
                .collect(),
            body: content
                .and_then(|media| media.iter().next())
                .map(|(media, content)| (media.clone(), content["schema"].clone())),
        }
    }
}
