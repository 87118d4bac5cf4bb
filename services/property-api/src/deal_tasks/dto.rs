//! Request and response bodies of tasks.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{DealTaskId, LetterId, ProjectId, PropertyId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::TaskRow;
use crate::deals::dto::given;

/// Filters of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DealTasksQuery {
    /// Only the caller's.
    #[serde(default)]
    pub mine: bool,
    /// Only this person's.
    #[serde(default)]
    pub assigned_to: Option<UserId>,
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    #[serde(default)]
    pub property_id: Option<PropertyId>,
    /// Only open ones, or only those that are done; all when absent.
    #[serde(default)]
    pub open: Option<bool>,
    /// Only those that are due on this day or later.
    #[serde(default)]
    pub due_from: Option<NaiveDate>,
    /// Only those that are due on this day or earlier.
    #[serde(default)]
    pub due_to: Option<NaiveDate>,
    /// Words, each contained in the title or in the property's address.
    #[serde(default)]
    pub q: Option<String>,
}

/// Tasks of deals.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTasks {
    /// Those due first come first, those without a day last. Without a limit at most 500.
    pub tasks: Vec<DealTask>,
    /// Cursor of the next page, if any.
    #[schema(required = true)]
    pub next_cursor: Option<String>,
    /// Number of tasks on all pages.
    pub total: i64,
}

/// A task of a deal.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTask {
    pub task_id: DealTaskId,
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    /// Parcel number within its county.
    pub parcel_number: String,
    #[schema(required = true)]
    pub address: Option<String>,
    pub title: String,
    #[schema(required = true)]
    pub due_on: Option<NaiveDate>,
    pub assigned_to: UserId,
    pub assigned_to_name: String,
    pub created_by_name: String,
    pub created_at: DateTime<Utc>,
    /// Null while it is open.
    #[schema(required = true)]
    pub done_at: Option<DateTime<Utc>>,
    /// Null also when the system closed it.
    #[schema(required = true)]
    pub done_by_name: Option<String>,
    pub version: i64,
    /// The letter whose deadline it is: the letter says its title and day. Null of people's tasks.
    #[schema(value_type = Option<Uuid>, required = true)]
    pub letter_id: Option<LetterId>,
    #[schema(required = true, example = "LOI-2026-0042")]
    pub letter_number: Option<String>,
}

impl From<TaskRow> for DealTask {
    fn from(row: TaskRow) -> Self {
        Self {
            task_id: row.task_id,
            project_id: row.project_id,
            property_id: row.property_id,
            parcel_number: row.parcel_number,
            address: row.address,
            title: row.title,
            due_on: row.due_on,
            assigned_to: row.assigned_to,
            assigned_to_name: row.assigned_to_name,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            done_at: row.done_at,
            done_by_name: row.done_by_name,
            version: row.version,
            letter_id: row.letter_id,
            letter_number: row.letter_number,
        }
    }
}

/// A new task.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AddDealTaskRequest {
    pub project_id: ProjectId,
    pub property_id: PropertyId,
    /// 1 to 200 characters.
    pub title: String,
    #[serde(default)]
    pub due_on: Option<NaiveDate>,
    /// A user of the firm.
    pub assigned_to: UserId,
}

/// Changes of a task; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateDealTaskRequest {
    /// 1 to 200 characters.
    #[serde(default)]
    pub title: Option<String>,
    /// Null clears it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<NaiveDate>)]
    pub due_on: Option<Option<NaiveDate>>,
    /// A user of the firm.
    #[serde(default)]
    pub assigned_to: Option<UserId>,
    #[serde(default)]
    pub done: Option<bool>,
    /// The version that the caller knows.
    pub version: i64,
}

/// Changes of many tasks.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateDealTasksRequest {
    /// 1 to 500 tasks, each once.
    #[schema(min_items = 1, max_items = 500)]
    pub changes: Vec<DealTaskChange>,
}

/// A change of one of many tasks.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DealTaskChange {
    pub task_id: DealTaskId,
    #[serde(flatten)]
    pub change: UpdateDealTaskRequest,
}

/// What became of changes.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTasksUpdated {
    /// The changed tasks as they are now.
    pub tasks: Vec<DealTask>,
    pub refused: Vec<DealTaskRefusal>,
}

/// A task that was not changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTaskRefusal {
    pub task_id: DealTaskId,
    pub sentence: String,
}
