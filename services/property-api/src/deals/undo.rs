//! Undoing a change of deals.

use std::collections::HashSet;

use auth::CurrentUser;
use chrono::{TimeDelta, Utc};
use db::AsyncPgConnection;
use domain::{DealCommandId, DealStageId, ProjectId};
use serde::Deserialize as _;
use uuid::Uuid;

use super::DealError;
use super::domain::DealState;
use super::dto::{DealLeft, DealsUndone};
use super::store::{self, Changed, ItemRow, NewCommand};
use crate::deal_stages::{self, events};
use crate::properties::edits::changed_since;
use crate::properties::events::By;
use crate::properties::projects;
use crate::state::AppState;

/// How long a change can be undone.
const UNDO_KEPT: TimeDelta = TimeDelta::hours(24);

/// Sets the fields of a command's deals back, where nothing was changed since. The undo is a
/// command too, so that the history shows it.
pub async fn undo_deals(
    state: &AppState,
    user: &CurrentUser,
    command_id: DealCommandId,
) -> Result<DealsUndone, DealError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_command(conn, command_id).await
    })
    .await?;
    let (project_id, created_at) = found.ok_or(DealError::NoCommand)?;
    if created_at + UNDO_KEPT < Utc::now() {
        return Err(DealError::UndoExpired);
    }
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        deal_stages::store::lock_pipeline(conn, user.customer_id, project_id).await?;
        let (changed, left) = choose(conn, project_id, command_id).await?;
        if !changed.is_empty() {
            store::write(conn, &changed, Some(&name)).await?;
            store::remove_spans(conn, command_id, &changed).await?;
            let command = NewCommand {
                command_id: DealCommandId(Uuid::now_v7()),
                project_id,
                undoes: Some(command_id),
                actor: user.user_id,
                actor_name: &name,
            };
            store::insert_command(conn, &command, &changed).await?;
        }
        let undone: Vec<_> = changed.iter().map(|deal| deal.property_id).collect();
        events::changed(conn, By::user(user), project_id, Some(&undone)).await?;
        Ok(DealsUndone { undone, left })
    })
    .await
}

/// Deals of a command that can be set back, and those that are left.
async fn choose(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    command_id: DealCommandId,
) -> Result<(Vec<Changed>, Vec<DealLeft>), DealError> {
    let stages = deal_stages::store::list_stages(conn, project_id).await?;
    let stages: HashSet<_> = stages.iter().map(|stage| stage.stage_id).collect();
    let (mut changed, mut left) = (Vec::new(), Vec::new());
    for item in store::lock_items(conn, command_id).await? {
        let property_id = item.deal.property_id;
        match set_back(item, &stages) {
            Ok(deal) => changed.push(deal),
            Err(sentence) => left.push(DealLeft {
                property_id,
                sentence,
            }),
        }
    }
    Ok((changed, left))
}

fn set_back(item: ItemRow, stages: &HashSet<DealStageId>) -> Result<Changed, String> {
    let deal = item.deal;
    if deal.removed_at.is_some() {
        return Err("This property is not in the project any more.".to_owned());
    }
    let before = DealState::deserialize(&item.before).ok();
    let Some(before) = before.filter(|_| deal.version == item.version_after) else {
        return Err(changed_since(deal.changed_by_name.as_deref()));
    };
    if !stages.contains(&before.stage_id) {
        return Err("Its stage was removed.".to_owned());
    }
    Ok(Changed {
        deal_id: deal.deal_id,
        property_id: deal.property_id,
        before: deal.state,
        after: before,
        version: deal.version,
    })
}
