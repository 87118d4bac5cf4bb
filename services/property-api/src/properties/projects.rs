//! Known projects of this firm.
//!
//! main-api owns projects; only their ids are stored here, to distinguish an empty project from
//! another firm's. An unknown id is requested once from main-api, with the caller's session.

use actix_web::http::StatusCode;
use auth::CurrentUser;
use db::{AsyncPgConnection, Pool};
use diesel::dsl::{exists, now, select};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::ProjectId;

use super::PropertyError;
use crate::main_api::MainApi;
use crate::schema::known_projects;

/// Fails for a project that is deleted or not the firm's. Call it outside a transaction.
pub async fn require(
    pool: &Pool,
    main_api: &MainApi,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<(), PropertyError> {
    let known = db::tenant_tx(pool, user.customer_id, async |conn| {
        find(conn, project_id).await
    })
    .await?;
    match known {
        Some(true) => return Ok(()),
        Some(false) => return Err(PropertyError::NoProject),
        None => {}
    }
    if !ask(main_api, user, project_id).await? {
        return Err(PropertyError::NoProject);
    }
    db::tenant_tx(pool, user.customer_id, async |conn| {
        remember(conn, project_id).await
    })
    .await?;
    Ok(())
}

/// Stores a project of this transaction's firm; a deleted one stays deleted.
pub async fn remember(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<()> {
    diesel::insert_into(known_projects::table)
        .values(known_projects::project_id.eq(project_id))
        .on_conflict_do_nothing()
        .execute(conn)
        .await
        .map(drop)
}

/// Marks a project as deleted, permanently.
pub async fn forget(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<()> {
    diesel::insert_into(known_projects::table)
        .values((
            known_projects::project_id.eq(project_id),
            known_projects::deleted_at.eq(now),
        ))
        .on_conflict((known_projects::customer_id, known_projects::project_id))
        .do_update()
        .set(known_projects::deleted_at.eq(now))
        .execute(conn)
        .await
        .map(drop)
}

pub async fn is_deleted(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<bool> {
    let deleted = known_projects::table
        .filter(known_projects::project_id.eq(project_id))
        .filter(known_projects::deleted_at.is_not_null());
    select(exists(deleted)).get_result(conn).await
}

/// `Some(true)` if it exists, `Some(false)` if it is deleted, `None` if it is unknown.
async fn find(conn: &mut AsyncPgConnection, project_id: ProjectId) -> QueryResult<Option<bool>> {
    known_projects::table
        .filter(known_projects::project_id.eq(project_id))
        .select(known_projects::deleted_at.is_null())
        .first(conn)
        .await
        .optional()
}

async fn ask(
    main_api: &MainApi,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<bool, PropertyError> {
    let query = [("project_id", project_id.to_string())];
    let call = main_api.get("/api/get_project_data", user).query(&query);
    let answer = call.send().await.map_err(PropertyError::MainApi)?;
    if answer.status() == StatusCode::NOT_FOUND.as_u16() {
        return Ok(false);
    }
    answer.error_for_status().map_err(PropertyError::MainApi)?;
    Ok(true)
}
