//! Counts parcels.

use std::collections::HashSet;

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel_async::SimpleAsyncConnection as _;
use domain::{CustomerId, ProjectId};
use ogc_features::{Condition, ReadError};

use super::domain::{Counted, FEW, Share};
use super::store::{self, Compared, Part};
use crate::selections::ChangedSince;
use crate::selections::domain::Choice;
use crate::selections::error::SelectionError;
use crate::selections::ops::{chosen, hold};
use crate::state::AppState;

/// Most parcels that are compared one by one.
const MAX_COUNTED: i64 = 100_000;
/// The first sample of a larger area, and how much smaller the next one is if it is too large as well.
const SHARE: u32 = 4;
/// The smallest sample: of 16 million parcels, 15.
const LEAST_SHARE: u32 = 20;
/// For comparing all parcels of a larger area with the filters of which the sample has few.
const LIMIT_SCAN: &str =
    "SET LOCAL statement_timeout = '2s'; SET LOCAL plan_cache_mode = force_custom_plan";

/// A checked request.
#[derive(Debug)]
pub struct Wanted {
    pub project_id: Option<ProjectId>,
    pub choice: Choice,
    pub county_fips: Option<String>,
    pub changed_since: ChangedSince,
    pub filters: Vec<Condition>,
}

/// The number of parcels of the area, and then of those that match each filter.
pub async fn count(
    state: &AppState,
    user: &CurrentUser,
    wanted: Wanted,
) -> Result<Vec<Counted>, SelectionError> {
    let without = match wanted.project_id {
        Some(project) => {
            let reviewed = state.reviewed.of(project, user).await?;
            hold(state, user, reviewed.discarded.iter().collect()).await?
        }
        None => HashSet::default(),
    };
    let read = state.reads.read(async |pool| {
        let without = without.iter().copied().collect();
        let firm = user.customer_id;
        db::tenant_tx(pool, firm, async |conn| read(conn, &wanted, without).await).await
    });
    let (compared, mut counts) = match read.await? {
        Read::Counted(counts) => return Ok(counts),
        Read::Sampled(compared, counts) => (compared, counts),
    };
    // Of few in the sample, the numbers of all are worth two seconds.
    let few: Vec<usize> = (1..counts.len()).filter(|at| counts[*at].1 < FEW).collect();
    if !few.is_empty() {
        let compared = Compared {
            filters: few
                .iter()
                .map(|at| compared.filters[at - 1].clone())
                .collect(),
            ..compared
        };
        match scan(state, user.customer_id, &compared).await {
            Ok(all) => {
                let total = (0, all.first().copied());
                let rest = few.into_iter().zip(all.iter().skip(1).copied().map(Some));
                for (at, exact) in std::iter::once(total).chain(rest) {
                    counts[at].0 = exact.map_or(counts[at].0, counted);
                }
            }
            Err(ReadError::TooSlow(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(counts.into_iter().map(|(counted, _)| counted).collect())
}

enum Read {
    Counted(Vec<Counted>),
    /// Estimates, each with the number in the sample.
    Sampled(Compared, Vec<(Counted, u64)>),
}

async fn read(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    without: Vec<domain::ParcelUuid>,
) -> Result<Read, SelectionError> {
    ogc_features::limit_time(conn).await?;
    let Some(chosen) = chosen(conn, &wanted.choice, &[]).await? else {
        let none = counted(0);
        return Ok(Read::Counted(vec![none; wanted.filters.len() + 1]));
    };
    let compared = Compared {
        chosen,
        county_fips: wanted.county_fips.clone(),
        changed_since: wanted.changed_since,
        without,
        filters: wanted.filters.clone(),
    };
    let most = MAX_COUNTED + 1;
    let found = store::count(conn, compared.clone(), Part::Some(most)).await?;
    if found.first().is_none_or(|total| *total <= MAX_COUNTED) {
        return Ok(Read::Counted(found.into_iter().map(counted).collect()));
    }
    let mut share = Share(SHARE);
    loop {
        let part = Part::Below(share.bound(), most);
        let found = store::count(conn, compared.clone(), part).await?;
        let is_bounded = found.first().is_none_or(|total| *total <= MAX_COUNTED);
        if is_bounded || share.0 >= LEAST_SHARE {
            let estimate =
                |found: i64| (share.estimate(found.unsigned_abs()), found.unsigned_abs());
            let estimates = found.into_iter().map(estimate).collect();
            return Ok(Read::Sampled(compared, estimates));
        }
        share = Share(share.0 + SHARE);
    }
}

async fn scan(
    state: &AppState,
    firm: CustomerId,
    compared: &Compared,
) -> Result<Vec<i64>, ReadError> {
    let read = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            conn.batch_execute(LIMIT_SCAN).await?;
            Ok(store::count(conn, compared.clone(), Part::All).await?)
        })
        .await
    });
    read.await
}

const fn counted(count: i64) -> Counted {
    Counted {
        count: count.unsigned_abs(),
        is_estimate: false,
    }
}
