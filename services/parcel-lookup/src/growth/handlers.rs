//! The simulation's calls.

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpResponse, get, post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json};
use uuid::Uuid;

use super::dto::{RunSleuthRequest, RunSleuthResponse};
use super::ops::GrowthDesk;

/// Simulates 30 years of urban growth in a selected area. Answers when it is done.
#[utoipa::path(tag = "growth", request_body = RunSleuthRequest, responses((status = 200, body = RunSleuthResponse), StandardErrors))]
#[post("/run-sleuth")]
pub async fn run_sleuth(
    user: CurrentUser,
    desk: web::Data<GrowthDesk>,
    body: Json<RunSleuthRequest>,
) -> ApiResult<web::Json<RunSleuthResponse>> {
    let selection = body.into_inner().bbox.check()?;
    Ok(web::Json(desk.run(user.customer_id, selection).await?))
}

/// A picture as PNG.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
struct GrowthPicture(Vec<u8>);

/// The picture of a simulation that the firm asked for: `{id}.png`.
#[utoipa::path(tag = "growth", params(("name" = String, Path, description = "Id of the picture, with `.png`.")),
    responses((status = 200, content_type = "image/png", body = GrowthPicture), StandardErrors))]
#[get("/growth_images/{name}")]
pub async fn get_growth_image(
    user: CurrentUser,
    desk: web::Data<GrowthDesk>,
    name: web::Path<String>,
) -> ApiResult<HttpResponse> {
    let missing = || ApiError::not_found("This picture does not exist.");
    let id: Uuid = name
        .strip_suffix(".png")
        .and_then(|id| id.parse().ok())
        .ok_or_else(missing)?;
    let found = desk.gallery().find(user.customer_id, id).await;
    let picture = found
        .map_err(|error| ApiError::unavailable("The picture cannot be read.").caused_by(error))?
        .ok_or_else(missing)?;
    let kept = HeaderValue::from_static("private, max-age=31536000, immutable");
    Ok(HttpResponse::Ok()
        .content_type("image/png")
        .insert_header((CACHE_CONTROL, kept))
        .body(picture))
}
