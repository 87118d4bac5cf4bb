//! The work on runs: each serving process takes queued ones in turns ([`worker`]), reads the facts of an area
//! into columns ([`reader`], of [`facts`], [`owners`], [`layers`] and [`places`]), judges them ([`judging`]) and keeps the lists
//! ([`listing`]). [`at_points`] reads the facts of layers of a parcel that is shown.

mod area_query;
mod at_points;
mod fact_query;
mod facts;
mod failed;
mod gauge;
mod judging;
mod kept_site;
mod land;
mod layers;
mod listing;
mod long_work;
mod of_sites;
mod owners;
mod places;
mod provenance;
mod reader;
mod reasons;
mod worker;

use domain::ParcelUuid;
use site_search::Outcome;

use self::gauge::Gauge;
use self::judging::Job;
use super::api::result_dto::{SearchList, SearchResult};
use super::error::SearchError;
use super::row::SearchRow;
use crate::filters;
use crate::state::AppState;

pub use at_points::{LayerFact, LayerFacts, ReachingLayer, of_points};
pub use failed::change as failed_gate;
pub use judging::GROWTH;
pub use kept_site::{AskedOfSite, asked_of_site};
pub use of_sites::{Asked, ParcelsOfSites, WantedFacts};
pub use reasons::{Judgement, hundredths};
pub use worker::{Worker, WorkerHandle};

/// Ranks of a run.
#[derive(Debug)]
pub struct Ranks {
    /// The best first, at most 10,000.
    pub best: Vec<ParcelUuid>,
    pub data_hash: String,
}

/// The growth run that the filter names may have been made ready long ago.
async fn ready(state: &AppState, run: &SearchRow) -> Result<(), SearchError> {
    if let Some(filter) = &run.filter {
        let ready = filters::ops::condition(state, run.customer_id, Some(filter)).await;
        ready.map_err(SearchError::Invalid)?;
    }
    Ok(())
}

/// Ranks the area of a run again, by its criteria on the data of today.
pub(super) async fn rank_again(state: &AppState, run: &SearchRow) -> Result<Ranks, SearchError> {
    let _place = state.searches.enter().await;
    ready(state, run).await?;
    let job = Job::of(&state.pool, &state.growth, run.clone()).await?;
    let gauge = Gauge::default();
    db::tenant_tx(&state.pool, run.customer_id, async move |conn| {
        let found = job.find(conn, None, &gauge).await?;
        let found = found.ok_or(SearchError::NotFound)?;
        Ok(Ranks {
            best: found.best(),
            data_hash: found.data_hash,
        })
    })
    .await
}

/// Judges a parcel by the criteria of a run on the data of today.
pub(super) async fn judge_parcel(
    state: &AppState,
    run: &SearchRow,
    parcel: ParcelUuid,
) -> Result<(Option<SearchList>, SearchResult), SearchError> {
    ready(state, run).await?;
    let job = Job::of(&state.pool, &state.growth, run.clone()).await?;
    let gauge = Gauge::default();
    db::tenant_tx(&state.pool, run.customer_id, async move |conn| {
        let found = job.find(conn, Some(parcel.0), &gauge).await?;
        let found = found.ok_or(SearchError::NotFound)?;
        if found.judged.rows() == 0 {
            return Err(SearchError::NoParcel);
        }
        let list = match found.judged.outcomes[0] {
            _ if job.has_discarded(parcel) => None,
            Outcome::Fit => Some(SearchList::Ranked),
            Outcome::Unknown => Some(SearchList::Unknown),
            Outcome::Uncertain => Some(SearchList::Uncertain),
            Outcome::Failed => None,
        };
        let mut results = listing::results(conn, &job, &found, &[(0, 0)]).await?;
        let result = results.pop().ok_or(SearchError::NoParcel)?;
        Ok((list, result))
    })
    .await
}
