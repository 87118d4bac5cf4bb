//! Searches our table, then each provider in order, and stores what they return; else the nearest
//! parcel.
//!
//! No transaction is open during a provider call. A provider that found nothing at a point is not
//! called for it again for a day.

use std::time::Duration;

use db::Pool;
use domain::LonLat;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use tokio::time::Instant;

use super::dto::{LookupStatus, ProcessCoordsResponse};
use super::error::LookupError;
use crate::parcels::{ParcelData, store};
use crate::providers::{Found, Providers};

/// How long a provider's empty result is cached, hours.
const MISS_HOURS: i32 = 24;
/// A point on no parcel has the nearest one up to this distance, metres: addresses are often geocoded
/// to the street.
const NEAREST: f64 = 30.0;
/// Points of a batch that are looked up at the same time.
const AT_ONCE: usize = 4;
/// Time of a batch, after which the rest is `unavailable`: the proxy ends a request after a minute.
const BATCH_TIME: Duration = Duration::from_secs(30);

/// Parcels at or near a point, best first.
struct Here {
    parcels: Vec<ParcelData>,
    /// Metres, if the point is on none of them.
    distance: Option<f64>,
}

pub async fn look_up(
    pool: &Pool,
    providers: &Providers,
    at: LonLat,
) -> Result<ProcessCoordsResponse, LookupError> {
    let known = known_at(pool, at).await?;
    // A sample parcel must not hide the real one that a provider may know.
    if known.parcels.iter().any(|parcel| !parcel.is_sample) {
        return Ok(answer(LookupStatus::Found, known));
    }
    if let Some(found) = ask_providers(pool, providers, at).await? {
        return Ok(answer(LookupStatus::Scraped, found));
    }
    let near = if known.parcels.is_empty() {
        known_near(pool, at).await?
    } else {
        known
    };
    let status = if near.parcels.is_empty() {
        LookupStatus::NotFound
    } else {
        LookupStatus::Found
    };
    Ok(answer(status, near))
}

/// The result at each point, in order.
pub async fn look_up_all(
    pool: &Pool,
    providers: &Providers,
    points: &[LonLat],
) -> Result<Vec<ProcessCoordsResponse>, LookupError> {
    let end = Instant::now() + BATCH_TIME;
    stream::iter(points)
        .map(|at| async move {
            match tokio::time::timeout_at(end, look_up(pool, providers, *at)).await {
                Ok(Err(LookupError::ProviderDown(_))) | Err(_) => Ok(unavailable()),
                Ok(result) => result,
            }
        })
        .buffered(AT_ONCE)
        .try_collect()
        .await
}

/// Stores the parcels of the first provider that knows any. An error if none does and one failed.
async fn ask_providers(
    pool: &Pool,
    providers: &Providers,
    at: LonLat,
) -> Result<Option<Here>, LookupError> {
    let mut fault = None;
    for provider in providers.covering(at) {
        let source = provider.name();
        let is_miss = db::read(pool, async |conn| {
            store::is_known_miss(conn, source, at, MISS_HOURS).await
        });
        if is_miss.await? {
            continue;
        }
        match provider.at_point(at).await {
            Ok(found) => {
                let stored = keep(pool, at, &found).await?;
                if !stored.parcels.is_empty() {
                    return Ok(Some(stored));
                }
                db::system_tx(pool, async |conn| {
                    store::insert_miss(conn, source, at).await
                })
                .await?;
            }
            Err(error) => {
                metrics::counter!("provider_failures_total", "provider" => source.to_owned())
                    .increment(1);
                tracing::warn!(provider.name = source, error.cause = %error, "a parcel provider failed");
                fault.get_or_insert(error);
            }
        }
    }
    fault.map_or(Ok(None), |error| Err(LookupError::ProviderDown(error)))
}

async fn known_at(pool: &Pool, at: LonLat) -> Result<Here, LookupError> {
    let known = db::read(pool, async |conn| store::list_at(conn, at).await).await?;
    Ok(Here {
        parcels: known.into_iter().map(ParcelData::from).collect(),
        distance: None,
    })
}

async fn known_near(pool: &Pool, at: LonLat) -> Result<Here, LookupError> {
    let (distance, near) =
        db::read(pool, async |conn| store::list_near(conn, at, NEAREST).await).await?;
    Ok(Here {
        parcels: near.into_iter().map(ParcelData::from).collect(),
        distance: Some(distance),
    })
}

/// Stores a provider's parcels. Returns the real ones that cover the point; if none does (the
/// provider searched a few metres around it), the nearest.
async fn keep(pool: &Pool, at: LonLat, found: &[Found]) -> Result<Here, LookupError> {
    if found.is_empty() {
        return Ok(Here {
            parcels: Vec::new(),
            distance: None,
        });
    }
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
        let covering = store::list_at(conn, at).await?;
        let (distance, stored) = if covering.iter().any(|stored| !stored.record.is_sample) {
            (None, covering)
        } else {
            let (distance, near) = store::list_near(conn, at, NEAREST).await?;
            (Some(distance), near)
        };
        let parcels = stored
            .into_iter()
            .filter(|stored| !stored.record.is_sample)
            .map(ParcelData::from)
            .collect();
        Ok(Here { parcels, distance })
    })
    .await
}

fn answer(status: LookupStatus, here: Here) -> ProcessCoordsResponse {
    let Here { parcels, distance } = here;
    ProcessCoordsResponse {
        status,
        distance_m: distance.filter(|_| !parcels.is_empty()),
        data: parcels.first().cloned(),
        candidates: (parcels.len() > 1).then_some(parcels),
    }
}

/// No result yet: a provider did not answer.
fn unavailable() -> ProcessCoordsResponse {
    ProcessCoordsResponse {
        status: LookupStatus::Unavailable,
        data: None,
        candidates: None,
        distance_m: None,
    }
}
