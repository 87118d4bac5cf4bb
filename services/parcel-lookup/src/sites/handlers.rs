//! HTTP handlers of sites, and of what stands in a search run, a parcel or a site.

use actix_web::{HttpResponse, get, post, web};
use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json, Path};

use super::domain::check;
use super::dto::{Site, SiteRequest};
use super::{ops, standing::explain};
use crate::search_runs::api::result_dto::SearchExplanation;
use crate::state::AppState;

/// Keeps adjoining parcels as one site of the firm. The same parcels, in whatever order, are the same site.
#[utoipa::path(tag = "sites", request_body = SiteRequest, responses(
    (status = 201, description = "Kept", body = Site), (status = 200, description = "Was kept already", body = Site), StandardErrors))]
#[post("/sites")]
pub async fn create_site(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(body): Json<SiteRequest>,
) -> ApiResult<HttpResponse> {
    let (site, is_new) = ops::create(&state, &user, check(body)?).await?;
    let mut answer = if is_new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    Ok(answer.json(site))
}

/// A site with its parcels, its outline and its measures.
#[utoipa::path(tag = "sites", params(("site_id" = ParcelUuid, Path, description = "The site")),
    responses((status = 200, body = Site), StandardErrors))]
#[get("/sites/{site_id}")]
pub async fn get_site(
    user: CurrentUser,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
) -> ApiResult<web::Json<Site>> {
    Ok(web::Json(ops::get(&state, &user, id.into_inner()).await?))
}

/// Why a parcel of the area is where it is, also one that fails a gate; or where a site that the firm keeps would be, judged as one.
#[utoipa::path(tag = "search runs",
    params(("run_id" = Uuid, Path, description = "The run"), ("ll_uuid" = Uuid, Path, description = "The parcel, or the site")),
    responses((status = 200, body = SearchExplanation), StandardErrors))]
#[get("/search_runs/{run_id}/results/{ll_uuid}")]
pub async fn get_search_result(
    user: CurrentUser,
    state: web::Data<AppState>,
    path: Path<(RunId, ParcelUuid)>,
) -> ApiResult<Json<SearchExplanation>> {
    let (run_id, parcel) = path.into_inner();
    Ok(Json(explain(&state, &user, run_id, parcel).await?))
}
