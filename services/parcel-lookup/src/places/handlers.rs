//! HTTP handler of the place search. A geocoder failure is logged, and the other results are
//! returned.

use actix_web::{get, web};
use auth::{ParcelsRead, ReadAccess};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Query};

use super::dto::{PlacesQuery, PlacesResponse};
use super::ops;
use crate::state::AppState;

/// Places that match a text: our own parcels, then the geocoder's.
#[utoipa::path(tag = "places", security(("personal_access_token" = ["parcels:read"])),
    params(PlacesQuery), responses((status = 200, body = PlacesResponse), StandardErrors))]
#[get("/places")]
pub async fn search_places(
    _access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    query: Query<PlacesQuery>,
) -> ApiResult<web::Json<PlacesResponse>> {
    let search = query.into_inner().check()?;
    let places = ops::search(&state.pool, state.geocoder.as_ref(), &search).await?;
    Ok(web::Json(PlacesResponse { places }))
}
