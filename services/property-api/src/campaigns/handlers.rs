//! HTTP handlers of campaigns.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{
    CampaignCreated, CampaignPreview, Campaigns, CampaignsQuery, CreateCampaignRequest,
    PreviewCampaignRequest,
};
use super::ops;
use crate::properties::dto::Success;
use crate::state::AppState;

/// Campaigns of a project, or to contacts chosen in the directory, with their progress; newest first.
#[utoipa::path(tag = "campaigns", params(CampaignsQuery),
    responses((status = 200, description = "The campaigns", body = Campaigns), ApiError))]
#[get("/get_campaigns")]
pub async fn get_campaigns(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<CampaignsQuery>,
) -> ApiResult<Json<Campaigns>> {
    Ok(Json(ops::list_campaigns(&state, &user, &query).await?))
}

/// Sends a personalized message to each owner contact of a project, or to chosen contacts.
#[utoipa::path(tag = "campaigns", request_body = CreateCampaignRequest,
    responses((status = 200, description = "Queued", body = CampaignCreated), ApiError))]
#[post("/create_campaign")]
pub async fn create_campaign(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CreateCampaignRequest>,
) -> ApiResult<Json<CampaignCreated>> {
    Ok(Json(ops::create_campaign(&state, &user, &body).await?))
}

/// Recipients of a campaign and their messages; nothing is sent.
#[utoipa::path(tag = "campaigns", request_body = PreviewCampaignRequest,
    responses((status = 200, description = "The preview", body = CampaignPreview), ApiError))]
#[post("/preview_campaign")]
pub async fn preview_campaign(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<PreviewCampaignRequest>,
) -> ApiResult<Json<CampaignPreview>> {
    Ok(Json(ops::preview_campaign(&state, &user, &body).await?))
}

/// Sends the first recipient's message to the caller only.
#[utoipa::path(tag = "campaigns", request_body = CreateCampaignRequest,
    responses((status = 200, description = "Queued", body = Success), ApiError))]
#[post("/test_campaign")]
pub async fn test_campaign(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CreateCampaignRequest>,
) -> ApiResult<Json<Success>> {
    ops::test_campaign(&state, &user, &body).await?;
    Ok(Json(Success::YES))
}
