//! Request and response bodies of stages.

use std::collections::BTreeMap;

use domain::{DealStageId, ProjectId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::domain::{Fact, Milestone, StageDraft, StageKind};
use super::store::StageRow;

/// Identifies the project.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DealStagesQuery {
    pub project_id: ProjectId,
}

/// Stages of a project.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealStages {
    /// In their order.
    pub stages: Vec<DealStage>,
    /// Changes with each change of the stages.
    pub version: i64,
}

/// A stage of a project's pipeline.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealStage {
    pub stage_id: DealStageId,
    /// What the system moves deals to; null for a stage that the firm added.
    #[schema(required = true)]
    pub milestone: Option<Milestone>,
    pub name: String,
    pub kind: StageKind,
    pub position: i32,
    /// What a deal must have before a person can move it to the stage.
    pub required_facts: Vec<Fact>,
    /// Days after which a deal counts as stalled; null: never.
    #[schema(required = true)]
    pub stale_after_days: Option<i32>,
    /// Keeps its deals, and takes no more.
    pub archived: bool,
}

impl From<StageRow> for DealStage {
    fn from(row: StageRow) -> Self {
        Self {
            stage_id: row.stage_id,
            milestone: row.milestone,
            name: row.name,
            kind: row.kind,
            position: row.position,
            required_facts: row.required_facts,
            stale_after_days: row.stale_after_days,
            archived: row.archived,
        }
    }
}

/// All stages of a project, in their new order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdateDealStagesRequest {
    pub project_id: ProjectId,
    /// At most 30. Those left out are removed.
    pub stages: Vec<DealStageInput>,
    /// Where the deals of a removed stage go: the removed stage's id, and that of a stage that stays.
    #[serde(default)]
    pub move_to: BTreeMap<DealStageId, DealStageId>,
    /// The version that the caller knows.
    pub version: i64,
    /// Whether the firm's new projects begin with these stages too.
    #[serde(default)]
    pub as_firm_default: bool,
}

/// A stage to store; its place in the list is its position.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DealStageInput {
    /// Absent for a new stage.
    #[serde(default)]
    pub stage_id: Option<DealStageId>,
    /// Unique in the project, at most 60 characters.
    pub name: String,
    /// A stage with a milestone keeps its kind.
    pub kind: StageKind,
    #[serde(default)]
    pub required_facts: Vec<Fact>,
    #[serde(default)]
    pub stale_after_days: Option<i32>,
    #[serde(default)]
    pub archived: bool,
}

impl From<DealStageInput> for StageDraft {
    fn from(input: DealStageInput) -> Self {
        let mut required_facts = input.required_facts;
        required_facts.sort_by_key(|fact| fact.as_str());
        required_facts.dedup();
        Self {
            stage_id: input.stage_id,
            name: input.name.trim().to_owned(),
            kind: input.kind,
            required_facts,
            stale_after_days: input.stale_after_days,
            archived: input.archived,
        }
    }
}
