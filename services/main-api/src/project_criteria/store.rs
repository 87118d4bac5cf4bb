//! Queries of criteria. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use domain::{ProjectId, UserId};
use serde_json::Value;

use crate::schema::{project_criteria, users};

/// Saved criteria.
#[derive(Debug)]
pub struct CriteriaRow {
    /// [`site_search::Criteria`].
    pub criteria: Value,
    pub version: i64,
    pub updated_at: DateTime<Utc>,
    /// Name of the person.
    pub updated_by: String,
}

pub async fn find(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
) -> QueryResult<Option<CriteriaRow>> {
    let row = project_criteria::table
        .inner_join(users::table.on(users::user_id.eq(project_criteria::updated_by)))
        .filter(project_criteria::project_id.eq(project_id))
        .select((
            project_criteria::criteria,
            project_criteria::version,
            project_criteria::updated_at,
            (users::fname, users::lname),
        ))
        .first::<(Value, i64, DateTime<Utc>, (String, String))>(conn)
        .await
        .optional()?;
    Ok(row.map(
        |(criteria, version, updated_at, (fname, lname))| CriteriaRow {
            criteria,
            version,
            updated_at,
            updated_by: format!("{fname} {lname}").trim().to_owned(),
        },
    ))
}

/// The criteria get this transaction's firm. Returns the new version.
pub async fn upsert(
    conn: &mut AsyncPgConnection,
    project_id: ProjectId,
    updated_by: UserId,
    criteria: &Value,
) -> QueryResult<i64> {
    diesel::insert_into(project_criteria::table)
        .values((
            project_criteria::project_id.eq(project_id),
            project_criteria::criteria.eq(criteria),
            project_criteria::updated_by.eq(updated_by),
        ))
        .on_conflict(project_criteria::project_id)
        .do_update()
        .set((
            project_criteria::criteria.eq(excluded(project_criteria::criteria)),
            project_criteria::updated_by.eq(excluded(project_criteria::updated_by)),
            project_criteria::updated_at.eq(diesel::dsl::now),
            project_criteria::version.eq(project_criteria::version + 1),
        ))
        .returning(project_criteria::version)
        .get_result(conn)
        .await
}
