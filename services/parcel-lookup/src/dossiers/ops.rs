//! Reads what the other resources know of sites, and has it compared and written.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use domain::{ParcelUuid, RunId};
use parcel_record::ParcelRecord;

use super::context::Maker;
use super::dto::{DossierRequest, MAX_PARCELS, SiteComparison};
use super::error::DossierError;
use super::map::Frame;
use super::parts::SiteParts;
use super::{document, parts, rows, workbook};
use crate::assemblages::dto::Assemblage;
use crate::assemblages::error::AssemblageError;
use crate::assemblages::{self, Surroundings};
use crate::buildable;
use crate::buildable::domain::Options;
use crate::buildable::dto::Buildable;
use crate::growth::runs::artifacts::parcels::{AskedParcel, GrownParcel, Placed};
use crate::growth::runs::artifacts::{result, show};
use crate::growth::runs::error::RunError;
use crate::owner_groups;
use crate::owner_groups::dto::OwnerGroup;
use crate::parcel_facts::land::{self, ParcelLand};
use crate::parcels::flood::{self, ParcelFlood};
use crate::parcels::{Composite, Kept, licensed, number, sites, visible};
use crate::search_runs::api::result_dto::SearchExplanation;
use crate::search_runs::{self, SearchError};
use crate::sites as kept_sites;
use crate::state::AppState;

/// Owners of a site whose other parcels are counted.
const MAX_OWNERS: usize = 4;

/// A written dossier.
pub struct File {
    pub bytes: Vec<u8>,
    pub made_at: DateTime<Utc>,
}

/// What is known of a site.
#[derive(Debug)]
pub struct Site {
    /// The largest first.
    pub records: Vec<ParcelRecord>,
    /// The flood zone of each.
    pub floods: HashMap<ParcelUuid, ParcelFlood>,
    /// Its slope and distances, as its panel on the map has them.
    pub terrain: ParcelLand,
    pub buildable: Buildable,
    /// Measured as one site; not of parcels that their counties no longer have.
    pub land: Option<Assemblage>,
    pub frame: Frame,
    pub around: Surroundings,
    /// What each of its owners has, of some of them.
    pub owners: Vec<OwnerGroup>,
    pub growth: Option<GrownParcel>,
    pub search: Option<SearchExplanation>,
}

/// A run whose results are shown.
#[derive(Debug)]
pub struct Run {
    /// Its name and its day.
    pub name: String,
    pub day: chrono::NaiveDate,
    /// Caveat of the figures.
    pub caution: Option<&'static str>,
    /// The last simulated year of a growth run.
    pub last_year: Option<i32>,
}

/// What is known of all sites.
#[derive(Debug)]
pub struct Known {
    pub project: Option<String>,
    pub made_at: DateTime<Utc>,
    pub growth: Option<Run>,
    pub search: Option<Run>,
    pub sites: Vec<Site>,
}

pub async fn compare(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierRequest,
) -> Result<SiteComparison, DossierError> {
    let known = read(state, user, request).await?;
    Ok(rows::compare(&known))
}

pub async fn pdf(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierRequest,
) -> Result<File, DossierError> {
    let (comparison, maker, parts) = made(state, user, request).await?;
    let document = document::of(&comparison, &maker, &parts);
    let made = state.dossiers.typesetter.pdf(&document).await?;
    Ok(File {
        bytes: made.pdf,
        made_at: comparison.made_at,
    })
}

pub async fn xlsx(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierRequest,
) -> Result<File, DossierError> {
    let (comparison, maker, parts) = made(state, user, request).await?;
    let made_at = comparison.made_at;
    let writing = tokio::task::spawn_blocking(move || workbook::xlsx(&comparison, &maker, &parts));
    let bytes = writing.await??;
    Ok(File { bytes, made_at })
}

async fn made(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierRequest,
) -> Result<(SiteComparison, Maker, Vec<SiteParts>), DossierError> {
    let maker = state.dossiers.maker(user).await?;
    let comparison = compare(state, user, request).await?;
    let parts = parts::read(&state.dossiers, user, request, &comparison).await?;
    Ok((comparison, maker, parts))
}

