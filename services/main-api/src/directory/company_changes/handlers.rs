//! HTTP handlers of changes of many companies.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};

use super::dto::{
    ChangeCompaniesRequest, CompaniesChanged, CompaniesRestored, UndoChangeCompaniesRequest,
};
use super::ops;
use crate::state::AppState;

/// Changes many companies at once: their tags or industry, or removes them.
#[utoipa::path(tag = "directory", request_body = ChangeCompaniesRequest, responses(
    (status = 200, body = CompaniesChanged), (status = 401, body = Problem),
    (status = 404, description = "None of the companies exists", body = Problem),
    (status = 409, description = "The filter matches another number of companies, `count`", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/change_companies")]
pub async fn change_companies(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ChangeCompaniesRequest>,
) -> ApiResult<HttpResponse> {
    let changed = ops::change_companies(&state, &user, body).await?;
    Ok(HttpResponse::Ok().json(changed))
}

/// Undoes a change of many companies, once and within an hour. Companies that were changed since are left.
#[utoipa::path(tag = "directory", request_body = UndoChangeCompaniesRequest, responses(
    (status = 200, body = CompaniesRestored), (status = 401, body = Problem),
    (status = 404, body = Problem)))]
#[post("/api/undo_change_companies")]
pub async fn undo_change_companies(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoChangeCompaniesRequest>,
) -> ApiResult<HttpResponse> {
    let restored = ops::undo_change_companies(&state, &user, body.command_id).await?;
    Ok(HttpResponse::Ok().json(restored))
}
