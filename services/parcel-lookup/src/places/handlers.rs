//! HTTP handler of the place search.

use actix_web::{get, web};
use auth::{ParcelsRead, ReadAccess};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Query};

use super::dto::{PlacesQuery, PlacesResponse};
use super::ops;
use crate::state::AppState;

/// Places that match a text: our own parcels, then the geocoder's. Markets are found for users,
/// not for programs with an access token.
#[utoipa::path(tag = "places", security(("personal_access_token" = ["parcels:read"])),
    params(PlacesQuery), responses((status = 200, body = PlacesResponse), StandardErrors))]
#[get("/places")]
pub async fn search_places(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    query: Query<PlacesQuery>,
) -> ApiResult<web::Json<PlacesResponse>> {
    let search = query.into_inner().check()?;
    let places = ops::search(&state, access.session.as_ref(), &search).await?;
    Ok(web::Json(PlacesResponse { places }))
}
