//! `tasks.due`: mails a person which tasks and next steps are due or overdue, and which notes mention the
//! person.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use domain::UserId;
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::parcel_watch::due_tasks::{self, Listed};

#[derive(Debug, Deserialize)]
struct TasksDue {
    user_id: UserId,
    day: NaiveDate,
    #[serde(flatten)]
    listed: Listed,
}

/// An event is of a person and a day, so nobody gets two mails of a day.
pub async fn handle(conn: &mut AsyncPgConnection, event: &Envelope) -> Result<(), HandlerError> {
    let due: TasksDue = event.parse()?;
    due_tasks::mail(conn, event.customerid, due.user_id, due.day, &due.listed).await?;
    Ok(())
}
