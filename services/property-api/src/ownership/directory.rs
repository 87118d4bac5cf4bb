//! main-api's contact directory, called with the caller's session.
//!
//! A rejection is passed on with its message and fields; unavailability is distinguished from it.
//! Nothing is retried, because a contact could be added twice.

use actix_web::http::StatusCode;
use auth::CurrentUser;
use domain::ContactId;
use http_kit::ErrorCode;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::contacts::store::DirectoryContact;
use crate::main_api::MainApi;

/// main-api's rejection of a contact.
#[derive(Debug)]
pub struct Refusal {
    /// A 4xx status.
    pub status: StatusCode,
    /// None where this version does not know it.
    pub code: Option<ErrorCode>,
    /// The problem's detail.
    pub sentence: String,
    /// Messages per field.
    pub fields: Vec<(String, String)>,
}

/// Why the directory request failed.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The request was rejected.
    #[error("main-api rejected the request with {}", .0.status)]
    Refused(Refusal),
    /// main-api is unavailable, or the response was incomplete.
    #[error("main-api is unavailable")]
    Away(#[source] reqwest::Error),
    #[error("main-api responded with {0}")]
    Failed(StatusCode),
}

pub async fn add_contact(
    main_api: &MainApi,
    user: &CurrentUser,
    fields: &Map<String, Value>,
) -> Result<DirectoryContact, DirectoryError> {
    call(main_api, user, "/api/add_contact", fields).await
}

/// Changes a contact; with only an id it returns the contact unchanged.
pub async fn update_contact(
    main_api: &MainApi,
    user: &CurrentUser,
    contact_id: ContactId,
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
    let call = main_api.post(path, user).json(fields);
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
