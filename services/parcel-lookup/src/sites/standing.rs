//! How a site stands in a search run: judged as one by the criteria of the run, with the rank that it would have among its results.

use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use site_search::{Outcome, RankRange};

use crate::assemblages;
use crate::assemblages::dto::AssemblageJudgement;
use crate::assemblages::error::AssemblageError;
use crate::parcels::{Composite, sites};
use crate::search_runs::api::result_dto::{
    SearchExplanation, SearchList, SearchRecord, SearchResult, SearchSite,
};
use crate::search_runs::work::asked_of_site;
use crate::search_runs::{self, SearchError, SitesOfProject};
use crate::state::AppState;

/// Most sites that are judged for one answer: each takes several statements.
const MOST_SITES: usize = 30;

/// Why a parcel, or a site that the firm keeps, is where it is.
pub async fn explain(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    id: ParcelUuid,
) -> Result<SearchExplanation, AssemblageError> {
    let site = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        sites::list(conn, &[id], &[], false).await
    });
    match site.await?.pop() {
        Some(site) => explain_site(state, user, run_id, &site).await,
        None => Ok(search_runs::of_parcel(state, user, run_id, id).await?),
    }
}

/// Where the sites of the project of a run would be among its results.
pub async fn explain_of_project(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<SitesOfProject, AssemblageError> {
    let run = search_runs::get(state, user, run_id).await?;
    run.done()?;
    let reviewed = state.reviewed.of(run.project_id, user).await?;
    let kept = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        sites::list(conn, &reviewed.in_project, &[], false).await
    });
    let mut kept = kept.await?;
    kept.sort_by_key(|site| site.record.fields.ll_uuid);
    let mut found = SitesOfProject {
        more: kept.len().saturating_sub(MOST_SITES),
        ..SitesOfProject::default()
    };
    for site in kept.iter().take(MOST_SITES) {
        match explain_site(state, user, run_id, site).await {
            Ok(explained) => found.judged.push(explained),
            Err(AssemblageError::Criteria(SearchError::NoParcel | SearchError::NoSite)) => {
                found.outside += 1;
            }
            Err(error) => return Err(error),
        }
    }
    let score = |explained: &SearchExplanation| explained.result.score;
    found
        .judged
        .sort_by(|one, two| score(two).total_cmp(&score(one)));
    Ok(found)
}

/// Where a site would be, by what is known of its parcels today.
pub async fn explain_site(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    site: &Composite,
) -> Result<SearchExplanation, AssemblageError> {
    let run = search_runs::get(state, user, run_id).await?;
    run.done()?;
    if !site.site.missing.is_empty() {
        return Err(SearchError::NoSite.into());
    }
    let id = site.record.fields.ll_uuid;
    let members = site.site.members.iter();
    let parcels: Vec<ParcelUuid> = members.map(|member| member.ll_uuid).collect();
    let asked = asked_of_site(state, &run, (id, parcels.as_slice())).await?;
    let (in_project, is_discarded) = (asked.in_project, asked.is_discarded);
    let judged = assemblages::ops::judge(state, user.customer_id, &parcels, asked).await?;
    let list = match judged.outcome {
        Outcome::Failed => None,
        Outcome::Fit => Some(SearchList::Ranked),
        Outcome::Unknown => Some(SearchList::Unknown),
        Outcome::Uncertain => Some(SearchList::Uncertain),
    };
    let list = list.filter(|_| !is_discarded);
    let own = (id, judged.judgement.reasons.as_slice());
    let place = search_runs::place_of_site(state, user, &run, own, &judged.facts).await?;
    let is_ranked = list == Some(SearchList::Ranked);
    let result = SearchResult {
        in_project,
        ..result(site, judged.judgement)
    };
    let range = place.range.filter(|_| is_ranked);
    let rank = |rank: fn(RankRange) -> usize| range.map(|(range, _)| rank(range) as u64);
    Ok(SearchExplanation {
        list,
        is_judged_now: true,
        result: SearchResult {
            rank_best: rank(|range| range.best),
            rank_worst: rank(|range| range.worst),
            // One that is ranked fails no requirement.
            changes: if is_ranked {
                place.changes
            } else {
                result.changes
            },
            ..result
        },
        site: Some(SearchSite {
            parcels: parcels.len(),
            rank: place.rank.filter(|_| is_ranked),
            of: place.of,
            is_worst_at_least: range.is_some_and(|(_, is_least)| is_least),
        }),
    })
}

/// A site has no rank of the run itself.
fn result(site: &Composite, judged: AssemblageJudgement) -> SearchResult {
    let (record, facts) = (&site.record, &site.facts);
    let fields = &record.fields;
    SearchResult {
        rank: None,
        ll_uuid: fields.ll_uuid,
        parcelnumb: fields.parcelnumb.clone(),
        address: fields.address.clone(),
        scity: fields.scity.clone(),
        owner: fields.owner.clone(),
        acres: fields.ll_gisacre,
        lon: record.lon,
        lat: record.lat,
        score: judged.score,
        score_low: judged.score_low,
        score_high: judged.score_high,
        certainty: judged.certainty,
        rank_best: None,
        rank_worst: None,
        reasons: judged.reasons,
        gates: judged.gates,
        changes: judged.changes,
        in_project: false,
        record: SearchRecord {
            county_fips: fields.county_fips.clone(),
            use_class: facts.use_class.clone(),
            usedesc: fields.usedesc.clone(),
            zoning: fields.zoning.clone(),
            flood_zone: site.flood.zone.clone(),
            in_flood_zone: site.flood.in_flood_zone,
            total_value: facts.total_value,
            value_per_acre: facts.value_per_acre,
            building_sqft: fields.sqft.map(|sqft| sqft as f64),
            year_built: fields.year_built,
            owner_kind: facts.owner_kind.clone(),
            mailing_address: fields.mailing_address.clone(),
            saledate: fields.saledate,
            source: record.source.clone(),
            source_date: record.source_date,
            source_licence: record.source_licence.clone(),
        },
    }
}
