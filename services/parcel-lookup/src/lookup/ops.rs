//! Our table, then each provider in order, and storing what they say.
//!
//! No transaction is open while a provider is asked. A provider that knew nothing of a point is not
//! asked about it again for a day.

use db::Pool;
use domain::LonLat;

use super::dto::{LookupStatus, ProcessCoordsResponse};
use super::error::LookupError;
use crate::parcels::{ParcelData, store};
use crate::providers::{Found, Providers};

/// How long "this provider knows nothing here" is believed, hours.
const MISS_HOURS: i32 = 24;

/// The parcel at a point.
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

/// Stores what a provider said. Answers the parcels that cover the point; where none does (the
/// provider looked a few metres around it), all of them.
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
