//! HTTP handlers of values, and of the name and the floor area that the firm gives.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::domain::{Field, OfferReason};
use super::dto::{
    UndoValueEditRequest, UpdateAppraisedValueRequest, UpdateMarketValueRequest,
    UpdateOfferValueRequest, UpdateTotalValueRequest, ValueUpdated,
};
use super::{ops, own_facts, undo};
use crate::properties::dto::PropertyChanged;
use crate::properties::locate::Locator;
use crate::properties::requests::{UpdatePropertyNameRequest, UpdateSquareFeetRequest};
use crate::state::AppState;

/// Sets the firm's name for a property.
#[utoipa::path(tag = "properties", request_body = UpdatePropertyNameRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_property_name")]
pub async fn update_property_name(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdatePropertyNameRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let name = body.property_name;
    let updated = own_facts::update_property_name(&state, &user, &wanted, name).await?;
    Ok(Json(updated))
}

/// Sets the floor area.
#[utoipa::path(tag = "properties", request_body = UpdateSquareFeetRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_square_feet")]
pub async fn update_square_feet(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateSquareFeetRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let feet = body.square_feet;
    let updated = own_facts::update_square_feet(&state, &user, &wanted, feet).await?;
    Ok(Json(updated))
}

/// Sets or clears the total value.
#[utoipa::path(tag = "valuation", request_body = UpdateTotalValueRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_total_value")]
pub async fn update_total_value(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateTotalValueRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let updated =
        ops::update_value(&state, &user, &wanted, Field::Total, body.total_value, None).await?;
    Ok(Json(updated))
}

/// Sets or clears the appraised value; recomputes the offer when the market value is known.
#[utoipa::path(tag = "valuation", request_body = UpdateAppraisedValueRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_appraised_value")]
pub async fn update_appraised_value(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateAppraisedValueRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let updated = ops::update_value(
        &state,
        &user,
        &wanted,
        Field::Appraised,
        body.appraised_value,
        None,
    )
    .await?;
    Ok(Json(updated))
}

/// Sets or clears the market value; recomputes the offer when the appraised value is known.
#[utoipa::path(tag = "valuation", request_body = UpdateMarketValueRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_market_value")]
pub async fn update_market_value(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateMarketValueRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let value = body.market_value;
    let updated = ops::update_value(&state, &user, &wanted, Field::Market, value, None).await?;
    Ok(Json(updated))
}

/// Sets or clears the offer. It stays until the appraised or market value changes.
#[utoipa::path(tag = "valuation", request_body = UpdateOfferValueRequest,
    responses((status = 200, description = "The updated property", body = ValueUpdated), ApiError))]
#[post("/update_offer_value")]
pub async fn update_offer_value(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateOfferValueRequest>,
) -> ApiResult<Json<ValueUpdated>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let (value, reason) = (
        body.offer_value,
        body.reason.as_ref().map(OfferReason::as_str),
    );
    let updated = ops::update_value(&state, &user, &wanted, Field::Offer, value, reason).await?;
    Ok(Json(updated))
}

/// Sets a value and the offer that followed it, a name or a floor area back within 24 hours, unless it was set since.
#[utoipa::path(tag = "valuation", request_body = UndoValueEditRequest,
    responses((status = 200, description = "The property as it was", body = PropertyChanged), ApiError))]
#[post("/undo_value_edit")]
pub async fn undo_value_edit(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoValueEditRequest>,
) -> ApiResult<Json<PropertyChanged>> {
    let detail = undo::undo_value_edit(&state, &user, body.edit_id).await?;
    Ok(Json(detail.into()))
}
