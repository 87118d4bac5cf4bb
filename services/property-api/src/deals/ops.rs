//! Changes of deals by people.

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::tags::{self, TagChange};
use domain::{DealCommandId, Invalid, PropertyId};
use uuid::Uuid;

use super::domain::{self as rules, Actor, Change, MAX_DEALS, Refusal};
use super::dto::{DealRefusal, DealsUpdated, UpdateDealsRequest};
use super::store::{self, Changed, NewCommand};
use super::{DealError, activity, people};
use crate::deal_stages::store::StageRow;
use crate::deal_stages::{self, events};
use crate::main_api::Person;
use crate::properties::events::By;
use crate::properties::{PropertyError, projects};
use crate::state::AppState;

const NOT_IN_PROJECT: &str = "This property is not in the project.";
const TOO_MANY_TAGS: &str = "A property has at most 20 tags.";

/// Changes deals of a project, each by itself: what one lacks does not stop the others.
pub async fn update_deals(
    state: &AppState,
    user: &CurrentUser,
    request: UpdateDealsRequest,
) -> Result<DealsUpdated, DealError> {
    let mut property_ids = request.property_ids.clone();
    property_ids.sort_unstable();
    property_ids.dedup();
    let mut change = read_change(&request, &property_ids)?;
    let project_id = request.project_id;
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    change.assigned_to = find_assigned(state, user, &request).await?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        deal_stages::store::lock_pipeline(conn, user.customer_id, project_id).await?;
        if let Some(stage_id) = request.stage_id {
            let stages = deal_stages::store::list_stages(conn, project_id).await?;
            let target = stages.into_iter().find(|stage| stage.stage_id == stage_id);
            change.stage = Some(enterable(target.ok_or(DealError::NoStage)?)?);
        }
        let actor = Actor {
            user_id: user.user_id,
            name: &name,
            at: Utc::now(),
        };
        let (changed, refused) = apply(conn, &request, &property_ids, &change, actor).await?;
        let command_id = if changed.is_empty() {
            None
        } else {
            Some(save(conn, user, &request, &name, &changed, change.stage.as_ref()).await?)
        };
        Ok(DealsUpdated {
            changed: changed.iter().map(|deal| deal.property_id).collect(),
            refused,
            command_id,
        })
    })
    .await
}

/// The request's change, without stage and person, which are looked up.
fn read_change(
    request: &UpdateDealsRequest,
    property_ids: &[PropertyId],
) -> Result<Change, DealError> {
    if property_ids.is_empty() || property_ids.len() > MAX_DEALS {
        let sentence = "Please choose 1 to 5,000 properties.";
        return Err(DealError::Field("property_ids", sentence));
    }
    let next_step = request.next_step.clone().map(rules::next_step).transpose();
    let drop_reason = request
        .drop_reason
        .clone()
        .map(rules::drop_reason)
        .transpose();
    let change = Change {
        next_step: next_step.map_err(|sentence| DealError::Field("next_step", sentence))?,
        next_step_on: request.next_step_on,
        drop_reason: drop_reason.map_err(|sentence| DealError::Field("drop_reason", sentence))?,
        tags: tag_changes(request)?,
        ..Change::default()
    };
    let says_something = request.stage_id.is_some()
        || request.assigned_to.is_some()
        || change.next_step.is_some()
        || change.next_step_on.is_some()
        || change.drop_reason.is_some()
        || !change.tags.is_empty();
    if !says_something {
        let sentence = "Please say what is to be changed.";
        return Err(DealError::Field("stage_id", sentence));
    }
    Ok(change)
}

/// Removals come first, so that a tag can be written another way.
fn tag_changes(request: &UpdateDealsRequest) -> Result<Vec<TagChange>, DealError> {
    let read = |field: &'static str, given: &[String]| {
        let refused = |invalid: Invalid| DealError::Field(field, invalid.sentence());
        let tags = (!given.is_empty()).then(|| tags::checked(given).map_err(refused));
        tags.transpose()
    };
    let removed = read("remove_tags", &request.remove_tags)?.map(TagChange::Remove);
    let added = read("add_tags", &request.add_tags)?.map(TagChange::Add);
    Ok(removed.into_iter().chain(added).collect())
}

async fn find_assigned(
    state: &AppState,
    user: &CurrentUser,
    request: &UpdateDealsRequest,
) -> Result<Option<Option<Person>>, DealError> {
    Ok(match request.assigned_to {
        Some(Some(user_id)) => Some(Some(people::require(&state.main_api, user, user_id).await?)),
        Some(None) => Some(None),
        None => None,
    })
}

fn enterable(stage: StageRow) -> Result<StageRow, DealError> {
    if stage.archived {
        return Err(DealError::Field("stage_id", "This stage is archived."));
    }
    Ok(stage)
}

/// Runs the rules for each deal; nothing is written yet.
async fn apply(
    conn: &mut AsyncPgConnection,
    request: &UpdateDealsRequest,
    property_ids: &[PropertyId],
    change: &Change,
    actor: Actor<'_>,
) -> Result<(Vec<Changed>, Vec<DealRefusal>), DealError> {
    let rows = store::lock_deals(conn, request.project_id, property_ids).await?;
    if rows.is_empty() {
        return Err(PropertyError::NotFound.into());
    }
    let facts = store::load_facts(conn, property_ids).await?;
    let in_project: std::collections::HashSet<_> = rows.iter().map(|row| row.property_id).collect();
    let absent = property_ids.iter().filter(|id| !in_project.contains(id));
    let mut refused: Vec<_> = absent
        .map(|property_id| DealRefusal {
            property_id: *property_id,
            missing: Vec::new(),
            sentence: NOT_IN_PROJECT.to_owned(),
        })
        .collect();
    let mut changed = Vec::new();
    let stage_name = change.stage.as_ref().map_or("", |stage| &stage.name);
    for row in rows {
        match rules::change(&row.state, facts.of(row.property_id), change, actor) {
            Ok(None) => {}
            Ok(Some(after)) => changed.push(Changed {
                deal_id: row.deal_id,
                property_id: row.property_id,
                before: row.state,
                after,
                version: row.version,
            }),
            Err(Refusal::Missing(missing)) => refused.push(DealRefusal {
                property_id: row.property_id,
                sentence: rules::missing_sentence(stage_name, &missing),
                missing,
            }),
            Err(Refusal::TooManyTags) => refused.push(DealRefusal {
                property_id: row.property_id,
                sentence: TOO_MANY_TAGS.to_owned(),
                missing: Vec::new(),
            }),
        }
    }
    Ok((changed, refused))
}

async fn save(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    request: &UpdateDealsRequest,
    name: &str,
    changed: &[Changed],
    stage: Option<&StageRow>,
) -> Result<DealCommandId, DealError> {
    let command = NewCommand {
        command_id: DealCommandId(Uuid::now_v7()),
        project_id: request.project_id,
        undoes: None,
        actor: user.user_id,
        actor_name: name,
    };
    store::write(conn, changed, Some(name)).await?;
    store::insert_spans(conn, changed, Some(command.command_id)).await?;
    store::insert_command(conn, &command, changed).await?;
    let properties: Vec<_> = changed.iter().map(|deal| deal.property_id).collect();
    let by = By::user(user);
    activity::report(conn, by, request.project_id, changed, stage).await?;
    events::changed(conn, by, request.project_id, Some(&properties)).await?;
    Ok(command.command_id)
}
