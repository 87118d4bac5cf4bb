//! HTTP handlers of the firm's collections at the address of all collections, to which the proxy directs them. Every
//! address rejects parameters that it does not have.

use actix_web::{HttpRequest, HttpResponse, get, web};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};
use ogc_features::{
    Api, CollectionDescription, Feature, FeatureCollection, ItemQuery, ItemsQuery, PATH,
    PROJECT_PARCELS, PROJECTS,
};

use super::about::ABOUT;
use super::dto::ProjectParcelProperties;
use super::{Reader, ops};
use crate::projects::dto::Project;
use crate::state::AppState;

/// A collection beside all parcels: `projects` or `project_parcels`. Without an extent, which the list of all collections
/// does not have either.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("collectionId" = String, Path, description = "`projects` or `project_parcels`")),
    responses((status = 200, body = CollectionDescription), StandardErrors))]
#[get("/api-2/ogc/collections/{collectionId}")]
pub async fn get_api_2_ogc_collection(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let api = api(&state);
    api.collection(&request, api.find(&id.0)?, None)
}

/// The properties that a collection beside all parcels can be filtered by, as a JSON schema.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("collectionId" = String, Path, description = "`projects` or `project_parcels`")),
    responses((status = 200, content_type = "application/schema+json", body = Value), StandardErrors))]
#[get("/api-2/ogc/collections/{collectionId}/queryables")]
pub async fn get_api_2_ogc_queryables(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    api(&state).queryables(&request, &id.0)
}

/// A page of projects, beside all parcels. Each queryable property is a parameter too: the value that it must have.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])), params(ItemsQuery),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection<Project>), StandardErrors))]
#[get("/api-2/ogc/collections/projects/items")]
pub async fn list_api_2_ogc_projects(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let query = ItemsQuery::of(&request, &PROJECTS)?;
    let listed = ops::list_projects(&state.pool, reader.customer_id, &query).await?;
    api(&state).page(&query, listed)
}

/// A project, beside all parcels.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("project_id" = String, Path, description = "Identity of the feature"), ItemQuery),
    responses((status = 200, content_type = "application/geo+json", body = Feature<Project>), StandardErrors))]
#[get("/api-2/ogc/collections/projects/items/{project_id}")]
pub async fn get_api_2_ogc_project(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let query = ItemQuery::of(&request, &PROJECTS, &id.0)?;
    let found = ops::find_project(&state.pool, reader.customer_id, &query).await?;
    api(&state).feature(&query, found)
}

/// A page of parcels of projects, beside all parcels. Each queryable property is a parameter too: the value that it must
/// have.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])), params(ItemsQuery),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection<ProjectParcelProperties>), StandardErrors))]
#[get("/api-2/ogc/collections/project_parcels/items")]
pub async fn list_api_2_ogc_project_parcels(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let query = ItemsQuery::of(&request, &PROJECT_PARCELS)?;
    let listed = ops::list_parcels(&state.pool, reader.customer_id, &query).await?;
    api(&state).page(&query, listed)
}

/// A parcel of a project, beside all parcels.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("marker_id" = String, Path, description = "Identity of the feature"), ItemQuery),
    responses((status = 200, content_type = "application/geo+json", body = Feature<ProjectParcelProperties>), StandardErrors))]
#[get("/api-2/ogc/collections/project_parcels/items/{marker_id}")]
pub async fn get_api_2_ogc_project_parcel(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let query = ItemQuery::of(&request, &PROJECT_PARCELS, &id.0)?;
    let found = ops::find_parcel(&state.pool, reader.customer_id, &query).await?;
    api(&state).feature(&query, found)
}

fn api(state: &AppState) -> Api {
    Api::new(&ABOUT, state.config.public_url.as_str(), PATH)
}
