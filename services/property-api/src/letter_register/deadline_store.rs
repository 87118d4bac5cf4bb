//! Queries of letters' dates, and of the tasks that follow them. Row-level security scopes every query.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Date, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealId, LetterId, UserId};
use letter_of_intent::Values;
use serde::Deserialize as _;
use serde_json::Value;

use super::deadlines::{Dates, Wanted};
use crate::schema::{deal_tasks, letter_dates, letters};

/// Who did what the system did.
const SYSTEM: &str = "The system";

/// A letter's terms, and the dates that were entered. Terms that can no longer be read make no deadline.
pub async fn find_terms_and_dates(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<(Values, Dates)> {
    let terms: Value = letters::table
        .find(letter_id)
        .select(letters::terms)
        .first(conn)
        .await?;
    let dates = letter_dates::table
        .filter(letter_dates::letter_id.eq(letter_id))
        .select((
            letter_dates::psa_executed_on,
            letter_dates::materials_delivered_on,
        ))
        .first(conn)
        .await
        .optional()?;
    let dates = dates.map_or_else(
        Dates::default,
        |(psa_executed_on, materials_delivered_on)| Dates {
            psa_executed_on,
            materials_delivered_on,
        },
    );
    Ok((Values::deserialize(terms).unwrap_or_default(), dates))
}

/// Stores the dates of a locked letter.
pub async fn set_dates(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    dates: &Dates,
) -> QueryResult<()> {
    let values = (
        letter_dates::psa_executed_on.eq(dates.psa_executed_on),
        letter_dates::materials_delivered_on.eq(dates.materials_delivered_on),
    );
    diesel::insert_into(letter_dates::table)
        .values((letter_dates::letter_id.eq(letter_id), values))
        .on_conflict((letter_dates::customer_id, letter_dates::letter_id))
        .do_update()
        .set(values)
        .execute(conn)
        .await?;
    diesel::update(letters::table.find(letter_id))
        .set(letters::version.eq(letters::version + 1))
        .execute(conn)
        .await
        .map(drop)
}

/// Earlier versions of letters that have open tasks.
pub async fn list_earlier_with_tasks(
    conn: &mut AsyncPgConnection,
    ids: &[LetterId],
) -> QueryResult<Vec<LetterId>> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = SqlUuid)]
        letter_id: LetterId,
    }
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT DISTINCT e.letter_id FROM letters l \
         JOIN letters e ON e.customer_id = l.customer_id AND e.year = l.year AND e.serial = l.serial \
             AND e.letter_version < l.letter_version \
         JOIN deal_tasks t ON t.customer_id = e.customer_id AND t.letter_id = e.letter_id AND t.done_at IS NULL \
         WHERE l.letter_id = ANY($1)",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .load(conn)
    .await?;
    Ok(rows.into_iter().map(|row| row.letter_id).collect())
}

/// Where a letter's tasks belong, and whose they are when they are new.
#[derive(Debug)]
pub struct Place<'a> {
    pub letter_id: LetterId,
    pub deal_id: DealId,
    pub person: UserId,
    pub person_name: &'a str,
}

/// Makes a task, or lets it follow its date; returns whether anything changed. A task that the system
/// closed is opened again; one that a person did stays done.
pub async fn upsert_task(
    conn: &mut AsyncPgConnection,
    place: &Place<'_>,
    task: &Wanted,
) -> QueryResult<bool> {
    let written = diesel::sql_query(
        "INSERT INTO deal_tasks AS t (deal_id, letter_id, deadline, title, due_on, assigned_to, assigned_to_name, created_by_name) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (customer_id, letter_id, deadline) DO UPDATE SET due_on = excluded.due_on, version = t.version + 1, \
             done_at = CASE WHEN t.done_by_name IS NOT NULL THEN t.done_at END \
         WHERE t.due_on IS DISTINCT FROM excluded.due_on OR t.done_at IS NOT NULL AND t.done_by_name IS NULL",
    )
    .bind::<SqlUuid, _>(place.deal_id)
    .bind::<SqlUuid, _>(place.letter_id)
    .bind::<Text, _>(task.deadline)
    .bind::<Text, _>(&task.title)
    .bind::<Date, _>(task.due_on)
    .bind::<SqlUuid, _>(place.person)
    .bind::<Text, _>(place.person_name)
    .bind::<Text, _>(SYSTEM)
    .execute(conn)
    .await?;
    Ok(written > 0)
}

/// Closes the letter's open tasks for other deadlines than these; returns whether there were any.
pub async fn close_tasks(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    kept: &[&str],
) -> QueryResult<bool> {
    let open = deal_tasks::table
        .filter(deal_tasks::letter_id.eq(letter_id))
        .filter(deal_tasks::done_at.is_null())
        .filter(deal_tasks::deadline.ne_all(kept));
    let closed = diesel::update(open)
        .set((
            deal_tasks::done_at.eq(Utc::now()),
            deal_tasks::version.eq(deal_tasks::version + 1),
        ))
        .execute(conn)
        .await?;
    Ok(closed > 0)
}
