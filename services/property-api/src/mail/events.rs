//! Events about messages.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, MailId};
use messaging::{Event, outbox};
use serde_json::json;

/// Publishes that delivery was attempted, so outcomes may have changed.
pub async fn updated(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    mail_id: MailId,
) -> QueryResult<()> {
    let version = Utc::now().timestamp_millis();
    let data = json!({ "mail_id": mail_id });
    let event = Event::new("mail.updated", mail_id, version, firm, data);
    outbox::append(conn, &event).await.map(drop)
}
