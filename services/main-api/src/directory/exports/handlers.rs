//! HTTP handlers of files of contacts and companies.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};
use list_file::ListFileBody;

use super::dto::{ExportCompaniesRequest, ExportContactsRequest};
use super::ops;
use crate::state::AppState;

/// Contacts as a file, with all their fields: the selected ones or all of a filter.
#[utoipa::path(tag = "directory", request_body = ExportContactsRequest, responses(
    (status = 200, description = "The file, as an attachment", content((ListFileBody = "text/csv"),
        (ListFileBody = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/export_contacts")]
pub async fn export_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ExportContactsRequest>,
) -> ApiResult<HttpResponse> {
    ops::export_contacts(&state, &user, body).await
}

/// Companies as a file, with all their fields: the selected ones or all of a filter.
#[utoipa::path(tag = "directory", request_body = ExportCompaniesRequest, responses(
    (status = 200, description = "The file, as an attachment", content((ListFileBody = "text/csv"),
        (ListFileBody = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/export_companies")]
pub async fn export_companies(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ExportCompaniesRequest>,
) -> ApiResult<HttpResponse> {
    ops::export_companies(&state, &user, body).await
}
