//! The list of a project's properties: search, sorting and paging.

use std::collections::HashMap;

use auth::CurrentUser;
use db::AsyncPgConnection;
use db::keyset::{Kind, Order, Position, SortKey};
use diesel::dsl::sql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl;
use domain::{MarkerId, ProjectId, PropertyId};
use http_kit::{ApiError, Page};

use super::domain::search_pattern;
use super::list_dto::{PropertyList, PropertyListQuery, PropertySort};
use super::projects;
use super::store::{ListedRow, PropertyRow};
use crate::schema::{project_links, properties};
use crate::state::AppState;

/// Larger totals are not counted.
const MAX_COUNTED: usize = 1000;
/// Number of rows to read when counting: one more than [`MAX_COUNTED`].
const COUNT_LIMIT: i64 = 1001;

/// The searched fields in lower case.
const WORDS: &str = "lower(concat_ws(E'\\n', properties.parcel_number, properties.address, properties.owner_name, \
    properties.property_name, properties.city)) LIKE lower(";

const fn by(key: &'static str, kind: Kind, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind,
        nullable,
        id: "project_links.marker_id",
        id_kind: Kind::Number,
    }
}

impl From<PropertySort> for Order {
    fn from(sort: PropertySort) -> Self {
        let added = by("project_links.linked_at", Kind::Time, false);
        // The list shows the parcel number of a property without an address.
        let address = by(
            "lower(coalesce(properties.address, properties.parcel_number))",
            Kind::Text,
            false,
        );
        let year = by(
            "CASE jsonb_typeof(properties.facts -> 'year_built') \
             WHEN 'number' THEN (properties.facts ->> 'year_built')::numeric END",
            Kind::Number,
            true,
        );
        let value_type = by("lower(properties.facts ->> 'parvaltype')", Kind::Text, true);
        let total = by("properties.total_value", Kind::Number, true);
        let appraised = by("properties.appraised_value", Kind::Number, true);
        let acres = by(
            "CASE jsonb_typeof(properties.facts -> 'll_gisacre') \
             WHEN 'number' THEN (properties.facts ->> 'll_gisacre')::numeric END",
            Kind::Number,
            true,
        );
        match sort {
            PropertySort::Added => added.ascending(),
            PropertySort::AddedDescending => added.descending(),
            PropertySort::Address => address.ascending(),
            PropertySort::AddressDescending => address.descending(),
            PropertySort::YearBuilt => year.ascending(),
            PropertySort::YearBuiltDescending => year.descending(),
            PropertySort::ValueType => value_type.ascending(),
            PropertySort::ValueTypeDescending => value_type.descending(),
            PropertySort::TotalValue => total.ascending(),
            PropertySort::TotalValueDescending => total.descending(),
            PropertySort::AppraisedValue => appraised.ascending(),
            PropertySort::AppraisedValueDescending => appraised.descending(),
            PropertySort::Acres => acres.ascending(),
            PropertySort::AcresDescending => acres.descending(),
        }
    }
}

/// One page; the total is counted over all pages.
pub async fn list_properties(
    state: &AppState,
    user: &CurrentUser,
    query: &PropertyListQuery,
    page: &Page,
) -> Result<PropertyList, ApiError> {
    let PropertyListQuery {
        project_id, sort, ..
    } = *query;
    let order = Order::from(sort);
    let after = match page.after::<(PropertySort, Position)>()? {
        Some((of, after)) if of == sort && order.accepts(&after) => Some(after),
        None => None,
        Some(_) => {
            let sentence = "This cursor belongs to another list.";
            return Err(ApiError::invalid("cursor", sentence));
        }
    };
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let pattern = search_pattern(query.q.as_deref());
    let limit = page.fetch_limit();
    let (rows, counted) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let pattern = pattern.as_deref();
        let rows = read(conn, project_id, pattern, order, after, limit).await?;
        let counted = count(conn, project_id, pattern).await?;
        Ok::<_, diesel::result::Error>((rows, counted))
    })
    .await?;
    let (rows, next_cursor) = page.cut(rows, |(_, position)| (sort, position.clone()))?;
    Ok(PropertyList {
        properties: rows.into_iter().map(|(row, _)| row.into()).collect(),
        next_cursor,
        total: (counted <= MAX_COUNTED).then_some(counted),
    })
}

#[diesel::dsl::auto_type]
fn linked_properties() -> _ {
    project_links::table.inner_join(
        properties::table.on(properties::property_id
            .nullable()
            .eq(project_links::property_id)),
    )
}

/// The project's properties, optionally only those that match a pattern.
fn matching(
    project_id: ProjectId,
    pattern: Option<&str>,
) -> diesel::dsl::IntoBoxed<'static, linked_properties, Pg> {
    let query = linked_properties()
        .into_boxed()
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    match pattern {
        None => query,
        Some(pattern) => query.filter(
            sql::<Bool>(WORDS)
                .bind::<Text, _>(pattern.to_owned())
                .sql(")"),
        ),
    }
}

async fn read(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    pattern: Option<&str>,
    order: Order,
    after: Option<Position>,
    limit: Option<i64>,
) -> QueryResult<Vec<(ListedRow, Position)>> {
    let mut query = matching(project_id, pattern);
    if let Some(after) = after {
        query = query.filter(order.after(after));
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    // Sorting ids instead of whole rows halves the time for a project of thousands.
    let sorted: Vec<(PropertyId, Position)> = query
        .select((properties::property_id, order.position()))
        .order(order.order_by())
        .load(conn)
        .await?;
    let ids: Vec<_> = sorted.iter().map(|(property_id, _)| *property_id).collect();
    let rows = load(conn, project_id, &ids).await?.into_iter();
    let mut rows: HashMap<PropertyId, ListedRow> =
        rows.map(|row| (row.property.property_id, row)).collect();
    // Missing if it was removed since the first query.
    let listed = sorted.into_iter();
    let listed = listed.filter_map(|(id, position)| Some((rows.remove(&id)?, position)));
    Ok(listed.collect())
}

/// These properties of the project, in any order; those that are not in it are left out.
pub async fn load(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    ids: &[PropertyId],
) -> QueryResult<Vec<ListedRow>> {
    let rows: Vec<(PropertyRow, MarkerId)> = matching(project_id, None)
        .filter(properties::property_id.eq_any(ids.to_vec()))
        .select((PropertyRow::as_select(), project_links::marker_id))
        .load(conn)
        .await?;
    let listed = rows.into_iter().map(|(property, marker_id)| ListedRow {
        property,
        marker_id,
    });
    Ok(listed.collect())
}

/// Ids of the chosen properties, or of those that match the pattern, in the list's order.
pub async fn list_ids(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    pattern: Option<&str>,
    chosen: Option<Vec<PropertyId>>,
    order: Order,
    limit: i64,
) -> QueryResult<Vec<PropertyId>> {
    let query = match chosen {
        Some(ids) => matching(project_id, None).filter(properties::property_id.eq_any(ids)),
        None => matching(project_id, pattern),
    };
    query
        .select(properties::property_id)
        .order(order.order_by())
        .limit(limit)
        .load(conn)
        .await
}

/// Counts up to [`COUNT_LIMIT`].
async fn count(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    pattern: Option<&str>,
) -> QueryResult<usize> {
    let markers: Vec<MarkerId> = matching(project_id, pattern)
        .select(project_links::marker_id)
        .limit(COUNT_LIMIT)
        .load(conn)
        .await?;
    Ok(markers.len())
}
