//! Statements that read deals for a change and write them. Row-level security scopes every query.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealCommandId, DealId, ProjectId, PropertyId, UserId};
use serde::Serialize;
use serde_json::Value;

use super::domain::{DealState, PropertyFacts};
use super::letter_tasks;
use crate::schema::{deal_command_items, deal_commands, deals, properties, property_contacts};

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = deals, check_for_backend(diesel::pg::Pg))]
pub struct DealRow {
    pub deal_id: DealId,
    pub property_id: PropertyId,
    #[diesel(embed)]
    pub state: DealState,
    pub version: i64,
    pub changed_by_name: Option<String>,
    pub removed_at: Option<DateTime<Utc>>,
}

/// Locks deals of properties that are in the project until the transaction ends.
pub async fn lock_deals(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    property_ids: &[PropertyId],
) -> QueryResult<Vec<DealRow>> {
    deals::table
        .filter(deals::project_id.eq(project_id))
        .filter(deals::property_id.eq_any(property_ids))
        .filter(deals::removed_at.is_null())
        .order(deals::deal_id)
        .select(DealRow::as_select())
        .for_update()
        .load(conn)
        .await
}

/// The deal of a property that is in the project.
pub async fn find_deal(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    property_id: PropertyId,
) -> QueryResult<Option<DealRow>> {
    deals::table
        .filter(deals::project_id.eq(project_id))
        .filter(deals::property_id.eq(property_id))
        .filter(deals::removed_at.is_null())
        .select(DealRow::as_select())
        .first(conn)
        .await
        .optional()
}

/// Facts of properties that stages may require.
#[derive(Debug, Default)]
pub struct FactsOfProperties {
    offers: HashSet<PropertyId>,
    contacts: HashSet<PropertyId>,
}

impl FactsOfProperties {
    pub fn of(&self, property_id: PropertyId) -> PropertyFacts {
        PropertyFacts {
            offer_value: self.offers.contains(&property_id),
            contact: self.contacts.contains(&property_id),
        }
    }
}

pub async fn load_facts(
    conn: &mut AsyncPgConnection,
    property_ids: &[PropertyId],
) -> QueryResult<FactsOfProperties> {
    let offers: Vec<PropertyId> = properties::table
        .filter(properties::property_id.eq_any(property_ids))
        .filter(properties::offer_value.is_not_null())
        .select(properties::property_id)
        .load(conn)
        .await?;
    let contacts: Vec<PropertyId> = properties::table
        .filter(properties::property_id.eq_any(property_ids))
        .filter(exists(property_contacts::table.filter(
            property_contacts::property_id.eq(properties::property_id),
        )))
        .select(properties::property_id)
        .load(conn)
        .await?;
    Ok(FactsOfProperties {
        offers: offers.into_iter().collect(),
        contacts: contacts.into_iter().collect(),
    })
}

/// A deal with its fields before and after.
#[derive(Debug, Serialize)]
pub struct Changed {
    pub deal_id: DealId,
    #[serde(skip)]
    pub property_id: PropertyId,
    pub before: DealState,
    pub after: DealState,
    /// Before the change.
    pub version: i64,
}

/// Writes deals, and whose the tasks of their letters are; `by` is none when the system moves them.
pub async fn write(
    conn: &mut AsyncPgConnection,
    changed: &[Changed],
    by: Option<&str>,
) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE deals d SET stage_id = n.stage_id, since = n.since, cause = n.cause, moved_by = n.moved_by, \
            moved_by_name = n.moved_by_name, assigned_to = n.assigned_to, assigned_to_name = n.assigned_to_name, \
            next_step = n.next_step, next_step_on = n.next_step_on, drop_reason = n.drop_reason, \
            tags = n.tags, changed_by_name = $2, version = d.version + 1 \
         FROM jsonb_to_recordset($1) AS c (deal_id uuid, after jsonb), \
            jsonb_to_record(c.after) AS n (stage_id uuid, since timestamptz, cause text, moved_by uuid, moved_by_name text, \
                assigned_to uuid, assigned_to_name text, next_step text, next_step_on date, drop_reason text, tags text) \
         WHERE d.deal_id = c.deal_id",
    )
    .bind::<Jsonb, _>(as_json(changed)?)
    .bind::<Nullable<Text>, _>(by)
    .execute(conn)
    .await?;
    letter_tasks::follow(conn, changed).await
}

