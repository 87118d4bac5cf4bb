//! Request and response bodies of changes of deals.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{DealCommandId, DealStageId, ProjectId, PropertyId, UserId};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::deal_stages::domain::{Cause, Fact};

/// Reads a field that may be absent (unchanged) or null (cleared).
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A change of deals of one project. Absent fields stay unchanged.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct UpdateDealsRequest {
    pub project_id: ProjectId,
    /// 1 to 5,000 properties of the project.
    #[schema(min_items = 1, max_items = 5000)]
    pub property_ids: Vec<PropertyId>,
    #[serde(default)]
    pub stage_id: Option<DealStageId>,
    /// A user of the firm; null clears it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<UserId>)]
    pub assigned_to: Option<Option<UserId>>,
    /// At most 200 characters; null or blank clears it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub next_step: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<NaiveDate>)]
    pub next_step_on: Option<Option<NaiveDate>>,
    /// At most 500 characters; null or blank clears it. Moving a deal to a stage that is not lost clears it too.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub drop_reason: Option<Option<String>>,
    /// Adds tags to those that the deals have: 20 at most for each deal, 40 characters at most each, without commas.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub add_tags: Vec<String>,
    /// Removes tags, in upper or lower case, before `add_tags` are added.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub remove_tags: Vec<String>,
}

/// What became of a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealsUpdated {
    /// Properties whose deals differ now; those for which the change changes nothing are in neither list.
    pub changed: Vec<PropertyId>,
    pub refused: Vec<DealRefusal>,
    /// For undoing; null when nothing was changed.
    #[schema(required = true)]
    pub command_id: Option<DealCommandId>,
}

/// A deal that was not changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealRefusal {
    pub property_id: PropertyId,
    /// Facts that the stage requires; empty if the property is not in the project, or would have too many tags.
    pub missing: Vec<Fact>,
    pub sentence: String,
}

/// A change to undo.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoDealsRequest {
    pub command_id: DealCommandId,
}

/// What became of an undo.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealsUndone {
    pub undone: Vec<PropertyId>,
    /// Deals that were changed since.
    pub left: Vec<DealLeft>,
}

/// A deal that was not undone.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealLeft {
    pub property_id: PropertyId,
    pub sentence: String,
}

/// The tags that the firm's deals have.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealTags {
    /// In lower case, sorted; the 200 most frequent ones.
    pub tags: Vec<String>,
}

/// Identifies a deal.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DealQuery {
    pub project_id: ProjectId,
    pub property_id: PropertyId,
}

/// History of a deal.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealHistory {
    /// Stages, newest first; the first is the current one.
    pub spans: Vec<DealSpan>,
    /// The newest 200 changes by people, newest first.
    pub edits: Vec<DealEdit>,
}

/// A time in one stage.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealSpan {
    pub stage_id: DealStageId,
    pub stage_name: String,
    pub since: DateTime<Utc>,
    /// Null for the current stage.
    #[schema(required = true)]
    pub until: Option<DateTime<Utc>>,
    /// Why the deal came to the stage.
    pub cause: Cause,
    /// Null: the system.
    #[schema(required = true)]
    pub actor_name: Option<String>,
}

/// A change by a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealEdit {
    pub command_id: DealCommandId,
    pub at: DateTime<Utc>,
    pub actor_name: String,
    /// The change that this one undid.
    #[schema(required = true)]
    pub undoes: Option<DealCommandId>,
    pub changes: Vec<DealFieldChange>,
}

/// A changed field, as text.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DealFieldChange {
    /// `stage`, `assigned_to`, `next_step`, `next_step_on`, `drop_reason` or `tags`.
    pub field: String,
    #[schema(required = true)]
    pub before: Option<String>,
    #[schema(required = true)]
    pub after: Option<String>,
}
