//! HTTP handler of the offer history.

use actix_web::get;
use actix_web::web::Data;
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{Offer, Offers, OffersQuery};
use super::ops;
use crate::state::AppState;

/// Offers for a property, newest first: by whom, why, and what the seller answered.
#[utoipa::path(tag = "offers", params(OffersQuery),
    responses((status = 200, description = "The offers", body = Offers), ApiError))]
#[get("/offers")]
pub async fn list_offers(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<OffersQuery>,
) -> ApiResult<Json<Offers>> {
    let (rows, changed) = ops::list_offers(&state, &user, query.property_id).await?;
    let offer = |row| Offer::new(row, &changed);
    let offers = rows.into_iter().map(offer).collect();
    Ok(Json(Offers { offers }))
}
