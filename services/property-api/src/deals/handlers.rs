//! HTTP handlers of deals.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::by_stage::{StagesOfParcels, StagesOfParcelsQuery};
use super::dto::{
    DealHistory, DealQuery, DealTags, DealsUndone, DealsUpdated, UndoDealsRequest,
    UpdateDealsRequest,
};
use super::list_dto::{Deals, DealsQuery};
use super::of_contacts::{DealsOfContacts, DealsOfContactsRequest};
use super::of_parcels::{DealsOfParcels, DealsOfParcelsRequest};
use super::pipeline::{Pipeline, PipelineQuery};
use super::{by_stage, history, list, of_contacts, of_parcels, ops, pipeline, tags, undo};
use crate::state::AppState;

/// Deals of a project or of all projects, with their totals.
#[utoipa::path(tag = "deals", params(DealsQuery),
    responses((status = 200, description = "The deals", body = Deals), ApiError))]
#[get("/deals")]
pub async fn list_deals(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<DealsQuery>,
) -> ApiResult<Json<Deals>> {
    Ok(Json(list::list_deals(&state, &user, &query).await?))
}

/// Changes deals of a project. Deals that lack facts which their new stage requires are refused; the
/// others are changed.
#[utoipa::path(tag = "deals", request_body = UpdateDealsRequest,
    responses((status = 200, description = "What was changed", body = DealsUpdated), ApiError))]
#[post("/deals/update")]
pub async fn update_deals(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateDealsRequest>,
) -> ApiResult<Json<DealsUpdated>> {
    Ok(Json(ops::update_deals(&state, &user, body).await?))
}

/// Undoes a change within 24 hours, for deals that were not changed since.
#[utoipa::path(tag = "deals", request_body = UndoDealsRequest,
    responses((status = 200, description = "What was undone", body = DealsUndone), ApiError))]
#[post("/deals/undo")]
pub async fn undo_deals(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoDealsRequest>,
) -> ApiResult<Json<DealsUndone>> {
    Ok(Json(
        undo::undo_deals(&state, &user, body.command_id).await?,
    ))
}

/// A deal's stages, and who changed what.
#[utoipa::path(tag = "deals", params(DealQuery),
    responses((status = 200, description = "The history", body = DealHistory), ApiError))]
#[get("/deals/history")]
pub async fn get_deal_history(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<DealQuery>,
) -> ApiResult<Json<DealHistory>> {
    Ok(Json(history::get_history(&state, &user, query).await?))
}

/// The tags of the firm's deals.
#[utoipa::path(tag = "deals", responses((status = 200, description = "The tags", body = DealTags), ApiError))]
#[get("/deals/tags")]
pub async fn get_deal_tags(user: CurrentUser, state: Data<AppState>) -> ApiResult<Json<DealTags>> {
    Ok(Json(tags::list_tags(&state, &user).await?))
}

/// The parcels of a project by the stage of their deals.
#[utoipa::path(tag = "deals", params(StagesOfParcelsQuery),
    responses((status = 200, description = "The stages that have parcels", body = StagesOfParcels), ApiError))]
#[get("/deals/by_stage")]
pub async fn get_stages_of_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<StagesOfParcelsQuery>,
) -> ApiResult<Json<StagesOfParcels>> {
    Ok(Json(
        by_stage::get_stages(&state, &user, query.project_id).await?,
    ))
}

/// The deals of chosen parcels of a project with their last offers. It changes nothing.
#[utoipa::path(tag = "deals", request_body = DealsOfParcelsRequest,
    responses((status = 200, description = "The deals", body = DealsOfParcels), ApiError))]
#[post("/deals/of_parcels")]
pub async fn get_deals_of_parcels(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DealsOfParcelsRequest>,
) -> ApiResult<Json<DealsOfParcels>> {
    Ok(Json(of_parcels::get_deals(&state, &user, &body).await?))
}

/// The deals of the properties that contacts are linked to. It changes nothing.
#[utoipa::path(tag = "deals", request_body = DealsOfContactsRequest,
    responses((status = 200, description = "The deals", body = DealsOfContacts), ApiError))]
#[post("/deals/of_contacts")]
pub async fn get_deals_of_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DealsOfContactsRequest>,
) -> ApiResult<Json<DealsOfContacts>> {
    Ok(Json(of_contacts::get_deals(&state, &user, &body).await?))
}

/// Figures of a project's pipeline, or of the whole firm's.
#[utoipa::path(tag = "deals", params(PipelineQuery),
    responses((status = 200, description = "The figures", body = Pipeline), ApiError))]
#[get("/pipeline")]
pub async fn get_pipeline(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PipelineQuery>,
) -> ApiResult<Json<Pipeline>> {
    Ok(Json(
        pipeline::get_pipeline(&state, &user, query.project_id).await?,
    ))
}
