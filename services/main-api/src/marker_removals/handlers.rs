//! HTTP handlers of removals.

use actix_web::post;
use actix_web::web::{self, Data};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};

use super::dto::{
    RemoveMarkersRequest, RemoveMarkersResponse, UndoRemoveMarkersRequest,
    UndoRemoveMarkersResponse,
};
use super::ops;
use crate::markers::many::check_parcels;
use crate::state::AppState;

/// Removes many parcels from a project: all that it has, or none if anything fails.
#[utoipa::path(tag = "markers", request_body = RemoveMarkersRequest, responses(
    (status = 200, body = RemoveMarkersResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem)))]
#[post("/api/remove_markers")]
pub async fn remove_markers(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<RemoveMarkersRequest>,
) -> ApiResult<web::Json<RemoveMarkersResponse>> {
    let ids = check_parcels("marker_ids", body.marker_ids)?;
    let outcome = ops::remove(&state, &user, body.project_id, &ids).await?;
    Ok(web::Json(RemoveMarkersResponse {
        message: outcome.sentence(),
        removed: outcome.removed,
        gone: outcome.gone,
        removal_id: outcome.removal_id,
    }))
}

/// Adds the parcels again that were removed together, within a minute.
#[utoipa::path(tag = "markers", request_body = UndoRemoveMarkersRequest, responses(
    (status = 200, body = UndoRemoveMarkersResponse), (status = 401, body = Problem),
    (status = 404, description = "No such removal", body = Problem),
    (status = 409, description = "The minute has passed", body = Problem), (status = 422, body = Problem)))]
#[post("/api/undo_remove_markers")]
pub async fn undo_remove_markers(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoRemoveMarkersRequest>,
) -> ApiResult<web::Json<UndoRemoveMarkersResponse>> {
    let outcome = ops::undo(&state, &user, body.removal_id).await?;
    Ok(web::Json(UndoRemoveMarkersResponse {
        message: outcome.sentence(),
        restored: outcome.restored,
        already: outcome.already,
    }))
}
