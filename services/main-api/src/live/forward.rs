//! Forwards events from the broker to the hub.

use bytes::Bytes;
use futures::StreamExt as _;
use http_kit::{Shutdown, sse};
use messaging::{BroadcastStream, Envelope};
use serde_json::{Value, json};

use super::dto::{Changed, ProjectsChanged};
use super::hub::Hub;

/// Events that every replica consumes.
pub const FORWARDED_EVENTS: &[&str] = &[
    "projects_changed",
    "presence.changed",
    "marker.added",
    "marker.removed",
    "site_image.saved",
    "property.updated",
    "property.removed",
    "deal.changed",
    "attachment.added",
    "attachment.removed",
    "contact.created",
    "contact.updated",
    "contact.deleted",
    "contacts.updated",
    "contacts.deleted",
    "campaign.started",
    "campaign.progressed",
    "campaign.finished",
    "mail.updated",
    "letters.changed",
    "activity.added",
    "growth.requested",
    "growth.progressed",
    "growth.finished",
    "criteria.updated",
    "search.requested",
    "search.finished",
    "parcel_changes.added",
    "search_matches.added",
];

/// Forwards events until the service stops, then ends the streams, which never end without this.
pub async fn forward(hub: Hub, mut events: BroadcastStream, shutdown: Shutdown) {
    let mut connections = events.connections();
    loop {
        tokio::select! {
            () = shutdown.begun() => return hub.close(),
            event = events.next() => match event {
                Some(event) => pass_on(&hub, &event),
                None => return,
            },
            changed = connections.changed() => {
                if changed.is_ok() && *connections.borrow_and_update() > 1 {
                    // Events may have been missed while disconnected: screens reload their lists.
                    let again = ProjectsChanged { project_id: None, reason: "reconnected".to_owned() };
                    send(&again, "projects_changed", |message| hub.send_all(message));
                }
            }
        }
    }
}

fn pass_on(hub: &Hub, event: &Envelope) {
    if event.r#type == "projects_changed" {
        let reason = event.data.get("reason").and_then(Value::as_str);
        let notice = ProjectsChanged {
            project_id: project_of(&event.data),
            reason: reason.unwrap_or("changed").to_owned(),
        };
        send(&notice, "projects_changed", |message| {
            hub.send(event.customerid, message);
        });
    } else {
        let notice = Changed {
            r#type: event.r#type.clone(),
            subject: event.subject.clone(),
            project_id: project_of(&event.data),
            data: data_of(event),
        };
        send(&notice, "changed", |message| {
            hub.send(event.customerid, message);
        });
    }
}

fn send<T: serde::Serialize>(notice: &T, name: &str, deliver: impl FnOnce(&Bytes)) {
    match sse::message(name, notice) {
        Ok(message) => deliver(&message),
        Err(error) => tracing::error!(error.cause = %error, "a notification could not be written"),
    }
}

/// Of many contacts nothing is sent: screens only read their lists again.
fn data_of(event: &Envelope) -> Value {
    if matches!(
        event.r#type.as_str(),
        "contacts.updated" | "contacts.deleted"
    ) {
        return json!({});
    }
    event.data.clone()
}

fn project_of(data: &Value) -> Option<String> {
    data.get("project_id")
        .and_then(Value::as_str)
        .map(str::to_owned)
}
