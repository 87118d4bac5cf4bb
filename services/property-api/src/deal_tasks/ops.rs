//! Operations of tasks, one transaction each.

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::{DealTaskId, ProjectId};
use uuid::Uuid;

use super::dto::{AddDealTaskRequest, UpdateDealTaskRequest};
use super::store::{self, NewTask, TaskChange, TaskRow};
use super::{TaskError, activity};
use crate::deal_stages::{self, events};
use crate::deals::{self, DealError, people};
use crate::main_api::Person;
use crate::properties::events::By;
use crate::properties::{PropertyError, projects};
use crate::state::AppState;

const MAX_TITLE: usize = 200;

pub async fn add_task(
    state: &AppState,
    user: &CurrentUser,
    request: AddDealTaskRequest,
) -> Result<TaskRow, TaskError> {
    let title = checked(&request.title)?;
    let (project_id, property_id) = (request.project_id, request.property_id);
    require_project(state, user, project_id).await?;
    let person = people::require(&state.main_api, user, request.assigned_to).await?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = deals::store::find_deal(conn, project_id, property_id).await?;
        let deal = deal.ok_or(DealError::Property(PropertyError::NotFound))?;
        let task = NewTask {
            task_id: DealTaskId(Uuid::now_v7()),
            deal_id: deal.deal_id,
            title,
            due_on: request.due_on,
            assigned_to: person.user_id,
            assigned_to_name: &person.name,
            created_by: user.user_id,
            created_by_name: &name,
        };
        store::insert_task(conn, &task).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        let stored = store::lock_task(conn, task.task_id).await?;
        let stored = stored.ok_or(TaskError::NotFound)?;
        activity::report(conn, user, &[&stored]).await?;
        Ok(stored)
    })
    .await
}

pub async fn update_task(
    state: &AppState,
    user: &CurrentUser,
    task_id: DealTaskId,
    request: UpdateDealTaskRequest,
) -> Result<TaskRow, TaskError> {
    let known = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::lock_task(conn, task_id).await
    });
    let known = known.await?.ok_or(TaskError::NotFound)?;
    let person = match request.assigned_to {
        Some(user_id) => Some(people::require(&state.main_api, user, user_id).await?),
        None => None,
    };
    let name = state.main_api.name_of(user).await;
    let change = read_change(&request, person.as_ref(), &name)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // Changes of deals lock it before their tasks.
        let project_id = known.project_id;
        deal_stages::store::lock_pipeline(conn, user.customer_id, project_id).await?;
        let row = store::lock_task(conn, task_id).await?;
        let row = row.ok_or(TaskError::NotFound)?;
        save(conn, &row, change, request.version).await?;
        let properties = [row.property_id];
        events::changed(conn, By::user(user), row.project_id, Some(&properties)).await?;
        let stored = store::lock_task(conn, task_id).await?;
        let stored = stored.ok_or(TaskError::NotFound)?;
        if stored.assigned_to != row.assigned_to {
            activity::report(conn, user, &[&stored]).await?;
        }
        Ok(stored)
    })
    .await
}

/// The columns that a request changes. `person` is the one whom it names.
pub fn read_change(
    request: &UpdateDealTaskRequest,
    person: Option<&Person>,
    editor: &str,
) -> Result<TaskChange, TaskError> {
    let title = request.title.as_deref().map(checked).transpose()?;
    let done = request.done;
    Ok(TaskChange {
        title: title.map(str::to_owned),
        due_on: request.due_on,
        assigned_to: person.map(|person| person.user_id),
        assigned_to_name: person.map(|person| person.name.clone()),
        person_chosen: None,
        done_at: done.map(|done| done.then(Utc::now)),
        done_by_name: done.map(|done| done.then(|| editor.to_owned())),
    })
}

/// Stores a change of a locked task, unless it was changed since `version`.
pub async fn save(
    conn: &mut AsyncPgConnection,
    row: &TaskRow,
    mut change: TaskChange,
    version: i64,
) -> Result<(), TaskError> {
    if row.version != version {
        return Err(TaskError::Changed(row.version));
    }
    follows_letter(row, &change)?;
    let chosen = change.assigned_to;
    change.person_chosen = chosen.filter(|id| *id != row.assigned_to).map(|_| true);
    Ok(store::update_task(conn, row.task_id, &change).await?)
}

/// Title and day of a letter's deadline are the letter's.
fn follows_letter(row: &TaskRow, change: &TaskChange) -> Result<(), TaskError> {
    if row.letter_id.is_none() {
        return Ok(());
    }
    if change
        .title
        .as_ref()
        .is_some_and(|title| *title != row.title)
    {
        return Err(TaskError::OfLetter("title"));
    }
    if change.due_on.is_some_and(|due_on| due_on != row.due_on) {
        return Err(TaskError::OfLetter("due_on"));
    }
    Ok(())
}

pub async fn require_project(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<(), TaskError> {
    let required = projects::require(&state.pool, &state.main_api, user, project_id).await;
    required.map_err(|error| TaskError::Deal(error.into()))
}

fn checked(title: &str) -> Result<&str, TaskError> {
    let title = title.trim();
    if title.is_empty() {
        return Err(TaskError::Title("Please enter a title."));
    }
    if title.chars().count() > MAX_TITLE {
        return Err(TaskError::Title("A title has at most 200 characters."));
    }
    if title.chars().any(char::is_control) {
        return Err(TaskError::Title("Please use a single line of text."));
    }
    Ok(title)
}
