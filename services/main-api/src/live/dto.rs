//! What travels on the event stream, and what screens tell each other over it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use super::FORWARDED_EVENTS;

/// `event: projects_changed`
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProjectsChanged {
    /// The project, where one is meant.
    #[schema(required = true)]
    pub project_id: Option<String>,
    /// What happened: `project.created`, `marker.added`, …, or `reconnected`.
    pub reason: String,
}

/// The data of one message of the stream.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum StreamMessage {
    /// `event: projects_changed`
    ProjectsChanged(ProjectsChanged),
    /// `event: changed`
    Changed(Changed),
}

/// `event: changed`
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Changed {
    /// Name of the event: `marker.added`, `property.updated`, …
    #[schema(schema_with = changed_types)]
    pub r#type: String,
    /// Id of what changed.
    pub subject: String,
    /// The project, where the event names one.
    #[schema(required = true)]
    pub project_id: Option<String>,
    /// The event's own fields.
    pub data: Value,
}

/// The events that are passed on as they are, so that a client knows all of them.
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

/// Somebody edits at a place of the app, or stopped.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PresenceRequest {
    /// What is edited, as the screens name it: `letter/…`; at most 200 characters.
    pub place: String,
    /// False when the person stopped.
    pub editing: bool,
}
