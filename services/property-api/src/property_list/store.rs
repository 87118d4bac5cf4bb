//! Queries of the list of properties. Row-level security scopes every query.

use std::collections::HashMap;

use chrono::NaiveDate;
use db::AsyncPgConnection;
use db::keyset::{Order, Position};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{DealId, MarkerId, ProjectId, PropertyId};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::PropertySort;
use super::filter::Filter;
use crate::properties::store::PropertyRow;
use crate::schema::{deal_stages, deals, project_links, properties};

/// Number of rows to read when counting: one more than are counted.
const COUNT_LIMIT: i64 = 1001;

/// A property in a project.
#[derive(Debug, Clone)]
pub struct ListedRow {
    pub property: PropertyRow,
    pub marker_id: MarkerId,
    pub deal: Option<(DealId, DealOfProperty)>,
}

/// The property's deal in the project.
#[derive(Debug, Clone, Queryable, Serialize, ToSchema)]
pub struct DealOfProperty {
    /// Name of its stage.
    pub stage: String,
    /// Name of the person who works on it.
    #[schema(required = true)]
    pub assigned_to: Option<String>,
    #[schema(required = true)]
    pub next_step: Option<String>,
    #[schema(required = true)]
    pub next_step_on: Option<NaiveDate>,
    #[schema(required = true)]
    pub drop_reason: Option<String>,
    /// Comma-separated words.
    #[schema(required = true)]
    pub tags: Option<String>,
}

/// A project's links with their properties and deals. The joins are left ones: each link has its property, no property is missing from the
/// list because it has no deal, and unused joins cost nothing.
#[diesel::dsl::auto_type]
fn linked_properties() -> _ {
    project_links::table
        .left_join(
            properties::table.on(properties::property_id
                .nullable()
                .eq(project_links::property_id)),
        )
        .left_join(
            deals::table.on(deals::customer_id
                .eq(project_links::customer_id)
                .and(deals::project_id.eq(project_links::project_id))
                .and(deals::property_id.nullable().eq(project_links::property_id))
                .and(deals::removed_at.is_null())),
        )
        .left_join(
            deal_stages::table.on(deal_stages::stage_id
                .nullable()
                .eq(deals::stage_id.nullable())),
        )
}

pub type Matching = diesel::dsl::IntoBoxed<'static, linked_properties, Pg>;

/// The project's properties that match.
pub fn matching(project_id: ProjectId, filter: &Filter) -> Matching {
    let mut query = linked_properties()
        .into_boxed()
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    for condition in filter.conditions(project_id) {
        query = query.filter(condition);
    }
    query
}

/// For statements that read the properties: PostgreSQL may begin with these only if the join is an inner one.
pub fn with_properties(query: Matching) -> Matching {
    query.filter(properties::property_id.is_not_null())
}

/// The project's properties that match, for a list in this order.
fn ordered(project_id: ProjectId, filter: &Filter, sort: PropertySort) -> Matching {
    let query = matching(project_id, filter);
    if sort.is_of_properties() {
        with_properties(query)
    } else {
        query
    }
}

/// The rows after a position, in the list's order, each with its own.
pub async fn read(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    filter: &Filter,
    sort: PropertySort,
    after: Option<Position>,
    limit: Option<i64>,
) -> QueryResult<Vec<(ListedRow, Position)>> {
    let order = Order::from(sort);
    let mut query = ordered(project_id, filter, sort);
    if let Some(after) = after {
        query = query.filter(order.key_after(&after));
        query = query.filter(order.after(after));
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    // Sorting ids instead of whole rows halves the time for a project of thousands.
    let sorted: Vec<(PropertyId, Position)> = query
        .select((
            project_links::property_id.assume_not_null(),
            order.position(),
        ))
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
    let rows: Vec<(PropertyRow, MarkerId)> = project_links::table
        .inner_join(
            properties::table.on(properties::property_id
                .nullable()
                .eq(project_links::property_id)),
        )
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null())
        .filter(properties::property_id.eq_any(ids))
        .select((PropertyRow::as_select(), project_links::marker_id))
        .load(conn)
        .await?;
    let deals: Vec<(PropertyId, (DealId, DealOfProperty))> = deals::table
        .inner_join(deal_stages::table)
        .filter(deals::project_id.eq(project_id))
        .filter(deals::property_id.eq_any(ids))
        .filter(deals::removed_at.is_null())
        .select((
            deals::property_id,
            (
                deals::deal_id,
                (
                    deal_stages::name,
                    deals::assigned_to_name,
                    deals::next_step,
                    deals::next_step_on,
                    deals::drop_reason,
                    deals::tags,
                ),
            ),
        ))
        .load(conn)
        .await?;
    let mut deals: HashMap<_, _> = deals.into_iter().collect();
    let listed = rows.into_iter().map(|(property, marker_id)| ListedRow {
        deal: deals.remove(&property.property_id),
        property,
        marker_id,
    });
    Ok(listed.collect())
}

/// Ids of the chosen properties, or of those that match, in the list's order.
pub async fn list_ids(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    filter: &Filter,
    chosen: Option<Vec<PropertyId>>,
    sort: PropertySort,
    limit: i64,
) -> QueryResult<Vec<PropertyId>> {
    let query = match chosen {
        Some(ids) => ordered(project_id, &Filter::default(), sort)
            .filter(project_links::property_id.eq_any(ids)),
        None => ordered(project_id, filter, sort),
    };
    query
        .select(project_links::property_id.assume_not_null())
        .order(Order::from(sort).order_by())
        .limit(limit)
        .load(conn)
        .await
}

/// Counts up to [`COUNT_LIMIT`].
pub async fn count(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    filter: &Filter,
) -> QueryResult<usize> {
    let markers: Vec<MarkerId> = matching(project_id, filter)
        .select(project_links::marker_id)
        .limit(COUNT_LIMIT)
        .load(conn)
        .await?;
    Ok(markers.len())
}