async fn read(
    state: &AppState,
    user: &CurrentUser,
    request: &DossierRequest,
) -> Result<Known, DossierError> {
    let given = request.buildable.clone().unwrap_or_default();
    let options = buildable::domain::check(&given, None)?;
    let project = match request.project_id {
        Some(project) => Some(state.dossiers.project(project, user).await?),
        None => None,
    };
    let growth = match request.growth_run_id {
        Some(run) => Some(growth_run(state, user, run).await?),
        None => None,
    };
    let search = match request.search_run_id {
        Some(run) => Some(search_run(state, user, run).await?),
        None => None,
    };
    let mut listed = Vec::new();
    for (place, site) in request.sites.iter().enumerate() {
        listed.push(records(state, user, place, &site.ll_uuids).await?);
    }
    let mut sites = Vec::new();
    for (place, records) in listed.into_iter().enumerate() {
        let site = site(state, user, records, (request.search_run_id, &options)).await?;
        if site.land.as_ref().is_some_and(|land| land.parts > 1) {
            return Err(DossierError::Apart(place));
        }
        sites.push(site);
    }
    if let Some(run) = request.growth_run_id {
        let mut members = Vec::new();
        for site in &sites {
            let of = first(site).into_iter();
            members.extend(of.flat_map(|first| {
                let records = site.records.iter();
                records.map(move |record| (first, record.fields.ll_uuid))
            }));
        }
        let land = db::read(&state.pool, async |conn| {
            sites::land_of(conn, &members).await
        })
        .await?;
        let asked = sites.iter().filter_map(|site| {
            let land = land.get(&first(site)?);
            Some(Placed::of(asked(site)?, land.map(Vec::as_slice)))
        });
        let asked = asked.collect();
        let grown = show::placed_parcels(&state.pool, &state.growth, user, run, asked).await?;
        for (site, grown) in sites.iter_mut().zip(grown.parcels) {
            site.growth = Some(grown);
        }
    }
    Ok(Known {
        project,
        made_at: Utc::now(),
        growth,
        search,
        sites,
    })
}

async fn growth_run(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<Run, DossierError> {
    let run = result::succeeded(&state.pool, user, run_id).await?;
    let source = run.source().map_err(RunError::from)?;
    Ok(Run {
        name: source.name,
        day: source.day,
        caution: source.caution,
        last_year: source.last_year,
    })
}

async fn search_run(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<Run, DossierError> {
    let run = search_runs::get(state, user, run_id).await?;
    run.done()?;
    Ok(Run {
        name: search_name(run.name.as_deref()),
        day: run.finished_at.unwrap_or(run.created_at).date_naive(),
        caution: None,
        last_year: None,
    })
}

fn search_name(name: Option<&str>) -> String {
    name.map_or_else(
        || "Search".to_owned(),
        |name| format!("Search \u{201c}{name}\u{201d}"),
    )
}

/// The public records of the site at this place of the request, the largest first. A kept site stands for its parcels.
async fn records(
    state: &AppState,
    user: &CurrentUser,
    place: usize,
    ids: &[ParcelUuid],
) -> Result<Vec<ParcelRecord>, DossierError> {
    let ids = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        sites::expand(conn, ids).await
    })
    .await?;
    if ids.len() > MAX_PARCELS {
        return Err(DossierError::TooMany(place));
    }
    let mut records = db::read(&state.pool, async |conn| {
        visible::list_records(conn, &ids, true).await
    })
    .await?;
    let known: HashSet<ParcelUuid> = records.iter().map(|record| record.fields.ll_uuid).collect();
    let missing: Vec<ParcelUuid> = ids
        .iter()
        .filter(|id| !known.contains(id))
        .copied()
        .collect();
    if !missing.is_empty() {
        let bought = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
            licensed::list(conn, &missing, &[]).await
        })
        .await?;
        let bought: Vec<ParcelUuid> = bought.iter().map(|row| row.record.fields.ll_uuid).collect();
        return Err(if bought.is_empty() {
            DossierError::NoParcel(missing)
        } else {
            DossierError::Licensed(bought)
        });
    }
    records.sort_by(|one, other| {
        let acres = |record: &ParcelRecord| record.fields.ll_gisacre.unwrap_or_default();
        let order = acres(other).total_cmp(&acres(one));
        order.then_with(|| one.fields.ll_uuid.0.cmp(&other.fields.ll_uuid.0))
    });
    Ok(records)
}

