//! HTTP handlers of notes.

use actix_web::web::Data;
use actix_web::{delete, get, patch, post};
use auth::CurrentUser;
use domain::DealNoteId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::dto::{AddDealNoteRequest, DealNote, DealNotes, UpdateDealNoteRequest};
use super::ops;
use crate::deals::dto::DealQuery;
use crate::properties::dto::Success;
use crate::state::AppState;

/// Notes about a deal.
#[utoipa::path(tag = "deals", params(DealQuery),
    responses((status = 200, description = "The notes", body = DealNotes), ApiError))]
#[get("/deal_notes")]
pub async fn list_deal_notes(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<DealQuery>,
) -> ApiResult<Json<DealNotes>> {
    let rows = ops::list_notes(&state, &user, query).await?;
    let notes = rows.into_iter().map(DealNote::from).collect();
    Ok(Json(DealNotes { notes }))
}

/// Adds a note to a deal.
#[utoipa::path(tag = "deals", request_body = AddDealNoteRequest,
    responses((status = 200, description = "The note", body = DealNote), ApiError))]
#[post("/deal_notes")]
pub async fn add_deal_note(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddDealNoteRequest>,
) -> ApiResult<Json<DealNote>> {
    Ok(Json(ops::add_note(&state, &user, body).await?.into()))
}

/// Changes a note; for its author and admins. 409 with `version` when it was changed meanwhile.
#[utoipa::path(tag = "deals", request_body = UpdateDealNoteRequest,
    params(("note_id" = DealNoteId, Path, description = "The note")),
    responses((status = 200, description = "The note", body = DealNote), ApiError))]
#[patch("/deal_notes/{note_id}")]
pub async fn update_deal_note(
    user: CurrentUser,
    state: Data<AppState>,
    Path(note_id): Path<DealNoteId>,
    Json(body): Json<UpdateDealNoteRequest>,
) -> ApiResult<Json<DealNote>> {
    Ok(Json(
        ops::update_note(&state, &user, note_id, body).await?.into(),
    ))
}

/// Deletes a note; for its author and admins.
#[utoipa::path(tag = "deals", params(("note_id" = DealNoteId, Path, description = "The note")),
    responses((status = 200, description = "Deleted", body = Success), ApiError))]
#[delete("/deal_notes/{note_id}")]
pub async fn delete_deal_note(
    user: CurrentUser,
    state: Data<AppState>,
    Path(note_id): Path<DealNoteId>,
) -> ApiResult<Json<Success>> {
    ops::delete_note(&state, &user, note_id).await?;
    Ok(Json(Success::YES))
}
