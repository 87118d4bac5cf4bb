//! Queries over projects. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{MarkerId, ParcelUuid, ProjectId};

use crate::schema::{markers, project_deletions, projects, users};

/// Project, its name, marker, when it was added, and who did.
pub type InProject = (ProjectId, String, MarkerId, DateTime<Utc>, (String, String));

/// The firm's projects that have a parcel, newest first.
pub async fn list_projects_of(
    conn: &mut AsyncPgConnection,
    parcel: ParcelUuid,
) -> QueryResult<Vec<InProject>> {
    let deleted =
        project_deletions::table.filter(project_deletions::project_id.eq(markers::project_id));
    markers::table
        .inner_join(projects::table.on(projects::project_id.eq(markers::project_id)))
        .inner_join(users::table.on(users::user_id.eq(markers::created_by)))
        .filter(markers::ll_uuid.eq(parcel))
        .filter(not(exists(deleted)))
        .order(markers::marker_id.desc())
        .select((
            projects::project_id,
            projects::project_name,
            markers::marker_id,
            markers::created_at,
            (users::fname, users::lname),
        ))
        .load(conn)
        .await
}

/// Names of the firm's projects that are not deleted.
pub async fn list_names(
    conn: &mut AsyncPgConnection,
    ids: &[ProjectId],
) -> QueryResult<Vec<(ProjectId, String)>> {
    let deleted =
        project_deletions::table.filter(project_deletions::project_id.eq(projects::project_id));
    projects::table
        .filter(projects::project_id.eq_any(ids))
        .filter(not(exists(deleted)))
        .select((projects::project_id, projects::project_name))
        .load(conn)
        .await
}