async fn site(
    state: &AppState,
    user: &CurrentUser,
    records: Vec<ParcelRecord>,
    (search_run, options): (Option<RunId>, &Options),
) -> Result<Site, DossierError> {
    let ids: Vec<ParcelUuid> = records.iter().map(|record| record.fields.ll_uuid).collect();
    let (floods, terrain) = db::read(&state.pool, async |conn| {
        let floods = flood::of_records(conn, &records).await?;
        Ok((floods, land::of_records(conn, &records).await?))
    })
    .await?;
    let buildable = buildable::ops::calculate(state, user, &ids, options.clone()).await?;
    let land = if records.iter().any(|record| record.retired_at.is_some()) {
        None
    } else {
        Some(assemblages::ops::measure(state, &ids).await?.site)
    };
    let frame = Frame::around(records.iter().filter_map(|record| record.geometry.as_ref()));
    let around = assemblages::surroundings(state, &ids, frame.margin_m()).await?;
    let owners = owners(state, user, &records, land.as_ref()).await?;
    let search = match search_run {
        Some(run) => explained(state, user, run, (records.as_slice(), &floods)).await?,
        None => None,
    };
    Ok(Site {
        records,
        floods,
        terrain,
        buildable,
        land,
        frame,
        around,
        owners,
        growth: None,
        search,
    })
}

/// What the owners of a site have, by a parcel of each.
async fn owners(
    state: &AppState,
    user: &CurrentUser,
    records: &[ParcelRecord],
    land: Option<&Assemblage>,
) -> Result<Vec<OwnerGroup>, DossierError> {
    let measured = land.map(|land| {
        let owners = land.owners.iter();
        owners
            .filter_map(|owner| owner.ll_uuids.first().copied())
            .collect()
    });
    let asked: Vec<ParcelUuid> = measured.unwrap_or_else(|| vec![records[0].fields.ll_uuid]);
    let mut groups = Vec::new();
    for id in asked.into_iter().take(MAX_OWNERS) {
        groups.extend(owner_groups::ops::group(state, user.customer_id, id).await?);
    }
    Ok(groups)
}

/// Why a parcel is where it is, or where several would be as one site; `None` unless all of it is of the area of the run.
async fn explained(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    (records, floods): (&[ParcelRecord], &HashMap<ParcelUuid, ParcelFlood>),
) -> Result<Option<SearchExplanation>, DossierError> {
    let ids: Vec<ParcelUuid> = records.iter().map(|record| record.fields.ll_uuid).collect();
    let explained = if let [one] = records {
        let found = search_runs::of_parcel(state, user, run_id, one.fields.ll_uuid);
        found.await.map_err(AssemblageError::from)
    } else {
        let first = records.first().map(|record| &record.fields.parcelnumb);
        let kept = Kept {
            site_id: ParcelUuid::of_site(user.customer_id, &ids),
            name: None,
            parcelnumb: number(first.map_or("", String::as_str), ids.len(), 1),
            members: ids,
        };
        match Composite::of(kept, records.to_vec(), floods, None) {
            Some(site) => kept_sites::explain_site(state, user, run_id, &site).await,
            None => return Ok(None),
        }
    };
    match explained {
        Ok(found) => Ok(Some(found)),
        Err(AssemblageError::Criteria(SearchError::NoParcel | SearchError::NoSite)) => Ok(None),
        Err(AssemblageError::Criteria(error)) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

/// The identity by which the land of a site is known here.
fn first(site: &Site) -> Option<ParcelUuid> {
    site.records.first().map(|record| record.fields.ll_uuid)
}

fn asked(site: &Site) -> Option<AskedParcel> {
    site.records.first().map(|record| AskedParcel {
        parcel_number: record.fields.parcelnumb.clone(),
        lon: record.lon,
        lat: record.lat,
        ll_uuid: None,
    })
}
