//! HTTP handler of the specification's `run-sleuth`.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json};

use super::dto::{RunSleuthRequest, RunSleuthResponse};
use super::wait;
use crate::state::AppState;

/// Simulates 30 years of urban growth in a selected area. Responds when the simulation has finished,
/// or with 503 after a time-out.
#[utoipa::path(tag = "growth", request_body = RunSleuthRequest, responses((status = 200, body = RunSleuthResponse), StandardErrors))]
#[post("/run-sleuth")]
pub async fn run_sleuth(
    user: CurrentUser,
    state: Data<AppState>,
    body: Json<RunSleuthRequest>,
) -> ApiResult<Json<RunSleuthResponse>> {
    let bbox = body.into_inner().bbox;
    Ok(Json(
        wait::run_and_wait(&state.pool, &state.growth, &user, bbox).await?,
    ))
}
