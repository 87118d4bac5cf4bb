//! `GET /parcels`: parcels by id and by number; `POST /parcel_outlines` and `POST /parcel_records`: many
//! at once.
//!
//! A number alone may match parcels of several counties, so that endpoint returns a list.

use actix_web::{get, post, web};
use auth::{ParcelsRead, ReadAccess};
use chrono::Utc;
use domain::{CustomerId, ParcelNumber, ParcelUuid};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Json, Path, Query};
use parcel_record::{ParcelFacts, is_county_fips};

use super::dto::{
    ListedParcel, ParcelList, ParcelOutlines, ParcelOutlinesRequest, ParcelRecords,
    ParcelRecordsRequest, ParcelWithUnits, ParcelsQuery,
};
use super::store::Stored;
use super::units::ParcelUnit;
use super::{licensed, store, units, visible};
use crate::state::AppState;

/// Maximum parcels of one request.
const MAX_PARCELS: usize = 1000;

/// The full record of a parcel with its units.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    params(("ll_uuid" = ParcelUuid, Path, description = "The parcel's identity")),
    responses((status = 200, body = ParcelWithUnits), StandardErrors))]
#[get("/parcels/{ll_uuid}")]
pub async fn get_parcel(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
) -> ApiResult<web::Json<ParcelWithUnits>> {
    let found = find(&state, access.customer_id, id.into_inner()).await?;
    let (stored, (unit_count, units)) =
        found.ok_or_else(|| ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found."))?;
    // Of the record itself: rows of the table may wait for theirs, and what a firm bought has none.
    let facts = ParcelFacts::of(&stored.record.fields, Utc::now().date_naive());
    Ok(web::Json(ParcelWithUnits {
        facts,
        record: stored.record,
        unit_count,
        units,
    }))
}

/// A parcel with its units. Without a transaction if it is public, as most are.
async fn find(
    state: &AppState,
    customer_id: CustomerId,
    id: ParcelUuid,
) -> ApiResult<Option<(Stored, (i64, Vec<ParcelUnit>))>> {
    let public = db::read(&state.pool, async |conn| {
        match store::find(conn, id).await? {
            Some(stored) => Ok(Some((stored, units::list(conn, id).await?))),
            None => Ok(None),
        }
    })
    .await?;
    if public.is_some() {
        return Ok(public);
    }
    let bought = db::tenant_tx(&state.pool, customer_id, async |conn| {
        licensed::find(conn, id).await
    })
    .await?;
    // No tax roll is joined to what a provider sold.
    Ok(bought.map(|stored| (stored, (0, Vec::new()))))
}

/// The parcels with a number.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    params(ParcelsQuery), responses((status = 200, body = ParcelList), StandardErrors))]
#[get("/parcels")]
pub async fn list_parcels(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    query: Query<ParcelsQuery>,
) -> ApiResult<web::Json<ParcelList>> {
    let query = query.into_inner();
    let number: ParcelNumber = query
        .parcelnumb
        .parse()
        .map_err(|refused: domain::Invalid| ApiError::invalid("parcelnumb", refused.sentence()))?;
    let county = query.county_fips.map(check_county).transpose()?;
    let found = db::tenant_tx(&state.pool, access.customer_id, async |conn| {
        visible::list_by_number(conn, number.as_str(), county.as_deref()).await
    })
    .await?;
    Ok(web::Json(ParcelList {
        parcels: found.into_iter().map(|stored| stored.record).collect(),
    }))
}

/// The outlines of up to 1,000 parcels.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    request_body = ParcelOutlinesRequest,
    responses((status = 200, body = ParcelOutlines), StandardErrors))]
#[post("/parcel_outlines")]
pub async fn get_parcel_outlines(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    Json(body): Json<ParcelOutlinesRequest>,
) -> ApiResult<web::Json<ParcelOutlines>> {
    let ParcelOutlinesRequest {
        ll_uuids,
        parcelnumbs,
    } = body;
    if ll_uuids.len() > MAX_PARCELS {
        return Err(too_many("ll_uuids"));
    }
    if ll_uuids.len() + parcelnumbs.len() > MAX_PARCELS {
        return Err(too_many("parcelnumbs"));
    }
    for number in &parcelnumbs {
        number
            .parse::<ParcelNumber>()
            .map_err(|refused| ApiError::invalid("parcelnumbs", refused.sentence()))?;
    }
    let parcels = db::tenant_tx(&state.pool, access.customer_id, async |conn| {
        visible::list_outlines(conn, &ll_uuids, &parcelnumbs).await
    })
    .await?;
    Ok(web::Json(ParcelOutlines { parcels }))
}

/// The records of up to 1,000 parcels.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    request_body = ParcelRecordsRequest,
    responses((status = 200, body = ParcelRecords), StandardErrors))]
#[post("/parcel_records")]
pub async fn get_parcel_records(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    Json(body): Json<ParcelRecordsRequest>,
) -> ApiResult<web::Json<ParcelRecords>> {
    let ParcelRecordsRequest { ll_uuids, outlines } = body;
    if ll_uuids.len() > MAX_PARCELS {
        return Err(too_many("ll_uuids"));
    }
    let records = db::tenant_tx(&state.pool, access.customer_id, async |conn| {
        visible::list_records(conn, &ll_uuids, outlines).await
    })
    .await?;
    let parcels = records.into_iter().map(ListedParcel::from).collect();
    Ok(web::Json(ParcelRecords { parcels }))
}

fn too_many(field: &'static str) -> ApiError {
    let sentence = format!("Request at most {MAX_PARCELS} parcels at once.");
    ApiError::invalid(field, sentence)
}

/// Validates a county code of a query.
fn check_county(text: String) -> ApiResult<String> {
    if is_county_fips(&text) {
        Ok(text)
    } else {
        Err(ApiError::invalid(
            "county_fips",
            "A county code has five digits, such as 48201.",
        ))
    }
}
