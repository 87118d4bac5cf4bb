//! Redirects of page links under this service's prefix, which messages and other programs contain
//! (specification, point 7). They lead to the app, which requires a session.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use http_kit::{ApiError, ApiResult};

use crate::state::AppState;

/// Redirects to the property's page. Needs no session.
#[utoipa::path(tag = "properties", security(()), params(
    ("parcel_number" = Option<String>, Query, description = "The county's parcel number"),
    ("project_id" = Option<String>, Query, description = "The project"),
    ("email" = Option<String>, Query, description = "The user's e-mail address")),
    responses((status = 303, description = "Redirect to the page"), ApiError))]
#[get("/property_detail")]
pub async fn property_detail(
    state: Data<AppState>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    Ok(lead_to(&state, "property_detail", request.query_string()))
}

/// Redirects to the campaign's page. Needs no session.
#[utoipa::path(tag = "properties", security(()), params(
    ("project_id" = Option<String>, Query, description = "The project"),
    ("email" = Option<String>, Query, description = "The user's e-mail address"),
    ("parcel_number" = Option<String>, Query, description = "Only the contacts of this property")),
    responses((status = 303, description = "Redirect to the page"), ApiError))]
#[get("/email_campaign")]
pub async fn email_campaign(
    state: Data<AppState>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    Ok(lead_to(&state, "email_campaign", request.query_string()))
}

fn lead_to(state: &AppState, page: &str, query: &str) -> HttpResponse {
    let mut address = format!("{}/{page}", state.links.public_url);
    if !query.is_empty() {
        address.push('?');
        address.push_str(query);
    }
    HttpResponse::SeeOther()
        .insert_header((LOCATION, address))
        .finish()
}
