//! HTTP handlers. Those of collections are at both addresses, below the path that `routes.rs` gives them, and their links
//! stay at the address by which a request came. Every address rejects parameters that it does not have.

use actix_web::{HttpRequest, HttpResponse, get, web};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};
use ogc_features::{
    Api, CollectionDescription, ConformanceDeclaration, Feature, FeatureCollection,
    FeatureCollections, ItemQuery, ItemsQuery, LandingPage, PROJECT_PARCELS, PROJECTS,
};

use super::about::{ABOUT, Address};
use super::dto::ProjectParcelProperties;
use super::{Reader, ops};
use crate::projects::dto::Project;
use crate::state::AppState;

/// The start of the OGC API.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/api/ogc")]
pub async fn get_ogc_landing_page(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state, &request).landing_page(&request)
}

/// The start of the OGC API: clients also add a slash.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/api/ogc/")]
pub async fn get_ogc_start(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state, &request).landing_page(&request)
}

/// The conformance classes that the OGC API follows.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = ConformanceDeclaration), StandardErrors))]
#[get("/api/ogc/conformance")]
pub async fn get_ogc_conformance(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state, &request).conformance(&request)
}

/// The OpenAPI 3.0 document of the OGC API, for its clients.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    responses((status = 200, content_type = "application/vnd.oai.openapi+json;version=3.0", body = Value), StandardErrors))]
#[get("/api/ogc/api")]
pub async fn get_ogc_api(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state, &request).document(&request)
}

/// The collections of the OGC API.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = FeatureCollections), StandardErrors))]
#[get("/api/ogc/collections")]
pub async fn list_ogc_collections(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let extent = ops::extent(&state.reads, reader.customer_id).await?;
    api(&state, &request).collections(&request, |scope| reader.may_read(scope), [extent, extent])
}

/// A collection: `projects` or `project_parcels`. Beside all parcels it has no extent, as in the list of all collections.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("collectionId" = String, Path, description = "`projects` or `project_parcels`")),
    responses((status = 200, body = CollectionDescription), StandardErrors))]
#[get("/{collectionId}")]
pub async fn get_ogc_collection(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let api = api(&state, &request);
    let collection = api.find(&id.0)?;
    let extent = match Address::of(request.path()) {
        Address::Own => ops::extent(&state.reads, reader.customer_id).await?,
        Address::Shared => None,
    };
    api.collection(&request, collection, extent)
}

/// The properties that a collection can be filtered by, as a JSON schema.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("collectionId" = String, Path, description = "`projects` or `project_parcels`")),
    responses((status = 200, content_type = "application/schema+json", body = Value), StandardErrors))]
#[get("/{collectionId}/queryables")]
pub async fn get_ogc_queryables(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    api(&state, &request).queryables(&request, &id.0)
}

/// A page of projects. Each queryable property is a parameter too: the value that it must have.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])), params(ItemsQuery),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection<Project>), StandardErrors))]
#[get("/projects/items")]
pub async fn list_ogc_projects(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let query = ItemsQuery::of(&request, &PROJECTS)?;
    let listed = ops::list_projects(&state.reads, reader.customer_id, &query).await?;
    api(&state, &request).page(&query, listed)
}

/// A project.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("project_id" = String, Path, description = "Identity of the feature"), ItemQuery),
    responses((status = 200, content_type = "application/geo+json", body = Feature<Project>), StandardErrors))]
#[get("/projects/items/{project_id}")]
pub async fn get_ogc_project(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let query = ItemQuery::of(&request, &PROJECTS, &id.0)?;
    let found = ops::find_project(&state.reads, reader.customer_id, &query).await?;
    api(&state, &request).feature(&query, found)
}

/// A page of parcels of projects. Each queryable property is a parameter too: the value that it must have.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])), params(ItemsQuery),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection<ProjectParcelProperties>), StandardErrors))]
#[get("/project_parcels/items")]
pub async fn list_ogc_project_parcels(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let query = ItemsQuery::of(&request, &PROJECT_PARCELS)?;
    let listed = ops::list_parcels(&state.reads, reader.customer_id, &query).await?;
    api(&state, &request).page(&query, listed)
}

/// A parcel of a project.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["projects:read"])),
    params(("marker_id" = String, Path, description = "Identity of the feature"), ItemQuery),
    responses((status = 200, content_type = "application/geo+json", body = Feature<ProjectParcelProperties>), StandardErrors))]
#[get("/project_parcels/items/{marker_id}")]
pub async fn get_ogc_project_parcel(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let query = ItemQuery::of(&request, &PROJECT_PARCELS, &id.0)?;
    let found = ops::find_parcel(&state.reads, reader.customer_id, &query).await?;
    api(&state, &request).feature(&query, found)
}

fn api(state: &AppState, request: &HttpRequest) -> Api {
    let address = Address::of(request.path());
    Api::new(&ABOUT, state.config.public_url.as_str(), address.path())
}
