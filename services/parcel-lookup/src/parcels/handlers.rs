//! `GET /parcels`: parcels, and sites of the firm, by id and by number; `POST /parcel_outlines` and `POST /parcel_records`: many
//! at once.
//!
//! A number alone may match parcels of several counties, so that endpoint returns a list.

use std::collections::HashSet;
use std::hash::Hash;

use actix_web::{get, post, web};
use auth::{ParcelsRead, ReadAccess};
use diesel::result::Error;
use domain::ParcelNumber;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, Json, Query};
use parcel_record::{ParcelRecord, is_county_fips};

use super::dto::{
    ListedParcel, ParcelList, ParcelOutline, ParcelOutlines, ParcelOutlinesRequest, ParcelRecords,
    ParcelRecordsRequest, ParcelsQuery,
};
use super::{access_and_shape, flood, sites, visible};
use crate::state::AppState;

/// Maximum parcels of one request.
const MAX_PARCELS: usize = 1000;

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
    let parcels = db::tenant_tx(&state.pool, access.customer_id, async |conn| {
        let found = visible::list_by_number(conn, number.as_str(), county.as_deref()).await?;
        let mut records: Vec<ParcelRecord> =
            found.into_iter().map(|stored| stored.record).collect();
        if records.is_empty() {
            let found = sites::list(conn, &[], &[number.to_string()], true).await?;
            let is_of = |record: &ParcelRecord| {
                let own = &record.fields.county_fips;
                county.as_ref().is_none_or(|county| county == own)
            };
            records.extend(found.into_iter().map(|site| site.record).filter(is_of));
        }
        Ok::<_, Error>(records)
    })
    .await?;
    Ok(web::Json(ParcelList { parcels }))
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
        let mut found = visible::list_outlines(conn, &ll_uuids, &parcelnumbs).await?;
        let ids = others(&ll_uuids, found.iter().map(|of| of.ll_uuid));
        let numbers: Vec<String> =
            others(&parcelnumbs, found.iter().map(|of| of.parcelnumb.clone()));
        let sites = sites::list(conn, &ids, &numbers, true).await?;
        let outlined = sites
            .into_iter()
            .filter(|site| site.record.geometry.is_some());
        found.extend(outlined.map(|site| ParcelOutline::from(site.record)));
        Ok::<_, Error>(found)
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
    let ParcelRecordsRequest {
        ll_uuids,
        outlines,
        access_and_shape: is_measured,
    } = body;
    if ll_uuids.len() > MAX_PARCELS {
        return Err(too_many("ll_uuids"));
    }
    let parcels = db::tenant_tx(&state.pool, access.customer_id, async |conn| {
        // Measured by the outline.
        let with_outlines = outlines || is_measured;
        let found = visible::list_records(conn, &ll_uuids, with_outlines).await?;
        let ids = others(&ll_uuids, found.iter().map(|record| record.fields.ll_uuid));
        let sites = sites::list(conn, &ids, &[], with_outlines).await?;
        let mut floods = flood::of_records(conn, &found).await?;
        let parcels = found.into_iter().map(|record| {
            let flood = floods.remove(&record.fields.ll_uuid).unwrap_or_default();
            ListedParcel::of(record, flood)
        });
        let sites = sites.into_iter().map(ListedParcel::from);
        let mut parcels: Vec<ListedParcel> = parcels.chain(sites).collect();
        if is_measured {
            access_and_shape::add(conn, &mut parcels).await?;
        }
        if !outlines {
            for parcel in &mut parcels {
                parcel.record.geometry = None;
            }
        }
        Ok::<_, Error>(parcels)
    })
    .await?;
    Ok(web::Json(ParcelRecords { parcels }))
}

/// Those that were not found as parcels, and may be sites.
fn others<T: Clone + Eq + Hash>(asked: &[T], found: impl Iterator<Item = T>) -> Vec<T> {
    let found: HashSet<T> = found.collect();
    let mut others = asked.to_vec();
    others.retain(|of| !found.contains(of));
    others
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