/// Ends the time in the earlier stage of deals that moved.
pub async fn insert_spans(
    conn: &mut AsyncPgConnection,
    changed: &[Changed],
    command_id: Option<DealCommandId>,
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO deal_spans (deal_id, stage_id, since, until, cause, moved_by, moved_by_name, command_id) \
         SELECT c.deal_id, b.stage_id, b.since, (c.after ->> 'since')::timestamptz, b.cause, b.moved_by, b.moved_by_name, $2 \
         FROM jsonb_to_recordset($1) AS c (deal_id uuid, before jsonb, after jsonb), \
            jsonb_to_record(c.before) AS b (stage_id uuid, since timestamptz, cause text, moved_by uuid, moved_by_name text) \
         WHERE c.before ->> 'stage_id' <> c.after ->> 'stage_id'",
    )
    .bind::<Jsonb, _>(as_json(changed)?)
    .bind::<Nullable<SqlUuid>, _>(command_id)
    .execute(conn)
    .await
    .map(drop)
}

#[derive(Debug, Insertable)]
#[diesel(table_name = deal_commands)]
pub struct NewCommand<'a> {
    pub command_id: DealCommandId,
    pub project_id: ProjectId,
    pub undoes: Option<DealCommandId>,
    pub actor: UserId,
    pub actor_name: &'a str,
}

/// Stores a command with the deals that it changed.
pub async fn insert_command(
    conn: &mut AsyncPgConnection,
    command: &NewCommand<'_>,
    changed: &[Changed],
) -> QueryResult<()> {
    diesel::insert_into(deal_commands::table)
        .values(command)
        .execute(conn)
        .await?;
    diesel::sql_query(
        "INSERT INTO deal_command_items (command_id, deal_id, before, after, version_after) \
         SELECT $2, deal_id, before, after, version + 1 \
         FROM jsonb_to_recordset($1) AS c (deal_id uuid, before jsonb, after jsonb, version bigint)",
    )
    .bind::<Jsonb, _>(as_json(changed)?)
    .bind::<SqlUuid, _>(command.command_id)
    .execute(conn)
    .await
    .map(drop)
}

fn as_json(changed: &[Changed]) -> QueryResult<Value> {
    serde_json::to_value(changed)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

/// Project and time of a change that can be undone.
pub async fn find_command(
    conn: &mut AsyncPgConnection,
    command_id: DealCommandId,
) -> QueryResult<Option<(ProjectId, DateTime<Utc>)>> {
    deal_commands::table
        .find(command_id)
        .filter(deal_commands::undoes.is_null())
        .select((deal_commands::project_id, deal_commands::created_at))
        .first(conn)
        .await
        .optional()
}

/// A deal that a command changed, as it was before, with the version that the command gave it.
#[derive(Debug, Clone, Queryable)]
pub struct ItemRow {
    pub deal: DealRow,
    pub before: Value,
    pub version_after: i64,
}

/// Locks the deals of a command until the transaction ends.
pub async fn lock_items(
    conn: &mut AsyncPgConnection,
    command_id: DealCommandId,
) -> QueryResult<Vec<ItemRow>> {
    deal_command_items::table
        .inner_join(deals::table.on(deals::deal_id.eq(deal_command_items::deal_id)))
        .filter(deal_command_items::command_id.eq(command_id))
        .order(deals::deal_id)
        .select((
            DealRow::as_select(),
            deal_command_items::before,
            deal_command_items::version_after,
        ))
        .for_update()
        .load(conn)
        .await
}

/// Removes the times in stages that a command ended, for deals that it no longer changed.
pub async fn remove_spans(
    conn: &mut AsyncPgConnection,
    command_id: DealCommandId,
    undone: &[Changed],
) -> QueryResult<()> {
    diesel::sql_query(
        "DELETE FROM deal_spans WHERE command_id = $2 \
         AND deal_id IN (SELECT deal_id FROM jsonb_to_recordset($1) AS c (deal_id uuid))",
    )
    .bind::<Jsonb, _>(as_json(undone)?)
    .bind::<SqlUuid, _>(command_id)
    .execute(conn)
    .await
    .map(drop)
}
