//! HTTP handlers of incomes.

use actix_web::web::Data;
use actix_web::{delete, get, post, put};
use auth::CurrentUser;
use domain::IncomeId;
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::dto::{AddIncomeRequest, Incomes, IncomesQuery, PropertyIncome, UpdateIncomeRequest};
use super::ops;
use crate::properties::dto::Success;
use crate::state::AppState;

/// Incomes of a property with their cap rates, the latest first.
#[utoipa::path(tag = "incomes", params(IncomesQuery),
    responses((status = 200, description = "The incomes", body = Incomes), ApiError))]
#[get("/incomes")]
pub async fn list_incomes(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<IncomesQuery>,
) -> ApiResult<Json<Incomes>> {
    Ok(Json(ops::list_incomes(&state, &user, query).await?))
}

/// Adds an income of a property.
#[utoipa::path(tag = "incomes", request_body = AddIncomeRequest,
    responses((status = 200, description = "The income", body = PropertyIncome), ApiError))]
#[post("/incomes")]
pub async fn add_income(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddIncomeRequest>,
) -> ApiResult<Json<PropertyIncome>> {
    Ok(Json(ops::add_income(&state, &user, body).await?.into()))
}

/// Replaces the figures of an income. 409 with `version` when it was changed meanwhile.
#[utoipa::path(tag = "incomes", request_body = UpdateIncomeRequest,
    params(("income_id" = IncomeId, Path, description = "The income")),
    responses((status = 200, description = "The income", body = PropertyIncome), ApiError))]
#[put("/incomes/{income_id}")]
pub async fn update_income(
    user: CurrentUser,
    state: Data<AppState>,
    Path(income_id): Path<IncomeId>,
    Json(body): Json<UpdateIncomeRequest>,
) -> ApiResult<Json<PropertyIncome>> {
    let row = ops::update_income(&state, &user, income_id, body).await?;
    Ok(Json(row.into()))
}

/// Deletes an income.
#[utoipa::path(tag = "incomes", params(("income_id" = IncomeId, Path, description = "The income")),
    responses((status = 200, description = "Deleted", body = Success), ApiError))]
#[delete("/incomes/{income_id}")]
pub async fn delete_income(
    user: CurrentUser,
    state: Data<AppState>,
    Path(income_id): Path<IncomeId>,
) -> ApiResult<Json<Success>> {
    ops::set_deleted(&state, &user, income_id, true).await?;
    Ok(Json(Success::YES))
}

/// Undoes the deletion of an income.
#[utoipa::path(tag = "incomes", params(("income_id" = IncomeId, Path, description = "The income")),
    responses((status = 200, description = "The income", body = PropertyIncome), ApiError))]
#[post("/incomes/{income_id}/restore")]
pub async fn restore_income(
    user: CurrentUser,
    state: Data<AppState>,
    Path(income_id): Path<IncomeId>,
) -> ApiResult<Json<PropertyIncome>> {
    let row = ops::set_deleted(&state, &user, income_id, false).await?;
    Ok(Json(row.into()))
}
