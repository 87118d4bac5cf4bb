//! Queries of the links between projects and properties, one per marker, and their tombstones.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{MarkerId, ProjectId, PropertyId};

use crate::schema::project_links;

/// A marker as known from events.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = project_links, check_for_backend(diesel::pg::Pg))]
pub struct LinkRow {
    pub marker_id: MarkerId,
    pub project_id: ProjectId,
    /// None in a tombstone of an unknown marker.
    pub property_id: Option<PropertyId>,
    /// Last received version of the marker.
    pub version: i64,
    /// When the marker was removed.
    pub removed_at: Option<DateTime<Utc>>,
}

/// Links a property, unless the marker is already known. True when the link is new.
pub async fn insert_link(
    conn: &mut AsyncPgConnection,
    marker_id: MarkerId,
    project_id: ProjectId,
    property_id: PropertyId,
    version: i64,
) -> QueryResult<bool> {
    let written = diesel::insert_into(project_links::table)
        .values((
            project_links::marker_id.eq(marker_id),
            project_links::project_id.eq(project_id),
            project_links::property_id.eq(property_id),
            project_links::version.eq(version),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

/// Locks the link or tombstone of a marker until the transaction ends.
pub async fn lock_link(
    conn: &mut AsyncPgConnection,
    marker_id: MarkerId,
) -> QueryResult<Option<LinkRow>> {
    project_links::table
        .filter(project_links::marker_id.eq(marker_id))
        .select(LinkRow::as_select())
        .for_update()
        .first(conn)
        .await
        .optional()
}

/// Stores a tombstone for a marker whose `marker.added` has not arrived. False when the marker is
/// already known.
pub async fn insert_tombstone(
    conn: &mut AsyncPgConnection,
    marker_id: MarkerId,
    project_id: ProjectId,
    version: i64,
) -> QueryResult<bool> {
    let written = diesel::insert_into(project_links::table)
        .values((
            project_links::marker_id.eq(marker_id),
            project_links::project_id.eq(project_id),
            project_links::version.eq(version),
            project_links::removed_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

/// Turns a marker's link into a tombstone; returns the former link, or none if it was a tombstone.
pub async fn remove_link(
    conn: &mut AsyncPgConnection,
    marker_id: MarkerId,
    version: Option<i64>,
) -> QueryResult<Option<LinkRow>> {
    let link = project_links::table
        .filter(project_links::marker_id.eq(marker_id))
        .filter(project_links::removed_at.is_null());
    let set = (
        project_links::removed_at.eq(now),
        version.map(|version| project_links::version.eq(version)),
    );
    diesel::update(link)
        .set(set)
        .returning(LinkRow::as_returning())
        .get_result(conn)
        .await
        .optional()
}

/// Turns all links of a property in a project into tombstones.
pub async fn remove_links_of_property(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    project_id: ProjectId,
) -> QueryResult<Vec<LinkRow>> {
    let links = project_links::table
        .filter(project_links::property_id.eq(property_id))
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    diesel::update(links)
        .set(project_links::removed_at.eq(now))
        .returning(LinkRow::as_returning())
        .get_results(conn)
        .await
}

/// Turns all links of a project into tombstones.
pub async fn remove_links_of_project(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Vec<LinkRow>> {
    let links = project_links::table
        .filter(project_links::project_id.eq(project_id))
        .filter(project_links::removed_at.is_null());
    diesel::update(links)
        .set(project_links::removed_at.eq(now))
        .returning(LinkRow::as_returning())
        .get_results(conn)
        .await
}

/// Moves the links of a property to another one of the same parcel.
pub async fn move_links(
    conn: &mut AsyncPgConnection,
    from: PropertyId,
    to: PropertyId,
) -> QueryResult<usize> {
    diesel::update(project_links::table.filter(project_links::property_id.eq(from)))
        .set(project_links::property_id.eq(to))
        .execute(conn)
        .await
}

/// Projects that currently contain a property.
pub async fn list_projects(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
) -> QueryResult<Vec<ProjectId>> {
    project_links::table
        .filter(project_links::property_id.eq(property_id))
        .filter(project_links::removed_at.is_null())
        .select(project_links::project_id)
        .distinct()
        .order(project_links::project_id)
        .load(conn)
        .await
}
