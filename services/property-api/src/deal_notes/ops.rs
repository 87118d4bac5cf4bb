//! Operations of notes, one transaction each.

use auth::{CurrentUser, Role};
use db::AsyncPgConnection;
use domain::{DealNoteId, ProjectId, PropertyId};

use super::NoteError;
use super::dto::{AddDealNoteRequest, UpdateDealNoteRequest};
use super::store::{self, NoteRow};
use crate::deal_stages::events;
use crate::deals::dto::DealQuery;
use crate::deals::{self, DealError};
use crate::properties::events::By;
use crate::properties::{PropertyError, projects};
use crate::state::AppState;

const MAX_TEXT: usize = 5000;

pub async fn list_notes(
    state: &AppState,
    user: &CurrentUser,
    query: DealQuery,
) -> Result<Vec<NoteRow>, NoteError> {
    require_project(state, user, query.project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = deals::store::find_deal(conn, query.project_id, query.property_id).await?;
        let deal = deal.ok_or(DealError::Property(PropertyError::NotFound))?;
        Ok(store::list_notes(conn, deal.deal_id).await?)
    })
    .await
}

pub async fn add_note(
    state: &AppState,
    user: &CurrentUser,
    request: AddDealNoteRequest,
) -> Result<NoteRow, NoteError> {
    let text = checked(&request.text)?;
    let (project_id, property_id) = (request.project_id, request.property_id);
    require_project(state, user, project_id).await?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = deals::store::find_deal(conn, project_id, property_id).await?;
        let deal = deal.ok_or(DealError::Property(PropertyError::NotFound))?;
        let row = store::insert_note(conn, deal.deal_id, text, (user.user_id, &name)).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        Ok(row)
    })
    .await
}

pub async fn update_note(
    state: &AppState,
    user: &CurrentUser,
    note_id: DealNoteId,
    request: UpdateDealNoteRequest,
) -> Result<NoteRow, NoteError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (row, project_id, property_id) = lock_own(conn, user, note_id).await?;
        let text = checked(&request.text)?;
        if row.version != request.version {
            return Err(NoteError::Changed(row.version));
        }
        let row = store::update_note(conn, note_id, text).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        Ok(row)
    })
    .await
}

/// Hides a note; its row is kept.
pub async fn delete_note(
    state: &AppState,
    user: &CurrentUser,
    note_id: DealNoteId,
) -> Result<(), NoteError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (_, project_id, property_id) = lock_own(conn, user, note_id).await?;
        store::delete_note(conn, note_id).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        Ok(())
    })
    .await
}

async fn lock_own(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    note_id: DealNoteId,
) -> Result<(NoteRow, ProjectId, PropertyId), NoteError> {
    let found = store::lock_note(conn, note_id).await?;
    let found = found.ok_or(NoteError::NotFound)?;
    if found.0.created_by != user.user_id && user.role != Role::Admin {
        return Err(NoteError::OfAnother);
    }
    Ok(found)
}

async fn require_project(
    state: &AppState,
    user: &CurrentUser,
    project_id: ProjectId,
) -> Result<(), NoteError> {
    let required = projects::require(&state.pool, &state.main_api, user, project_id).await;
    required.map_err(|error| NoteError::Deal(error.into()))
}

fn checked(text: &str) -> Result<&str, NoteError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NoteError::Text("Please write a note."));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(NoteError::Text("A note has at most 5,000 characters."));
    }
    if text.contains('\0') {
        return Err(NoteError::Text("A note cannot contain null characters."));
    }
    Ok(text)
}
