//! HTTP handlers of changes of many contacts.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};

use super::dto::{
    ChangeContactsRequest, ContactsChanged, ContactsRestored, UndoChangeContactsRequest,
};
use super::ops;
use crate::state::AppState;

/// Changes many contacts at once: their tags, who is responsible, their company, or removes them.
#[utoipa::path(tag = "directory", request_body = ChangeContactsRequest, responses(
    (status = 200, body = ContactsChanged), (status = 401, body = Problem),
    (status = 404, description = "None of the contacts exists", body = Problem),
    (status = 409, description = "The filter matches another number of contacts, `count`", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/change_contacts")]
pub async fn change_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ChangeContactsRequest>,
) -> ApiResult<HttpResponse> {
    let changed = ops::change_contacts(&state, &user, body).await?;
    Ok(HttpResponse::Ok().json(changed))
}

/// Undoes a change of many contacts, once and within an hour. Contacts that were changed since are left.
#[utoipa::path(tag = "directory", request_body = UndoChangeContactsRequest, responses(
    (status = 200, body = ContactsRestored), (status = 401, body = Problem),
    (status = 404, body = Problem)))]
#[post("/api/undo_change_contacts")]
pub async fn undo_change_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UndoChangeContactsRequest>,
) -> ApiResult<HttpResponse> {
    let restored = ops::undo_change_contacts(&state, &user, body.command_id).await?;
    Ok(HttpResponse::Ok().json(restored))
}
