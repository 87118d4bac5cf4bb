//! HTTP handlers of the figures.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Page, Query};

use super::dto::{CampaignFiguresPage, WorkFigures};
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

/// What came of campaigns to owners, newest first; ten a page, or as many as asked for up to 50.
#[utoipa::path(tag = "deals", params(Page),
    responses((status = 200, description = "The campaigns", body = CampaignFiguresPage), ApiError))]
#[get("/campaign_figures")]
pub async fn list_campaign_figures(
    user: CurrentUser,
    state: Data<AppState>,
    Query(page): Query<Page>,
) -> ApiResult<Json<CampaignFiguresPage>> {
    Ok(Json(
        ops::list_campaign_figures(&state, &user, &page).await?,
    ))
}
