//! What the owner of a parcel has besides it.

use std::collections::HashMap;

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Double, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use site_search::{Column, Fact};
use uuid::Uuid;

use super::area_query::{self, Area};
use super::facts::AreaFacts;
use super::gauge::Gauge;

/// Parcels whose neighbours are read at once.
const BATCH: usize = 2000;

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

/// Acres of the land that shares an edge with one of these and has its owner, each lot once and without the parcel's own; as adjoining
/// parcels of selections. SQL, because it joins `parcels` with itself. Neighbours are found by the index of outlines alone (`+ 0`): of an owner with
/// thousands of parcels, the index of owners gives all of them for each, which takes six times as long.
const BESIDE: &str = "SELECT ll_uuid, sum(acres)::float8 AS acres FROM ( \
    SELECT own.ll_uuid, max(other.ll_gisacre) AS acres FROM parcels own CROSS JOIN LATERAL (SELECT 1 / cos(radians(own.lat)) AS metre) AS scale \
    JOIN parcels other ON other.owner_key + 0 = own.owner_key AND (other.lon, other.lat) <> (own.lon, own.lat) AND other.retired_at IS NULL \
        AND other.geom_3857 && ST_Expand(own.geom_3857, 0.3 * metre) \
    WHERE own.ll_uuid = ANY($1) AND own.retired_at IS NULL AND other.ll_gisacre IS NOT NULL \
        AND ST_Length(ST_Intersection(ST_Boundary(own.geom_3857), ST_Buffer(other.geom_3857, 0.3 * metre))) >= 3.6 * metre \
    GROUP BY own.ll_uuid, other.lon, other.lat) AS lots GROUP BY ll_uuid";

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
    let owners = || facts.owners.iter().enumerate();
    let mut acres: Vec<f64> = owners()
        .map(|(_, owner)| owner.map_or(f64::NAN, |_| 0.0))
        .collect();
    let asked: Vec<usize> = owners()
        .filter(|(_, owner)| owner.is_some_and(|owner| ids.len() == 1 || counts[&owner] > 1))
        .map(|(row, _)| row)
        .collect();
    for rows in asked.chunks(BATCH) {
        if gauge.is_stopped() {
            return Ok(None);
        }
        let places: HashMap<Uuid, usize> = rows.iter().map(|row| (ids[*row], *row)).collect();
        let some: Vec<Uuid> = rows.iter().map(|row| ids[*row]).collect();
        let query = diesel::sql_query(BESIDE).bind::<Array<SqlUuid>, _>(some);
        let beside: Vec<Beside> = query.load(conn).await?;
        for Beside {
            ll_uuid,
            acres: sum,
        } in beside
        {
            if let Some(row) = places.get(&ll_uuid) {
                acres[*row] = sum;
            }
        }
    }
    Ok(Some(acres))
}
