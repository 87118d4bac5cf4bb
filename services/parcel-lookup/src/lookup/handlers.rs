//! HTTP handler of lookups.
//!
//! Validates the point; everything else is in `ops`.

use actix_web::{post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json};

use super::dto::{ProcessCoordsRequest, ProcessCoordsResponse};
use super::ops;
use crate::state::AppState;

/// The parcel at a point, from our own table or a provider.
#[utoipa::path(tag = "lookup", request_body = ProcessCoordsRequest, responses((status = 200, body = ProcessCoordsResponse), StandardErrors))]
#[post("/process_coords")]
pub async fn process_coords(
    _user: CurrentUser,
    state: web::Data<AppState>,
    body: Json<ProcessCoordsRequest>,
) -> ApiResult<web::Json<ProcessCoordsResponse>> {
    let at = body.into_inner().point()?;
    Ok(web::Json(
        ops::look_up(&state.pool, &state.providers, at).await?,
    ))
}
