//! Selects parcels, counts them and keeps the list.

use std::collections::{HashMap, HashSet};
use std::mem;

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use diesel::result::Error;
use domain::{LonLat, ParcelUuid, ProjectId, RunId, SelectionId};
use ogc_features::Condition;

use super::changed::ChangedSince;
use super::chosen::Chosen;
use super::columns::{GivenColumns, SelectionColumns};
use super::domain::{Choice, MAX_SELECTED};
use super::dto::{SelectionPage, SelectionSummary};
use super::error::SelectionError;
use super::pasted::{self, Pasted};
use super::points;
use super::records::{holding, records};
use super::reviewed::{Discard, Reviewed};
use super::spelling::address_of;
use super::store::{self, Selected};
use crate::owner_groups;
use crate::parcels::dto::ListedParcel;
use crate::parcels::{Land, owner_key};
use crate::state::AppState;

/// A checked request.
#[derive(Debug)]
pub struct Wanted {
    pub project_id: Option<ProjectId>,
    pub choice: Choice,
    /// More columns of its files.
    pub columns: Option<GivenColumns>,
    pub county_fips: Option<String>,
    /// Of pasted numbers in several counties, the first of these.
    pub preferred_counties: Vec<String>,
    pub filter: Condition,
    pub changed_since: ChangedSince,
}

/// Selects, counts and keeps.
pub async fn select(
    state: &AppState,
    user: &CurrentUser,
    wanted: Wanted,
) -> Result<SelectionSummary, SelectionError> {
    let reviewed = match wanted.project_id {
        Some(project) => state.reviewed.of(project, user).await?,
        None => Reviewed::default(),
    };
    let best = match wanted.choice {
        Choice::Best(run_id, top) => best_of(state, user, run_id, top).await?,
        _ => Vec::new(),
    };
    let own = &reviewed.in_project;
    let Read {
        mut found,
        truncated,
        beside,
        pasted,
    } = state
        .reads
        .read(async |pool| {
            let firm = user.customer_id;
            db::tenant_tx(pool, firm, async |conn| {
                read(conn, &wanted, &best, own).await
            })
            .await
        })
        .await?;
    if found.len() > MAX_SELECTED {
        return Err(SelectionError::TooLarge);
    }
    let not_found = match &wanted.choice {
        Choice::Listed(ids) => unknown(ids, &found),
        Choice::Under(_) => points::written(&beside),
        _ => pasted.not_found,
    };
    // Others are in the order of the statement.
    let given = match &wanted.choice {
        Choice::Listed(ids) => ids,
        _ => &best,
    };
    if !given.is_empty() {
        let ranks: HashMap<ParcelUuid, usize> = given
            .iter()
            .enumerate()
            .rev()
            .map(|(rank, id)| (*id, rank))
            .collect();
        found.sort_unstable_by_key(|parcel| ranks.get(&parcel.ll_uuid).copied());
    }
    let known: HashSet<ParcelUuid> = found.iter().map(|parcel| parcel.ll_uuid).collect();
    let discards = reviewed.discarded.iter();
    let discards = discards.filter(|of| known.contains(&of.ll_uuid));
    let discarded = hold(state, user, discards.collect()).await?;
    found.retain(|parcel| !discarded.contains(&parcel.ll_uuid));
    let ids: Vec<ParcelUuid> = found.iter().map(|parcel| parcel.ll_uuid).collect();
    let columns = wanted.columns.as_ref().map(|given| given.of(&ids));
    let columns = columns
        .map(serde_json::to_value)
        .transpose()
        .map_err(|error| Error::SerializationError(error.into()))?;
    let selection_id = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::insert(conn, user.user_id, &ids, columns.as_ref()).await
    })
    .await?;
    let in_project: HashSet<ParcelUuid> = reviewed.in_project.into_iter().collect();
    let sums = Sums::of(&found);
    Ok(SelectionSummary {
        selection_id,
        count: found.len(),
        acres: sums.acres,
        without_acres: sums.without_acres,
        total_value: sums.total_value,
        without_value: sums.without_value,
        owners: sums.owners,
        without_owner: sums.without_owner,
        in_project: ids.iter().filter(|id| in_project.contains(id)).count(),
        discarded: discarded.len(),
        not_found,
        ambiguous: pasted.ambiguous,
        ambiguous_counties: pasted.counties,
        respelled: pasted.respelled,
        truncated,
    })
}

