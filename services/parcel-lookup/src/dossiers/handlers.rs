//! HTTP handlers of comparisons and dossiers.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::{HttpResponse, post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::{DossierFile, DossierRequest, MAX_PARCELS, SiteComparison};
use super::ops;
use crate::state::AppState;

/// Most sites of a request.
pub const MAX_SITES: usize = 6;
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Up to six sites side by side: what is known of each with source and date, and a map of outlines.
#[utoipa::path(tag = "dossiers", request_body = DossierRequest,
    responses((status = 200, body = SiteComparison), StandardErrors))]
#[post("/site_comparisons")]
pub async fn compare_sites(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<DossierRequest>,
) -> ApiResult<web::Json<SiteComparison>> {
    check(&body)?;
    Ok(web::Json(ops::compare(&state, &user, &body).await?))
}

/// The same as a tagged PDF to be printed: maps are drawn from outlines, without pictures.
#[utoipa::path(tag = "dossiers", request_body = DossierRequest,
    responses((status = 200, description = "The dossier, as an attachment", body = DossierFile, content_type = "application/pdf"),
        StandardErrors))]
#[post("/dossiers.pdf")]
pub async fn make_dossier_pdf(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<DossierRequest>,
) -> ApiResult<HttpResponse> {
    check(&body)?;
    let file = ops::pdf(&state, &user, &body).await?;
    Ok(attachment(file, "pdf", "application/pdf"))
}

/// The same as a workbook: a sheet with a column for each site, and one with a row for each fact, its source and date.
#[utoipa::path(tag = "dossiers", request_body = DossierRequest,
    responses((status = 200, description = "The dossier, as an attachment", body = DossierFile,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), StandardErrors))]
#[post("/dossiers.xlsx")]
pub async fn make_dossier_xlsx(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<DossierRequest>,
) -> ApiResult<HttpResponse> {
    check(&body)?;
    let file = ops::xlsx(&state, &user, &body).await?;
    Ok(attachment(file, "xlsx", XLSX))
}

fn check(request: &DossierRequest) -> ApiResult<()> {
    if !(1..=MAX_SITES).contains(&request.sites.len()) {
        return Err(ApiError::invalid("sites", "Choose one to six sites."));
    }
    for (place, site) in request.sites.iter().enumerate() {
        if !(1..=MAX_PARCELS).contains(&site.ll_uuids.len()) {
            let field = format!("sites[{place}].ll_uuids");
            return Err(ApiError::invalid(field, "A site has 1 to 100 parcels."));
        }
    }
    Ok(())
}

fn attachment(file: ops::File, ending: &str, media_type: &str) -> HttpResponse {
    let name = format!("dossier-{}.{ending}", file.made_at.date_naive());
    HttpResponse::Ok()
        .content_type(media_type)
        .insert_header((
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(file.bytes)
}
