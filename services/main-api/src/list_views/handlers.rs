//! HTTP handlers of saved views.

use actix_web::web::{self, Data};
use actix_web::{HttpResponse, delete, get, post, put};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem, Query};

use super::domain::CheckedView;
use super::dto::{
    ListView, ListViewFields, ListViewQuery, ListViewsQuery, ListViewsResponse,
    SetDefaultListViewRequest, UpdateListViewRequest,
};
use super::ops;
use crate::state::AppState;

/// The views of a list: the person's own and the firm's, by name.
#[utoipa::path(tag = "list views", params(ListViewsQuery), responses(
    (status = 200, body = ListViewsResponse), (status = 401, body = Problem)))]
#[get("/api/list_views")]
pub async fn list_list_views(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ListViewsQuery>,
) -> ApiResult<web::Json<ListViewsResponse>> {
    let list_views = ops::list(&state, &user, query.place).await?;
    Ok(web::Json(ListViewsResponse { list_views }))
}

/// Saves a view of a list.
#[utoipa::path(tag = "list views", request_body = ListViewFields, responses(
    (status = 201, body = ListView), (status = 401, body = Problem),
    (status = 409, description = "The name is taken, or the list has 50 views", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/list_views")]
pub async fn create_list_view(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ListViewFields>,
) -> ApiResult<HttpResponse> {
    let view = ops::create(&state, &user, CheckedView::try_from(body)?).await?;
    Ok(HttpResponse::Created().json(view))
}

/// Changes a view: its maker does, or an admin if it is shared.
#[utoipa::path(tag = "list views", request_body = UpdateListViewRequest, responses(
    (status = 200, body = ListView), (status = 401, body = Problem),
    (status = 403, description = "It is somebody else's", body = Problem), (status = 404, body = Problem),
    (status = 409, description = "The name is taken, or the version is old: `version` is the current one", body = Problem),
    (status = 422, body = Problem)))]
#[put("/api/list_views")]
pub async fn update_list_view(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateListViewRequest>,
) -> ApiResult<web::Json<ListView>> {
    let view = CheckedView::try_from(body.fields)?;
    let view = ops::update(&state, &user, body.view_id, body.version, view).await?;
    Ok(web::Json(view))
}

/// Deletes a view: its maker does, or an admin if it is shared.
#[utoipa::path(tag = "list views", params(ListViewQuery), responses(
    (status = 204, description = "Deleted"), (status = 401, body = Problem),
    (status = 403, description = "It is somebody else's", body = Problem), (status = 404, body = Problem)))]
#[delete("/api/list_views")]
pub async fn delete_list_view(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ListViewQuery>,
) -> ApiResult<HttpResponse> {
    ops::delete(&state, &user, query.view_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets the view with which the signed-in person begins, or none.
#[utoipa::path(tag = "list views", request_body = SetDefaultListViewRequest, responses(
    (status = 204, description = "Set"), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/set_default_list_view")]
pub async fn set_default_list_view(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<SetDefaultListViewRequest>,
) -> ApiResult<HttpResponse> {
    ops::set_default(&state, &user, body.place, body.view_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
