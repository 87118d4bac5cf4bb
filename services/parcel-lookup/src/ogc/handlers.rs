//! HTTP handlers. Every address rejects parameters that it does not have.

use actix_web::{HttpRequest, HttpResponse, get, web};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};
use ogc_features::{
    Api, CollectionDescription, ConformanceDeclaration, Feature, FeatureCollection,
    FeatureCollections, ItemQuery, ItemsQuery, LandingPage, PATH,
};

use super::collection::ABOUT;
use super::dto::ParcelProperties;
use super::{AnyReader, Reader, ops};
use crate::state::AppState;

/// The start of the OGC API.
#[utoipa::path(tag = "ogc",
    security(("personal_access_token" = ["parcels:read"]), ("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/ogc")]
pub async fn get_ogc_landing_page(
    _reader: AnyReader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state).landing_page(&request)
}

/// The start of the OGC API: clients also add a slash.
#[utoipa::path(tag = "ogc",
    security(("personal_access_token" = ["parcels:read"]), ("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/ogc/")]
pub async fn get_ogc_start(
    _reader: AnyReader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state).landing_page(&request)
}

/// The conformance classes that the OGC API follows.
#[utoipa::path(tag = "ogc",
    security(("personal_access_token" = ["parcels:read"]), ("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = ConformanceDeclaration), StandardErrors))]
#[get("/ogc/conformance")]
pub async fn get_ogc_conformance(
    _reader: AnyReader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state).conformance(&request)
}

/// The OpenAPI 3.0 document of the OGC API, for its clients.
#[utoipa::path(tag = "ogc",
    security(("personal_access_token" = ["parcels:read"]), ("personal_access_token" = ["projects:read"])),
    responses((status = 200, content_type = "application/vnd.oai.openapi+json;version=3.0", body = Value), StandardErrors))]
#[get("/ogc/api")]
pub async fn get_ogc_api(
    _reader: AnyReader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    api(&state).document(&request)
}

/// The collections of the OGC API that the caller may read: `parcels`, and the firm's `projects` and
/// `project_parcels`, which main-api answers.
#[utoipa::path(tag = "ogc",
    security(("personal_access_token" = ["parcels:read"]), ("personal_access_token" = ["projects:read"])),
    responses((status = 200, body = FeatureCollections), StandardErrors))]
#[get("/ogc/collections")]
pub async fn list_ogc_collections(
    reader: AnyReader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    let extent = ops::extent(&state.reads).await?;
    api(&state).collections(&request, |scope| reader.may_read(scope), [extent])
}

/// A collection: `parcels`.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`")),
    responses((status = 200, body = CollectionDescription), StandardErrors))]
#[get("/ogc/collections/{collectionId}")]
pub async fn get_ogc_collection(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let api = api(&state);
    let collection = api.find(&id.0)?;
    let extent = ops::extent(&state.reads).await?;
    api.collection(&request, collection, extent)
}

/// The properties that a collection can be filtered by, as a JSON schema.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`")),
    responses((status = 200, content_type = "application/schema+json", body = Value), StandardErrors))]
#[get("/ogc/collections/{collectionId}/queryables")]
pub async fn get_ogc_queryables(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    api(&state).queryables(&request, &id.0)
}

/// A page of features. Each queryable property is a parameter too: the value that it must have. `growth_run_id` names a
/// finished growth run of the firm, of which the figures of growth are.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`"), ItemsQuery),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection<ParcelProperties>), StandardErrors))]
#[get("/ogc/collections/{collectionId}/items")]
pub async fn list_ogc_items(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    let api = api(&state);
    let query = ItemsQuery::of(&request, api.find(&id.0)?)?;
    let parcels = ops::list(&state, reader.customer_id, &query).await?;
    api.page(&query, parcels)
}

/// A feature. `growth_run_id` names a finished growth run of the firm, of which the figures of growth are.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`"),
    ("featureId" = String, Path, description = "The parcel's `ll_uuid`"), ItemQuery),
    responses((status = 200, content_type = "application/geo+json", body = Feature<ParcelProperties>), StandardErrors))]
#[get("/ogc/collections/{collectionId}/items/{featureId}")]
pub async fn get_ogc_item(
    reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    path: Path<(String, String)>,
) -> ApiResult<HttpResponse> {
    let (collection, id) = path.into_inner();
    let api = api(&state);
    let query = ItemQuery::of(&request, api.find(&collection)?, &id)?;
    let parcel = ops::find(&state, reader.customer_id, &query).await?;
    api.feature(&query, parcel)
}

fn api(state: &AppState) -> Api {
    Api::new(&ABOUT, &state.public_url, PATH)
}