/// The first of the ranked parcels of a search run.
async fn best_of(
    state: &AppState,
    user: &CurrentUser,
    run_id: RunId,
    top: usize,
) -> Result<Vec<ParcelUuid>, SelectionError> {
    let best = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_best(conn, run_id).await
    })
    .await?;
    let mut best = best.ok_or(SelectionError::NoSearch)?;
    best.truncate(top);
    Ok(best)
}

/// Identities that no parcel has.
fn unknown(ids: &[ParcelUuid], found: &[Selected]) -> Vec<String> {
    let known: HashSet<ParcelUuid> = found.iter().map(|parcel| parcel.ll_uuid).collect();
    let unknown = ids.iter().filter(|id| !known.contains(id));
    unknown.map(ToString::to_string).collect()
}

/// What a request reads.
#[derive(Default)]
struct Read {
    /// One more than allowed if there are too many.
    found: Vec<Selected>,
    /// More may be of the owner.
    truncated: bool,
    /// Of the request's points, those on no parcel at all, whatever the filter says.
    beside: Vec<LonLat>,
    /// What pasted lines mean, apart from the parcels found.
    pasted: Pasted,
}

/// The parcels of the request; `own` are those that its project has.
async fn read(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    best: &[ParcelUuid],
    own: &[ParcelUuid],
) -> Result<Read, SelectionError> {
    ogc_features::limit_time(conn).await?;
    if let Choice::Numbers(lines) = &wanted.choice {
        let mut pasted = pasted::read(conn, wanted, lines, own).await?;
        return Ok(Read {
            found: mem::take(&mut pasted.found),
            pasted,
            ..Read::default()
        });
    }
    let mut beside = Vec::new();
    let (chosen, truncated) = match &wanted.choice {
        Choice::Under(points) => {
            let (parcels, others) = store::under(conn, points).await?;
            beside = others;
            (Some(Chosen::These(parcels)), false)
        }
        Choice::OwnerOf(id) => {
            let (ids, truncated) = owner_groups::ops::list_same(conn, *id).await?;
            (Some(Chosen::These(ids)), truncated)
        }
        choice => (chosen(conn, choice, best).await?, false),
    };
    let Some(chosen) = chosen else {
        return Ok(Read {
            beside,
            ..Read::default()
        });
    };
    let limit = i64::try_from(MAX_SELECTED)
        .unwrap_or(i64::MAX)
        .saturating_add(1);
    let county = wanted.county_fips.as_deref();
    let limits = (wanted.filter.clone(), wanted.changed_since);
    let found = store::list(conn, chosen, county, limits, limit).await?;
    Ok(Read {
        found,
        truncated,
        beside,
        pasted: Pasted::default(),
    })
}

/// The condition of a choice; `None` if nothing can be in it. `best` are the parcels of [`Choice::Best`].
pub async fn chosen(
    conn: &mut AsyncPgConnection,
    choice: &Choice,
    best: &[ParcelUuid],
) -> QueryResult<Option<Chosen>> {
    Ok(match choice {
        Choice::Within(json) => store::polygon(conn, json).await?.map(Chosen::Within),
        Choice::WithinBox(corners) => store::envelope(conn, *corners).await?.map(Chosen::Within),
        Choice::WithinCircle(at, metres) => {
            store::around(conn, *at, *metres).await?.map(Chosen::Within)
        }
        Choice::Along(json, metres) => store::along(conn, json, *metres)
            .await?
            .map(Chosen::Touching),
        Choice::AdjoiningTo(ids) => {
            let shape = store::union(conn, ids).await?;
            shape.map(|shape| Chosen::Adjoining(shape, ids.clone()))
        }
        Choice::Numbers(numbers) => {
            let addresses = numbers.iter().map(|text| address_of(text)).collect();
            Some(Chosen::Numbered(numbers.clone(), addresses))
        }
        Choice::Under(points) => Some(Chosen::These(store::under(conn, points).await?.0)),
        Choice::Listed(ids) => Some(Chosen::These(ids.clone())),
        Choice::Best(..) => Some(Chosen::These(best.to_vec())),
        Choice::OwnerOf(id) => Some(Chosen::These(
            owner_groups::ops::list_same(conn, *id).await?.0,
        )),
        Choice::Everything => Some(Chosen::Everything),
    })
}

/// The parcels whose discard holds for what their records say now, for a user of the firm.
pub async fn hold(
    state: &AppState,
    user: &CurrentUser,
    discards: Vec<&Discard>,
) -> Result<HashSet<ParcelUuid>, SelectionError> {
    holding(&state.pool, user.customer_id, discards).await
}

