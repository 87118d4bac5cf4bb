//! What a run asks of a site of several parcels.

use db::AsyncPgConnection;
use domain::ParcelUuid;

use super::area_query::{self, Area};
use super::judging::Job;
use super::of_sites::{Asked, named};
use super::ready;
use crate::search_runs::error::SearchError;
use crate::search_runs::row::SearchRow;
use crate::selections::chosen::Chosen;
use crate::state::AppState;

/// The criteria of a run, by which a site of its area is judged.
pub struct AskedOfSite {
    pub asked: Asked,
    /// The place of the run, where the parcels of owners are counted.
    pub area: Chosen,
    /// The project had the site.
    pub in_project: bool,
    /// The project discarded the site, or a parcel of it.
    pub is_discarded: bool,
}

/// What a run asks of a site. All of its parcels must be of the area of the run and match its filter, as those of found sites do.
pub async fn asked_of_site(
    state: &AppState,
    run: &SearchRow,
    (site, parcels): (ParcelUuid, &[ParcelUuid]),
) -> Result<AskedOfSite, SearchError> {
    ready(state, run).await?;
    let job = Job::of(&state.pool, &state.growth, run.clone()).await?;
    let area = db::tenant_tx(&state.pool, run.customer_id, async |conn| {
        area_with(conn, &job, parcels).await
    });
    let area = area.await.map_err(named)?;
    Ok(AskedOfSite {
        area: area.ok_or(SearchError::NoSite)?,
        in_project: job.settings.in_project.contains(&site),
        is_discarded: job.has_discarded(site) || parcels.iter().any(|id| job.has_discarded(*id)),
        asked: Asked::by(job),
    })
}

/// The place of a run; `None` unless all of these parcels are of its area and match its filter.
async fn area_with(
    conn: &mut AsyncPgConnection,
    job: &Job,
    parcels: &[ParcelUuid],
) -> Result<Option<Chosen>, SearchError> {
    ogc_features::limit_time(conn).await?;
    let area = Area::of(conn, &job.settings, job.filter.clone()).await?;
    let matching = area_query::count_of_these(conn, &area, parcels).await?;
    let are_all = usize::try_from(matching).is_ok_and(|matching| matching == parcels.len());
    Ok(area.into_place().filter(|_| are_all))
}
