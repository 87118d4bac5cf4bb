//! Searches for assemblages, and measures them.

use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

use ::assemblage::Wanted;
use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{ParcelUuid, ProjectId};
use ogc_features::Condition;
use parcel_record::groups;
use uuid::Uuid;

use super::domain::{ACRE, MARGIN, MAX_AREA, MAX_AROUND};
use super::dto::{Assemblage, AssemblageCounts, AssemblageJudgement, AssemblageSearchResult};
use super::error::AssemblageError;
use super::judging::{Best, Judging};
use super::land::Land;
use super::measure::Draft;
use super::store::{self, Around, LineRow, ParcelRow};
use crate::search_runs::work::{Asked, WantedFacts};
use crate::selections::chosen::Chosen;
use crate::selections::store as shapes;
use crate::selections::{self, Choice, Reviewed, Selected, hold, list_where, point_of};
use crate::state::AppState;

/// Longest time of the search itself.
const SEARCH_TIME: Duration = Duration::from_secs(8);
/// Longest time of finding which parcels adjoin: as long as the statement that reads them may take.
const ADJACENCY_TIME: Duration = Duration::from_secs(5);

/// Longest time of judging what was found.
const JUDGE_TIME: Duration = Duration::from_secs(5);

/// Where to search.
#[derive(Debug)]
pub enum Place {
    Chosen(Choice),
    /// Metres around a parcel.
    Near(ParcelUuid, f64),
    Counties(Vec<String>),
    /// Within any of these outlines, GeoJSON.
    Outlines(Vec<String>),
}

/// A checked request.
pub struct Search {
    pub place: Place,
    pub filter: Condition,
    pub wanted: Wanted,
    pub include_public: bool,
    pub project_id: Option<ProjectId>,
    /// By which sites are judged.
    pub asked: Option<Asked>,
}