/// The parcels of a selection, in the order of the list.
pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    id: SelectionId,
) -> Result<Vec<ParcelUuid>, SelectionError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find(conn, id).await
    })
    .await?
    .ok_or(SelectionError::NotFound)
}

/// The same with the columns that were given with it.
pub async fn list_with_columns(
    state: &AppState,
    user: &CurrentUser,
    id: SelectionId,
) -> Result<(Vec<ParcelUuid>, SelectionColumns), SelectionError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        store::find_with_columns(conn, id).await
    })
    .await?;
    let (ids, columns) = found.ok_or(SelectionError::NotFound)?;
    let columns = columns.map(serde_json::from_value).transpose();
    let columns = columns.map_err(|error| Error::DeserializationError(error.into()))?;
    Ok((ids, columns.unwrap_or_default()))
}

/// A page of a selection; the parcels as they are now.
pub async fn page(
    state: &AppState,
    user: &CurrentUser,
    id: SelectionId,
    offset: usize,
    limit: usize,
) -> Result<SelectionPage, SelectionError> {
    let ids = list(state, user, id).await?;
    let wanted: Vec<ParcelUuid> = ids.iter().skip(offset).take(limit).copied().collect();
    let records = records(&state.pool, user.customer_id, &wanted, false).await?;
    let mut records: HashMap<ParcelUuid, ListedParcel> = records
        .into_iter()
        .map(|parcel| (parcel.record.fields.ll_uuid, parcel))
        .collect();
    Ok(SelectionPage {
        count: ids.len(),
        parcels: wanted.iter().filter_map(|id| records.remove(id)).collect(),
    })
}

#[derive(Debug, Default)]
struct Sums {
    acres: f64,
    without_acres: usize,
    total_value: f64,
    without_value: usize,
    owners: usize,
    without_owner: usize,
}

impl Sums {
    fn of(found: &[Selected]) -> Self {
        let mut sums = Self::default();
        let (mut owners, mut land) = (HashSet::new(), Land::default());
        for parcel in found {
            match parcel.acres {
                Some(acres) => land.add([parcel.lon, parcel.lat], acres),
                None => sums.without_acres += 1,
            }
            match parcel.value {
                Some(value) => sums.total_value += value,
                None => sums.without_value += 1,
            }
            let owner = parcel.owner.as_deref();
            match owner_key(parcel.owner_key, owner, &parcel.county_fips) {
                Some(owner) => {
                    owners.insert(owner);
                }
                None => sums.without_owner += 1,
            }
        }
        sums.owners = owners.len();
        sums.acres = land.acres();
        sums
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// Each on land of its own.
    fn parcel(number: &str) -> Selected {
        Selected {
            ll_uuid: Uuid::new_v4().into(),
            county_fips: "48201".to_owned(),
            parcelnumb: number.to_owned(),
            address: None,
            owner: None,
            owner_key: None,
            lon: -95.37,
            lat: number.parse().unwrap(),
            acres: Some(1.5),
            value: None,
        }
    }

    fn owned(owner: &str, has_facts: bool) -> Selected {
        Selected {
            owner: Some(owner.to_owned()),
            owner_key: owner_key(None, Some(owner), "48201").filter(|_| has_facts),
            ..parcel("1")
        }
    }

    #[test]
    fn unknown_values_are_counted_and_not_taken_for_zero() {
        let sums = Sums::of(&[parcel("1"), parcel("2")]);
        assert!((sums.acres - 3.0).abs() < 1e-9);
        assert_eq!(
            (sums.without_acres, sums.without_value, sums.without_owner),
            (0, 2, 2)
        );
    }

    #[test]
    fn units_of_a_stack_have_their_values_and_one_lot() {
        let unit = |value| Selected {
            value: Some(value),
            ..parcel("1")
        };
        let sums = Sums::of(&[unit(100.0), parcel("2"), unit(200.0), unit(300.0)]);
        assert!((sums.acres - 3.0).abs() < 1e-9);
        assert!((sums.total_value - 600.0).abs() < 1e-9);
        assert_eq!((sums.without_acres, sums.without_value), (0, 1));
    }

    #[test]
    fn spellings_of_an_owner_are_one_owner_with_or_without_facts() {
        for [one, other] in [[true, true], [true, false], [false, false]] {
            let sums = Sums::of(&[
                owned("Zephyrine Land L.L.C.", one),
                owned("ZEPHYRINE LAND, LLC", other),
                owned("Quibble Trust", other),
                owned(" - ", other),
            ]);
            // A name without letters is nobody's.
            assert_eq!((sums.owners, sums.without_owner), (2, 1));
        }
    }
}
