//! What the owner of a parcel has besides it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Double, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use site_search::{Column, Fact};
use uuid::Uuid;

use super::area_query::{self, Area};
use super::facts::AreaFacts;
use super::gauge::Gauge;

/// Parcels whose neighbours are read at once.
const BATCH: usize = 2000;
/// Owners whose parcels are counted at once.
const OWNERS: usize = 10_000;
/// Parcels of owners that are read at once: some megabytes.
const TOGETHER: i64 = 5_000;

/// Parcels of the same owner in the area, also those that do not match its filter; not a number where the owner is
/// unknown.
pub async fn parcels(
    conn: &mut AsyncPgConnection,
    facts: &AreaFacts,
    area: &Area,
) -> QueryResult<Vec<f64>> {
    let counts = counts(conn, facts, area).await?;
    let owners = facts.owners.iter();
    let parcels = owners.map(|owner| owner.map_or(f64::NAN, |owner| counts[&owner] as f64));
    Ok(parcels.collect())
}

async fn counts(
    conn: &mut AsyncPgConnection,
    facts: &AreaFacts,
    area: &Area,
) -> QueryResult<HashMap<i64, i64>> {
    let owners = facts.owners.iter().flatten();
    let mut counts = HashMap::new();
    for owner in owners {
        *counts.entry(*owner).or_default() += 1;
    }
    if area.has_filter() {
        let owners = counts.keys().copied().collect();
        counts = area_query::count_of_owners(conn, area, owners)
            .await?
            .into_iter()
            .collect();
    }
    Ok(counts)
}

/// Owners of the land of each parcel, those of all parcels on it, also of parcels that do not match the area's filter. One of which
/// the owner is unknown makes it unknown; so does `ET AL`.
pub async fn of_site(
    conn: &mut AsyncPgConnection,
    facts: &AreaFacts,
    area: &Area,
    only: Option<Uuid>,
) -> QueryResult<Option<Vec<f64>>> {
    let Some(Column::Numbers(own)) = facts.columns.get(Fact::SiteOwners) else {
        return Ok(None);
    };
    let at = only.and_then(|_| facts.points.as_slice().first().copied());
    let shared = area_query::owners_of_shared_land(conn, area, at).await?;
    let shared: HashMap<[u64; 2], f64> = shared
        .into_iter()
        .map(|(lon, lat, owners, has_more)| {
            let owners = if has_more { f64::NAN } else { owners as f64 };
            ([lon, lat].map(f64::to_bits), owners)
        })
        .collect();
    let of = |(own, point): (&f64, &[f64; 2])| {
        let known = shared.get(&point.map(f64::to_bits));
        known.copied().unwrap_or(*own)
    };
    Ok(Some(own.iter().zip(&facts.points).map(of).collect()))
}

#[derive(QueryableByName)]
struct Beside {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: Uuid,
    #[diesel(sql_type = Double)]
    acres: f64,
}

/// Whether an outline shares an edge with another: with `own`, `other` and `metre`, the length of a metre on the map at `own`. As adjoining
/// parcels of selections.
const SHARES_EDGE: &str = "ST_Length(ST_Intersection(ST_Boundary(own.geom_3857), ST_Buffer(other.geom_3857, 0.3 * metre))) >= 3.6 * metre";

/// Acres of the land that shares an edge with one of these parcels and has its owner, each lot once and without the parcel's own. Neighbours
/// are found by the index of outlines alone (`+ 0`): of an owner with thousands of parcels, the index of owners gives all of them for each,
/// which takes six times as long.
fn beside_parcels() -> String {
    format!(
        "SELECT ll_uuid, sum(acres)::float8 AS acres FROM ( \
            SELECT own.ll_uuid, max(other.ll_gisacre) AS acres \
            FROM parcels own CROSS JOIN LATERAL (SELECT 1 / cos(radians(own.lat)) AS metre) AS scale \
            JOIN parcels other ON other.owner_key + 0 = own.owner_key AND (other.lon, other.lat) <> (own.lon, own.lat) \
                AND other.retired_at IS NULL AND other.geom_3857 && ST_Expand(own.geom_3857, 0.3 * metre) \
            WHERE own.ll_uuid = ANY($1) AND own.retired_at IS NULL AND other.ll_gisacre IS NOT NULL AND {SHARES_EDGE} \
            GROUP BY own.ll_uuid, other.lon, other.lat \
        ) AS lots GROUP BY ll_uuid"
    )
}

/// The same of all parcels of these owners, which are compared with each other: each outline is read once, which takes an eighth of the time
/// where an owner has few.
fn beside_of_owners() -> String {
    format!(
        "WITH held AS MATERIALIZED ( \
            SELECT ll_uuid, owner_key, lon, lat, ll_gisacre, geom_3857, metre, ST_Expand(geom_3857, 0.3 * metre) AS near \
            FROM parcels CROSS JOIN LATERAL (SELECT 1 / cos(radians(lat)) AS metre) AS scale \
            WHERE owner_key = ANY($1) AND retired_at IS NULL \
        ) \
        SELECT ll_uuid, sum(acres)::float8 AS acres FROM ( \
            SELECT own.ll_uuid, max(other.ll_gisacre) AS acres \
            FROM held own JOIN (SELECT owner_key, lon, lat, ll_gisacre, geom_3857 FROM held) AS other \
                ON other.owner_key = own.owner_key AND (other.lon, other.lat) <> (own.lon, own.lat) AND other.geom_3857 && own.near \
            WHERE other.ll_gisacre IS NOT NULL AND {SHARES_EDGE} \
            GROUP BY own.ll_uuid, other.lon, other.lat \
        ) AS lots GROUP BY ll_uuid"
    )
}