/// What was read of an area.
struct Read {
    parcels: Vec<ParcelRow>,
    lines: Vec<LineRow>,
    around: Around,
}

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
    let reads = &state.reads;
    let firm = user.customer_id;
    let found = reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| of_area(conn, &search).await).await
    });
    let InArea {
        selected,
        chosen,
        read,
    } = found.await?;
    let known: HashSet<ParcelUuid> = selected.iter().map(|parcel| parcel.ll_uuid).collect();
    let discards = reviewed.discarded.iter();
    let discards = discards.filter(|of| known.contains(&of.ll_uuid));
    let discarded = hold(state, user, discards.collect()).await?;
    let in_project: HashSet<Uuid> = reviewed.in_project.iter().map(|id| id.0).collect();
    let ids = selected.iter().map(|parcel| parcel.ll_uuid);
    let mut eligible: HashSet<Uuid> = ids
        .filter(|id| !discarded.contains(id))
        .map(|id| id.0)
        .collect();
    let mut result = AssemblageSearchResult {
        parcels: 0,
        discarded: discarded.len(),
        public: 0,
        blocks: 0,
        found: 0,
        is_proven: true,
        streets_known: true,
        judged: None,
        assemblages: Vec::new(),
    };
    let (Some(chosen), Some(read)) = (chosen, read) else {
        return Ok(result);
    };
    let Read {
        parcels,
        lines,
        around,
    } = read;
    if !search.include_public {
        let public = parcels.iter().filter(|row| row.is_public);
        result.public = public.filter(|row| eligible.remove(&row.ll_uuid)).count();
    }
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
    let failed = judging.as_ref().map_or(0, |judging| {
        let before = eligible.len();
        eligible.retain(|id| judging.may_be_of_site(id));
        before - eligible.len()
    });
    result.parcels = eligible.len();
    let least = judging.as_ref().map_or(0.0, Judging::least_acres);
    let wanted = Wanted {
        min_area: search.wanted.min_area.max(least * ACRE),
        ..search.wanted
    };
    let searched = tokio::task::spawn_blocking(move || {
        let land = Land::of(parcels, &lines, &eligible, &is_over(ADJACENCY_TIME))?;
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
    result.streets_known = land.streets_known;
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

/// Each once.
fn distinct(owners: impl Iterator<Item = i64>) -> Vec<i64> {
    let owners: BTreeSet<i64> = owners.collect();
    owners.into_iter().collect()
}

/// Whether so much time has passed from now on.
fn is_over(time: Duration) -> impl Fn() -> bool {
    let end = Instant::now() + time;
    move || Instant::now() > end
}

/// What was read of the place of a search.
struct InArea {
    /// The parcels that match.
    selected: Vec<Selected>,
    /// All parcels of the place; `None` if nothing can be in it.
    chosen: Option<Chosen>,
    /// With those in their box with a margin.
    read: Option<Read>,
}

/// The chosen parcels, and those in their box with a margin.
async fn of_area(conn: &mut AsyncPgConnection, search: &Search) -> Result<InArea, AssemblageError> {
    ogc_features::limit_time(conn).await?;
    let chosen = chosen(conn, search).await?;
    // One more than allowed if they are too many.
    let selected = match &chosen {
        Some(chosen) => {
            list_where(conn, chosen.clone(), search.filter.clone(), MAX_AREA + 1).await?
        }
        None => Vec::new(),
    };
    if selected.len() > MAX_AREA {
        return Err(AssemblageError::TooLarge);
    }
    let ids: Vec<ParcelUuid> = selected.iter().map(|parcel| parcel.ll_uuid).collect();
    // What matches a filter may lie far apart.
    let is_scattered = matches!(search.place, Place::Counties(_) | Place::Outlines(_));
    Ok(InArea {
        read: read(conn, &ids, is_scattered).await?,
        selected,
        chosen,
    })
}

/// The condition of the place; `None` if nothing can be in it.
async fn chosen(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> Result<Option<Chosen>, AssemblageError> {
    Ok(match &search.place {
        Place::Chosen(choice) => selections::ops::chosen(conn, choice, &[]).await?,
        Place::Near(id, metres) => {
            let point = point_of(conn, *id).await?;
            let point = point.ok_or_else(|| AssemblageError::NoParcel(vec![*id]))?;
            let choice = Choice::WithinCircle(point, *metres);
            selections::ops::chosen(conn, &choice, &[]).await?
        }
        Place::Counties(counties) => {
            let groups = groups::of_counties(counties.iter().map(String::as_str));
            Some(Chosen::OfCounties(groups, counties.clone()))
        }
        Place::Outlines(outlines) => shapes::polygons(conn, outlines).await?.map(Chosen::Within),
    })
}

/// The parcels in the box of these with a margin; only those near one of them if they are scattered.
async fn read(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
    is_scattered: bool,
) -> Result<Option<Read>, AssemblageError> {
    let Some(around) = store::around(conn, ids, MARGIN).await? else {
        return Ok(None);
    };
    let limit = i64::try_from(MAX_AROUND + 1).unwrap_or(i64::MAX);
    let parcels = if is_scattered {
        let reach = MARGIN * around.scale;
        store::neighbours(conn, &around, (ids, reach), limit).await?
    } else {
        store::parcels(conn, &around, limit).await?
    };
    if parcels.len() > MAX_AROUND {
        return Err(AssemblageError::TooLarge);
    }
    let lines = store::lines(conn, &around).await?;
    Ok(Some(Read {
        parcels,
        lines,
        around,
    }))
}

/// Parcels measured as one site.
pub struct Measured {
    pub site: Assemblage,
    /// The parcels of each part that adjoins, the part with most land first; with others on the same outlines.
    pub parts: Vec<Vec<ParcelUuid>>,
}

/// Measures parcels as one site, whoever owns them.
pub async fn measure(state: &AppState, ids: &[ParcelUuid]) -> Result<Measured, AssemblageError> {
    let found = state.reads.read(async |pool| {
        db::system_tx(pool, async |conn| {
            ogc_features::limit_time(conn).await?;
            read(conn, ids, false).await
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
        let land = Land::of(parcels, &lines, &wanted, &is_over(ADJACENCY_TIME))?;
        let lots = land.lots_with(&wanted);
        Some((land, lots))
    });
    let (land, lots) = land.await?.ok_or(AssemblageError::TooSlow)?;
    let draft = Draft::of(&land, lots, true);
    let parts = draft.parts(&land);
    let mut sites = measured(state, &land, vec![draft], around.zone, &HashSet::new()).await?;
    let site = sites.pop().ok_or(AssemblageError::NoParcel(Vec::new()))?;
    Ok(Measured { site, parts })
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
