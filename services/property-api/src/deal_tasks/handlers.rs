//! HTTP handlers of tasks.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use domain::DealTaskId;
use http_kit::{ApiError, ApiResult, Json, Page, Path, Query};

use super::dto::{
    AddDealTaskRequest, DealTask, DealTasks, DealTasksQuery, DealTasksUpdated,
    UpdateDealTaskRequest, UpdateDealTasksRequest,
};
use super::{bulk, list, ops};
use crate::state::AppState;

/// Tasks of deals.
#[utoipa::path(tag = "deals", params(DealTasksQuery, Page),
    responses((status = 200, description = "The tasks", body = DealTasks), ApiError))]
#[get("/deal_tasks")]
pub async fn list_deal_tasks(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<DealTasksQuery>,
    Query(page): Query<Page>,
) -> ApiResult<Json<DealTasks>> {
    Ok(Json(list::list_tasks(&state, &user, &query, &page).await?))
}

/// Adds a task to a deal.
#[utoipa::path(tag = "deals", request_body = AddDealTaskRequest,
    responses((status = 200, description = "The task", body = DealTask), ApiError))]
#[post("/deal_tasks")]
pub async fn add_deal_task(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddDealTaskRequest>,
) -> ApiResult<Json<DealTask>> {
    Ok(Json(ops::add_task(&state, &user, body).await?.into()))
}

/// Changes a task. 409 with `version` when it was changed meanwhile.
#[utoipa::path(tag = "deals", request_body = UpdateDealTaskRequest,
    params(("task_id" = DealTaskId, Path, description = "The task")),
    responses((status = 200, description = "The task", body = DealTask), ApiError))]
#[post("/deal_tasks/{task_id}")]
pub async fn update_deal_task(
    user: CurrentUser,
    state: Data<AppState>,
    Path(task_id): Path<DealTaskId>,
    Json(body): Json<UpdateDealTaskRequest>,
) -> ApiResult<Json<DealTask>> {
    Ok(Json(
        ops::update_task(&state, &user, task_id, body).await?.into(),
    ))
}

/// Changes many tasks, each by itself: one that cannot be changed does not stop the others.
#[utoipa::path(tag = "deals", request_body = UpdateDealTasksRequest,
    responses((status = 200, description = "What became of it", body = DealTasksUpdated), ApiError))]
#[post("/deal_tasks/update")]
pub async fn update_deal_tasks(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateDealTasksRequest>,
) -> ApiResult<Json<DealTasksUpdated>> {
    Ok(Json(bulk::update_tasks(&state, &user, &body).await?))
}
