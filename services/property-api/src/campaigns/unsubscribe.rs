//! Unsubscribing by a signed link that identifies a message, without sign-in.
//!
//! The signed token holds firm and message, but no address. Unsubscribing is idempotent.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use http_kit::{ApiError, ApiResult, Json, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{CampaignError, store};
use crate::properties::dto::Success;
use crate::state::AppState;

/// Identifies the message whose recipient unsubscribes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UnsubscribeQuery {
    /// The token of the link.
    pub token: String,
}

/// Opened in a browser: redirects to the confirmation page. Changes nothing, because mail scanners
/// follow links. Needs no session.
#[utoipa::path(tag = "campaigns", params(UnsubscribeQuery), security(()),
    responses((status = 303, description = "Redirect to the page"), ApiError))]
#[get("/unsubscribe")]
pub async fn open_unsubscribe(
    state: Data<AppState>,
    Query(query): Query<UnsubscribeQuery>,
) -> ApiResult<HttpResponse> {
    let token: String = form_urlencoded::byte_serialize(query.token.as_bytes()).collect();
    let page = format!("{}/unsubscribe?token={token}", state.links.public_url);
    Ok(HttpResponse::SeeOther()
        .insert_header((LOCATION, page))
        .finish())
}

/// Adds the recipient of a message to the firm's suppression list. One click; needs no session.
#[utoipa::path(tag = "campaigns", params(UnsubscribeQuery), security(()),
    responses((status = 200, description = "Added to the suppression list", body = Success), ApiError))]
#[post("/unsubscribe")]
pub async fn unsubscribe(
    state: Data<AppState>,
    Query(query): Query<UnsubscribeQuery>,
) -> ApiResult<Json<Success>> {
    let (firm, mail_id) = state
        .links
        .read(&query.token)
        .ok_or(CampaignError::BadLink)?;
    let written = db::tenant_tx(&state.pool, firm, async |conn| {
        store::suppress_receiver(conn, mail_id).await
    })
    .await?;
    if !written {
        return Err(CampaignError::BadLink.into());
    }
    Ok(Json(Success::YES))
}
