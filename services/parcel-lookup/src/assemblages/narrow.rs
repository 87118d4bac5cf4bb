//! Leaves out of an area with many parcels what can be in no site, before outlines are read: parcels that fail a requirement for all
//! parcels of a site, and those around which few owners have too little land (decision 101).

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use ::assemblage::{Plot, Rules, Wanted, within_reach};
use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::ParcelUuid;
use ogc_features::Condition;
use site_search::{Columns, Criteria, fails_alone, tightest_alone};
use uuid::Uuid;

use super::area::{self, Read, Search};
use super::candidates::{Candidates, Narrowed, discarded};
use super::domain::{MAX_AREA, MAX_MATCHING, is_over};
use super::error::{AssemblageError, Narrowing};
use super::owners::{OwnerRow, Owners};
use super::wide::{self, WideRow};
use crate::selections::Reviewed;
use crate::selections::chosen::Chosen;
use crate::state::AppState;

/// Longest time of finding what may be part of a site.
const NARROW_TIME: Duration = Duration::from_secs(5);
/// Boxes on the map are so much farther apart at most than outlines in a zone, metres.
const SLACK: f64 = 2.0;

/// Of an area with more parcels than can be compared.
pub async fn of_many(
    (state, user): (&AppState, &CurrentUser),
    reviewed: &Reviewed,
    search: &Search,
    chosen: &Chosen,
) -> Result<Candidates, AssemblageError> {
    let _place = state.searches.enter().await;
    let firm = user.customer_id;
    let rows = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| {
            matching(conn, (chosen, &search.filter)).await
        })
        .await
    });
    let rows = rows.await?;
    let known: HashSet<ParcelUuid> = rows.iter().map(|row| ParcelUuid(row.ll_uuid)).collect();
    let discarded = discarded((state, user), reviewed, &known).await?;
    let (public, mut left): (Vec<usize>, Vec<usize>) = (0..rows.len())
        .filter(|place| !discarded.contains(&ParcelUuid(rows[*place].ll_uuid)))
        .partition(|place| !search.include_public && rows[*place].is_public);
    let before = left.len();
    let mut gate = None;
    if let Some(asked) = &search.asked {
        let area = (chosen, &search.filter);
        if let Some(columns) = asked.read_gates(state, firm, area).await? {
            let of: HashSet<Uuid> = left.iter().map(|place| rows[*place].ll_uuid).collect();
            let (passed, tightest) = passed(&asked.criteria, &columns, &of);
            left.retain(|place| passed.contains(&rows[*place].ll_uuid));
            gate = tightest;
        }
    }
    let (of, passed) = (rows.len(), left.len());
    let wanted = search.limits();
    let near = tokio::task::spawn_blocking(move || Near::of(&rows, &left, &wanted));
    let near = near.await?.ok_or(AssemblageError::TooSlow)?;
    if near.ids.len() > MAX_AREA {
        return Err(AssemblageError::TooMany(Narrowing {
            left: near.ids.len(),
            of,
            gate,
            use_class: near.use_class,
        }));
    }
    let ids = near.ids;
    let read = state.reads.read(async |pool| {
        db::tenant_tx(pool, firm, async |conn| outlines(conn, &ids).await).await
    });
    Ok(Candidates {
        read: read.await?,
        eligible: ids.iter().map(|id| id.0).collect(),
        discarded: discarded.len(),
        public: public.len(),
        narrowed: Some(Narrowed {
            owners: near.owners,
            left: passed,
            failed: before - passed,
        }),
    })
}

async fn matching(
    conn: &mut AsyncPgConnection,
    area: (&Chosen, &Condition),
) -> Result<Vec<WideRow>, AssemblageError> {
    ogc_features::limit_time(conn).await?;
    // One more than allowed if they are too many.
    let limit = i64::try_from(MAX_MATCHING + 1).unwrap_or(i64::MAX);
    let rows = wide::list(conn, area, limit).await?;
    if rows.len() > MAX_MATCHING {
        return Err(AssemblageError::TooLarge);
    }
    Ok(rows)
}

async fn outlines(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> Result<Read, AssemblageError> {
    ogc_features::limit_time(conn).await?;
    // They lie far apart.
    Ok(area::read(conn, ids, true).await?.unwrap_or_default())
}

/// Those of some parcels that pass the gates for all parcels of a site, and the gate that leaves the fewest of them.
fn passed(
    criteria: &Criteria,
    columns: &Columns,
    of: &HashSet<Uuid>,
) -> (HashSet<Uuid>, Option<(String, usize)>) {
    let ids = columns.ids();
    let rows: Vec<usize> = (0..ids.len())
        .filter(|row| of.contains(&ids[*row]))
        .collect();
    let fails = fails_alone(criteria, columns);
    let passed = rows.iter().filter(|row| !fails[**row]);
    let passed = passed.map(|row| ids[*row]).collect();
    (passed, tightest_alone(criteria, columns, &rows))
}

/// What may be part of a site.
struct Near {
    /// Among all parcels of the area.
    owners: Owners,
    ids: Vec<ParcelUuid>,
    /// The most frequent use that few enough of them have.
    use_class: Option<(String, usize)>,
}

impl Near {
    /// Of those parcels that are left, by their places. `None` if it took too long.
    fn of(rows: &[WideRow], left: &[usize], wanted: &Wanted) -> Option<Self> {
        let owned: Vec<OwnerRow> = rows.iter().map(WideRow::owner_row).collect();
        let owners = Owners::among(&owned);
        let plots: Vec<Plot> = left
            .iter()
            .map(|place| rows[*place].plot(owners.of(&owned[*place])))
            .collect();
        let reach = reach(rows, wanted.streets);
        let may = within_reach(&plots, wanted, reach, &is_over(NARROW_TIME))?;
        let near = left.iter().zip(may).filter(|(_, may)| *may);
        let near: Vec<&WideRow> = near.map(|(place, _)| &rows[*place]).collect();
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        for class in near.iter().filter_map(|row| row.use_class.as_deref()) {
            *classes.entry(class).or_default() += 1;
        }
        let few = classes.into_iter().filter(|(_, count)| *count <= MAX_AREA);
        let use_class = few.max_by_key(|(_, count)| *count);
        Some(Self {
            owners,
            ids: near.iter().map(|row| ParcelUuid(row.ll_uuid)).collect(),
            use_class: use_class.map(|(class, count)| (class.to_owned(), count)),
        })
    }
}

/// How far apart the boxes of parcels that adjoin are at most, in units of the map: larger towards the poles.
fn reach(rows: &[WideRow], streets: bool) -> f64 {
    let rules = Rules::default();
    let metres = if streets { rules.gap } else { rules.tolerance };
    let scales = rows.iter().map(|row| row.lat.to_radians().cos().recip());
    (metres + SLACK) * scales.fold(1.0, f64::max)
}
