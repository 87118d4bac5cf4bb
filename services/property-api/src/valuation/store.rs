//! Statements of edits of values that can be undone. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{TimeDelta, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{PropertyId, ValueEditId};

use super::domain::{Field, Values};
use super::own_facts::OwnFact;
use crate::properties::store::PropertyRow;
use crate::schema::value_edits;

/// How long an edit can be undone.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// A value or a fact that an edit changed.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = value_edits, check_for_backend(diesel::pg::Pg))]
pub struct EditRow {
    pub edit_id: ValueEditId,
    pub property_id: PropertyId,
    pub field: String,
    pub before: Option<BigDecimal>,
    pub after: Option<BigDecimal>,
    /// Of a fact that is no value.
    pub before_text: Option<String>,
    pub after_text: Option<String>,
    pub was_edited: bool,
}

/// Keeps what an edit changes, and forgets what can no longer be undone.
pub async fn insert_edit(
    conn: &mut AsyncPgConnection,
    edit_id: ValueEditId,
    row: &PropertyRow,
    changed: &[Field],
    (before, after): (&Values, &Values),
) -> QueryResult<()> {
    delete_old(conn).await?;
    let of = |values: &Values, field| values.get(field).clone().map(Into::into);
    let rows: Vec<_> = changed
        .iter()
        .map(|field| EditRow {
            edit_id,
            property_id: row.property_id,
            field: field.name().to_owned(),
            before: of(before, *field),
            after: of(after, *field),
            before_text: None,
            after_text: None,
            was_edited: is_own(row, field.name()),
        })
        .collect();
    diesel::insert_into(value_edits::table)
        .values(rows)
        .execute(conn)
        .await
        .map(drop)
}

/// The same of a fact, before and after the edit.
pub async fn insert_fact_edit(
    conn: &mut AsyncPgConnection,
    edit_id: ValueEditId,
    row: &PropertyRow,
    fact: OwnFact,
    (before_text, after_text): (Option<String>, Option<String>),
) -> QueryResult<()> {
    delete_old(conn).await?;
    let edit = EditRow {
        edit_id,
        property_id: row.property_id,
        field: fact.name().to_owned(),
        before: None,
        after: None,
        before_text,
        after_text,
        was_edited: is_own(row, fact.name()),
    };
    diesel::insert_into(value_edits::table)
        .values(edit)
        .execute(conn)
        .await
        .map(drop)
}

/// Whether the firm has set the field itself.
fn is_own(row: &PropertyRow, field: &str) -> bool {
    row.edited.iter().any(|edited| edited == field)
}

/// Deletes edits that can no longer be undone.
async fn delete_old(conn: &mut AsyncPgConnection) -> QueryResult<usize> {
    let long_ago = Utc::now() - KEPT;
    diesel::delete(value_edits::table.filter(value_edits::created_at.lt(long_ago)))
        .execute(conn)
        .await
}

/// What an edit changed; nothing if it can no longer be undone.
pub async fn find_edit(
    conn: &mut AsyncPgConnection,
    edit_id: ValueEditId,
) -> QueryResult<Vec<EditRow>> {
    value_edits::table
        .filter(value_edits::edit_id.eq(edit_id))
        .filter(value_edits::created_at.ge(Utc::now() - KEPT))
        .order(value_edits::field)
        .select(EditRow::as_select())
        .load(conn)
        .await
}

pub async fn delete_edit(conn: &mut AsyncPgConnection, edit_id: ValueEditId) -> QueryResult<usize> {
    diesel::delete(value_edits::table.filter(value_edits::edit_id.eq(edit_id)))
        .execute(conn)
        .await
}
