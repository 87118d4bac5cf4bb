//! Searches for assemblages, and measures them.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use ::assemblage::Wanted;
use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{ParcelUuid, ProjectId};
use ogc_features::Condition;
use parcel_record::groups;
use uuid::Uuid;

use super::domain::{MARGIN, MAX_AREA, MAX_AROUND};
use super::dto::{Assemblage, AssemblageSearchResult};
use super::error::AssemblageError;
use super::land::Land;
use super::measure::Draft;
use super::store::{self, Around, LineRow, ParcelRow};
use crate::selections::chosen::Chosen;
use crate::selections::store as shapes;
use crate::selections::{Choice, Reviewed, Selected, hold, list_chosen, list_where, point_of};
use crate::state::AppState;

/// Longest time of the search itself.
const SEARCH_TIME: Duration = Duration::from_secs(8);
/// Longest time of finding which parcels adjoin: as long as the statement that reads them may take.
const ADJACENCY_TIME: Duration = Duration::from_secs(5);

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
#[derive(Debug)]
pub struct Search {
    pub place: Place,
    pub filter: Condition,
    pub wanted: Wanted,
    pub include_public: bool,
    pub project_id: Option<ProjectId>,
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
    let (selected, read) = found.await?;
    let known: HashSet<ParcelUuid> = selected.iter().map(|parcel| parcel.ll_uuid).collect();
    let discards = reviewed.discarded.iter();
    let discards = discards.filter(|of| known.contains(&of.ll_uuid));
    let discarded = hold(state, user, discards.collect()).await?;
    let in_project: HashSet<Uuid> = reviewed.in_project.iter().map(|id| id.0).collect();
    let chosen = selected.iter().map(|parcel| parcel.ll_uuid);
    let mut eligible: HashSet<Uuid> = chosen
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
        assemblages: Vec::new(),
    };
    let Some(Read {
        parcels,
        lines,
        around,
    }) = read
    else {
        return Ok(result);
    };
    if !search.include_public {
        let public = parcels.iter().filter(|row| row.is_public);
        result.public = public.filter(|row| eligible.remove(&row.ll_uuid)).count();
    }
    result.parcels = eligible.len();
    let wanted = search.wanted;
    let searched = tokio::task::spawn_blocking(move || {
        let land = Land::of(parcels, &lines, &eligible, &is_over(ADJACENCY_TIME))?;
        let found = ::assemblage::search(&land.lots, &land.links, &wanted, &is_over(SEARCH_TIME));
        Some((land, found))
    });
    let (land, found) = searched.await?.ok_or(AssemblageError::TooSlow)?;
    result.blocks = found.blocks;
    result.found = found.count;
    result.is_proven = found.proven;
    result.streets_known = land.streets_known;
    let sites = found.sites.into_iter();
    let drafts = sites.map(|site| Draft::of(&land, site.lots, wanted.streets));
    let drafts = drafts.collect();
    result.assemblages = measured(state, &land, drafts, around.zone, &in_project).await?;
    Ok(result)
}

/// Whether so much time has passed from now on.
fn is_over(time: Duration) -> impl Fn() -> bool {
    let end = Instant::now() + time;
    move || Instant::now() > end
}

/// The chosen parcels, and those in their box with a margin.
async fn of_area(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> Result<(Vec<Selected>, Option<Read>), AssemblageError> {
    ogc_features::limit_time(conn).await?;
    let selected = selected(conn, search).await?;
    if selected.len() > MAX_AREA {
        return Err(AssemblageError::TooLarge);
    }
    let ids: Vec<ParcelUuid> = selected.iter().map(|parcel| parcel.ll_uuid).collect();
    // What matches a filter may lie far apart.
    let is_scattered = matches!(search.place, Place::Counties(_) | Place::Outlines(_));
    let read = read(conn, &ids, is_scattered).await?;
    Ok((selected, read))
}

/// The parcels of the place that match, one more than allowed if they are too many.
async fn selected(
    conn: &mut AsyncPgConnection,
    search: &Search,
) -> Result<Vec<Selected>, AssemblageError> {
    let (filter, most) = (search.filter.clone(), MAX_AREA + 1);
    let chosen = match &search.place {
        Place::Chosen(choice) => return Ok(list_chosen(conn, choice, filter, most).await?),
        Place::Near(id, metres) => {
            let point = point_of(conn, *id).await?;
            let point = point.ok_or_else(|| AssemblageError::NoParcel(vec![*id]))?;
            let choice = Choice::WithinCircle(point, *metres);
            return Ok(list_chosen(conn, &choice, filter, most).await?);
        }
        Place::Counties(counties) => {
            let groups = groups::of_counties(counties.iter().map(String::as_str));
            Some(Chosen::OfCounties(groups, counties.clone()))
        }
        Place::Outlines(outlines) => shapes::polygons(conn, outlines).await?.map(Chosen::Within),
    };
    match chosen {
        Some(chosen) => Ok(list_where(conn, chosen, filter, most).await?),
        None => Ok(Vec::new()),
    }
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
