//! HTTP handlers of lookups: one point, or many.
//!
//! Validate the points; everything else is in `ops`.

use actix_web::{post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json};

use super::batch::BATCH_TIME;
use super::dto::{
    ProcessCoordsBatchRequest, ProcessCoordsBatchResponse, ProcessCoordsRequest,
    ProcessCoordsResponse,
};
use super::ops::Lookup;
use crate::state::AppState;

/// The parcel at a point, from our own table or a provider.
#[utoipa::path(tag = "lookup", request_body = ProcessCoordsRequest, responses((status = 200, body = ProcessCoordsResponse), StandardErrors))]
#[post("/process_coords")]
pub async fn process_coords(
    user: CurrentUser,
    state: web::Data<AppState>,
    body: Json<ProcessCoordsRequest>,
) -> ApiResult<web::Json<ProcessCoordsResponse>> {
    let at = body.into_inner().point()?;
    Ok(web::Json(lookup(&state, &user).at(at).await?))
}

/// The parcels at up to 1,000 points. What our own tables have is found first; then providers are asked, not
/// more often than they allow, for 30 seconds. Points left then are `not_asked`: ask for them again. Those
/// whose provider does not answer are `unavailable`.
#[utoipa::path(tag = "lookup", request_body = ProcessCoordsBatchRequest, responses((status = 200, body = ProcessCoordsBatchResponse), StandardErrors))]
#[post("/process_coords/batch")]
pub async fn process_coords_batch(
    user: CurrentUser,
    state: web::Data<AppState>,
    body: Json<ProcessCoordsBatchRequest>,
) -> ApiResult<web::Json<ProcessCoordsBatchResponse>> {
    let points = body.into_inner().points()?;
    let results = lookup(&state, &user).at_all(&points, BATCH_TIME).await?;
    Ok(web::Json(ProcessCoordsBatchResponse { results }))
}

fn lookup<'a>(state: &'a AppState, user: &CurrentUser) -> Lookup<'a> {
    Lookup {
        pool: &state.pool,
        reads: &state.reads,
        providers: &state.providers,
        firm: user.customer_id,
    }
}
