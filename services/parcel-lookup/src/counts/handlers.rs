//! `POST /parcel_counts`.

use actix_web::{post, web};
use auth::CurrentUser;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json};
use ogc_features::NamingFilter;

use super::dto::{CountsRequest, CountsResponse};
use super::ops::{self, Wanted};
use crate::filters;
use crate::selections::ChangedSince;
use crate::selections::domain::check;
use crate::state::AppState;

const MAX_FILTERS: usize = 20;

/// Counts the parcels of an area that match each filter. Up to 100,000 parcels are compared; of more, a sample.
#[utoipa::path(tag = "selections", request_body = CountsRequest,
    responses((status = 200, body = CountsResponse), StandardErrors))]
#[post("/parcel_counts")]
pub async fn count_parcels(
    user: CurrentUser,
    state: web::Data<AppState>,
    Json(mut body): Json<CountsRequest>,
) -> ApiResult<web::Json<CountsResponse>> {
    let mut conditions = Vec::with_capacity(body.filters.len());
    for filter in read(&body.filters)? {
        conditions.push(filters::ops::ready(&state, user.customer_id, filter).await?);
    }
    let wanted = Wanted {
        project_id: body.project_id,
        choice: check(&body.area())?,
        county_fips: body.county_fips,
        changed_since: ChangedSince(body.changed_since),
        filters: conditions,
    };
    let mut counts = ops::count(&state, &user, wanted).await?.into_iter();
    let total = counts
        .next()
        .ok_or_else(|| ApiError::internal("no count"))?;
    Ok(web::Json(CountsResponse {
        total: total.into(),
        counts: counts.map(Into::into).collect(),
    }))
}

/// An error names the filter by its place: `filters.2`.
fn read(texts: &[String]) -> ApiResult<Vec<NamingFilter>> {
    if texts.is_empty() || texts.len() > MAX_FILTERS {
        return Err(ApiError::invalid("filters", "Give 1 to 20 filters."));
    }
    let each = texts.iter().enumerate().map(|(index, text)| {
        filters::read(text)
            .map_err(|error| ApiError::invalid(format!("filters.{index}"), error.sentence))
    });
    each.collect()
}
