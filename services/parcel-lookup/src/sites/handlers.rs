//! HTTP handlers of sites.

use actix_web::{HttpResponse, get, post, web};
use auth::CurrentUser;
use domain::ParcelUuid;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Json, Path};

use super::domain::check;
use super::dto::{Site, SiteRequest};
use super::ops;
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
