//! HTTP handlers of site images.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use domain::{LonLat, ParcelNumber, ParcelUuid};
use http_kit::{ApiError, ApiResult, Json, Path, Problem, Query};

use super::dto::{FetchSaveImageRequest, FetchSaveImageResponse, SiteImageQuery};
use super::{SiteImageError, ops};
use crate::field::Fields;
use crate::state::AppState;
use crate::users::handlers::picture;

/// Fetches an image of a parcel once, draws its outline on it, and stores it. Without its identity,
/// the parcel is the one that the firm has of this number at this place. `image_path` is null when no
/// source is configured, has no image or is unavailable.
#[utoipa::path(tag = "site_images", request_body = FetchSaveImageRequest, responses(
    (status = 200, body = FetchSaveImageResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/fetch_save_image")]
pub async fn fetch_save_image(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<FetchSaveImageRequest>,
) -> ApiResult<HttpResponse> {
    let (at, number, ll_uuid) = checked(body)?;
    let image_path = ops::fetch_and_save(&state, &user, at, &number, ll_uuid).await?;
    let message = if image_path.is_some() {
        "The image is saved."
    } else {
        "No image available"
    };
    Ok(HttpResponse::Ok().json(FetchSaveImageResponse {
        image_path,
        message: message.to_owned(),
    }))
}

/// A stored image.
#[utoipa::path(tag = "site_images", params(("parcelnumb" = String, Path, description = "Number within its county"), SiteImageQuery), responses(
    (status = 200, description = "The image", content_type = "image/*"),
    (status = 304, description = "Not modified"), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 409, description = "Several parcels of this number have images; see `candidates`", body = Problem)))]
#[get("/api/site_images/{parcelnumb}.jpg")]
pub async fn get_site_image(
    request: HttpRequest,
    user: CurrentUser,
    state: Data<AppState>,
    Path(number): Path<String>,
    Query(query): Query<SiteImageQuery>,
) -> ApiResult<HttpResponse> {
    let number: ParcelNumber = number.parse().map_err(|_none| SiteImageError::NotFound)?;
    let (row, path) = ops::get_site_image(&state, &user, &number, query.ll_uuid).await?;
    Ok(picture(&request, path, &row.content_type)
        .await
        .map_err(SiteImageError::Storage)?)
}

fn checked(
    body: FetchSaveImageRequest,
) -> Result<(LonLat, ParcelNumber, Option<ParcelUuid>), ApiError> {
    let mut fields = Fields::default();
    let at = LonLat::new(body.lon, body.lat);
    if let Err(error) = &at {
        let field = if (-90.0..=90.0).contains(&body.lat) {
            "lon"
        } else {
            "lat"
        };
        fields.refuse(field, error.sentence());
    }
    let number = body.parcelnumb.parse::<ParcelNumber>();
    if let Err(error) = &number {
        fields.refuse("parcelnumb", error.sentence());
    }
    fields.finish(None)?;
    let (Ok(at), Ok(number)) = (at, number) else {
        return Err(ApiError::invalid("parcelnumb", "parcelnumb is required."));
    };
    let ll_uuid = body
        .ll_uuid
        .and_then(|text| text.parse().ok())
        .map(ParcelUuid);
    Ok((at, number, ll_uuid))
}
