//! Queries of reminders. Row-level security scopes all but the list of who is to be told.

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Date, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, UserId};
use uuid::Uuid;

use crate::schema::task_reminders;

/// Who is to be told on this day, of all firms; in a transaction across firms.
pub async fn list_due(
    conn: &mut AsyncPgConnection,
    day: NaiveDate,
    limit: i64,
) -> QueryResult<Vec<(CustomerId, UserId)>> {
    task_reminders::table
        .filter(task_reminders::next_on.le(day))
        .filter(
            task_reminders::told_on
                .is_null()
                .or(task_reminders::told_on.lt(day)),
        )
        .order(task_reminders::next_on)
        .select((task_reminders::customer_id, task_reminders::user_id))
        .limit(limit)
        .load(conn)
        .await
}

/// Locks the person's row until the transaction ends; false if the day was told.
pub async fn lock(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
) -> QueryResult<bool> {
    let told_on: Option<Option<NaiveDate>> = task_reminders::table
        .filter(task_reminders::user_id.eq(user_id))
        .select(task_reminders::told_on)
        .for_update()
        .first(conn)
        .await
        .optional()?;
    Ok(told_on.is_some_and(|told_on| told_on.is_none_or(|told_on| told_on < day)))
}

/// A task or a next step that is due.
#[derive(Debug, QueryableByName)]
pub struct DueRow {
    #[diesel(sql_type = Text)]
    pub title: String,
    #[diesel(sql_type = Text)]
    pub place: String,
    #[diesel(sql_type = Date)]
    pub due_on: NaiveDate,
    #[diesel(sql_type = SqlUuid)]
    pub project_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub ll_uuid: Uuid,
}

/// Open tasks of the person that are due until this day, the latest first; at most 500.
pub async fn list_tasks(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
) -> QueryResult<Vec<DueRow>> {
    diesel::sql_query(
        "SELECT t.title, coalesce(kept(p.address, p.keep_until), p.parcel_number) AS place, t.due_on, d.project_id, p.ll_uuid \
         FROM deal_tasks t JOIN deals d ON d.deal_id = t.deal_id AND d.removed_at IS NULL \
         JOIN properties p ON p.property_id = d.property_id \
         WHERE t.assigned_to = $1 AND t.done_at IS NULL AND t.due_on <= $2 \
         ORDER BY t.due_on DESC, t.task_id LIMIT 500",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Date, _>(day)
    .load(conn)
    .await
}

/// Next steps of the person's deals that are due until this day, as the calendar feed has them; the latest first, at
/// most 500.
pub async fn list_steps(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
) -> QueryResult<Vec<DueRow>> {
    diesel::sql_query(
        "SELECT coalesce(d.next_step, 'Next step') AS title, coalesce(kept(p.address, p.keep_until), p.parcel_number) AS place, \
         d.next_step_on AS due_on, d.project_id, p.ll_uuid \
         FROM deals d JOIN properties p ON p.property_id = d.property_id \
         WHERE d.assigned_to = $1 AND d.next_step_on <= $2 AND d.removed_at IS NULL \
         ORDER BY d.next_step_on DESC, d.deal_id LIMIT 500",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Date, _>(day)
    .load(conn)
    .await
}

/// Notes that the day was told.
pub async fn set_told(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
    next_on: NaiveDate,
) -> QueryResult<()> {
    diesel::update(task_reminders::table.filter(task_reminders::user_id.eq(user_id)))
        .set((
            task_reminders::told_on.eq(day),
            task_reminders::next_on.eq(next_on),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Nothing is due on this day: looks again when the next task or next step is. Tasks of properties that are not in their
/// project are looked at each day, because they come back with it.
pub async fn postpone(
    conn: &mut AsyncPgConnection,
    user_id: UserId,
    day: NaiveDate,
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE task_reminders SET next_on = greatest($2 + 1, least( \
         (SELECT min(due_on) FROM deal_tasks WHERE assigned_to = $1 AND done_at IS NULL), \
         (SELECT min(next_step_on) FROM deals WHERE assigned_to = $1 AND removed_at IS NULL))) WHERE user_id = $1",
    )
    .bind::<SqlUuid, _>(user_id)
    .bind::<Date, _>(day)
    .execute(conn)
    .await
    .map(drop)
}
