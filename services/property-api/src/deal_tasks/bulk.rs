//! Changes of many tasks in one transaction.

use std::collections::{BTreeMap, HashMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{DealTaskId, ProjectId, PropertyId, UserId};

use super::dto::{
    DealTask, DealTaskChange, DealTaskRefusal, DealTasksUpdated, UpdateDealTasksRequest,
};
use super::error::{CHANGED, OF_LETTER};
use super::store::{self, TaskChange};
use super::{TaskError, activity, ops};
use crate::deal_stages::{self, events};
use crate::deals::people;
use crate::main_api::Person;
use crate::properties::events::By;
use crate::state::AppState;

const MAX_CHANGES: usize = 500;

/// Changes tasks, each by itself: one that cannot be changed does not stop the others.
pub async fn update_tasks(
    state: &AppState,
    user: &CurrentUser,
    request: &UpdateDealTasksRequest,
) -> Result<DealTasksUpdated, TaskError> {
    let changes = &request.changes;
    let ids: HashSet<DealTaskId> = changes.iter().map(|each| each.task_id).collect();
    if changes.is_empty() || changes.len() > MAX_CHANGES || ids.len() < changes.len() {
        return Err(TaskError::Count);
    }
    let ids: Vec<_> = ids.into_iter().collect();
    let persons = find_persons(state, user, changes).await?;
    let editor = state.main_api.name_of(user).await;
    let wanted = read_changes(changes, &persons, &editor)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // Changes of deals lock the pipelines before their tasks.
        for project_id in store::projects_of(conn, &ids).await? {
            deal_stages::store::lock_pipeline(conn, user.customer_id, project_id).await?;
        }
        let (saved, refused) = save_all(conn, &ids, wanted).await?;
        for (project_id, properties) in &saved.properties {
            events::changed(conn, By::user(user), *project_id, Some(properties)).await?;
        }
        let rows = store::lock_tasks(conn, &saved.tasks).await?;
        let assigned = rows
            .iter()
            .filter(|row| saved.assigned.contains(&row.task_id));
        activity::report(conn, user, &assigned.collect::<Vec<_>>()).await?;
        Ok(DealTasksUpdated {
            tasks: rows.into_iter().map(DealTask::from).collect(),
            refused,
        })
    })
    .await
}

async fn find_persons(
    state: &AppState,
    user: &CurrentUser,
    changes: &[DealTaskChange],
) -> Result<HashMap<UserId, Person>, TaskError> {
    let named: HashSet<_> = changes
        .iter()
        .filter_map(|each| each.change.assigned_to)
        .collect();
    let mut persons = HashMap::new();
    for user_id in named {
        let person = people::require(&state.main_api, user, user_id).await?;
        persons.insert(user_id, person);
    }
    Ok(persons)
}

/// A change and the version that the caller knows, by task.
type Wanted = HashMap<DealTaskId, (TaskChange, i64)>;

fn read_changes(
    changes: &[DealTaskChange],
    persons: &HashMap<UserId, Person>,
    editor: &str,
) -> Result<Wanted, TaskError> {
    changes
        .iter()
        .map(|DealTaskChange { task_id, change }| {
            let person = change.assigned_to.and_then(|id| persons.get(&id));
            let columns = ops::read_change(change, person, editor)?;
            Ok((*task_id, (columns, change.version)))
        })
        .collect()
}

#[derive(Debug, Default)]
struct Saved {
    tasks: Vec<DealTaskId>,
    /// Those of them that another person has now.
    assigned: HashSet<DealTaskId>,
    properties: BTreeMap<ProjectId, Vec<PropertyId>>,
}

async fn save_all(
    conn: &mut AsyncPgConnection,
    ids: &[DealTaskId],
    mut wanted: Wanted,
) -> Result<(Saved, Vec<DealTaskRefusal>), TaskError> {
    let (mut saved, mut refused) = (Saved::default(), Vec::new());
    for row in store::lock_tasks(conn, ids).await? {
        let Some((change, version)) = wanted.remove(&row.task_id) else {
            continue;
        };
        let is_assigned = change.assigned_to.is_some_and(|id| id != row.assigned_to);
        let sentence = match ops::save(conn, &row, change, version).await {
            Ok(()) => {
                saved.tasks.push(row.task_id);
                if is_assigned {
                    saved.assigned.insert(row.task_id);
                }
                let properties = saved.properties.entry(row.project_id).or_default();
                properties.push(row.property_id);
                continue;
            }
            Err(TaskError::Changed(_)) => CHANGED,
            Err(TaskError::OfLetter(_)) => OF_LETTER,
            Err(error) => return Err(error),
        };
        let (task_id, sentence) = (row.task_id, sentence.to_owned());
        refused.push(DealTaskRefusal { task_id, sentence });
    }
    refused.extend(wanted.into_keys().map(|task_id| DealTaskRefusal {
        task_id,
        sentence: "Task not found.".to_owned(),
    }));
    Ok((saved, refused))
}
