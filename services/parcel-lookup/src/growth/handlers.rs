//! HTTP handler of the specification's `run-sleuth`.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use db::Pool;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json};

use super::GrowthContext;
use super::dto::{RunSleuthRequest, RunSleuthResponse};
use super::wait;

/// Simulates 30 years of urban growth in a selected area. Answers when it is finished, or with 503
/// when that takes too long.
#[utoipa::path(tag = "growth", request_body = RunSleuthRequest, responses((status = 200, body = RunSleuthResponse), StandardErrors))]
#[post("/run-sleuth")]
pub async fn run_sleuth(
    user: CurrentUser,
    pool: Data<Pool>,
    growth: Data<GrowthContext>,
    body: Json<RunSleuthRequest>,
) -> ApiResult<Json<RunSleuthResponse>> {
    let bbox = body.into_inner().bbox;
    Ok(Json(wait::run_and_wait(&pool, &growth, &user, bbox).await?))
}
