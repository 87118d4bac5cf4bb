//! Searches the parcels that the firm may read, then each provider in order, and stores what they return;
//! else the nearest parcel.
//!
//! No transaction is open during a provider call. A provider that found nothing at a point is not
//! called for it again for a day. A parcel older than its provider's terms say is requested again, and
//! returned with its date if the provider fails.

use chrono::Utc;
use db::{AsyncPgConnection, Pool, ReadPool};
use diesel::QueryResult;
use diesel::result::Error;
use domain::{CustomerId, LonLat};
use futures::try_join;
use provider_client::Patience;

use super::dto::{LookupStatus, ProcessCoordsResponse};
use super::error::LookupError;
use crate::parcels::store::{self, Stored};
use crate::parcels::{ParcelData, UnnumberedFeature, licensed, unnumbered};
use crate::providers::{Found, FoundLand, ParcelAtPoint, Providers, Use};

/// How long a provider's empty result is cached, hours.
const MISS_HOURS: i32 = 24;
/// A point on no parcel has the nearest one up to this distance, metres: addresses are often geocoded
/// to the street.
const NEAREST: f64 = 30.0;

/// What a lookup reads and calls, for one firm.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// For what providers return.
    pub pool: &'a Pool,
    pub reads: &'a ReadPool,
    pub providers: &'a Providers,
    /// Whose licensed parcels are read, and for whom new ones are stored.
    pub firm: CustomerId,
}

/// Parcels at or near a point, best first.
#[derive(Default)]
struct Here {
    parcels: Vec<Stored>,
    /// Metres, if the point is on none of them.
    distance: Option<f64>,
}

/// What our own tables say of a point.
pub(super) enum Ours {
    /// All that there is to say.
    Answer(Box<ProcessCoordsResponse>),
    /// Providers may know more than these.
    Known(Vec<Stored>),
}

