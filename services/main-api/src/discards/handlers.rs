//! HTTP handlers of discards.

use actix_web::post;
use actix_web::web::{self, Data};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};

use super::domain::DiscardReason;
use super::dto::{
    DiscardParcelsRequest, DiscardParcelsResponse, UndoDiscardRequest, UndoDiscardResponse,
};
use super::ops;
use crate::field::Fields;
use crate::markers::many::check_parcels;
use crate::state::AppState;

const MAX_NOTE_CHARS: usize = 1000;

/// Discards parcels for a project, with a reason. Selections and searches of the project omit them until
/// the fact behind the reason changes.
#[utoipa::path(tag = "discards", request_body = DiscardParcelsRequest, responses(
    (status = 200, body = DiscardParcelsResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable", body = Problem)))]
#[post("/api/discard_parcels")]
pub async fn discard_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DiscardParcelsRequest>,
) -> ApiResult<web::Json<DiscardParcelsResponse>> {
    let ids = check_parcels("ll_uuids", body.ll_uuids)?;
    let mut fields = Fields::default();
    let note = match body.reason {
        DiscardReason::Other => {
            let sentence = "Say why in the note.";
            Some(fields.required("note", body.note, MAX_NOTE_CHARS, sentence))
        }
        _ => fields.optional("note", body.note, MAX_NOTE_CHARS),
    };
    fields.finish(None)?;
    let why = (body.reason, note.as_deref());
    let outcome = ops::discard(&state, &user, body.project_id, &ids, why).await?;
    Ok(web::Json(DiscardParcelsResponse {
        discarded: outcome.discarded,
        in_project: outcome.in_project,
        not_found: outcome.not_found,
    }))
}

/// Ends discards. They stay in the history.
#[utoipa::path(tag = "discards", request_body = UndoDiscardRequest, responses(
    (status = 200, body = UndoDiscardResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem)))]
#[post("/api/undo_discard")]
pub async fn undo_discard(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoDiscardRequest>,
) -> ApiResult<web::Json<UndoDiscardResponse>> {
    let ids = check_parcels("ll_uuids", body.ll_uuids)?;
    let restored = ops::undo(&state, &user, body.project_id, &ids).await?;
    Ok(web::Json(UndoDiscardResponse { restored }))
}
