//! Queries of projects. Row-level security scopes every query.

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use db::keyset::{Order, Position};
use diesel::dsl::{exists, not};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{MarketId, ProjectId, SubmarketId, UserId};

use super::changes_dto::Labels;
use super::domain::CheckedProject;
use super::list_dto::ProjectSort;
use crate::schema::{
    counties, markers, market_states, markets, project_deletions, projects, states, submarkets,
};

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = projects, check_for_backend(Pg))]
pub struct ProjectRow {
    pub project_id: ProjectId,
    pub project_name: String,
    pub category: String,
    /// Never empty.
    pub description: String,
    /// Two-digit FIPS code.
    pub state: Option<String>,
    /// Three-digit FIPS code within the state.
    pub county: Option<String>,
    pub market: Option<MarketId>,
    pub submarket: Option<SubmarketId>,
    /// Industrial, Office or Retail.
    pub market_type: Option<String>,
    /// Square feet.
    pub bldg_sqft_min: Option<BigDecimal>,
    /// Square feet.
    pub bldg_sqft_max: Option<BigDecimal>,
    /// Acres.
    pub site_size_min: Option<BigDecimal>,
    /// Acres.
    pub site_size_max: Option<BigDecimal>,
    /// Feet.
    pub clear_height: Option<BigDecimal>,
    /// Never empty.
    pub additional_filter: String,
    /// Lower case.
    pub status: String,
    pub progress: i32,
    /// Webhooks go to the operator's test URL.
    pub use_test_webhook: bool,
    /// Incremented by each change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// Comma-separated words.
    pub tags: Option<String>,
    /// Who is responsible.
    pub assigned_to: Option<UserId>,
    pub assigned_to_name: Option<String>,
}

/// A project with the names of its places and its number of markers.
#[derive(Debug, Clone)]
pub struct ProjectView {
    pub row: ProjectRow,
    pub state_name: Option<String>,
    pub market_name: Option<String>,
    pub submarket_name: Option<String>,
    /// Number of markers.
    pub property_count: Option<i64>,
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = projects, treat_none_as_null = true)]
struct ProjectValues<'a> {
    project_name: &'a str,
    category: &'a str,
    description: &'a str,
    state: Option<String>,
    county: Option<String>,
    market: Option<MarketId>,
    submarket: Option<SubmarketId>,
    market_type: Option<String>,
    bldg_sqft_min: Option<BigDecimal>,
    bldg_sqft_max: Option<BigDecimal>,
    site_size_min: Option<BigDecimal>,
    site_size_max: Option<BigDecimal>,
    clear_height: Option<BigDecimal>,
    additional_filter: &'a str,
    status: &'a str,
    progress: i32,
    use_test_webhook: bool,
}

impl<'a> From<&'a CheckedProject> for ProjectValues<'a> {
    fn from(project: &'a CheckedProject) -> Self {
        Self {
            project_name: &project.project_name,
            category: &project.category,
            description: &project.description,
            state: Some(project.state.clone()),
            county: project.county.clone(),
            market: project.market,
            submarket: project.submarket,
            market_type: project.market_type.clone(),
            bldg_sqft_min: project.bldg_sqft_min.clone(),
            bldg_sqft_max: project.bldg_sqft_max.clone(),
            site_size_min: project.site_size_min.clone(),
            site_size_max: project.site_size_max.clone(),
            clear_height: project.clear_height.clone(),
            additional_filter: &project.additional_filter,
            status: &project.status,
            progress: project.progress,
            use_test_webhook: project.use_test_webhook,
        }
    }
}

/// Deleted projects stay in the table until the deletion can no longer be undone.
#[diesel::dsl::auto_type]
pub fn is_deleted() -> _ {
    exists(project_deletions::table.filter(project_deletions::project_id.eq(projects::project_id)))
}

/// Projects joined with their state, market and submarket.
#[diesel::dsl::auto_type]
pub fn placed_projects() -> _ {
    projects::table
        .left_join(states::table.on(states::statefp.nullable().eq(projects::state)))
        .left_join(markets::table.on(markets::market_id.nullable().eq(projects::market)))
        .left_join(submarkets::table.on(submarkets::submkt_id.nullable().eq(projects::submarket)))
}

#[diesel::dsl::auto_type]
pub fn property_count() -> _ {
    markers::table
        .filter(markers::project_id.eq(projects::project_id))
        .count()
        .single_value()
}

/// A query of projects with their places.
pub type Placed<'a> = diesel::dsl::IntoBoxed<'a, placed_projects, Pg>;

