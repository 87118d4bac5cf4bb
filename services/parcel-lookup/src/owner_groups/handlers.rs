//! HTTP handlers of owners' parcels.

use actix_web::{get, web};
use auth::{ParcelsRead, ReadAccess};
use domain::ParcelUuid;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Path};

use super::dto::OwnerGroup;
use super::ops;
use crate::state::AppState;

/// Everything that the owner of a parcel has, each parcel with its reason and confidence.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    params(("ll_uuid" = ParcelUuid, Path, description = "A parcel of the owner")),
    responses((status = 200, body = OwnerGroup), StandardErrors))]
#[get("/parcels/{ll_uuid}/owner_group")]
pub async fn get_owner_group(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
) -> ApiResult<web::Json<OwnerGroup>> {
    let found = ops::group(&state, access.customer_id, id.into_inner()).await?;
    let group =
        found.ok_or_else(|| ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found."))?;
    Ok(web::Json(group))
}