impl Lookup<'_> {
    pub async fn at(self, at: LonLat) -> Result<ProcessCoordsResponse, LookupError> {
        match self.ours_at(at).await? {
            Ours::Answer(answer) => Ok(*answer),
            Ours::Known(known) => self.asked_at(at, known, Patience::Short).await,
        }
    }

    pub(super) async fn ours_at(self, at: LonLat) -> Result<Ours, LookupError> {
        let mut known = self.public_at(at).await?;
        if !self.has_current(&known) && self.providers.covering(at).next().is_none() {
            let answer = self.of_ours(at, known).await?;
            return Ok(Ours::Answer(Box::new(answer)));
        }
        // A sample parcel must not hide the real one that a provider may know.
        if !self.has_current(&known) {
            known.splice(0..0, self.bought_at(at).await?);
        }
        if self.has_current(&known) {
            let parcels = self.without_due(known);
            let answer = answer(LookupStatus::Found, Here::of(parcels), None);
            return Ok(Ours::Answer(Box::new(answer)));
        }
        Ok(Ours::Known(known))
    }

    /// What providers know of a point, else what is `known` or near.
    pub(super) async fn asked_at(
        self,
        at: LonLat,
        known: Vec<Stored>,
        patience: Patience,
    ) -> Result<ProcessCoordsResponse, LookupError> {
        let (found, land) = self.ask_providers(at, &known, patience).await?;
        let (status, here) = if let Some(found) = found {
            (LookupStatus::Scraped, found)
        } else {
            let near = if known.is_empty() {
                self.near(at).await?
            } else {
                Here::of(known)
            };
            (near.status(), near)
        };
        let land = land.filter(|_| here.distance.is_some());
        let feature = self.feature_at(at, &here).await?;
        let feature = feature.or_else(|| land.map(unnumbered::of_provider));
        Ok(answer(status, here, feature))
    }

    /// Where no provider can be asked, in one transaction: a parcel that a replica lacks cannot be bought again.
    /// What is asked at a point without a parcel goes to the server in one round trip.
    async fn of_ours(
        self,
        at: LonLat,
        known: Vec<Stored>,
    ) -> Result<ProcessCoordsResponse, LookupError> {
        let is_known = !known.is_empty();
        let read = self.reads.read(async |pool| {
            db::tenant_tx(pool, self.firm, async |conn| {
                let conn: &AsyncPgConnection = conn;
                if is_known {
                    let bought = licensed::list_at(conn, at).await?;
                    return Ok::<_, Error>((Here::of(bought), None));
                }
                let (bought, near, bought_near, feature) = try_join!(
                    licensed::list_at(conn, at),
                    store::list_near(conn, at, NEAREST),
                    licensed::list_near(conn, at, NEAREST),
                    unnumbered::find_at(conn, at),
                )?;
                if bought.is_empty() {
                    Ok((Here::nearer(near, bought_near), feature))
                } else {
                    Ok((Here::of(bought), None))
                }
            })
            .await
        });
        let (mut here, feature) = read.await?;
        if here.distance.is_none() {
            here.parcels.extend(known);
            here.parcels = self.without_due(here.parcels);
        }
        let status = here.status();
        Ok(answer(status, here, feature))
    }

    /// Stores the parcels of the first provider that knows any, and returns them with what the point is on if a provider has
    /// that without a parcel number. If none knows a parcel and one failed, it is an
    /// error, unless the parcel is `known` from an earlier answer.
    async fn ask_providers(
        self,
        at: LonLat,
        known: &[Stored],
        patience: Patience,
    ) -> Result<(Option<Here>, Option<FoundLand>), LookupError> {
        let (mut land, mut fault) = (None, None);
        for provider in self.providers.covering(at) {
            let source = provider.name();
            let is_miss = db::read(self.pool, async |conn| {
                store::is_known_miss(conn, source, at, MISS_HOURS).await
            });
            if is_miss.await? {
                continue;
            }
            match provider.at_point(at, patience).await {
                Ok(found) => {
                    let stored = self.keep(provider, at, &found.parcels).await?;
                    let is_land = found.land.is_some();
                    land = land.or(found.land);
                    if !stored.parcels.is_empty() {
                        return Ok((Some(stored), land));
                    }
                    // Not stored, so it is requested again.
                    if is_land {
                        continue;
                    }
                    db::system_tx(self.pool, async |conn| {
                        store::insert_miss(conn, source, at).await
                    })
                    .await?;
                }
                Err(error) => {
                    if patience == Patience::Short || !error.is_own_limit() {
                        metrics::counter!("provider_failures_total", "provider" => source.to_owned())
                            .increment(1);
                        tracing::warn!(provider.name = source, error.cause = %error, "a parcel provider failed");
                    }
                    // Its earlier answer is better than that of the next one, which may be billed.
                    if known.iter().any(|stored| stored.record.source == source) {
                        return Ok((None, land));
                    }
                    fault.get_or_insert(error);
                }
            }
        }
        match fault {
            Some(error) if !known.iter().any(is_real) => Err(LookupError::ProviderDown(error)),
            _ => Ok((None, land)),
        }
    }

    /// Stores a provider's parcels as its terms allow. Returns the real ones that cover the point; if none
    /// does (the provider searched a few metres around it), the nearest.
    async fn keep(
        self,
        provider: &dyn ParcelAtPoint,
        at: LonLat,
        found: &[Found],
    ) -> Result<Here, LookupError> {
        if found.is_empty() {
            return Ok(Here::default());
        }
        let terms = provider.terms();
        let Here { parcels, distance } =
            db::tenant_tx(self.pool, self.firm, async |conn| match terms.kind {
                Use::Shared => keep_public(conn, at, found).await,
                Use::Licensed { keep_days } => {
                    let copies = terms.copies_keep_days.map(Into::into);
                    keep_licensed(conn, at, found, (keep_days.into(), copies)).await
                }
            })
            .await?;
        let real = parcels.into_iter().filter(is_real).collect();
        Ok(Here {
            parcels: self.without_due(real),
            distance,
        })
    }

    async fn public_at(self, at: LonLat) -> Result<Vec<Stored>, LookupError> {
        let found = self
            .reads
            .read(async |pool| db::read(pool, async |conn| store::list_at(conn, at).await).await);
        Ok(found.await?)
    }

    /// What the county maps without a parcel number at a point that is on no parcel.
    async fn feature_at(
        self,
        at: LonLat,
        here: &Here,
    ) -> Result<Option<UnnumberedFeature>, LookupError> {
        if here.distance.is_none() {
            return Ok(None);
        }
        let found = self.reads.read(async |pool| {
            db::read(pool, async |conn| unnumbered::find_at(conn, at).await).await
        });
        Ok(found.await?)
    }

    async fn bought_at(self, at: LonLat) -> Result<Vec<Stored>, LookupError> {
        // Not from a replica: a parcel that it lacks would be bought again.
        Ok(db::tenant_tx(self.pool, self.firm, async |conn| {
            licensed::list_at(conn, at).await
        })
        .await?)
    }

    /// The nearest parcel, public or bought. A sample is only shown if there is no other.
    async fn near(self, at: LonLat) -> Result<Here, LookupError> {
        let found = self.reads.read(async |pool| {
            db::tenant_tx(pool, self.firm, async |conn| {
                let public = store::list_near(conn, at, NEAREST).await?;
                Ok::<_, Error>((public, licensed::list_near(conn, at, NEAREST).await?))
            })
            .await
        });
        let (public, bought) = found.await?;
        Ok(Here::nearer(public, bought))
    }

    /// Whether a real parcel is known that needs not be requested again.
    fn has_current(self, known: &[Stored]) -> bool {
        known
            .iter()
            .any(|stored| is_real(stored) && !self.is_due(stored))
    }

    /// Imported parcels never are, also if the file's source has a provider's name.
    fn is_due(self, stored: &Stored) -> bool {
        let record = &stored.record;
        !stored.is_imported
            && record
                .fetched_at
                .is_some_and(|at| self.providers.is_due(&record.source, at, Utc::now()))
    }

    /// Without the parcels that are due, if there are current ones: their provider was requested again at
    /// this place and did not return them, so they were split or merged.
    fn without_due(self, mut known: Vec<Stored>) -> Vec<Stored> {
        if self.has_current(&known) {
            known.retain(|stored| !self.is_due(stored));
        }
        known
    }
}

