//! Lists of a finished run: kept in pages, and read by pages of any size.

use std::io::{self, Read as _, Write as _};

use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use site_search::{Among, Columns, RankRange};

use super::api::result_dto::{
    RankChange, SearchExplanation, SearchList, SearchReason, SearchResult, SearchResults,
};
use super::error::SearchError;
use super::row::{SearchOutcome, SearchRow};
use super::{ops, store, work};
use crate::state::AppState;

/// Results of a list that are kept with their reasons, from the first on. Those of the project after them are kept too.
pub const KEPT: usize = 1000;
/// Results of a kept page.
pub const PAGE: usize = 100;

/// The lists, in the order in which they are searched for a parcel.
pub const LISTS: [SearchList; 3] = [
    SearchList::Ranked,
    SearchList::Unknown,
    SearchList::Uncertain,
];

impl SearchList {
    /// As stored and as sent in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ranked => "ranked",
            Self::Unknown => "unknown",
            Self::Uncertain => "uncertain",
        }
    }

    /// Results of the list that are kept.
    fn kept(self, outcome: &SearchOutcome) -> u64 {
        let own = match self {
            Self::Ranked => outcome.own_after.ranked,
            Self::Unknown => outcome.own_after.unknown,
            Self::Uncertain => outcome.own_after.uncertain,
        };
        self.count(outcome).min(KEPT as u64) + own as u64
    }

    /// Parcels of the list.
    pub fn count(self, outcome: &SearchOutcome) -> u64 {
        match self {
            Self::Ranked => outcome.counts.fit,
            Self::Unknown => outcome.counts.listed_unknown,
            Self::Uncertain => outcome.counts.low_certainty,
        }
    }
}

/// Results of a page to be kept.
pub fn packed(results: &[SearchResult]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&serde_json::to_vec(results)?)?;
    encoder.finish()
}

fn unpacked(bytes: &[u8]) -> Result<Vec<SearchResult>, SearchError> {
    let mut json = Vec::new();
    let read = DeflateDecoder::new(bytes).read_to_end(&mut json);
    let results = read
        .map_err(|error| error.to_string())
        .and_then(|_| serde_json::from_slice(&json).map_err(|error| error.to_string()));
    results.map_err(SearchError::Unreadable)
}

/// Some kept results of a list, from `offset` on.
pub async fn page(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    list: SearchList,
    (offset, limit): (usize, usize),
) -> Result<SearchResults, SearchError> {
    let outcome = ops::get(state, user, run_id).await?.done()?;
    let first = offset / PAGE;
    let pages = first..=(offset + limit - 1) / PAGE;
    let results = read(state, user, run_id, list, pages).await?;
    Ok(SearchResults {
        count: list.count(&outcome),
        kept: list.kept(&outcome),
        results: results
            .into_iter()
            .skip(offset - first * PAGE)
            .take(limit)
            .collect(),
    })
}

/// The kept results of a list: the first, then those of the project.
pub async fn kept(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    list: SearchList,
) -> Result<Vec<SearchResult>, SearchError> {
    read(state, user, run_id, list, 0..=i32::MAX as usize).await
}

/// The results of kept pages.
async fn read(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    list: SearchList,
    pages: std::ops::RangeInclusive<usize>,
) -> Result<Vec<SearchResult>, SearchError> {
    let pages = *pages.start() as i32..=*pages.end() as i32;
    let pages = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::list_pages(conn, run_id, list, pages).await
    })
    .await?;
    let mut results = Vec::new();
    for (_, bytes) in pages {
        results.append(&mut unpacked(&bytes)?);
    }
    Ok(results)
}

/// Why a parcel is where it is: as kept, else judged by what is known of it today.
pub async fn of_parcel(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    parcel: ParcelUuid,
) -> Result<SearchExplanation, SearchError> {
    let run = ops::get(state, user, run_id).await?;
    run.done()?;
    for list in LISTS {
        let results = kept(state, user, run_id, list).await?;
        let found = results.into_iter().find(|result| result.ll_uuid == parcel);
        if let Some(result) = found {
            return Ok(SearchExplanation {
                list: Some(list),
                is_judged_now: false,
                result,
                site: None,
            });
        }
    }
    let best = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_best(conn, run_id).await
    })
    .await?
    .unwrap_or_default();
    let rank = best.iter().position(|best| *best == parcel);
    judged_now(state, &run, parcel, rank.map(|place| place as u64 + 1)).await
}

async fn judged_now(
    state: &AppState,
    run: &SearchRow,
    parcel: ParcelUuid,
    rank: Option<u64>,
) -> Result<SearchExplanation, SearchError> {
    let (list, result) = work::judge_parcel(state, run, parcel).await?;
    Ok(SearchExplanation {
        list,
        is_judged_now: true,
        // Beside no others there is no range of ranks.
        result: SearchResult {
            rank,
            rank_best: None,
            rank_worst: None,
            ..result
        },
        site: None,
    })
}

/// Where a site would be among the ranked parcels of a run.
#[derive(Debug)]
pub struct SitePlace {
    /// `None` after those that are kept, which are not told apart there.
    pub rank: Option<u64>,
    /// How many they are with it.
    pub of: u64,
    /// As [`Among::range`]; `None` without a rank.
    pub range: Option<(RankRange, bool)>,
    /// What would change its rank; nothing without one.
    pub changes: Vec<RankChange>,
}

/// The place of a site with this identity and these reasons. `facts` are those of the site alone.
pub async fn place_of_site(
    state: &AppState,
    user: &CurrentUser,
    run: &SearchRow,
    (ParcelUuid(id), reasons): (ParcelUuid, &[SearchReason]),
    facts: &Columns,
) -> Result<SitePlace, SearchError> {
    let (criteria, outcome) = (run.criteria()?, run.done()?);
    let ranked = SearchList::Ranked.count(&outcome);
    let mut results = kept(state, user, run.run_id, SearchList::Ranked).await?;
    // Of the project's parcels after them only some are known.
    results.truncate(KEPT);
    let values = |reasons: &[SearchReason]| -> Vec<Option<f64>> {
        reasons.iter().map(|reason| reason.v).collect()
    };
    let others = results.iter();
    let others = others.map(|result| (result.ll_uuid.0, values(&result.reasons)));
    let among = Among::new(&criteria, (id, values(reasons)), others);
    let has_more = (results.len() as u64) < ranked;
    let is_after_kept = has_more && among.place == results.len();
    let place = SitePlace {
        rank: None,
        of: ranked + 1,
        range: None,
        changes: Vec::new(),
    };
    if is_after_kept {
        return Ok(place);
    }
    let changes = among.changes(&criteria, facts).into_iter();
    Ok(SitePlace {
        rank: Some(among.place as u64 + 1),
        range: Some(among.range(has_more)),
        changes: changes.map(RankChange::from).collect(),
        ..place
    })
}
