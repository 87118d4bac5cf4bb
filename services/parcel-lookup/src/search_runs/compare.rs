//! Two runs of a project compared.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use domain::{ParcelUuid, RunId};
use parcel_record::ParcelFields;
use site_search::{Fact, Ranked};

use super::api::result_dto::{SearchComparison, SearchMove};
use super::error::SearchError;
use super::row::{SearchRow, SearchSettings};
use super::{moved, ops, store, work};
use crate::parcels::visible;
use crate::state::AppState;

/// The moves of the parcels that are among the first `limit` of either run.
pub async fn compare(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    with: RunId,
    limit: usize,
) -> Result<SearchComparison, SearchError> {
    let (before, after) = (
        ops::get(state, user, with).await?,
        ops::get(state, user, run_id).await?,
    );
    if before.project_id != after.project_id {
        return Err(SearchError::OtherProject);
    }
    let (outcome_before, outcome_after) = (before.done()?, after.done()?);
    let ranks_before = best(state, user, with).await?;
    let ranks_after = best(state, user, run_id).await?;
    let (settings_before, settings_after) = (before.settings()?, after.settings()?);
    let same_criteria = before.criteria_hash == after.criteria_hash
        && before.method_version == after.method_version
        && (before.growth_run_id == after.growth_run_id || !asks_growth(&before)?)
        && settings_before.has_gate_outlines_of(&settings_after);
    let same_area = settings_before.has_area_of(&settings_after);
    let same_filter = before.filter == after.filter;
    let same_data = outcome_before.data_hash == outcome_after.data_hash
        && (before.day() == after.day() || !depends_on_day(&before)?);
    let between = match (same_criteria, same_data) {
        // The runs judged other parcels.
        _ if !same_area || !same_filter => None,
        // All of the move is due to the data, or to the criteria.
        (true, _) => Some(ranks_after.clone()),
        (false, true) => Some(ranks_before.clone()),
        (false, false) => between(state, &before, &after, &outcome_after.data_hash).await?,
    };
    let place = |ranks: &[ParcelUuid]| -> HashMap<ParcelUuid, usize> {
        let places = ranks.iter().enumerate();
        places.map(|(place, parcel)| (*parcel, place + 1)).collect()
    };
    let first = ranks_after
        .iter()
        .take(limit)
        .chain(ranks_before.iter().take(limit));
    let mut seen = HashSet::new();
    let parcels: Vec<ParcelUuid> = first
        .copied()
        .filter(|parcel| seen.insert(*parcel))
        .collect();
    let (old, new) = (place(&ranks_before), place(&ranks_after));
    let is_split = between.is_some();
    let middle = place(&between.unwrap_or_default());
    let ranked = parcels.iter().map(|parcel| Ranked {
        ll_uuid: parcel.0,
        before: old.get(parcel).copied(),
        after: new.get(parcel).copied(),
        between: middle.get(parcel).copied(),
    });
    let standings = site_search::compare(ranked);
    let records = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        visible::list_records(conn, &parcels, false).await
    })
    .await?;
    let mut fields: HashMap<ParcelUuid, ParcelFields> = records
        .into_iter()
        .map(|record| (record.fields.ll_uuid, record.fields))
        .collect();
    let reasons_before = moved::kept_reasons(state, user, with, &seen).await?;
    let reasons_after = moved::kept_reasons(state, user, run_id, &seen).await?;
    let moves = standings.into_iter().map(|standing| {
        let ll_uuid = ParcelUuid(standing.ranked.ll_uuid);
        let known = fields.remove(&ll_uuid);
        let acres = known.as_ref().and_then(|fields| fields.ll_gisacre);
        let (parcelnumb, address) = known
            .map(|fields| (fields.parcelnumb, fields.address))
            .unwrap_or_default();
        let reasons = reasons_before
            .get(&ll_uuid)
            .zip(reasons_after.get(&ll_uuid));
        SearchMove {
            ll_uuid,
            address,
            parcelnumb,
            acres,
            rank_before: standing.ranked.before.map(|rank| rank as u64),
            rank_after: standing.ranked.after.map(|rank| rank as u64),
            by_criteria: standing.by_criteria,
            by_data: standing.by_data,
            wish: reasons.and_then(|(before, after)| moved::most_changed(before, after)),
        }
    });
    Ok(SearchComparison {
        same_criteria,
        same_area,
        same_filter,
        same_data,
        is_split,
        moves: moves.collect(),
    })
}

/// Whether its criteria rank the same records otherwise on another day: years held are those of the day of a run.
fn depends_on_day(run: &SearchRow) -> Result<bool, SearchError> {
    Ok(run.criteria()?.facts().contains(&Fact::YearsHeld))
}

/// Whether it has facts of a growth run.
fn asks_growth(run: &SearchRow) -> Result<bool, SearchError> {
    let used = run.criteria()?.facts();
    Ok(work::GROWTH.iter().any(|fact| used.contains(fact)))
}

async fn best(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
) -> Result<Vec<ParcelUuid>, SearchError> {
    let best = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_best(conn, run_id).await
    })
    .await?;
    Ok(best.unwrap_or_default())
}

/// The ranks by the criteria of the earlier run on the data of the later one; `None` if the data has changed
/// since, or the growth run of the criteria was removed.
async fn between(
    state: &AppState,
    before: &SearchRow,
    after: &SearchRow,
    data_hash: &str,
) -> Result<Option<Vec<ParcelUuid>>, SearchError> {
    let settings = SearchSettings {
        gate_outlines: before.settings()?.gate_outlines,
        ..after.settings()?
    };
    let unreadable = |error: serde_json::Error| SearchError::Unreadable(error.to_string());
    let mixed = SearchRow {
        criteria: before.criteria.clone(),
        settings: serde_json::to_value(settings).map_err(unreadable)?,
        growth_run_id: before.growth_run_id,
        ..after.clone()
    };
    let found = match work::rank_again(state, &mixed).await {
        Err(SearchError::Growth(_)) => return Ok(None),
        found => found?,
    };
    Ok((found.data_hash == data_hash).then_some(found.best))
}
