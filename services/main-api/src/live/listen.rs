//! Forwards events from the broker to the hub.
//!
//! Also tells this replica about sessions that ended at another one.

use bytes::Bytes;
use domain::SessionId;
use futures::StreamExt as _;
use http_kit::sse;
use messaging::{BroadcastStream, Envelope};
use serde::Deserialize;
use serde_json::Value;

use super::dto::{Changed, ProjectsChanged};
use crate::app::AppState;

/// Events that every replica consumes.
pub const FORWARDED_EVENTS: &[&str] = &[
    "projects_changed",
    "presence.changed",
    "marker.added",
    "marker.removed",
    "site_image.saved",
    "property.updated",
    "property.removed",
    "attachment.added",
    "attachment.removed",
    "contact.created",
    "contact.updated",
    "contact.deleted",
    "campaign.started",
    "campaign.progressed",
    "campaign.finished",
    "mail.updated",
    "growth.requested",
    "growth.progressed",
    "growth.finished",
    "session.revoked",
];

#[derive(Deserialize)]
struct Revoked {
    session_ids: Vec<SessionId>,
}

/// Forwards events until the stream is dropped.
pub async fn listen(state: actix_web::web::Data<AppState>, mut events: BroadcastStream) {
    let mut connections = events.connections();
    loop {
        tokio::select! {
            event = events.next() => match event {
                Some(event) => pass_on(&state, &event),
                None => return,
            },
            changed = connections.changed() => {
                if changed.is_ok() && *connections.borrow_and_update() > 1 {
                    // Events may have been missed while disconnected: screens reload their lists.
                    let again = ProjectsChanged { project_id: None, reason: "reconnected".to_owned() };
                    send(&again, "projects_changed", |message| state.hub.send_all(message));
                }
            }
        }
    }
}

fn pass_on(state: &AppState, event: &Envelope) {
    match event.r#type.as_str() {
        "session.revoked" => {
            if let Ok(revoked) = event.parse::<Revoked>() {
                state.revoke(&revoked.session_ids);
            }
        }
        "projects_changed" => {
            let reason = event
                .data
                .get("reason")
                .and_then(Value::as_str)
                .unwrap_or("changed")
                .to_owned();
            let notice = ProjectsChanged {
                project_id: project_of(&event.data),
                reason,
            };
            send(&notice, "projects_changed", |message| {
                state.hub.send(event.customerid, message);
            });
        }
        _ => {
            let notice = Changed {
                r#type: event.r#type.clone(),
                subject: event.subject.clone(),
                project_id: project_of(&event.data),
                data: event.data.clone(),
            };
            send(&notice, "changed", |message| {
                state.hub.send(event.customerid, message);
            });
        }
    }
}

fn send<T: serde::Serialize>(notice: &T, name: &str, deliver: impl FnOnce(&Bytes)) {
    match sse::message(name, notice) {
        Ok(message) => deliver(&message),
        Err(error) => tracing::error!(error.cause = %error, "a notice could not be written"),
    }
}

fn project_of(data: &Value) -> Option<String> {
    data.get("project_id")
        .and_then(Value::as_str)
        .map(str::to_owned)
}