impl Here {
    /// Parcels that cover the point.
    fn of(parcels: Vec<Stored>) -> Self {
        Self {
            parcels,
            distance: None,
        }
    }

    /// The nearer of the parcels nearest to a point that is on none, with their distances.
    fn nearer(public: (f64, Vec<Stored>), bought: (f64, Vec<Stored>)) -> Self {
        let public_is_real = public.1.iter().any(is_real);
        let (distance, parcels) = if bought.1.is_empty() || public_is_real && public.0 <= bought.0 {
            public
        } else {
            bought
        };
        Self {
            parcels,
            distance: Some(distance),
        }
    }

    fn status(&self) -> LookupStatus {
        if self.parcels.is_empty() {
            LookupStatus::NotFound
        } else {
            LookupStatus::Found
        }
    }
}

async fn keep_public(
    conn: &mut AsyncPgConnection,
    at: LonLat,
    found: &[Found],
) -> QueryResult<Here> {
    store::upsert(conn, found).await?;
    let covering = store::list_at(conn, at).await?;
    if covering.iter().any(is_real) {
        return Ok(Here::of(covering));
    }
    let (distance, parcels) = store::list_near(conn, at, NEAREST).await?;
    Ok(Here {
        parcels,
        distance: Some(distance),
    })
}

async fn keep_licensed(
    conn: &mut AsyncPgConnection,
    at: LonLat,
    found: &[Found],
    (keep_days, copies_keep_days): (i32, Option<i32>),
) -> QueryResult<Here> {
    for parcel in found {
        licensed::upsert(conn, parcel, keep_days, copies_keep_days).await?;
    }
    let covering = licensed::list_at(conn, at).await?;
    if !covering.is_empty() {
        return Ok(Here::of(covering));
    }
    let (distance, parcels) = licensed::list_near(conn, at, NEAREST).await?;
    Ok(Here {
        parcels,
        distance: Some(distance),
    })
}

fn is_real(stored: &Stored) -> bool {
    !stored.record.is_sample
}

fn answer(
    status: LookupStatus,
    here: Here,
    feature: Option<UnnumberedFeature>,
) -> ProcessCoordsResponse {
    let Here { parcels, distance } = here;
    let parcels: Vec<ParcelData> = parcels.into_iter().map(ParcelData::from).collect();
    ProcessCoordsResponse {
        status,
        distance_m: distance.filter(|_| !parcels.is_empty()),
        data: parcels.first().cloned(),
        candidates: (parcels.len() > 1).then_some(parcels),
        feature,
    }
}

/// No result, for this reason.
pub(super) fn without(status: LookupStatus) -> ProcessCoordsResponse {
    ProcessCoordsResponse {
        status,
        data: None,
        candidates: None,
        distance_m: None,
        feature: None,
    }
}
