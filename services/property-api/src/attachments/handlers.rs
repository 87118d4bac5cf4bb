//! HTTP handlers of files.

use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse, get, head, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{
    AttachmentList, AttachmentsUploaded, DeleteAttachmentForm, ServeAttachmentQuery,
    UploadAttachmentForm,
};
use super::{AttachmentError, form, ops, serve, upload};
use crate::properties::dto::{PropertyQuery, Success};
use crate::state::AppState;

/// Files of a property, oldest first. With a project: those of that project and of none.
#[utoipa::path(tag = "attachments", params(PropertyQuery),
    responses((status = 200, description = "The files", body = AttachmentList), ApiError))]
#[get("/list_attachments")]
pub async fn list_attachments(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<PropertyQuery>,
) -> ApiResult<Json<AttachmentList>> {
    let rows = ops::list_attachments(&state, &user, &query.into()).await?;
    Ok(Json(rows.into()))
}

/// Uploads files: at most 50 MB each, 100 MB and 50 files together. Either all are stored or none.
/// A file with an existing name becomes a new version. A letter of intent whose price needs the approval of another
/// person is refused.
#[utoipa::path(tag = "attachments",
    request_body(content = UploadAttachmentForm, content_type = "multipart/form-data"),
    responses((status = 200, description = "Stored", body = AttachmentsUploaded), ApiError))]
#[post("/upload_attachment")]
pub async fn upload_attachment(
    user: CurrentUser,
    state: Data<AppState>,
    request: HttpRequest,
    payload: web::Payload,
) -> ApiResult<Json<AttachmentsUploaded>> {
    let received =
        upload::receive(&state.files, user.customer_id, request.headers(), payload).await?;
    let rows = match wanted(&received) {
        Ok(wanted) => ops::add_attachments(&state, &user, &wanted, &received).await?,
        Err(error) => {
            upload::discard(&state.files, user.customer_id, &received.files).await;
            return Err(error.into());
        }
    };
    Ok(Json(rows.into()))
}

fn wanted(
    received: &upload::Received,
) -> Result<crate::properties::locate::Locator, AttachmentError> {
    let wanted = form::locator(&received.fields)?;
    if received.files.is_empty() {
        return Err(AttachmentError::Field(
            "file",
            "Please choose at least one file.".to_owned(),
        ));
    }
    Ok(wanted)
}

/// A file, whole or in part (`Range`). Types that a browser could execute are sandboxed downloads.
#[utoipa::path(tag = "attachments", params(ServeAttachmentQuery), responses(
    (status = 200, description = "The file", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 206, description = "The requested range", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 304, description = "Not modified"),
    (status = 416, description = "The range lies outside the file", body = http_kit::Problem, content_type = "application/problem+json"),
    ApiError))]
#[get("/serve_attachment")]
pub async fn serve_attachment(
    user: CurrentUser,
    state: Data<AppState>,
    request: HttpRequest,
    Query(query): Query<ServeAttachmentQuery>,
) -> ApiResult<HttpResponse> {
    let row = ops::get_attachment(&state, &user, &query.file).await?;
    Ok(serve::answer(&state.files, &user, &row, &request).await?)
}

/// The headers of a file.
#[utoipa::path(tag = "attachments", params(ServeAttachmentQuery),
    responses((status = 200, description = "The file exists"), ApiError))]
#[head("/serve_attachment")]
pub async fn head_attachment(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ServeAttachmentQuery>,
) -> ApiResult<HttpResponse> {
    let row = ops::get_attachment(&state, &user, &query.file).await?;
    Ok(serve::answer_head(&row))
}

/// Deletes a file.
#[utoipa::path(tag = "attachments",
    request_body(content(
        (DeleteAttachmentForm = "multipart/form-data"),
        (DeleteAttachmentForm = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "Deleted", body = Success), ApiError))]
#[post("/delete_attachment")]
pub async fn delete_attachment(
    user: CurrentUser,
    state: Data<AppState>,
    request: HttpRequest,
    payload: web::Payload,
) -> ApiResult<Json<Success>> {
    let fields = form::read(request.headers(), payload).await?;
    let deletion = form::deletion(&fields)?;
    ops::delete_attachment(&state, &user, &deletion).await?;
    Ok(Json(Success::YES))
}

/// Restores a file that was deleted within the last hour.
#[utoipa::path(tag = "attachments",
    request_body(content(
        (DeleteAttachmentForm = "multipart/form-data"),
        (DeleteAttachmentForm = "application/x-www-form-urlencoded"))),
    responses((status = 200, description = "Restored", body = Success), ApiError))]
#[post("/restore_attachment")]
pub async fn restore_attachment(
    user: CurrentUser,
    state: Data<AppState>,
    request: HttpRequest,
    payload: web::Payload,
) -> ApiResult<Json<Success>> {
    let fields = form::read(request.headers(), payload).await?;
    let deletion = form::deletion(&fields)?;
    ops::restore_attachment(&state, &user, &deletion).await?;
    Ok(Json(Success::YES))
}
