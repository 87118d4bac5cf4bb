//! Queries of tasks. Row-level security scopes every query.

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{DealId, DealTaskId, LetterId, ProjectId, PropertyId, UserId};

use super::dto::DealTasksQuery;
use crate::schema::{deal_tasks, deals, letters, properties};

const MAX_LISTED: i64 = 500;

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
    #[diesel(select_expression = properties::address)]
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

/// Tasks of properties that are in their projects.
pub async fn list_tasks(
    conn: &mut AsyncPgConnection,
    query: &DealTasksQuery,
    user_id: UserId,
) -> QueryResult<Vec<TaskRow>> {
    let mut tasks = deal_tasks::table
        .inner_join(deals::table.inner_join(properties::table))
        .left_join(letters::table)
        .filter(deals::removed_at.is_null())
        .into_boxed();
    if query.mine {
        tasks = tasks.filter(deal_tasks::assigned_to.eq(user_id));
    }
    if let Some(project_id) = query.project_id {
        tasks = tasks.filter(deals::project_id.eq(project_id));
    }
    if let Some(property_id) = query.property_id {
        tasks = tasks.filter(deals::property_id.eq(property_id));
    }
    match query.open {
        Some(true) => tasks = tasks.filter(deal_tasks::done_at.is_null()),
        Some(false) => tasks = tasks.filter(deal_tasks::done_at.is_not_null()),
        None => {}
    }
    tasks
        .order((
            deal_tasks::due_on.asc().nulls_last(),
            deal_tasks::created_at,
            deal_tasks::task_id,
        ))
        .limit(MAX_LISTED)
        .select(TaskRow::as_select())
        .load(conn)
        .await
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
    // The letter is joined afterwards: the optional side of a join cannot be locked.
    let known: Option<DealTaskId> = deal_tasks::table
        .inner_join(deals::table)
        .filter(deal_tasks::task_id.eq(task_id))
        .filter(deals::removed_at.is_null())
        .select(deal_tasks::task_id)
        .for_update()
        .first(conn)
        .await
        .optional()?;
    if known.is_none() {
        return Ok(None);
    }
    deal_tasks::table
        .inner_join(deals::table.inner_join(properties::table))
        .left_join(letters::table)
        .filter(deal_tasks::task_id.eq(task_id))
        .select(TaskRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Columns to change together with the version. `None` leaves a column unchanged.
#[derive(Debug, Default, AsChangeset)]
#[diesel(table_name = deal_tasks)]
pub struct TaskChange {
    pub title: Option<String>,
    pub due_on: Option<Option<NaiveDate>>,
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
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
