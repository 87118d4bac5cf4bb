//! Statements of changes of many contacts. Row-level security scopes every query.

use chrono::Utc;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ContactCommandId, ContactId, UserId};
use serde::Serialize;
use serde_json::Value;

use super::domain::Fields;
use crate::directory::store::RESTORABLE;
use crate::schema::{contact_command_items, contact_commands, contacts};

/// A contact with fields to set or to keep for an undo.
#[derive(Debug, Serialize, Queryable)]
pub struct FieldsOf {
    pub contact_id: ContactId,
    #[serde(flatten)]
    pub fields: Fields,
    /// Before the change.
    pub version: i64,
}

/// Locks these contacts until the transaction ends, in the order of their ids.
pub async fn lock_fields(
    conn: &mut AsyncPgConnection,
    ids: &[ContactId],
) -> QueryResult<Vec<FieldsOf>> {
    contacts::table
        .filter(contacts::contact_id.eq_any(ids))
        .order(contacts::contact_id)
        .select((
            contacts::contact_id,
            (
                contacts::tags,
                contacts::assigned_to,
                contacts::company_name,
            ),
            contacts::version,
        ))
        .for_update()
        .load(conn)
        .await
}

/// Sets the fields of contacts.
pub async fn write(conn: &mut AsyncPgConnection, changed: &[FieldsOf]) -> QueryResult<()> {
    diesel::sql_query(
        "UPDATE contacts c SET tags = n.tags, assigned_to = n.assigned_to, company_name = n.company_name, \
            version = c.version + 1, updated_at = now() \
         FROM jsonb_to_recordset($1) AS n (contact_id uuid, tags text, assigned_to text, company_name text) \
         WHERE c.contact_id = n.contact_id",
    )
    .bind::<Jsonb, _>(as_json(changed)?)
    .execute(conn)
    .await
    .map(drop)
}

/// Stores a command; its contacts follow by [`insert_items`].
pub async fn insert_command(
    conn: &mut AsyncPgConnection,
    command_id: ContactCommandId,
    actor: UserId,
    removed: bool,
) -> QueryResult<()> {
    diesel::insert_into(contact_commands::table)
        .values((
            contact_commands::command_id.eq(command_id),
            contact_commands::actor.eq(actor),
            contact_commands::removed.eq(removed),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Stores contacts of a command as they were.
pub async fn insert_items(
    conn: &mut AsyncPgConnection,
    command_id: ContactCommandId,
    before: &[FieldsOf],
) -> QueryResult<()> {
    diesel::sql_query(
        "INSERT INTO contact_command_items (command_id, contact_id, tags, assigned_to, company_name, version_after) \
         SELECT $2, contact_id, tags, assigned_to, company_name, version + 1 \
         FROM jsonb_to_recordset($1) AS c (contact_id uuid, tags text, assigned_to text, company_name text, version bigint)",
    )
    .bind::<Jsonb, _>(as_json(before)?)
    .bind::<SqlUuid, _>(command_id)
    .execute(conn)
    .await
    .map(drop)
}

fn as_json(rows: &[FieldsOf]) -> QueryResult<Value> {
    serde_json::to_value(rows)
        .map_err(|error| diesel::result::Error::SerializationError(error.into()))
}

/// Locks a command that can be undone; whether it removed its contacts.
pub async fn find_command_for_update(
    conn: &mut AsyncPgConnection,
    command_id: ContactCommandId,
) -> QueryResult<Option<bool>> {
    contact_commands::table
        .find(command_id)
        .filter(contact_commands::created_at.gt(Utc::now() - RESTORABLE))
        .select(contact_commands::removed)
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// A contact of a command, as it was.
#[derive(Debug, Queryable)]
pub struct ItemRow {
    pub contact_id: ContactId,
    pub tags: Option<String>,
    pub assigned_to: Option<String>,
    pub company_name: Option<String>,
    pub version_after: i64,
}

pub async fn list_items(
    conn: &mut AsyncPgConnection,
    command_id: ContactCommandId,
) -> QueryResult<Vec<ItemRow>> {
    contact_command_items::table
        .filter(contact_command_items::command_id.eq(command_id))
        .order(contact_command_items::contact_id)
        .select((
            contact_command_items::contact_id,
            contact_command_items::tags,
            contact_command_items::assigned_to,
            contact_command_items::company_name,
            contact_command_items::version_after,
        ))
        .load(conn)
        .await
}

/// Deletes a command that was undone, with its items.
pub async fn delete_command(
    conn: &mut AsyncPgConnection,
    command_id: ContactCommandId,
) -> QueryResult<()> {
    diesel::delete(contact_commands::table.find(command_id))
        .execute(conn)
        .await
        .map(drop)
}

/// Deletes commands that can no longer be undone.
pub async fn unscoped_delete_commands(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - RESTORABLE;
    diesel::delete(contact_commands::table.filter(contact_commands::created_at.lt(long_ago)))
        .execute(conn)
        .await
}
