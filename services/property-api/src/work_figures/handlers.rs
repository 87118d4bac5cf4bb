//! HTTP handler of the figures.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::WorkFigures;
use super::ops;
use crate::state::AppState;

/// Figures of the firm's work: offers that are out, letters that expire soon, stalled deals, and what came of
/// campaigns.
#[utoipa::path(tag = "deals",
    responses((status = 200, description = "The figures", body = WorkFigures), ApiError))]
#[get("/work_figures")]
pub async fn get_work_figures(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<WorkFigures>> {
    Ok(Json(ops::get_work_figures(&state, &user).await?))
}
