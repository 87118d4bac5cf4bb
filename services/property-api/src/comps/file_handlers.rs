//! HTTP handlers of comparable sales in files.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::CurrentUser;
use chrono::Utc;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::CompsExportQuery;
use super::file_dto::{CompsImported, ImportCompsRequest};
use super::file_ops;
use crate::state::AppState;

/// Adds the sales of a CSV file. Rows that are no sales are listed with their faults, the others are
/// added. What the firm has is not added again.
#[utoipa::path(tag = "comps", request_body = ImportCompsRequest,
    responses((status = 200, description = "What became of the rows", body = CompsImported), ApiError))]
#[post("/comps/import")]
pub async fn import_comps(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ImportCompsRequest>,
) -> ApiResult<Json<CompsImported>> {
    Ok(Json(file_ops::import_comps(&state, &user, body).await?))
}

/// Comparable sales of the firm as CSV, the latest first, at most 50,000. Texts that a spreadsheet
/// would run as formulas have an apostrophe before them.
#[utoipa::path(tag = "comps", params(CompsExportQuery),
    responses((status = 200, description = "The file", body = String, content_type = "text/csv"), ApiError))]
#[get("/comps.csv")]
pub async fn export_comps(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<CompsExportQuery>,
) -> ApiResult<HttpResponse> {
    let file = file_ops::export_comps(&state, &user, &query).await?;
    let name = format!("comparable-sales-{}.csv", Utc::now().date_naive());
    Ok(HttpResponse::Ok()
        .content_type("text/csv; charset=utf-8")
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ))
        .body(file))
}
