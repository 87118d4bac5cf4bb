//! The contact directory of main-api, called with the caller's own session.
//!
//! What main-api refuses is passed on with its sentence and fields; its being away is told apart.
//! Nothing is retried here: adding a contact twice would be worse than saying that it failed.

use actix_web::http::StatusCode;
use auth::CurrentUser;
use http_kit::{ErrorCode, TraceContext};
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::store::DirectoryContact;
use crate::main_api::MainApi;

/// main-api's answer to a contact that it does not take.
#[derive(Debug)]
pub struct Refusal {
    /// Its status (4xx).
    pub status: StatusCode,
    /// Its code, where this version knows it.
    pub code: Option<ErrorCode>,
    /// Its sentence.
    pub sentence: String,
    /// Its sentences about fields.
    pub fields: Vec<(String, String)>,
}

/// Why the directory did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// It says that the request is wrong.
    #[error("main-api refused with {}", .0.status)]
    Refused(Refusal),
    /// It is away, or its answer did not come whole.
    #[error("main-api did not answer")]
    Away(#[source] reqwest::Error),
    /// It failed.
    #[error("main-api answered {0}")]
    Failed(StatusCode),
}

/// Adds a contact.
pub async fn add_contact(
    main_api: &MainApi,
    user: &CurrentUser,
    fields: &Map<String, Value>,
) -> Result<DirectoryContact, DirectoryError> {
    call(main_api, user, "/api/add_contact", fields).await
}

/// Changes a contact; with its id alone it only answers it.
pub async fn update_contact(
    main_api: &MainApi,
    user: &CurrentUser,
    contact_id: Uuid,
    fields: &Map<String, Value>,
) -> Result<DirectoryContact, DirectoryError> {
    let mut fields = fields.clone();
    fields.insert(
        "contact_id".to_owned(),
        Value::String(contact_id.to_string()),
    );
    call(main_api, user, "/api/update_contact", &fields).await
}

#[derive(Deserialize)]
struct ContactAnswer {
    contact: DirectoryContact,
}

async fn call(
    main_api: &MainApi,
    user: &CurrentUser,
    path: &str,
    fields: &Map<String, Value>,
) -> Result<DirectoryContact, DirectoryError> {
    let call = main_api
        .post(path, user, &TraceContext::current())
        .json(fields);
    let answer = call.send().await.map_err(DirectoryError::Away)?;
    let status = StatusCode::from_u16(answer.status().as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    if status.is_success() {
        let answer: ContactAnswer = answer.json().await.map_err(DirectoryError::Away)?;
        return Ok(answer.contact);
    }
    if !status.is_client_error() {
        return Err(DirectoryError::Failed(status));
    }
    let problem: Value = answer.json().await.unwrap_or_default();
    Err(DirectoryError::Refused(refusal(status, &problem)))
}

fn refusal(status: StatusCode, problem: &Value) -> Refusal {
    let sentence = ["error", "message", "detail"]
        .iter()
        .find_map(|member| problem.get(member)?.as_str())
        .unwrap_or("There was a problem saving the contact. Please try again.");
    let fields = problem
        .get("errors")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
        .collect();
    let code = problem.get("code").and_then(Value::as_str);
    Refusal {
        status,
        code: code.and_then(ErrorCode::of_name),
        sentence: sentence.to_owned(),
        fields,
    }
}
