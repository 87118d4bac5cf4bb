//! HTTP handlers of letterheads.

use actix_multipart::Multipart;
use actix_web::http::header::{CACHE_CONTROL, ContentType};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post, put};
use auth::{Admin, CurrentUser};
use domain::LetterImageId;
use http_kit::{ApiResult, Json, Path, Problem};

use super::domain::CheckedLetterhead;
use super::dto::{LetterImageForm, Letterhead, UpdateLetterheadRequest};
use super::store::ImageOwner;
use super::{image, ops};
use crate::state::AppState;

/// The letterhead of the firm and the signed-in user.
#[utoipa::path(tag = "letterhead", responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem)))]
#[get("/api/letterhead")]
pub async fn get_letterhead(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    Ok(HttpResponse::Ok().json(ops::get_letterhead(&state, &user).await?))
}

/// Replaces the firm's address block, signatory and disclaimer; for admins.
#[utoipa::path(tag = "letterhead", request_body = UpdateLetterheadRequest, responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem), (status = 422, body = Problem)))]
#[put("/api/letterhead")]
pub async fn update_letterhead(
    Admin(admin): Admin,
    state: Data<AppState>,
    Json(body): Json<UpdateLetterheadRequest>,
) -> ApiResult<HttpResponse> {
    let checked = CheckedLetterhead::try_from(body)?;
    Ok(HttpResponse::Ok().json(ops::update_letterhead(&state, &admin, checked).await?))
}

/// Replaces the firm's logo: PNG, JPEG or WebP of at most 2097152 bytes; for admins.
#[utoipa::path(tag = "letterhead", request_body(content = LetterImageForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem),
    (status = 413, description = "Larger than 2097152 bytes", body = Problem),
    (status = 415, description = "Neither PNG, JPEG nor WebP", body = Problem), (status = 422, body = Problem)))]
#[post("/api/upload_logo")]
pub async fn upload_logo(
    Admin(admin): Admin,
    state: Data<AppState>,
    form: Multipart,
) -> ApiResult<HttpResponse> {
    let image = image::receive(form).await?;
    let letterhead = ops::update_image(&state, &admin, ImageOwner::Firm, image).await?;
    Ok(HttpResponse::Ok().json(letterhead))
}

/// Removes the firm's logo; for admins.
#[utoipa::path(tag = "letterhead", responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem)))]
#[post("/api/remove_logo")]
pub async fn remove_logo(Admin(admin): Admin, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let letterhead = ops::remove_image(&state, &admin, ImageOwner::Firm).await?;
    Ok(HttpResponse::Ok().json(letterhead))
}

/// Replaces the signed-in user's signature: PNG, JPEG or WebP of at most 2097152 bytes.
#[utoipa::path(tag = "letterhead", request_body(content = LetterImageForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem),
    (status = 413, description = "Larger than 2097152 bytes", body = Problem),
    (status = 415, description = "Neither PNG, JPEG nor WebP", body = Problem), (status = 422, body = Problem)))]
#[post("/api/upload_signature")]
pub async fn upload_signature(
    user: CurrentUser,
    state: Data<AppState>,
    form: Multipart,
) -> ApiResult<HttpResponse> {
    let image = image::receive(form).await?;
    let owner = ImageOwner::User(user.user_id);
    let letterhead = ops::update_image(&state, &user, owner, image).await?;
    Ok(HttpResponse::Ok().json(letterhead))
}

/// Removes the signed-in user's signature.
#[utoipa::path(tag = "letterhead", responses(
    (status = 200, body = Letterhead), (status = 401, body = Problem)))]
#[post("/api/remove_signature")]
pub async fn remove_signature(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let owner = ImageOwner::User(user.user_id);
    let letterhead = ops::remove_image(&state, &user, owner).await?;
    Ok(HttpResponse::Ok().json(letterhead))
}

/// The firm's logo, or the signed-in user's signature. Each upload has a new path, so responses can
/// be cached.
#[utoipa::path(tag = "letterhead", params(("image_id" = inline(LetterImageId), Path)), responses(
    (status = 200, description = "The image", content_type = "image/*"),
    (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/letterhead/images/{image_id}")]
pub async fn get_letter_image(
    user: CurrentUser,
    state: Data<AppState>,
    Path(image_id): Path<LetterImageId>,
) -> ApiResult<HttpResponse> {
    let (content_type, bytes) = ops::get_image(&state, &user, image_id).await?;
    let media = content_type
        .parse()
        .map_or_else(|_unknown| ContentType::octet_stream(), ContentType);
    Ok(HttpResponse::Ok()
        .insert_header(media)
        .insert_header((CACHE_CONTROL, "private, max-age=300"))
        .body(bytes))
}
