//! Messages of the event stream, and presence reports from browsers.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::FORWARDED_EVENTS;

/// `event: projects_changed`
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProjectsChanged {
    /// The project concerned, if any.
    #[schema(required = true)]
    pub project_id: Option<String>,
    /// Cause: `project.created`, `marker.added`, …, or `reconnected`.
    pub reason: String,
}

/// Data of one message of the stream.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum StreamMessage {
    ProjectsChanged(ProjectsChanged),
    Changed(Changed),
}

/// `event: changed`
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Changed {
    /// Event type: `marker.added`, `property.updated`, …
    #[schema(schema_with = changed_types)]
    pub r#type: String,
    /// Id of the changed resource.
    pub subject: String,
    /// The project, if the event names one.
    #[schema(required = true)]
    pub project_id: Option<String>,
    /// The event's own data.
    pub data: Value,
}

/// The forwarded event types, listed in the contract.
fn changed_types() -> Object {
    let passed_on = FORWARDED_EVENTS
        .iter()
        .filter(|name| !matches!(**name, "projects_changed" | "session.revoked"));
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(passed_on.copied()))
        .description(Some("Name of the event."))
        .build()
}

/// A user started or stopped editing.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PresenceRequest {
    /// What is edited, as named by the app: `letter/…`; at most 200 characters.
    pub place: String,
    /// False when editing stopped.
    pub editing: bool,
}
