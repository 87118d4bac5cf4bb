//! Searches our table, then each provider in order, and stores what they return.
//!
//! No transaction is open during a provider call. A provider that found nothing at a point is not
//! called for it again for a day.

use db::Pool;
use domain::LonLat;

use super::dto::{LookupStatus, ProcessCoordsResponse};
use super::error::LookupError;
use crate::parcels::{ParcelData, store};
use crate::providers::{Found, Providers};

/// How long a provider's empty result is cached, hours.
const MISS_HOURS: i32 = 24;

pub async fn look_up(
    pool: &Pool,
    providers: &Providers,
    at: LonLat,
) -> Result<ProcessCoordsResponse, LookupError> {
    let known = known_at(pool, at).await?;
    if !known.is_empty() {
        return Ok(answer(LookupStatus::Found, known));
    }
    let mut fault = None;
    for provider in providers.covering(at) {
        let source = provider.name();
        if db::system_tx(pool, async |conn| {
            store::is_known_miss(conn, source, at, MISS_HOURS).await
        })
        .await?
        {
            continue;
        }
        match provider.at_point(at).await {
            Ok(found) if found.is_empty() => {
                db::system_tx(pool, async |conn| {
                    store::insert_miss(conn, source, at).await
                })
                .await?;
            }
            Ok(found) => {
                let stored = keep(pool, at, &found).await?;
                if !stored.is_empty() {
                    return Ok(answer(LookupStatus::Scraped, stored));
                }
            }
            Err(error) => {
                metrics::counter!("provider_failures_total", "provider" => source.to_owned())
                    .increment(1);
                tracing::warn!(provider.name = source, error.cause = %error, "a parcel provider failed");
                fault.get_or_insert(error);
            }
        }
    }
    match fault {
        Some(error) => Err(LookupError::ProviderDown(error)),
        None => Ok(ProcessCoordsResponse {
            status: LookupStatus::NotFound,
            data: None,
            candidates: None,
        }),
    }
}

async fn known_at(pool: &Pool, at: LonLat) -> Result<Vec<ParcelData>, LookupError> {
    let known = db::system_tx(pool, async |conn| store::list_at(conn, at).await).await?;
    Ok(known
        .into_iter()
        .map(|stored| stored.record.into())
        .collect())
}

/// Stores a provider's parcels. Returns those that cover the point; if none does (the provider
/// searched a few metres around it), all of them.
async fn keep(pool: &Pool, at: LonLat, found: &[Found]) -> Result<Vec<ParcelData>, LookupError> {
    db::system_tx(pool, async |conn| {
        for parcel in found {
            store::upsert(
                conn,
                &parcel.fields,
                &parcel.shape,
                &parcel.raw,
                &parcel.provenance,
            )
            .await?;
        }
        let mut stored = store::list_at(conn, at).await?;
        if stored.is_empty() {
            for parcel in found {
                stored.extend(store::find(conn, parcel.fields.ll_uuid).await?);
            }
        }
        Ok(stored
            .into_iter()
            .map(|stored| stored.record.into())
            .collect())
    })
    .await
}

fn answer(status: LookupStatus, parcels: Vec<ParcelData>) -> ProcessCoordsResponse {
    ProcessCoordsResponse {
        status,
        data: parcels.first().cloned(),
        candidates: (parcels.len() > 1).then_some(parcels),
    }
}
