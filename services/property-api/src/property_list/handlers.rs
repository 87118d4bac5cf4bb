//! HTTP handlers of the list of properties.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Page, Query};
use list_file::ListFileBody;

use super::dto::{ExportPropertiesRequest, PropertyList, PropertyListQuery};
use super::filter::Filter;
use super::{exports, list};
use crate::deal_stages::domain::Milestone;
use crate::state::AppState;

/// A project's properties, with their deals.
#[utoipa::path(tag = "properties",
    params(PropertyListQuery, Page,
        ("milestone" = inline(Option<Vec<Milestone>>), Query,
            description = "Only deals in the stage of this milestone; several are sent as several parameters."),
        ("stage_name" = Option<Vec<String>>, Query,
            description = "Besides these, deals in the stage of this name that the firm added; several as several parameters."),
        ("assigned_to" = Option<Vec<String>>, Query,
            description = "Only deals of this person, a user's id, or `none`; several are sent as several parameters."),
        ("tag" = Option<Vec<String>>, Query,
            description = "Only deals with this tag, in upper or lower case; several as several parameters: with any of them.")),
    responses((status = 200, description = "The properties", body = PropertyList), ApiError))]
#[get("/property_details")]
pub async fn property_details(
    user: CurrentUser,
    state: Data<AppState>,
    http_request: HttpRequest,
    Query(query): Query<PropertyListQuery>,
    Query(page): Query<Page>,
) -> ApiResult<Json<PropertyList>> {
    let filter = Filter::of_query(query.q.as_deref(), &http_request)?;
    let listed = list::list_properties(&state, &user, &query, &filter, &page).await?;
    Ok(Json(listed))
}

/// A project's properties as a file, with their deals: the selected ones or all that match.
#[utoipa::path(tag = "properties", request_body = ExportPropertiesRequest, responses(
    (status = 200, description = "The file, as an attachment", content((ListFileBody = "text/csv"),
        (ListFileBody = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))), ApiError))]
#[post("/export_properties")]
pub async fn export_properties(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ExportPropertiesRequest>,
) -> ApiResult<HttpResponse> {
    exports::export_properties(&state, &user, body).await
}
