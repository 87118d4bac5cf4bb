//! HTTP handler of the parts of dossiers.

use actix_web::post;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json};

use super::dto::{DossierParts, DossierPartsRequest};
use super::ops;
use crate::state::AppState;

/// Pictures and comparable sales of the firm's properties, for dossiers of sites. It changes nothing.
#[utoipa::path(tag = "properties", request_body = DossierPartsRequest,
    responses((status = 200, description = "What there is of each site", body = DossierParts), ApiError))]
#[post("/dossier_parts")]
pub async fn get_dossier_parts(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DossierPartsRequest>,
) -> ApiResult<Json<DossierParts>> {
    Ok(Json(ops::get_parts(&state, &user, &body).await?))
}
