//! Queries of tasks. Row-level security scopes every query.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use db::copies::kept_text;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{DealId, DealTaskId, LetterId, ProjectId, PropertyId, UserId};

use crate::schema::{deal_tasks, deals, letters, properties};

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = deal_tasks, check_for_backend(diesel::pg::Pg))]
pub struct TaskRow {
    pub task_id: DealTaskId,
    #[diesel(select_expression = deals::project_id)]
    pub project_id: ProjectId,
    #[diesel(select_expression = deals::property_id)]
    pub property_id: PropertyId,
    #[diesel(select_expression = properties::parcel_number)]
    pub parcel_number: String,
    #[diesel(select_expression = kept_text(properties::address, properties::keep_until))]
    pub address: Option<String>,
    pub title: String,
    pub due_on: Option<NaiveDate>,
    pub assigned_to: UserId,
    pub assigned_to_name: String,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    pub done_at: Option<DateTime<Utc>>,
    pub done_by_name: Option<String>,
    pub version: i64,
    /// Of a task that the system made.
    pub letter_id: Option<LetterId>,
    #[diesel(select_expression = letters::number.nullable())]
    pub letter_number: Option<String>,
}

#[derive(Debug, Insertable)]
#[diesel(table_name = deal_tasks)]
pub struct NewTask<'a> {
    pub task_id: DealTaskId,
    pub deal_id: DealId,
    pub title: &'a str,
    pub due_on: Option<NaiveDate>,
    pub assigned_to: UserId,
    pub assigned_to_name: &'a str,
    pub created_by: UserId,
    pub created_by_name: &'a str,
}

pub async fn insert_task(conn: &mut AsyncPgConnection, task: &NewTask<'_>) -> QueryResult<()> {
    diesel::insert_into(deal_tasks::table)
        .values(task)
        .execute(conn)
        .await
        .map(drop)
}

/// A task of a property that is in its project, locked until the transaction ends.
pub async fn lock_task(
    conn: &mut AsyncPgConnection,
    task_id: DealTaskId,
) -> QueryResult<Option<TaskRow>> {
    Ok(lock_tasks(conn, &[task_id]).await?.pop())
}

/// The same for many, in the order of their ids.
pub async fn lock_tasks(
    conn: &mut AsyncPgConnection,
    task_ids: &[DealTaskId],
) -> QueryResult<Vec<TaskRow>> {
    // The letter is joined afterwards: the optional side of a join cannot be locked.
    let known: Vec<DealTaskId> = deal_tasks::table
        .inner_join(deals::table)
        .filter(deal_tasks::task_id.eq_any(task_ids))
        .filter(deals::removed_at.is_null())
        .order(deal_tasks::task_id)
        .select(deal_tasks::task_id)
        .for_update()
        .load(conn)
        .await?;
    find_tasks(conn, &known).await
}

/// These tasks, in the order of their ids.
pub async fn find_tasks(
    conn: &mut AsyncPgConnection,
    task_ids: &[DealTaskId],
) -> QueryResult<Vec<TaskRow>> {
    deal_tasks::table
        .inner_join(deals::table.inner_join(properties::table))
        .left_join(letters::table)
        .filter(deal_tasks::task_id.eq_any(task_ids))
        .order(deal_tasks::task_id)
        .select(TaskRow::as_select())
        .load(conn)
        .await
}

/// Projects of tasks, in the order of their ids.
pub async fn projects_of(
    conn: &mut AsyncPgConnection,
    task_ids: &[DealTaskId],
) -> QueryResult<Vec<ProjectId>> {
    deal_tasks::table
        .inner_join(deals::table)
        .filter(deal_tasks::task_id.eq_any(task_ids))
        .select(deals::project_id)
        .distinct()
        .order(deals::project_id)
        .load(conn)
        .await
}

/// Columns to change together with the version. `None` leaves a column unchanged.
#[derive(Debug, Default, AsChangeset)]
#[diesel(table_name = deal_tasks)]
pub struct TaskChange {
    pub title: Option<String>,
    pub due_on: Option<Option<NaiveDate>>,
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
    pub person_chosen: Option<bool>,
    pub done_at: Option<Option<DateTime<Utc>>>,
    pub done_by_name: Option<Option<String>>,
}

pub async fn update_task(
    conn: &mut AsyncPgConnection,
    task_id: DealTaskId,
    change: &TaskChange,
) -> QueryResult<()> {
    diesel::update(deal_tasks::table.find(task_id))
        .set((change, deal_tasks::version.eq(deal_tasks::version + 1)))
        .execute(conn)
        .await
        .map(drop)
}