/// Parcels of an owner that are compared with each other.
const FEW: i64 = 200;

#[derive(QueryableByName)]
struct Held {
    #[diesel(sql_type = BigInt)]
    owner_key: i64,
    #[diesel(sql_type = BigInt)]
    parcels: i64,
}

/// Parcels of these owners, also outside of the area.
const HELD: &str = "SELECT owner_key, count(*) AS parcels FROM parcels \
    WHERE owner_key = ANY($1) AND retired_at IS NULL GROUP BY owner_key ORDER BY owner_key";

/// Acres of adjoining parcels of the same owner, also outside of the area; not a number where the owner is
/// unknown. Only owners with several parcels can have any, and if the area is one parcel that is not known.
/// `None` when it was stopped.
pub async fn adjoining_acres(
    conn: &mut AsyncPgConnection,
    facts: &AreaFacts,
    area: &Area,
    gauge: &Gauge,
) -> QueryResult<Option<Vec<f64>>> {
    let counts = counts(conn, facts, area).await?;
    let ids = facts.columns.ids();
    let mut acres: Vec<f64> = facts
        .owners
        .iter()
        .map(|owner| owner.map_or(f64::NAN, |_| 0.0))
        .collect();
    // Of owners with several parcels; a single parcel is not counted.
    let asked = || {
        let rows = facts.owners.iter().enumerate();
        rows.filter_map(|(row, owner)| Some((row, (*owner)?)))
            .filter(|(_, owner)| ids.len() == 1 || counts[owner] > 1)
    };
    let places: HashMap<Uuid, usize> = asked().map(|(row, _)| (ids[row], row)).collect();
    let mut keep = |beside: Vec<Beside>| {
        for Beside {
            ll_uuid,
            acres: sum,
        } in beside
        {
            if let Some(row) = places.get(&ll_uuid) {
                acres[*row] = sum;
            }
        }
    };
    let few = if ids.len() == 1 {
        BTreeMap::new()
    } else {
        with_few(conn, asked().map(|(_, owner)| owner)).await?
    };
    let statement = beside_of_owners();
    for owners in batches(&few) {
        if gauge.is_stopped() {
            return Ok(None);
        }
        let query = diesel::sql_query(&statement).bind::<Array<BigInt>, _>(owners);
        keep(query.load(conn).await?);
    }
    let of_many: Vec<Uuid> = asked()
        .filter(|(_, owner)| !few.contains_key(owner))
        .map(|(row, _)| ids[row])
        .collect();
    let statement = beside_parcels();
    for parcels in of_many.chunks(BATCH) {
        if gauge.is_stopped() {
            return Ok(None);
        }
        let query = diesel::sql_query(&statement).bind::<Array<SqlUuid>, _>(parcels);
        keep(query.load(conn).await?);
    }
    Ok(Some(acres))
}

/// Those of these owners that have few parcels, with how many.
async fn with_few(
    conn: &mut AsyncPgConnection,
    owners: impl Iterator<Item = i64>,
) -> QueryResult<BTreeMap<i64, i64>> {
    let owners: BTreeSet<i64> = owners.collect();
    let owners: Vec<i64> = owners.into_iter().collect();
    let mut few = BTreeMap::new();
    for owners in owners.chunks(OWNERS) {
        let held: Vec<Held> = diesel::sql_query(HELD)
            .bind::<Array<BigInt>, _>(owners)
            .load(conn)
            .await?;
        let held = held.into_iter().filter(|held| held.parcels <= FEW);
        few.extend(held.map(|held| (held.owner_key, held.parcels)));
    }
    Ok(few)
}

/// Owners with about [`TOGETHER`] parcels each.
fn batches(owners: &BTreeMap<i64, i64>) -> Vec<Vec<i64>> {
    let (mut batches, mut parcels) = (Vec::new(), TOGETHER);
    for (owner, count) in owners {
        if parcels >= TOGETHER {
            batches.push(Vec::new());
            parcels = 0;
        }
        parcels += count;
        if let Some(batch) = batches.last_mut() {
            batch.push(*owner);
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_owner_is_in_one_batch_of_bounded_size() {
        assert!(batches(&BTreeMap::new()).is_empty());
        let owners: BTreeMap<i64, i64> = (0..1_000).map(|owner| (owner, 1 + owner % FEW)).collect();
        let batches = batches(&owners);
        let all: Vec<i64> = batches.iter().flatten().copied().collect();
        assert!(all.iter().eq(owners.keys()));
        for (place, batch) in batches.iter().enumerate() {
            let parcels: i64 = batch.iter().map(|owner| owners[owner]).sum();
            assert!(parcels < TOGETHER + FEW);
            assert!(parcels >= TOGETHER || place + 1 == batches.len());
        }
    }
}
