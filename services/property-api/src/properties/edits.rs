//! Who set the facts of a property that the firm sets itself, and when.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use domain::PropertyId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::schema::fact_edits;

/// The last edit of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = fact_edits, check_for_backend(diesel::pg::Pg))]
pub struct FactEdit {
    /// Field of the property.
    #[schema(example = "market_value")]
    pub field: String,
    #[schema(example = "Maya Chen")]
    pub edited_by_name: String,
    pub edited_at: DateTime<Utc>,
}

/// Records that a person set these fields now.
pub async fn record(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    fields: &[&str],
    name: &str,
) -> QueryResult<()> {
    let edits: Vec<_> = fields.iter().map(|field| (property_id, *field)).collect();
    record_all(conn, &edits, name).await
}

/// The same for fields of many properties, each field of a property once.
pub async fn record_all(
    conn: &mut AsyncPgConnection,
    edits: &[(PropertyId, &str)],
    name: &str,
) -> QueryResult<()> {
    if edits.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = edits
        .iter()
        .map(|(property_id, field)| {
            (
                fact_edits::property_id.eq(*property_id),
                fact_edits::field.eq(*field),
                fact_edits::edited_by_name.eq(name),
            )
        })
        .collect();
    diesel::insert_into(fact_edits::table)
        .values(rows)
        .on_conflict((
            fact_edits::customer_id,
            fact_edits::property_id,
            fact_edits::field,
        ))
        .do_update()
        .set((
            fact_edits::edited_by_name.eq(excluded(fact_edits::edited_by_name)),
            fact_edits::edited_at.eq(now),
        ))
        .execute(conn)
        .await
        .map(drop)
}

/// Forgets who set fields that have the county's value again.
pub async fn delete(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    fields: &[&str],
) -> QueryResult<()> {
    let of_property = fact_edits::table.filter(fact_edits::property_id.eq(property_id));
    diesel::delete(of_property.filter(fact_edits::field.eq_any(fields)))
        .execute(conn)
        .await
        .map(drop)
}

/// The same of one field of many properties.
pub async fn delete_all(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
    field: &str,
) -> QueryResult<()> {
    let of_properties = fact_edits::table.filter(fact_edits::property_id.eq_any(ids));
    diesel::delete(of_properties.filter(fact_edits::field.eq(field)))
        .execute(conn)
        .await
        .map(drop)
}

/// By the name of the field.
pub async fn list(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<FactEdit>> {
    fact_edits::table
        .filter(fact_edits::property_id.eq(property_id))
        .order(fact_edits::field)
        .select(FactEdit::as_select())
        .load(conn)
        .await
}

/// Says why a change cannot be undone: something was changed after it.
pub fn changed_since(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("Changed since by {name}."),
        None => "Changed since.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_changed_it_is_named_if_that_is_known() {
        assert_eq!(changed_since(Some("Dana")), "Changed since by Dana.");
        assert_eq!(changed_since(None), "Changed since.");
    }
}
