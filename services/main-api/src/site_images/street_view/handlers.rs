//! HTTP handlers of street view.

use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use auth::CurrentUser;
use domain::LonLat;
use http_kit::{ApiError, ApiResult, Json, Path, Problem, Query};

use super::dto::{StreetView, StreetViewQuery};
use super::{google, mapillary};
use crate::site_images::SiteImageError;
use crate::state::AppState;

/// The street-level image taken within 50 m of a place, if there is one.
#[utoipa::path(tag = "site_images", params(StreetViewQuery), responses(
    (status = 200, body = StreetView), (status = 401, body = Problem), (status = 422, body = Problem),
    (status = 503, description = "The provider is unavailable", body = Problem)))]
#[get("/api/street_view")]
pub async fn get_street_view(
    _user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<StreetViewQuery>,
) -> ApiResult<Json<StreetView>> {
    let at = LonLat::new(query.lon, query.lat).map_err(|error| {
        let latitude_is_fine = (-90.0..=90.0).contains(&query.lat);
        ApiError::invalid(
            if latitude_is_fine { "lon" } else { "lat" },
            error.sentence(),
        )
    })?;
    let config = &state.config.street_view;
    Ok(Json(if let Some(mapillary) = &config.mapillary {
        mapillary::view(&state.http, mapillary, at).await?
    } else if let Some(key) = &config.google_key {
        google::view(key, at)
    } else {
        StreetView::default()
    }))
}

/// An image from Mapillary.
#[utoipa::path(tag = "site_images", params(("image_id" = String, Path, description = "As in `image_url`")), responses(
    (status = 200, description = "The image", content_type = "image/*"),
    (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 503, description = "The provider is unavailable", body = Problem)))]
#[get("/api/street_view_images/{image_id}")]
pub async fn get_street_view_image(
    _user: CurrentUser,
    state: Data<AppState>,
    Path(image_id): Path<String>,
) -> ApiResult<HttpResponse> {
    let Some(config) = &state.config.street_view.mapillary else {
        return Err(SiteImageError::NotFound.into());
    };
    let picture = mapillary::picture(&state.http, config, &image_id).await?;
    Ok(HttpResponse::Ok()
        .content_type(picture.content_type)
        .insert_header(("Cache-Control", "private, max-age=3600"))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cross-Origin-Resource-Policy", "same-origin"))
        .body(picture.bytes))
}
