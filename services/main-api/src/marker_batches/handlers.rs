//! HTTP handlers of batches.

use actix_web::post;
use actix_web::web::{self, Data};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};

use super::domain::Wanted;
use super::dto::{
    AddMarkersRequest, AddMarkersResponse, UndoAddMarkersRequest, UndoAddMarkersResponse,
};
use super::ops;
use crate::markers::words;
use crate::state::AppState;

/// Adds many parcels to a project: all that it does not have yet, or none if anything fails. Of a selection, what the project has
/// discarded by now is left out; of parcels that are named, their discards end.
#[utoipa::path(tag = "markers", request_body = AddMarkersRequest, responses(
    (status = 200, body = AddMarkersResponse), (status = 401, body = Problem),
    (status = 404, description = "Project or selection not found", body = Problem), (status = 422, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable", body = Problem)))]
#[post("/api/add_markers")]
pub async fn add_markers(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddMarkersRequest>,
) -> ApiResult<web::Json<AddMarkersResponse>> {
    let project_id = body.project_id;
    let wanted = Wanted::of(body)?;
    let outcome = ops::add(&state, &user, project_id, wanted).await?;
    Ok(web::Json(AddMarkersResponse {
        message: outcome.sentence(),
        added: outcome.added,
        already: outcome.already,
        discarded: outcome.discarded,
        not_found: outcome.not_found,
        batch_id: outcome.batch_id,
    }))
}

/// Removes the parcels that were added together, within a minute, and brings back the discards that adding them ended.
#[utoipa::path(tag = "markers", request_body = UndoAddMarkersRequest, responses(
    (status = 200, body = UndoAddMarkersResponse), (status = 401, body = Problem),
    (status = 404, description = "No such batch", body = Problem),
    (status = 409, description = "The minute has passed", body = Problem), (status = 422, body = Problem)))]
#[post("/api/undo_add_markers")]
pub async fn undo_add_markers(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoAddMarkersRequest>,
) -> ApiResult<web::Json<UndoAddMarkersResponse>> {
    let (removed, project_name) = ops::undo(&state, &user, body.batch_id).await?;
    let message = words::removed(removed, &project_name);
    Ok(web::Json(UndoAddMarkersResponse { removed, message }))
}
