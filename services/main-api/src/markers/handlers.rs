//! HTTP handlers of markers.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use auth::{CurrentUser, ProjectsRead, ReadAccess};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::{Invalid, ParcelNumber};
use http_kit::{ApiError, ApiResult, Json, Problem, Query};

use super::domain::NewMarker;
use super::dto::{
    AddMarkerRequest, AddMarkerResponse, Marker, MarkerFeature, MarkerOutlinesResponse,
    MarkerProperties, MarkersResponse, ParcelPolygonQuery, ParcelPolygonResponse, PointGeometry,
    RemoveMarkerRequest, RemoveMarkerResponse,
};
use super::store::MarkerRow;
use super::{ops, outlines};
use crate::projects::dto::ProjectIdQuery;
use crate::state::AppState;

/// A project's markers.
#[utoipa::path(tag = "markers", security(("personal_access_token" = ["projects:read"])), params(ProjectIdQuery), responses(
    (status = 200, body = MarkersResponse), (status = 401, body = Problem), (status = 403, body = Problem), (status = 429, body = Problem),
    (status = 404, body = Problem)))]
#[get("/api/get_markers")]
pub async fn get_markers(
    access: ReadAccess<ProjectsRead>,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<HttpResponse> {
    let rows = ops::list_markers(&state, access.customer_id, query.project_id).await?;
    let markers = rows.into_iter().map(Marker::from).collect();
    Ok(HttpResponse::Ok().json(MarkersResponse { markers }))
}

/// Adds a parcel to a project, which ends the project's discard of it; a parcel that the project already has returns the
/// existing marker and `already_added`. If the terms of the marker's facts have ended, it has these newer ones instead, as do the firm's other
/// markers of the parcel.
#[utoipa::path(tag = "markers", request_body = AddMarkerRequest, responses(
    (status = 200, body = AddMarkerResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable, and the parcel is a site", body = Problem)))]
#[post("/api/add_marker")]
pub async fn add_marker(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddMarkerRequest>,
) -> ApiResult<HttpResponse> {
    let marker = NewMarker::try_from(body.geojson)?;
    let (row, already_added) = ops::add_marker(&state, &user, body.project_id, marker).await?;
    let Marker { id, geojson } = row.into();
    Ok(HttpResponse::Ok().json(AddMarkerResponse {
        id,
        geojson,
        already_added,
    }))
}

/// Removes a parcel from its project.
#[utoipa::path(tag = "markers", request_body = RemoveMarkerRequest, responses(
    (status = 200, body = RemoveMarkerResponse), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/remove_marker")]
pub async fn remove_marker(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<RemoveMarkerRequest>,
) -> ApiResult<HttpResponse> {
    ops::remove_marker(&state, &user, body.marker_id).await?;
    let message = format!("Marker with ID {} removed successfully!", body.marker_id);
    Ok(HttpResponse::Ok().json(RemoveMarkerResponse {
        success: true,
        message,
    }))
}

/// A parcel's outline. If the number matches several parcels, the response is 409 with the candidates.
#[utoipa::path(tag = "markers", params(ParcelPolygonQuery), responses(
    (status = 200, body = ParcelPolygonResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 409, description = "Several parcels match this number; see `candidates`", body = Problem),
    (status = 503, description = "parcel-lookup is unavailable", body = Problem)))]
#[get("/api/get_parcel_polygon")]
pub async fn get_parcel_polygon(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ParcelPolygonQuery>,
) -> ApiResult<HttpResponse> {
    let number: ParcelNumber = query
        .parcelnumb
        .parse()
        .map_err(|error: Invalid| ApiError::invalid("parcelnumb", error.sentence()))?;
    let parcel = ops::get_parcel(
        &state,
        &user,
        number.as_str(),
        query.project_id,
        query.ll_uuid,
    )
    .await?;
    Ok(HttpResponse::Ok().json(ParcelPolygonResponse {
        geometry: parcel.geometry,
        parcelnumb: parcel.parcelnumb,
        ll_uuid: parcel.ll_uuid,
        state2: parcel.state2,
        ll_gisacre: parcel.ll_gisacre,
        is_sample: parcel.is_sample,
        retired_at: parcel.retired_at,
        retired_file_date: parcel.retired_file_date,
        source: parcel.source,
        source_licence: parcel.source_licence,
        fetched_at: parcel.fetched_at,
    }))
}

/// The outlines of all parcels of a project.
#[utoipa::path(tag = "markers", params(ProjectIdQuery), responses(
    (status = 200, body = MarkerOutlinesResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 503, description = "parcel-lookup is unavailable", body = Problem)))]
#[get("/api/get_parcel_outlines")]
pub async fn get_parcel_outlines(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProjectIdQuery>,
) -> ApiResult<HttpResponse> {
    Ok(HttpResponse::Ok().json(outlines::list(&state, &user, query.project_id).await?))
}

fn rfc3339(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

impl From<MarkerRow> for Marker {
    fn from(row: MarkerRow) -> Self {
        let properties = MarkerProperties {
            parcelnumb: Some(row.parcelnumb),
            address: row.address,
            scity: row.scity,
            szip: row.szip,
            owner: row.owner,
            careof: row.careof,
            saledate: row.saledate,
            ll_uuid: row.ll_uuid.map(|uuid| uuid.to_string()),
            uuid: None,
            county_fips: row.county_fips,
            source: row.source,
            source_licence: row.source_licence,
            fetched_at: row.fetched_at.map(rfc3339),
            keep_until: row.keep_until.map(rfc3339),
            image_path: row.image_path,
        };
        let geometry = PointGeometry {
            r#type: "Point".to_owned(),
            coordinates: vec![row.lon, row.lat],
        };
        let geojson = MarkerFeature {
            r#type: "Feature".to_owned(),
            geometry,
            properties,
        };
        Self {
            id: row.marker_id,
            geojson,
        }
    }
}