/// The projects that are not deleted, to be filtered.
pub fn current_projects() -> Placed<'static> {
    placed_projects().into_boxed().filter(not(is_deleted()))
}

pub async fn find_project(
    conn: &mut AsyncPgConnection,
    id: ProjectId,
) -> QueryResult<Option<ProjectView>> {
    let query = current_projects().filter(projects::project_id.eq(id));
    let found = load(conn, query, ProjectSort::default().into()).await?;
    Ok(found.into_iter().next().map(|(view, _)| view))
}

/// The rows of a query in this order, each with its position.
pub async fn load(
    conn: &mut AsyncPgConnection,
    query: Placed<'_>,
    order: Order,
) -> QueryResult<Vec<(ProjectView, Position)>> {
    let rows: Vec<(ProjectRow, _, _, _, _, Position)> = query
        .select((
            ProjectRow::as_select(),
            states::name.nullable(),
            markets::market_name.nullable(),
            submarkets::sub_mkt_name.nullable(),
            property_count(),
            order.position(),
        ))
        .order(order.order_by())
        .load(conn)
        .await?;
    let view = |(row, state_name, market_name, submarket_name, property_count, position)| {
        let view = ProjectView {
            row,
            state_name,
            market_name,
            submarket_name,
            property_count,
        };
        (view, position)
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Locks the row until the transaction ends, so that changes of one project are serialized.
pub async fn find_project_for_update(
    conn: &mut AsyncPgConnection,
    id: ProjectId,
) -> QueryResult<Option<ProjectRow>> {
    projects::table
        .find(id)
        .filter(not(is_deleted()))
        .select(ProjectRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// The project gets this transaction's firm.
pub async fn insert_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    created_by: UserId,
    project: &CheckedProject,
) -> QueryResult<ProjectRow> {
    diesel::insert_into(projects::table)
        .values((
            projects::project_id.eq(project_id),
            projects::created_by.eq(created_by),
            ProjectValues::from(project),
        ))
        .returning(ProjectRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn update_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    project: &CheckedProject,
) -> QueryResult<ProjectRow> {
    diesel::update(projects::table.find(project_id))
        .set((
            ProjectValues::from(project),
            projects::version.eq(projects::version + 1),
            projects::updated_at.eq(Utc::now()),
        ))
        .returning(ProjectRow::as_returning())
        .get_result(conn)
        .await
}

pub async fn update_labels(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    labels: &Labels,
) -> QueryResult<ProjectRow> {
    diesel::update(projects::table.find(project_id))
        .set((
            projects::project_name.eq(&labels.project_name),
            projects::description.eq(&labels.description),
            projects::status.eq(&labels.status),
            projects::category.eq(&labels.category),
            projects::progress.eq(labels.progress),
            projects::tags.eq(&labels.tags),
            projects::assigned_to.eq(labels.assigned_to),
            projects::assigned_to_name.eq(&labels.assigned_to_name),
            projects::version.eq(projects::version + 1),
            projects::updated_at.eq(Utc::now()),
        ))
        .returning(ProjectRow::as_returning())
        .get_result(conn)
        .await
}

/// Counts a change of what the project contains; returns the new version.
pub async fn update_project_version(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<i64> {
    diesel::update(projects::table.find(project_id))
        .set((
            projects::version.eq(projects::version + 1),
            projects::updated_at.eq(Utc::now()),
        ))
        .returning(projects::version)
        .get_result(conn)
        .await
}

/// Removes a project and returns its last row; its markers must be removed first.
pub async fn delete_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Option<ProjectRow>> {
    diesel::delete(projects::table.find(project_id))
        .returning(ProjectRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

pub async fn has_state(conn: &mut AsyncPgConnection, statefp: &str) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(states::table.find(statefp)))
        .get_result(conn)
        .await
}

pub async fn has_county(
    conn: &mut AsyncPgConnection,
    statefp: &str,
    countyfp: &str,
) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        counties::table.find(format!("{statefp}{countyfp}")),
    ))
    .get_result(conn)
    .await
}

/// Whether a market overlaps a state.
pub async fn has_market(
    conn: &mut AsyncPgConnection,
    statefp: &str,
    market_id: MarketId,
) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        market_states::table.find((statefp, market_id)),
    ))
    .get_result(conn)
    .await
}

pub async fn has_submarket(
    conn: &mut AsyncPgConnection,
    market_id: MarketId,
    submkt_id: SubmarketId,
) -> QueryResult<bool> {
    diesel::select(diesel::dsl::exists(
        submarkets::table
            .filter(submarkets::submkt_id.eq(submkt_id))
            .filter(submarkets::market_id.eq(market_id)),
    ))
    .get_result(conn)
    .await
}
