//! Operations of saved searches, one transaction each.

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::result::Error;
use domain::{ProjectId, SavedSearchId};

use super::SavedSearchError;
use super::domain::{CheckedSearch, MAX_SEARCHES};
use super::store::{self, Of, SearchRow};
use crate::markers;
use crate::projects;
use crate::state::AppState;

type Done<T> = Result<T, SavedSearchError>;

pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Done<Vec<SearchRow>> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        projects::store::find_project(conn, project_id)
            .await?
            .ok_or(SavedSearchError::NoProject)?;
        Ok(store::list(conn, Of::Project(project_id), user.user_id).await?)
    })
    .await
}

pub async fn create(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
    search: CheckedSearch,
) -> Done<SearchRow> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        // The lock makes the limit hold for two requests at once.
        projects::store::find_project_for_update(conn, project_id)
            .await?
            .ok_or(SavedSearchError::NoProject)?;
        if store::count(conn, project_id).await? >= MAX_SEARCHES {
            return Err(SavedSearchError::LimitReached);
        }
        let id = store::insert(conn, project_id, user.user_id, &search).await;
        let id = id.map_err(taken)?;
        // Who makes a search has seen what it finds.
        store::look(conn, id, user.user_id).await?;
        markers::ops::changed(conn, user, project_id, "saved_search.created").await?;
        find(conn, user, id).await
    })
    .await
}

pub async fn update(
    state: &AppState,
    user: &CurrentUser,
    id: SavedSearchId,
    version: Option<i64>,
    search: CheckedSearch,
) -> Done<SearchRow> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (project_id, current) = locked(conn, id).await?;
        if version.is_some_and(|version| version != current) {
            return Err(SavedSearchError::Changed);
        }
        store::update(conn, id, &search).await.map_err(taken)?;
        markers::ops::changed(conn, user, project_id, "saved_search.updated").await?;
        find(conn, user, id).await
    })
    .await
}

pub async fn delete(state: &AppState, user: &CurrentUser, id: SavedSearchId) -> Done<()> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (project_id, _) = locked(conn, id).await?;
        store::delete(conn, id).await?;
        markers::ops::changed(conn, user, project_id, "saved_search.deleted").await?;
        Ok(())
    })
    .await
}

/// Keeps that the person looks at what the search finds now. Nobody else's screen changes by it.
pub async fn look(state: &AppState, user: &CurrentUser, id: SavedSearchId) -> Done<SearchRow> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        locked(conn, id).await?;
        store::look(conn, id, user.user_id).await?;
        find(conn, user, id).await
    })
    .await
}

/// The search's row is locked. A deleted project's searches cannot be found either.
async fn locked(conn: &mut AsyncPgConnection, id: SavedSearchId) -> Done<(ProjectId, i64)> {
    let found = store::find_for_update(conn, id).await?;
    let (project_id, version) = found.ok_or(SavedSearchError::NotFound)?;
    projects::store::find_project(conn, project_id)
        .await?
        .ok_or(SavedSearchError::NotFound)?;
    Ok((project_id, version))
}

async fn find(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    id: SavedSearchId,
) -> Done<SearchRow> {
    let found = store::list(conn, Of::Search(id), user.user_id).await?;
    found.into_iter().next().ok_or(SavedSearchError::NotFound)
}

fn taken(error: Error) -> SavedSearchError {
    match db::violation(&error) {
        Some(violation) if violation.name == "saved_searches_name_once" => {
            SavedSearchError::NameTaken
        }
        _ => error.into(),
    }
}
