//! The history of a deal: its stages, and who changed what.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealCommandId, DealId, DealStageId};
use serde_json::Value;

use super::DealError;
use super::dto::{DealEdit, DealFieldChange, DealHistory, DealQuery, DealSpan};
use super::store;
use crate::deal_stages::domain::Cause;
use crate::properties::{PropertyError, projects};
use crate::schema::{deal_command_items, deal_commands, deal_stages};
use crate::state::AppState;

const MAX_EDITS: i64 = 200;

/// Fields of a deal in the history, and where their text is.
const FIELDS: [(&str, &str); 6] = [
    ("stage", "stage_id"),
    ("assigned_to", "assigned_to_name"),
    ("next_step", "next_step"),
    ("next_step_on", "next_step_on"),
    ("drop_reason", "drop_reason"),
    ("tags", "tags"),
];

/// Names of the project's stages, removed ones too.
type StageNames = Vec<(DealStageId, String)>;

pub async fn get_history(
    state: &AppState,
    user: &CurrentUser,
    query: DealQuery,
) -> Result<DealHistory, DealError> {
    projects::require(&state.pool, &state.main_api, user, query.project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = store::find_deal(conn, query.project_id, query.property_id).await?;
        let deal = deal.ok_or(PropertyError::NotFound)?;
        let names: StageNames = deal_stages::table
            .filter(deal_stages::project_id.eq(query.project_id))
            .select((deal_stages::stage_id, deal_stages::name))
            .load(conn)
            .await?;
        let spans = list_spans(conn, deal.deal_id).await?;
        let edits = list_edits(conn, deal.deal_id, &names).await?;
        Ok(DealHistory { spans, edits })
    })
    .await
}

#[derive(Debug, QueryableByName)]
struct SpanRow {
    #[diesel(sql_type = SqlUuid)]
    stage_id: DealStageId,
    #[diesel(sql_type = Text)]
    stage_name: String,
    #[diesel(sql_type = Timestamptz)]
    since: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    until: Option<DateTime<Utc>>,
    #[diesel(sql_type = Text)]
    cause: Cause,
    #[diesel(sql_type = Nullable<Text>)]
    actor_name: Option<String>,
}

async fn list_spans(conn: &mut AsyncPgConnection, deal_id: DealId) -> QueryResult<Vec<DealSpan>> {
    let rows: Vec<SpanRow> = diesel::sql_query(
        "SELECT t.stage_id, s.name AS stage_name, t.since, t.until, t.cause, t.moved_by_name AS actor_name FROM ( \
            SELECT stage_id, since, until, cause, moved_by_name FROM deal_spans WHERE deal_id = $1 \
            UNION ALL \
            SELECT stage_id, since, NULL, cause, moved_by_name FROM deals WHERE deal_id = $1) t \
         JOIN deal_stages s ON s.stage_id = t.stage_id ORDER BY t.until DESC NULLS FIRST, t.since DESC",
    )
    .bind::<SqlUuid, _>(deal_id)
    .load(conn)
    .await?;
    let spans = rows.into_iter().map(|row| DealSpan {
        stage_id: row.stage_id,
        stage_name: row.stage_name,
        since: row.since,
        until: row.until,
        cause: row.cause,
        actor_name: row.actor_name,
    });
    Ok(spans.collect())
}

#[derive(Debug, Queryable)]
struct EditRow {
    command_id: DealCommandId,
    at: DateTime<Utc>,
    actor_name: String,
    undoes: Option<DealCommandId>,
    before: Value,
    after: Value,
}

async fn list_edits(
    conn: &mut AsyncPgConnection,
    deal_id: DealId,
    names: &StageNames,
) -> QueryResult<Vec<DealEdit>> {
    let rows: Vec<EditRow> = deal_command_items::table
        .inner_join(deal_commands::table)
        .filter(deal_command_items::deal_id.eq(deal_id))
        .order((
            deal_commands::created_at.desc(),
            deal_commands::command_id.desc(),
        ))
        .select((
            deal_commands::command_id,
            deal_commands::created_at,
            deal_commands::actor_name,
            deal_commands::undoes,
            deal_command_items::before,
            deal_command_items::after,
        ))
        .limit(MAX_EDITS)
        .load(conn)
        .await?;
    let edits = rows.into_iter().map(|row| DealEdit {
        command_id: row.command_id,
        at: row.at,
        actor_name: row.actor_name,
        undoes: row.undoes,
        changes: differences(&row.before, &row.after, names),
    });
    Ok(edits.collect())
}

fn differences(before: &Value, after: &Value, names: &StageNames) -> Vec<DealFieldChange> {
    let differing = FIELDS
        .iter()
        .filter(|(_, member)| before.get(member) != after.get(member));
    differing
        .map(|(field, member)| {
            let text = |state: &Value| {
                let text = state.get(member)?.as_str()?;
                let stage = names.iter().find(|(id, _)| id.to_string() == text);
                Some(stage.map_or(text, |(_, name)| name).to_owned())
            };
            DealFieldChange {
                field: (*field).to_owned(),
                before: text(before),
                after: text(after),
            }
        })
        .collect()
}
