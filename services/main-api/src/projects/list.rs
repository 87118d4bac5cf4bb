//! The list of projects: search, filters, sorting and paging. Row-level security scopes every query.

use db::AsyncPgConnection;
use db::keyset::{Kind, Order, SortKey};
use diesel::dsl::{count_star, not, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::ProjectId;

use super::list_dto::{ProjectFilters, ProjectSort, ProjectTotals};
use super::store::{self, Placed, ProjectView, current_projects, is_deleted};
use crate::assignee::Assignee;
use crate::markets::dto::State;
use crate::schema::{markets, projects, states, submarkets};
use crate::search::{self, ListRequest, ListRows, MAX_CHOICES};

diesel::define_sql_function! {
    /// The words of a comma-separated list, in lower case.
    fn contact_tags(list: Nullable<Text>) -> Array<Text>;
}

/// Filters of the list; none are applied by default.
#[derive(Debug, Default)]
pub struct ProjectFilter {
    pub status: Option<String>,
    pub category: Option<String>,
    /// Two-digit FIPS code.
    pub state: Option<String>,
    /// In upper or lower case.
    pub tag: Option<String>,
    pub assigned_to: Option<Assignee>,
}

const fn by(key: &'static str, kind: Kind) -> SortKey {
    SortKey {
        key,
        kind,
        nullable: false,
        id: "projects.project_id",
        id_kind: Kind::Uuid,
    }
}

impl From<ProjectSort> for Order {
    fn from(sort: ProjectSort) -> Self {
        let created = by("projects.created_at", Kind::Time);
        let name = by("lower(projects.project_name)", Kind::Text);
        let progress = by("projects.progress", Kind::Number);
        match sort {
            ProjectSort::Created => created.ascending(),
            ProjectSort::CreatedDescending => created.descending(),
            ProjectSort::Name => name.ascending(),
            ProjectSort::NameDescending => name.descending(),
            ProjectSort::Progress => progress.ascending(),
            ProjectSort::ProgressDescending => progress.descending(),
        }
    }
}

/// Projects that fit the filter and contain each word of `q` in name, description, type or place.
pub fn matching(q: Option<&str>, filter: &ProjectFilter) -> Placed<'static> {
    let mut query = current_projects();
    if let Some(status) = &filter.status {
        query = query.filter(projects::status.eq(status.to_lowercase()));
    }
    if let Some(category) = &filter.category {
        query = query.filter(projects::category.eq(category.clone()));
    }
    if let Some(state) = &filter.state {
        query = query.filter(projects::state.eq(state.clone()));
    }
    if let Some(tag) = &filter.tag {
        let tag = tag.trim().to_lowercase();
        query = query.filter(contact_tags(projects::tags).contains(vec![tag]));
    }
    query = match filter.assigned_to.as_ref().map(Assignee::person) {
        Some(Some(person)) => query.filter(projects::assigned_to.eq(person)),
        Some(None) => query.filter(projects::assigned_to.is_null()),
        None => query,
    };
    for word in q.into_iter().flat_map(search::words) {
        let like = search::contains(word);
        query = query.filter(
            projects::project_name
                .ilike(like.clone())
                .or(projects::description.ilike(like.clone()))
                .or(projects::category.ilike(like.clone()))
                .or(states::name.nullable().ilike(like.clone()))
                .or(markets::market_name.nullable().ilike(like.clone()))
                .or(submarkets::sub_mkt_name.nullable().ilike(like)),
        );
    }
    query
}

/// Figures of all projects that match.
pub async fn read_totals(
    conn: &mut AsyncPgConnection,
    q: Option<&str>,
    filter: &ProjectFilter,
) -> QueryResult<ProjectTotals> {
    matching(q, filter)
        .select((
            sql::<BigInt>("count(*)"),
            sql::<BigInt>(
                "(coalesce(sum((SELECT count(*) FROM markers WHERE markers.project_id = projects.project_id)), 0))::bigint",
            ),
            sql::<Nullable<Integer>>("round(avg(projects.progress))::integer"),
        ))
        .first(conn)
        .await
}

/// One page; the total is counted over all pages.
pub async fn list_projects(
    conn: &mut AsyncPgConnection,
    request: &ListRequest,
    filter: &ProjectFilter,
) -> QueryResult<ListRows<ProjectView>> {
    let q = request.q.as_deref();
    let mut query = matching(q, filter);
    if let Some(after) = request.after.clone() {
        query = query.filter(request.order.after(after));
    }
    let rows = store::load(conn, query.limit(request.limit), request.order).await?;
    let all: i64 = matching(q, filter).count().get_result(conn).await?;
    Ok(ListRows {
        rows,
        total: usize::try_from(all).ok(),
    })
}

/// Up to `most` projects of a query, in this order.
pub async fn list_ids(
    conn: &mut AsyncPgConnection,
    query: Placed<'_>,
    order: Order,
    most: i64,
) -> QueryResult<Vec<ProjectId>> {
    query
        .select(projects::project_id)
        .order(order.order_by())
        .limit(most)
        .load(conn)
        .await
}

/// The values of each filter that occur, at most [`MAX_CHOICES`]: the most frequent ones.
pub async fn list_filters(conn: &mut AsyncPgConnection) -> QueryResult<ProjectFilters> {
    let current = projects::table.filter(not(is_deleted()));
    let mut statuses: Vec<String> = current
        .group_by(projects::status)
        .select(projects::status)
        .order((count_star().desc(), projects::status))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    let mut categories: Vec<String> = current
        .group_by(projects::category)
        .select(projects::category)
        .order((count_star().desc(), projects::category))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    let states: Vec<(String, String)> = projects::table
        .inner_join(states::table.on(states::statefp.nullable().eq(projects::state)))
        .filter(not(is_deleted()))
        .select((states::statefp, states::name))
        .distinct()
        .order(states::name)
        .load(conn)
        .await?;
    let mut tags: Vec<(String, i64)> = projects::table
        .filter(not(is_deleted()))
        .filter(projects::tags.is_not_null())
        .group_by(sql::<Text>("1"))
        .select((
            sql::<Text>("unnest(contact_tags(projects.tags))"),
            count_star(),
        ))
        .order(sql::<Text>("2 DESC, 1"))
        .limit(MAX_CHOICES)
        .load(conn)
        .await?;
    statuses.sort();
    categories.sort();
    tags.sort();
    let state = |(statefp, name)| State { statefp, name };
    Ok(ProjectFilters {
        statuses,
        categories,
        states: states.into_iter().map(state).collect(),
        tags: tags.into_iter().map(|(tag, _)| tag).collect(),
    })
}
