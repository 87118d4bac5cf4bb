//! Searches for assemblages, measures them, and judges chosen parcels as one.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use auth::CurrentUser;
use domain::{CustomerId, ParcelUuid};
use uuid::Uuid;

use super::area::{self, InArea, Read, Search, of_area};
use super::candidates::{self, Candidates};
use super::domain::is_over;
use super::dto::{Assemblage, AssemblageCounts, AssemblageJudgement, AssemblageSearchResult};
use super::error::AssemblageError;
use super::judging::{Best, JudgedSite, Judging};
use super::land::Land;
use super::measure::Draft;
use super::{narrow, store};
use crate::search_runs::work::{AskedOfSite, WantedFacts};
use crate::selections::Reviewed;
use crate::state::AppState;

/// Longest time of the search itself.
const SEARCH_TIME: Duration = Duration::from_secs(8);
/// Longest time of finding which parcels adjoin: as long as the statement that reads them may take.
const ADJACENCY_TIME: Duration = Duration::from_secs(5);

/// Longest time of judging what was found.
const JUDGE_TIME: Duration = Duration::from_secs(5);

/// Searches in an area.
pub async fn search(
    state: &AppState,
    user: &CurrentUser,
    search: Search,
) -> Result<AssemblageSearchResult, AssemblageError> {
    let reviewed = match search.project_id {
        Some(project) => state.reviewed.of(project, user).await?,
        None => Reviewed::default(),
    };
    let firm = user.customer_id;
    let found = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| of_area(conn, &search).await).await
    });
    let in_project: HashSet<Uuid> = reviewed.in_project.iter().map(|id| id.0).collect();
    let (chosen, candidates) = match found.await? {
        InArea::None => return Ok(nothing()),
        InArea::Few(chosen, ids, read) => {
            let few = (ids, read);
            let of = candidates::of_few((state, user), &reviewed, search.include_public, few);
            (chosen, of.await?)
        }
        InArea::Many(chosen) => {
            let of = narrow::of_many((state, user), &reviewed, &search, &chosen);
            let of = of.await?;
            (chosen, of)
        }
    };
    let Candidates {
        read,
        mut eligible,
        discarded,
        public,
        narrowed,
    } = candidates;
    let Read {
        parcels,
        lines,
        around,
    } = read;
    let mut result = AssemblageSearchResult {
        discarded,
        public,
        ..nothing()
    };
    let wanted = search.limits();
    let judging = match search.asked {
        Some(asked) => {
            let rows = parcels.iter();
            let of_sites = rows.filter(|row| eligible.contains(&row.ll_uuid));
            let wanted = WantedFacts {
                parcels: of_sites
                    .clone()
                    .map(|row| ParcelUuid(row.ll_uuid))
                    .collect(),
                area: chosen,
                owners: distinct(of_sites.filter_map(|row| row.owner_key)),
            };
            let facts = asked.read(state, firm, &wanted).await?;
            Some(Judging::new(asked.criteria, facts))
        }
        None => None,
    };
    let mut failed = judging.as_ref().map_or(0, |judging| {
        let before = eligible.len();
        eligible.retain(|id| judging.may_be_of_site(id));
        before - eligible.len()
    });
    result.parcels = eligible.len();
    let owners = narrowed.map(|narrowed| {
        result.parcels = narrowed.left;
        failed = narrowed.failed;
        narrowed.owners
    });
    let searched = tokio::task::spawn_blocking(move || {
        let land = Land::of(parcels, &lines, &eligible, owners, &is_over(ADJACENCY_TIME))?;
        let (lots, links) = (&land.lots, &land.links);
        let found = ::assemblage::find(lots, links, &wanted, &is_over(SEARCH_TIME));
        let stop = is_over(JUDGE_TIME);
        let best = match &judging {
            Some(judging) => judging.best(&land, &found.sites, wanted.most, &stop)?,
            None => Best::unjudged(lots, &found.sites, wanted.most),
        };
        Some((land, found, best))
    });
    let (land, mut found, best) = searched.await?.ok_or(AssemblageError::TooSlow)?;
    result.blocks = found.blocks;
    result.found = found.count;
    result.is_proven = found.proven;
    // Nothing was read where nothing may be part of a site.
    result.streets_known = land.streets_known || land.parcels.is_empty();
    result.judged = best.counts.map(|counts| AssemblageCounts {
        parcels_failed: failed,
        ..counts
    });
    let (places, judgements): (Vec<usize>, Vec<Option<AssemblageJudgement>>) =
        best.sites.into_iter().unzip();
    let drafts = places.into_iter().map(|place| {
        let lots = std::mem::take(&mut found.sites[place].lots);
        Draft::of(&land, lots, wanted.streets)
    });
    let drafts = drafts.collect();
    let sites = measured(state, &land, drafts, around.zone, &in_project).await?;
    let sites = sites.into_iter().zip(judgements);
    result.assemblages = sites
        .map(|(site, judged)| Assemblage { judged, ..site })
        .collect();
    Ok(result)
}

