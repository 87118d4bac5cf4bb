//! Operations of notes, one transaction each.

use auth::{CurrentUser, Role};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{DealNoteId, ProjectId, PropertyId};

use super::dto::{AddDealNoteRequest, UpdateDealNoteRequest};
use super::mention_store::{self, MentionRow, Mentioned};
use super::store::{self, NoteRow};
use super::{NoteError, mentions};
use crate::deal_stages::events;
use crate::deals::dto::DealQuery;
use crate::deals::{self, DealError};
use crate::properties::events::By;
use crate::properties::{PropertyError, projects};
use crate::state::AppState;

const MAX_TEXT: usize = 5000;

/// A note with the people whom it mentions.
#[derive(Debug)]
pub struct Note {
    pub row: NoteRow,
    pub mentions: Vec<Mentioned>,
}

pub async fn list_notes(
    state: &AppState,
    user: &CurrentUser,
    query: DealQuery,
) -> Result<Vec<Note>, NoteError> {
    require_project(state, user, query.project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = deals::store::find_deal(conn, query.project_id, query.property_id).await?;
        let deal = deal.ok_or(DealError::Property(PropertyError::NotFound))?;
        let rows = store::list_notes(conn, deal.deal_id).await?;
        let ids: Vec<_> = rows.iter().map(|row| row.note_id).collect();
        let mut mentioned = mention_store::list_of_notes(conn, &ids).await?;
        let notes = rows.into_iter().map(|row| Note {
            mentions: mentioned.remove(&row.note_id).unwrap_or_default(),
            row,
        });
        Ok(notes.collect())
    })
    .await
}

pub async fn add_note(
    state: &AppState,
    user: &CurrentUser,
    request: AddDealNoteRequest,
) -> Result<Note, NoteError> {
    let text = checked(&request.text)?;
    let (project_id, property_id) = (request.project_id, request.property_id);
    require_project(state, user, project_id).await?;
    let said = (text, request.mentions.as_slice());
    let mentions = mentions::require(&state.main_api, user, said, &[]).await?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deal = deals::store::find_deal(conn, project_id, property_id).await?;
        let deal = deal.ok_or(DealError::Property(PropertyError::NotFound))?;
        let row = store::insert_note(conn, deal.deal_id, text, (user.user_id, &name)).await?;
        mention_store::replace(conn, row.note_id, &mentions, user.user_id).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        Ok(Note { row, mentions })
    })
    .await
}

pub async fn update_note(
    state: &AppState,
    user: &CurrentUser,
    note_id: DealNoteId,
    request: UpdateDealNoteRequest,
) -> Result<Note, NoteError> {
    let known = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        lock_own(conn, user, note_id).await?;
        let mut known = mention_store::list_of_notes(conn, &[note_id]).await?;
        Ok::<_, NoteError>(known.remove(&note_id).unwrap_or_default())
    })
    .await?;
    let text = checked(&request.text)?;
    let said = (text, request.mentions.as_slice());
    let mentions = mentions::require(&state.main_api, user, said, &known).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let (row, project_id, property_id) = lock_own(conn, user, note_id).await?;
        if row.version != request.version {
            return Err(NoteError::Changed(row.version));
        }
        let row = store::update_note(conn, note_id, text).await?;
        mention_store::replace(conn, note_id, &mentions, user.user_id).await?;
        events::changed(conn, By::user(user), project_id, Some(&[property_id])).await?;
        Ok(Note { row, mentions })
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

/// The newest mentions of the signed-in person, and how many of all are unread.
pub async fn list_mentions(
    state: &AppState,
    user: &CurrentUser,
) -> QueryResult<(Vec<MentionRow>, i64)> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = mention_store::list(conn, user.user_id).await?;
        Ok((rows, mention_store::count_unread(conn, user.user_id).await?))
    })
    .await
}

/// Marks the signed-in person's mentions up to this one as read; returns how many are left.
pub async fn read_mentions(
    state: &AppState,
    user: &CurrentUser,
    mention_id: i64,
) -> QueryResult<i64> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        mention_store::read(conn, user.user_id, mention_id).await?;
        mention_store::count_unread(conn, user.user_id).await
    })
    .await
}
