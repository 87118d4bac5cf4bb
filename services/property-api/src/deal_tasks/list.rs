//! The list of tasks: filters and paging.

use std::collections::HashMap;

use auth::CurrentUser;
use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealId, DealTaskId, PropertyId, UserId};
use http_kit::{ApiError, Page};

use super::dto::{DealTask, DealTasks, DealTasksQuery};
use super::ops::require_project;
use super::store::{TaskRow, find_tasks};
use crate::properties::domain::search_pattern;
use crate::properties::words;
use crate::schema::{deal_tasks, deals, properties};
use crate::state::AppState;

/// Tasks of an answer without a limit.
const MAX_LISTED: i64 = 500;

/// Further words of a search are ignored.
const MAX_WORDS: usize = 8;

/// Tasks of properties that are in their projects. The few others are looked up, instead of the deals of all tasks.
const IN_PROJECT: &str =
    "deal_tasks.deal_id NOT IN (SELECT r.deal_id FROM deals r WHERE r.removed_at IS NOT NULL)";

/// Ids are ordered by time, so tasks of one day are in the order in which they were made.
const BY_DAY: SortKey = SortKey {
    key: "deal_tasks.due_on",
    kind: Kind::Date,
    nullable: true,
    id: "deal_tasks.task_id",
    id_kind: Kind::Uuid,
};

/// One page; the total is counted over all pages.
pub async fn list_tasks(
    state: &AppState,
    user: &CurrentUser,
    query: &DealTasksQuery,
    page: &Page,
) -> Result<DealTasks, ApiError> {
    let order = BY_DAY.ascending();
    let after = page.after::<Position>()?;
    if after.as_ref().is_some_and(|after| !order.accepts(after)) {
        return Err(ApiError::invalid("cursor", "This cursor is not valid."));
    }
    if let Some(project_id) = query.project_id {
        require_project(state, user, project_id).await?;
    }
    let limit = page.fetch_limit().unwrap_or(MAX_LISTED);
    let (rows, total) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let words = find_words(conn, query).await?;
        let (rows, counted) = read(conn, query, &words, user.user_id, order, after, limit).await?;
        let total = match counted {
            Some(total) => total,
            None => {
                matching(query, &words, user.user_id)
                    .count()
                    .get_result(conn)
                    .await?
            }
        };
        Ok::<_, diesel::result::Error>((rows, total))
    })
    .await?;
    let (rows, next_cursor) = page.cut(rows, |(_, position)| position.clone())?;
    Ok(DealTasks {
        tasks: rows
            .into_iter()
            .map(|(row, _)| DealTask::from(row))
            .collect(),
        next_cursor,
        total,
    })
}

/// Each task has a deal, and this a property. The joins are left ones, because PostgreSQL leaves out those that a statement does not use.
#[diesel::dsl::auto_type]
fn tasks_of_deals() -> _ {
    deal_tasks::table
        .left_join(deals::table)
        .left_join(properties::table.on(properties::property_id.eq(deals::property_id)))
}

/// A word of the search.
struct Word {
    /// For `LIKE`.
    pattern: String,
    /// The deals of the properties with the word in their address, if they are few.
    deals: Option<Vec<DealId>>,
}

async fn find_words(
    conn: &mut AsyncPgConnection,
    query: &DealTasksQuery,
) -> QueryResult<Vec<Word>> {
    let mut found = Vec::new();
    let texts = query.q.as_deref().unwrap_or_default().split_whitespace();
    for text in texts.take(MAX_WORDS) {
        if let Some(pattern) = search_pattern(Some(text)) {
            let deals = match words::find(conn, std::slice::from_ref(&pattern)).await? {
                Some(ids) => Some(find_deals(conn, &ids, &pattern).await?),
                None => None,
            };
            found.push(Word { pattern, deals });
        }
    }
    Ok(found)
}

/// The deals of those of the properties that have the word in their address.
async fn find_deals(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
    pattern: &str,
) -> QueryResult<Vec<DealId>> {
    let in_address = sql::<Bool>("lower(properties.address) LIKE lower(")
        .bind::<Text, _>(pattern)
        .sql(")");
    deals::table
        .inner_join(properties::table)
        .filter(properties::property_id.eq_any(ids))
        .filter(in_address)
        .select(deals::deal_id)
        .load(conn)
        .await
}

