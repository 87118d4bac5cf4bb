//! Statements of edits of values that can be undone. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{TimeDelta, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{PropertyId, ValueEditId};

use super::domain::{Field, Values};
use crate::properties::store::PropertyRow;
use crate::schema::value_edits;

/// How long an edit can be undone.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// A value that an edit changed.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = value_edits, check_for_backend(diesel::pg::Pg))]
pub struct EditRow {
    pub edit_id: ValueEditId,
    pub property_id: PropertyId,
    pub field: String,
    pub before: Option<BigDecimal>,
    pub after: Option<BigDecimal>,
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
    let long_ago = Utc::now() - KEPT;
    diesel::delete(value_edits::table.filter(value_edits::created_at.lt(long_ago)))
        .execute(conn)
        .await?;
    let of = |values: &Values, field| values.get(field).clone().map(Into::into);
    let rows: Vec<_> = changed
        .iter()
        .map(|field| EditRow {
            edit_id,
            property_id: row.property_id,
            field: field.name().to_owned(),
            before: of(before, *field),
            after: of(after, *field),
            was_edited: row.edited.iter().any(|edited| edited == field.name()),
        })
        .collect();
    diesel::insert_into(value_edits::table)
        .values(rows)
        .execute(conn)
        .await
        .map(drop)
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
