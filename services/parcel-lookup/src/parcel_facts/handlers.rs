//! `GET /parcels/{ll_uuid}`: all that is known of a parcel, or of a site of the firm.

use actix_web::{get, web};
use auth::{ParcelsRead, ReadAccess};
use chrono::Utc;
use diesel::result::Error;
use domain::{CustomerId, ParcelUuid};
use http_kit::openapi::StandardErrors;
use http_kit::{ApiError, ApiResult, ErrorCode, Path, Query};
use parcel_record::{ParcelFacts, ParcelRecord};

use super::dto::{ParcelQuery, ParcelWithUnits};
use super::growth;
use super::land::{self, ParcelLand};
use crate::parcels::flood::{self, ParcelFlood};
use crate::parcels::{licensed, sites, store, tax_roll, units};
use crate::state::AppState;

/// All facts of a parcel with their sources, and its units; or those of a site of several parcels. Growth is of a run that the request names.
#[utoipa::path(tag = "parcels", security(("personal_access_token" = ["parcels:read"])),
    params(ParcelQuery, ("ll_uuid" = ParcelUuid, Path, description = "The parcel's identity")),
    responses((status = 200, body = ParcelWithUnits), StandardErrors))]
#[get("/parcels/{ll_uuid}")]
pub async fn get_parcel(
    access: ReadAccess<ParcelsRead>,
    state: web::Data<AppState>,
    id: Path<ParcelUuid>,
    Query(query): Query<ParcelQuery>,
) -> ApiResult<web::Json<ParcelWithUnits>> {
    let found = find(&state, access.customer_id, id.into_inner()).await?;
    let mut parcel =
        found.ok_or_else(|| ApiError::new(ErrorCode::ParcelNotFound, "Parcel not found."))?;
    if let Some(run) = query.growth_run_id {
        let of_run = growth::of_record(&state, access.customer_id, run, &parcel.record).await?;
        parcel.growth = Some(of_run);
    }
    Ok(web::Json(parcel))
}

/// A parcel with its units. Without a transaction if it is public, as most are.
async fn find(
    state: &AppState,
    customer_id: CustomerId,
    id: ParcelUuid,
) -> ApiResult<Option<ParcelWithUnits>> {
    let of_record = |record: ParcelRecord,
                     flood: ParcelFlood,
                     land: ParcelLand,
                     (unit_count, units),
                     tax_roll| ParcelWithUnits {
        // Of the record itself: rows of the table may wait for theirs, and what a firm bought has none.
        facts: ParcelFacts {
            in_flood_zone: flood.in_flood_zone,
            ..ParcelFacts::of(&record.fields, record.shared_land, Utc::now().date_naive())
        },
        flood,
        land,
        growth: None,
        record,
        unit_count,
        units,
        tax_roll,
        site: None,
    };
    let public = db::read(&state.pool, async |conn| {
        match store::find(conn, id).await? {
            Some(stored) => {
                let units = units::list(conn, id).await?;
                let flood = flood::of_record(conn, &stored.record).await?;
                let land = land::of_record(conn, &stored.record).await?;
                Ok(Some((
                    stored,
                    flood,
                    land,
                    units,
                    tax_roll::find(conn, id).await?,
                )))
            }
            None => Ok(None),
        }
    })
    .await?;
    if let Some((stored, flood, land, units, tax_roll)) = public {
        let parcel = of_record(stored.record, flood, land, units, tax_roll);
        return Ok(Some(parcel));
    }
    let own = db::tenant_tx(&state.pool, customer_id, async |conn| {
        if let Some(bought) = licensed::find(conn, id).await? {
            // No tax roll is joined to what a provider sold.
            let flood = flood::of_record(conn, &bought.record).await?;
            let land = land::of_record(conn, &bought.record).await?;
            let parcel = of_record(bought.record, flood, land, (0, Vec::new()), None);
            return Ok::<_, Error>(Some(parcel));
        }
        let Some(site) = sites::find(conn, id).await? else {
            return Ok(None);
        };
        let land = land::of_site(conn, id).await?;
        Ok(Some(ParcelWithUnits::of_site(site, land)))
    });
    Ok(own.await?)
}
