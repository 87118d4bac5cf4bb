//! HTTP handlers. Every address rejects parameters that it does not have.

use actix_web::http::header::{CONTENT_TYPE, HeaderName};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, get, web};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Path};
use serde::Serialize;

use super::Reader;
use super::collection::{self, PARCELS};
use super::crs::Crs;
use super::dto::{
    CollectionDescription, ConformanceDeclaration, Feature, FeatureCollection, FeatureCollections,
    LandingPage,
};
use super::error::{collection_not_found, feature_not_found};
use super::items_query::{self, ItemsQuery};
use super::links::{GEO_JSON, JSON, Links, OPENAPI, SCHEMA_JSON};
use super::parameters::{self, Parameters};
use super::{api_document, ops, queryables};
use crate::state::AppState;

const CONTENT_CRS: HeaderName = HeaderName::from_static("content-crs");

/// The start of the OGC API.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/ogc")]
pub async fn get_ogc_landing_page(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    parameters::none(&request)?;
    respond(JSON, &collection::landing_page(&links(&state)))
}

/// The start of the OGC API: clients also add a slash.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = LandingPage), StandardErrors))]
#[get("/ogc/")]
pub async fn get_ogc_start(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    parameters::none(&request)?;
    respond(JSON, &collection::landing_page(&links(&state)))
}

/// The conformance classes that the OGC API follows.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = ConformanceDeclaration), StandardErrors))]
#[get("/ogc/conformance")]
pub async fn get_ogc_conformance(_reader: Reader, request: HttpRequest) -> ApiResult<HttpResponse> {
    parameters::none(&request)?;
    respond(JSON, &collection::conformance())
}

/// The OpenAPI 3.0 document of the OGC API, for its clients.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, content_type = "application/vnd.oai.openapi+json;version=3.0", body = Value), StandardErrors))]
#[get("/ogc/api")]
pub async fn get_ogc_api(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    parameters::none(&request)?;
    respond(OPENAPI, &api_document::document(&links(&state)))
}

/// The collections of the OGC API.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    responses((status = 200, body = FeatureCollections), StandardErrors))]
#[get("/ogc/collections")]
pub async fn list_ogc_collections(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
) -> ApiResult<HttpResponse> {
    parameters::none(&request)?;
    let extent = ops::extent(&state.pool).await?;
    respond(JSON, &collection::collections(&links(&state), extent))
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
    check_collection(&id.0)?;
    parameters::none(&request)?;
    let extent = ops::extent(&state.pool).await?;
    respond(JSON, &collection::parcels(&links(&state), extent))
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
    check_collection(&id.0)?;
    parameters::none(&request)?;
    respond(SCHEMA_JSON, &queryables::schema(&links(&state)))
}

/// A page of features. Each queryable property is a parameter too: the value that it must have.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`"),
    ("limit" = Option<u32>, Query, description = "Page size, 100 unless given; above 1,000 means 1,000", minimum = 1, maximum = 1000),
    ("cursor" = Option<String>, Query, description = "From the link `next`"),
    ("bbox" = Option<String>, Query, description = "Four or six numbers: the lower left corner, then the upper right"),
    ("bbox-crs" = Option<String>, Query, description = "URI of the coordinate reference system of `bbox`"),
    ("datetime" = Option<String>, Query, description = "When the source was read: an RFC 3339 time or date, or an interval"),
    ("crs" = Option<String>, Query, description = "URI of the coordinate reference system of the response"),
    ("filter" = Option<String>, Query, description = "A condition in CQL2 text"),
    ("filter-lang" = Option<String>, Query, description = "`cql2-text`"),
    ("filter-crs" = Option<String>, Query, description = "URI of the coordinate reference system of geometries in `filter`")),
    responses((status = 200, content_type = "application/geo+json", body = FeatureCollection), StandardErrors))]
#[get("/ogc/collections/{collectionId}/items")]
pub async fn list_ogc_items(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    check_collection(&id.0)?;
    let query = ItemsQuery::of(&request)?;
    let crs = query.crs;
    let page = ops::list(&state.pool, &links(&state), query).await?;
    respond_in(crs, &page)
}

/// A feature.
#[utoipa::path(tag = "ogc", security(("personal_access_token" = ["parcels:read"])),
    params(("collectionId" = String, Path, description = "`parcels`"),
    ("featureId" = String, Path, description = "The parcel's `ll_uuid`"),
    ("crs" = Option<String>, Query, description = "URI of the coordinate reference system of the response")),
    responses((status = 200, content_type = "application/geo+json", body = Feature), StandardErrors))]
#[get("/ogc/collections/{collectionId}/items/{featureId}")]
pub async fn get_ogc_item(
    _reader: Reader,
    request: HttpRequest,
    state: web::Data<AppState>,
    path: Path<(String, String)>,
) -> ApiResult<HttpResponse> {
    let (collection, feature) = path.into_inner();
    check_collection(&collection)?;
    let given = Parameters::of(&request, |name| name == "crs")?;
    let crs = items_query::crs(&given, "crs")?;
    // What is not an id does not exist.
    let id = feature.parse().map_err(|_no_id| feature_not_found())?;
    let feature = ops::find(&state.pool, &links(&state), id, crs).await?;
    respond_in(crs, &feature)
}

fn links(state: &AppState) -> Links {
    Links::new(&state.public_url)
}

fn check_collection(id: &str) -> ApiResult<()> {
    if id == PARCELS {
        Ok(())
    } else {
        Err(collection_not_found())
    }
}

fn respond<T: Serialize>(content_type: &'static str, body: &T) -> ApiResult<HttpResponse> {
    finish(HttpResponse::Ok(), content_type, body)
}

/// Features, and the coordinate reference system that they are in.
fn respond_in<T: Serialize>(crs: &Crs, body: &T) -> ApiResult<HttpResponse> {
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CONTENT_CRS, format!("<{}>", crs.uri)));
    finish(answer, GEO_JSON, body)
}

fn finish<T: Serialize>(
    mut answer: HttpResponseBuilder,
    content_type: &'static str,
    body: &T,
) -> ApiResult<HttpResponse> {
    let body = serde_json::to_string(body).map_err(ApiError::internal)?;
    Ok(answer
        .insert_header((CONTENT_TYPE, content_type))
        .body(body))
}
