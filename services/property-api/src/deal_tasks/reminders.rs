//! Tells each day which tasks and next steps of a person are due or overdue, and which notes mention the person;
//! main-api mails it.
//!
//! Several replicas may do so at the same time: the person's row is locked and read after that, so that a day is
//! told once.

use std::time::Duration;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use http_kit::Shutdown;
use messaging::{Event, outbox};
use serde_json::{Value, json};
use uuid::Uuid;

use super::reminder_store::{self, DueRow};
use crate::deal_notes::mention_store::{self, MentionRow};

const PAUSE: Duration = Duration::from_mins(5);
/// Hours of a day (UTC) before its reminders, as of the digests: they arrive in the morning in America.
const HOURS: i64 = 12;
/// People of one sweep.
const MANY: i64 = 500;
/// Tasks, next steps and mentions that an event names, of each.
const LISTED: usize = 50;

/// Sweeps periodically until the service stops.
pub async fn run(pool: Pool, public_url: String, shutdown: Shutdown) {
    loop {
        tokio::select! {
            () = shutdown.begun() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
        if let Err(error) = sweep(&pool, &public_url, Utc::now()).await {
            tracing::warn!(error.cause = %error, "due tasks and next steps could not be told, trying again");
        }
    }
}

/// Tells everybody to whom this day was not told yet; returns the number of people who were told.
pub async fn sweep(pool: &Pool, public_url: &str, now: DateTime<Utc>) -> QueryResult<usize> {
    let day = (now - TimeDelta::hours(HOURS)).date_naive();
    let due = db::unscoped_tx(pool, "reminders of tasks", async |conn| {
        reminder_store::list_due(conn, day, MANY).await
    })
    .await?;
    let mut told = 0;
    for (firm, user) in due {
        let is_told = db::tenant_tx(pool, firm, async |conn| {
            tell(conn, firm, user, (day, public_url)).await
        })
        .await?;
        told += usize::from(is_told);
    }
    Ok(told)
}

/// False if there is nothing, or another replica was first.
async fn tell(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    user_id: UserId,
    (day, public_url): (NaiveDate, &str),
) -> QueryResult<bool> {
    if !reminder_store::lock(conn, user_id, day).await? {
        return Ok(false);
    }
    let tasks = reminder_store::list_tasks(conn, user_id, day).await?;
    let steps = reminder_store::list_steps(conn, user_id, day).await?;
    let mentions = mention_store::list_unmailed(conn, user_id).await?;
    if tasks.is_empty() && steps.is_empty() && mentions.is_empty() {
        reminder_store::postpone(conn, user_id, day).await?;
        return Ok(false);
    }
    let tomorrow = day.checked_add_days(Days::new(1)).unwrap_or(day);
    reminder_store::set_told(conn, user_id, day, tomorrow).await?;
    mention_store::set_mailed(conn, user_id).await?;
    let named = |rows: &[DueRow]| -> Vec<Value> {
        let listed = rows.iter().take(LISTED);
        listed.map(|row| due(row, public_url)).collect()
    };
    let said = mentions.iter().take(LISTED);
    let said = said.map(|row| mention(row, public_url));
    let data = json!({
        "user_id": user_id,
        "day": day,
        "count": tasks.len(),
        "tasks": named(&tasks),
        "step_count": steps.len(),
        "steps": named(&steps),
        "mention_count": mentions.len(),
        "mentions": said.collect::<Vec<_>>(),
    });
    let version = Utc::now().timestamp_millis();
    let event = Event::new("tasks.due", user_id, version, firm, data);
    outbox::append(conn, &event).await?;
    Ok(true)
}

fn due(row: &DueRow, public_url: &str) -> Value {
    let link = link(public_url, row.project_id, row.ll_uuid);
    json!({ "title": row.title, "place": row.place, "due_on": row.due_on, "link": link })
}

fn mention(row: &MentionRow, public_url: &str) -> Value {
    let place = row.address.as_ref().unwrap_or(&row.parcel_number);
    let link = link(public_url, row.project_id.0, row.ll_uuid);
    json!({ "by": row.created_by_name, "place": place, "text": row.excerpt(), "link": link })
}

fn link(public_url: &str, project_id: Uuid, ll_uuid: Uuid) -> String {
    format!("{public_url}/map?project_id={project_id}&ll_uuid={ll_uuid}")
}
