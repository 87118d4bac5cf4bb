//! Operations of stages, one transaction each.

use std::collections::BTreeMap;

use auth::{CurrentUser, Role};
use db::AsyncPgConnection;
use domain::{DealStageId, ProjectId, UserId};
use serde_json::{Value, json};

use super::domain::{StageDraft, mistakes};
use super::dto::{DealStage, DealStages, UpdateDealStagesRequest};
use super::store::{self, StageRow};
use super::{StageError, events};
use crate::properties::events::By;
use crate::properties::projects;
use crate::state::AppState;

pub async fn get_stages(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<DealStages, StageError> {
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let version = store::find_version(conn, user.customer_id, project_id).await?;
        Ok(shown(store::list_stages(conn, project_id).await?, version))
    })
    .await
}

fn shown(rows: Vec<StageRow>, version: i64) -> DealStages {
    let stages = rows.into_iter().map(DealStage::from).collect();
    DealStages { stages, version }
}

/// Replaces the stages of a project. Deals of a removed stage move to the one that is named for it.
pub async fn update_stages(
    state: &AppState,
    user: &CurrentUser,
    request: UpdateDealStagesRequest,
) -> Result<DealStages, StageError> {
    let UpdateDealStagesRequest {
        project_id,
        move_to,
        version,
        as_firm_default,
        ..
    } = request;
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    if as_firm_default && user.role != Role::Admin {
        return Err(StageError::AdminOnly);
    }
    let drafts: Vec<StageDraft> = request.stages.into_iter().map(Into::into).collect();
    let wrong = mistakes(&drafts);
    if !wrong.is_empty() {
        return Err(StageError::Fields(wrong));
    }
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let current = store::lock_pipeline(conn, user.customer_id, project_id).await?;
        if current != version {
            return Err(StageError::Changed(current));
        }
        let before = store::list_stages(conn, project_id).await?;
        check_known(&before, &drafts)?;
        for (position, draft) in (0..).zip(&drafts) {
            store::save_stage(conn, project_id, position, draft).await?;
        }
        let kept = |row: &StageRow| {
            drafts
                .iter()
                .any(|draft| draft.stage_id == Some(row.stage_id))
        };
        for removed in before.iter().filter(|row| !kept(row)) {
            remove(conn, removed, &drafts, &move_to, (user.user_id, &name)).await?;
        }
        let version = store::count_version(conn, project_id).await?;
        let rows = store::list_stages(conn, project_id).await?;
        if as_firm_default {
            store::save_default(conn, &stored_default(&rows)).await?;
        }
        events::changed(conn, By::user(user), project_id, None).await?;
        Ok(shown(rows, version))
    })
    .await
}

fn check_known(before: &[StageRow], drafts: &[StageDraft]) -> Result<(), StageError> {
    let mut wrong = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        let Some(stage_id) = draft.stage_id else {
            continue;
        };
        let row = before
            .iter()
            .find(|row| row.stage_id == stage_id)
            .ok_or(StageError::NotFound)?;
        if row.milestone.is_some() && row.kind != draft.kind {
            let sentence = "The kind of this stage cannot be changed.";
            wrong.push((format!("stages.{index}.kind"), sentence));
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(StageError::Fields(wrong))
    }
}

async fn remove(
    conn: &mut AsyncPgConnection,
    removed: &StageRow,
    drafts: &[StageDraft],
    move_to: &BTreeMap<DealStageId, DealStageId>,
    by: (UserId, &str),
) -> Result<(), StageError> {
    if store::has_deals(conn, removed.stage_id).await? {
        let target = move_to.get(&removed.stage_id).copied();
        let stays = |target: &DealStageId| {
            drafts
                .iter()
                .any(|draft| draft.stage_id == Some(*target) && !draft.archived)
        };
        let Some(target) = target.filter(stays) else {
            let field = format!("move_to.{}", removed.stage_id);
            let sentence = "This stage has deals. Please choose a stage for them.";
            return Err(StageError::Fields(vec![(field, sentence)]));
        };
        store::move_deals(conn, removed.stage_id, target, by).await?;
    }
    Ok(store::remove_stage(conn, removed.stage_id).await?)
}

/// In the form that the database's `ensure_pipeline` reads. Archived stages are left out.
fn stored_default(rows: &[StageRow]) -> Value {
    rows.iter()
        .filter(|row| !row.archived)
        .map(|row| {
            json!({
                "milestone": row.milestone,
                "name": row.name,
                "kind": row.kind,
                "required_facts": row.required_facts,
                "stale_after_days": row.stale_after_days,
            })
        })
        .collect()
}
