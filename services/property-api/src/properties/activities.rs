//! Actions for the firm's list of recent activity, which main-api keeps: `activity.reported`.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::ProjectId;
use messaging::{Event, outbox};
use serde_json::json;
use uuid::Uuid;

use super::events::By;
use super::store::PropertyRow;

/// Reports an action, in the transaction that performs it. `subject` is the project or the record that it is about,
/// `text` a sentence for the screen, `link` the path of a screen that shows it.
pub async fn report(
    conn: &mut AsyncPgConnection,
    by: By,
    subject: Uuid,
    kind: &str,
    text: &str,
    link: &str,
) -> QueryResult<()> {
    let version = Utc::now().timestamp_millis();
    let data = json!({ "kind": kind, "text": text, "link": link });
    let mut event = Event::new("activity.reported", subject, version, by.customer_id, data);
    event.actor_id = by.actor;
    outbox::append(conn, &event).await.map(drop)
}

/// What a sentence calls a property: its address, else its parcel number.
pub fn name_of(property: &PropertyRow) -> &str {
    let address = property.parcel.address.as_deref();
    address.unwrap_or(&property.parcel_number)
}

/// Path of a property's screen. Parcel numbers may contain slashes and spaces.
pub fn link_of(parcel_number: &str, project_id: Option<ProjectId>) -> String {
    let number: String = form_urlencoded::byte_serialize(parcel_number.as_bytes()).collect();
    let path = format!("/property/{}", number.replace('+', "%20"));
    match project_id {
        Some(project_id) => format!("{path}?project_id={project_id}"),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parcel_number_is_one_part_of_the_path() {
        let project = ProjectId(Uuid::nil());
        assert_eq!(
            link_of("04/2 +1", Some(project)),
            "/property/04%2F2%20%2B1?project_id=00000000-0000-0000-0000-000000000000"
        );
        assert_eq!(link_of("042", None), "/property/042");
    }
}