/// Tasks of properties that are in their projects.
fn matching(
    query: &DealTasksQuery,
    words: &[Word],
    user_id: UserId,
) -> diesel::dsl::IntoBoxed<'static, tasks_of_deals, Pg> {
    let mut tasks = tasks_of_deals()
        .into_boxed()
        .filter(sql::<Bool>(IN_PROJECT));
    if query.mine {
        tasks = tasks.filter(deal_tasks::assigned_to.eq(user_id));
    }
    if let Some(person) = query.assigned_to {
        tasks = tasks.filter(deal_tasks::assigned_to.eq(person));
    }
    if let Some(project_id) = query.project_id {
        tasks = tasks.filter(deals::project_id.eq(project_id));
    }
    if let Some(property_id) = query.property_id {
        tasks = tasks.filter(deals::property_id.eq(property_id));
    }
    if let Some(day) = query.due_from {
        tasks = tasks.filter(deal_tasks::due_on.ge(day));
    }
    if let Some(day) = query.due_to {
        tasks = tasks.filter(deal_tasks::due_on.le(day));
    }
    for Word { pattern, deals } in words {
        let in_title =
            sql::<Bool>("(deal_tasks.words LIKE lower(").bind::<Text, _>(pattern.clone());
        tasks = match deals {
            Some(ids) => tasks.filter(
                in_title
                    .sql(") OR deal_tasks.deal_id = ANY(")
                    .bind::<Array<SqlUuid>, _>(ids.clone())
                    .sql("))"),
            ),
            None => tasks.filter(
                in_title
                    .sql(") OR properties.words LIKE lower(")
                    .bind::<Text, _>(pattern.clone())
                    .sql(") AND lower(properties.address) LIKE lower(")
                    .bind::<Text, _>(pattern.clone())
                    .sql("))"),
            ),
        };
    }
    match query.open {
        Some(true) => tasks.filter(deal_tasks::done_at.is_null()),
        Some(false) => tasks.filter(deal_tasks::done_at.is_not_null()),
        None => tasks,
    }
}

/// A page, and the number of all that match if the page tells it.
async fn read(
    conn: &mut AsyncPgConnection,
    query: &DealTasksQuery,
    words: &[Word],
    user_id: UserId,
    order: Order,
    after: Option<Position>,
    limit: i64,
) -> QueryResult<(Vec<(TaskRow, Position)>, Option<i64>)> {
    let is_first = after.is_none();
    // A search compares each task, so that its first page can count them; other pages are read from their index.
    let counts = is_first && !words.is_empty();
    let count = if counts {
        "count(*) OVER ()"
    } else {
        "0::bigint"
    };
    let mut tasks = matching(query, words, user_id);
    if let Some(after) = after {
        tasks = tasks.filter(order.after(after));
    }
    let found: Vec<(DealTaskId, Position, i64)> = tasks
        .order(order.order_by())
        .limit(limit)
        .select((deal_tasks::task_id, order.position(), sql::<BigInt>(count)))
        .load(conn)
        .await?;
    let number = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let total = match found.as_slice().first() {
        Some((_, _, count)) if counts => Some(*count),
        _ => (is_first && number < limit).then_some(number),
    };
    let page = found
        .into_iter()
        .map(|(task_id, position, _)| (task_id, position));
    let page: Vec<(DealTaskId, Position)> = page.collect();
    // Only tasks of the page are joined with their letters, of which a firm has many.
    let ids: Vec<DealTaskId> = page.iter().map(|(task_id, _)| *task_id).collect();
    let rows = find_tasks(conn, &ids).await?.into_iter();
    let mut rows: HashMap<DealTaskId, TaskRow> = rows.map(|row| (row.task_id, row)).collect();
    let row = |(task_id, position)| Some((rows.remove(&task_id)?, position));
    Ok((page.into_iter().filter_map(row).collect(), total))
}
