//! Many points at once.

use std::time::Duration;

use domain::LonLat;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use provider_client::Patience;
use tokio::time::{Instant, timeout_at};

use super::dto::{LookupStatus, ProcessCoordsResponse};
use super::error::LookupError;
use super::ops::{Lookup, Ours, without};

/// Points of a batch that are looked up at the same time.
const AT_ONCE: usize = 4;
/// Time of a batch, after which no provider is asked any more. A provider that allows 3 requests a second is
/// asked for some 90 points.
pub const BATCH_TIME: Duration = Duration::from_secs(30);
/// How long what was asked in time is waited for, since it may be billed. The proxy ends a request after a minute.
const LAST_ANSWERS: Duration = Duration::from_secs(25);

impl Lookup<'_> {
    /// The result at each point, in order. Our own tables are read first, so that their points do not wait;
    /// then providers are asked, for so long.
    pub async fn at_all(
        self,
        points: &[LonLat],
        time: Duration,
    ) -> Result<Vec<ProcessCoordsResponse>, LookupError> {
        let end = Instant::now() + time;
        let latest = end + LAST_ANSWERS;
        let ours: Vec<Ours> = stream::iter(points)
            .map(|at| async move {
                match timeout_at(end, self.ours_at(*at)).await {
                    Ok(ours) => ours,
                    Err(_late) => Ok(Ours::Answer(Box::new(without(LookupStatus::NotAsked)))),
                }
            })
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        stream::iter(points.iter().zip(ours))
            .map(|(at, ours)| async move {
                let known = match ours {
                    Ours::Answer(answer) => return Ok(*answer),
                    Ours::Known(known) => known,
                };
                let asked = self.asked_at(*at, known, Patience::Until(end));
                match timeout_at(latest, asked).await {
                    Ok(Err(LookupError::ProviderDown(error))) if error.is_own_limit() => {
                        Ok(without(LookupStatus::NotAsked))
                    }
                    Ok(Err(LookupError::ProviderDown(_))) | Err(_) => {
                        Ok(without(LookupStatus::Unavailable))
                    }
                    Ok(result) => result,
                }
            })
            .buffered(AT_ONCE)
            .try_collect()
            .await
    }
}