/// The answer where no parcel matches.
fn nothing() -> AssemblageSearchResult {
    AssemblageSearchResult {
        parcels: 0,
        discarded: 0,
        public: 0,
        blocks: 0,
        found: 0,
        is_proven: true,
        streets_known: true,
        judged: None,
        assemblages: Vec::new(),
    }
}

/// Each once.
fn distinct(owners: impl Iterator<Item = i64>) -> Vec<i64> {
    let owners: BTreeSet<i64> = owners.collect();
    owners.into_iter().collect()
}

/// Parcels measured as one site.
pub struct Measured {
    pub site: Assemblage,
    /// The parcels of each part that adjoins, the part with most land first; with others on the same outlines.
    pub parts: Vec<Vec<ParcelUuid>>,
}

/// Measures parcels as one site, whoever owns them.
pub async fn measure(state: &AppState, ids: &[ParcelUuid]) -> Result<Measured, AssemblageError> {
    let (land, lots, zone) = lots_of(state, ids).await?;
    let draft = Draft::of(&land, lots, true);
    let parts = draft.parts(&land);
    let mut sites = measured(state, &land, vec![draft], zone, &HashSet::new()).await?;
    let site = sites.pop().ok_or(AssemblageError::NoParcel(Vec::new()))?;
    Ok(Measured { site, parts })
}

/// Judges parcels as one site, as found sites are.
pub async fn judge(
    state: &AppState,
    firm: CustomerId,
    ids: &[ParcelUuid],
    AskedOfSite { asked, area, .. }: AskedOfSite,
) -> Result<JudgedSite, AssemblageError> {
    let (land, lots, _) = lots_of(state, ids).await?;
    let places = lots.iter().flat_map(|lot| &land.lots[*lot].parcels);
    let wanted = WantedFacts {
        parcels: ids.to_vec(),
        area,
        owners: distinct(places.filter_map(|place| land.parcels[*place].owner_key)),
    };
    let facts = asked.read(state, firm, &wanted).await?;
    let judging = Judging::new(asked.criteria, facts);
    let judged = judging.one(&land, &lots);
    judged.ok_or(AssemblageError::NoParcel(Vec::new()))
}

/// The lots of parcels with the land around them, and the EPSG code of their UTM zone.
async fn lots_of(
    state: &AppState,
    ids: &[ParcelUuid],
) -> Result<(Land, Vec<usize>, i32), AssemblageError> {
    let found = state.reads.read(async |pool| {
        db::system_tx(pool, async |conn| {
            ogc_features::limit_time(conn).await?;
            area::read(conn, ids, false).await
        })
        .await
    });
    let wanted: HashSet<Uuid> = ids.iter().map(|id| id.0).collect();
    let read = found.await?;
    let known: HashSet<Uuid> = read
        .iter()
        .flat_map(|read| read.parcels.iter().map(|row| row.ll_uuid))
        .collect();
    let missing: Vec<ParcelUuid> = ids
        .iter()
        .filter(|id| !known.contains(&id.0))
        .copied()
        .collect();
    let Some(Read {
        parcels,
        lines,
        around,
    }) = read.filter(|_| missing.is_empty())
    else {
        return Err(AssemblageError::NoParcel(missing));
    };
    let land = tokio::task::spawn_blocking(move || {
        let land = Land::of(parcels, &lines, &wanted, None, &is_over(ADJACENCY_TIME))?;
        let lots = land.lots_with(&wanted);
        Some((land, lots))
    });
    let (land, lots) = land.await?.ok_or(AssemblageError::TooSlow)?;
    Ok((land, lots, around.zone))
}

async fn measured(
    state: &AppState,
    land: &Land,
    drafts: Vec<Draft>,
    zone: i32,
    in_project: &HashSet<Uuid>,
) -> Result<Vec<Assemblage>, AssemblageError> {
    let members: Vec<(i32, Uuid, f64)> = (0_i32..)
        .zip(&drafts)
        .flat_map(|(site, draft)| draft.parcels.iter().map(move |id| (site, *id, draft.gap)))
        .collect();
    if members.is_empty() {
        return Ok(Vec::new());
    }
    let shapes = db::read(&state.pool, async |conn| {
        store::sites(conn, &members, zone).await
    })
    .await?;
    let measured = (0_i32..).zip(drafts).map(|(site, draft)| {
        let shape = shapes.iter().find(|row| row.site == site);
        draft.measured(land, shape, in_project)
    });
    Ok(measured.collect())
}
