//! Results with their reasons, and what a run keeps.

use std::collections::HashSet;

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use site_search::{Outcome, RankRange};

use super::judging::{Found, Job};
use super::provenance::{self, Listed, Sources};
use super::reasons::{Judgement, hundredths};
use crate::parcels::flood;
use crate::search_runs::api::dto::{SearchCounts, SearchData, SearchGate};
use crate::search_runs::api::result_dto::{SearchList, SearchRecord, SearchResult};
use crate::search_runs::error::SearchError;
use crate::search_runs::results::{KEPT, PAGE, packed};
use crate::search_runs::row::{OwnAfter, SearchOutcome, UnmappedLand};

/// Ranked results whose range of ranks is computed.
const WITH_RANGE: usize = 500;
/// Most parcels of the project after the first of a list that are kept too.
const OWN: usize = 1000;

/// The results of these rows, in their order, each with its place in its list. Ranks are places in the list of ranked parcels.
pub async fn results(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
    rows: &[(usize, u32)],
) -> Result<Vec<SearchResult>, SearchError> {
    let ids = found.facts.columns.ids();
    let wanted: Vec<ParcelUuid> = rows
        .iter()
        .map(|(_, row)| ParcelUuid(ids[*row as usize]))
        .collect();
    let mut records = provenance::records(conn, &wanted).await?;
    let sources = Sources::of(conn, job).await?;
    let points: Vec<[f64; 2]> = rows
        .iter()
        .map(|(_, row)| found.facts.points[*row as usize])
        .collect();
    let mut floods = flood::of_points(conn, &points).await?;
    let in_project: HashSet<ParcelUuid> = job.settings.in_project.iter().copied().collect();
    let mut results = Vec::with_capacity(rows.len());
    for (at, (place, row)) in rows.iter().enumerate() {
        let row = *row as usize;
        let Some(record) = records.remove(&wanted[at]) else {
            continue;
        };
        let is_ranked = found.judged.outcomes[row] == Outcome::Fit;
        let flood = floods.remove(&at);
        let listed = Listed {
            flood: flood.unwrap_or_else(|| record.recorded_flood()),
            record: &record,
            sources: &sources,
        };
        let result = result(job, found, row, &listed, is_ranked.then_some(*place));
        results.push(SearchResult {
            in_project: in_project.contains(&wanted[at]),
            ..result
        });
    }
    Ok(results)
}

fn result(
    job: &Job,
    found: &Found,
    row: usize,
    listed: &Listed,
    place: Option<usize>,
) -> SearchResult {
    let (judged, ranked) = (&found.judged, &found.lists.ranked);
    let judgement = Judgement {
        criteria: &job.criteria,
        columns: &found.facts.columns,
        judged,
    };
    let source = |fact| Some(listed.source(fact));
    let record = listed.record;
    let fields = &record.fields;
    let [lon, lat] = found.facts.points[row];
    let (score_low, score_high) = judged.score_range(row);
    let range = place
        .filter(|place| *place < WITH_RANGE)
        .map(|place| site_search::rank_range(judged, ranked, place));
    let range = |rank: fn(RankRange) -> usize| range.map(|range| rank(range) as u64);
    SearchResult {
        rank: place.map(|place| place as u64 + 1),
        ll_uuid: fields.ll_uuid,
        parcelnumb: fields.parcelnumb.clone(),
        address: fields.address.clone(),
        scity: fields.scity.clone(),
        owner: fields.owner.clone(),
        acres: fields.ll_gisacre,
        lon,
        lat,
        score: hundredths(judged.score(row)),
        score_low: hundredths(score_low),
        score_high: hundredths(score_high),
        certainty: hundredths(judged.certainty(row)),
        rank_best: range(|range| range.best),
        rank_worst: range(|range| range.worst),
        reasons: judgement.reasons(row, source),
        gates: judgement.gates(row, source),
        changes: judgement.changes(ranked, row, place),
        in_project: false,
        record: SearchRecord {
            county_fips: fields.county_fips.clone(),
            use_class: record.use_class.clone(),
            usedesc: fields.usedesc.clone(),
            zoning: fields.zoning.clone(),
            flood_zone: listed.flood.zone.clone(),
            in_flood_zone: listed.flood.in_flood_zone,
            total_value: record.total_value,
            value_per_acre: record.value_per_acre,
            building_sqft: fields.sqft.map(|sqft| sqft as f64),
            year_built: fields.year_built,
            owner_kind: record.owner_kind.clone(),
            mailing_address: fields.mailing_address.clone(),
            saledate: fields.saledate,
            source: record.source.clone(),
            source_date: record.source_date,
            source_licence: record.source_licence.clone(),
        },
    }
}

/// The rows of a list that are kept, each with its place: so many of the first, and those of the project after them, however far.
fn kept_rows(rows: &[u32], first: usize, is_own: impl Fn(u32) -> bool) -> Vec<(usize, u32)> {
    let placed = rows.iter().copied().enumerate();
    let own = placed.clone().skip(first).filter(|(_, row)| is_own(*row));
    placed.take(first).chain(own.take(OWN)).collect()
}

/// The same of each list.
fn kept_of_lists(job: &Job, found: &Found) -> [(SearchList, Vec<(usize, u32)>); 3] {
    let (lists, ids) = (&found.lists, found.facts.columns.ids());
    let own: HashSet<ParcelUuid> = job.settings.in_project.iter().copied().collect();
    let kept = |rows: &[u32]| {
        kept_rows(rows, KEPT, |row| {
            own.contains(&ParcelUuid(ids[row as usize]))
        })
    };
    [
        (SearchList::Ranked, kept(&lists.ranked)),
        (SearchList::Unknown, kept(&lists.unknown)),
        (SearchList::Uncertain, kept(&lists.uncertain)),
    ]
}

/// What a run keeps of each of its lists.
pub async fn pages(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
) -> Result<Vec<(SearchList, i32, Vec<u8>)>, SearchError> {
    let mut pages = Vec::new();
    for (list, rows) in kept_of_lists(job, found) {
        let results = results(conn, job, found, &rows).await?;
        for (page, results) in results.chunks(PAGE).enumerate() {
            let bytes =
                packed(results).map_err(|error| SearchError::Unreadable(error.to_string()))?;
            pages.push((list, page as i32, bytes));
        }
    }
    Ok(pages)
}

/// What a run found, besides its lists.
pub async fn outcome(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
    unmapped: Vec<UnmappedLand>,
) -> Result<SearchOutcome, SearchError> {
    let judged = &found.judged;
    let after = |(_, rows): &(SearchList, Vec<(usize, u32)>)| rows.len().saturating_sub(KEPT);
    let [ranked, unknown, uncertain] = kept_of_lists(job, found).each_ref().map(after);
    let mine: HashSet<ParcelUuid> = job.settings.in_project.iter().copied().collect();
    let ids = found.facts.columns.ids().iter();
    let gates = judged
        .gates
        .iter()
        .enumerate()
        .map(|(index, gate)| SearchGate {
            index,
            fails: gate.fails as u64,
            fails_alone: gate.fails_alone as u64,
            unknown: gate.unknown as u64,
            near_miss: gate.near_miss as u64,
        });
    Ok(SearchOutcome {
        data: data(conn, found).await?,
        data_hash: found.data_hash.clone(),
        missing_layers: found.missing.clone(),
        alike: found.alike.clone(),
        counts: SearchCounts {
            judged: judged.rows() as u64,
            of_area: found.of_area.map(i64::unsigned_abs),
            fit: judged.fit as u64,
            listed_unknown: judged.listed_unknown as u64,
            low_certainty: judged.uncertain as u64,
            failed: judged.failed as u64,
            discarded: found.facts.discarded as u64,
            in_project: ids.filter(|id| mine.contains(&ParcelUuid(**id))).count() as u64,
        },
        own_after: OwnAfter {
            ranked,
            unknown,
            uncertain,
        },
        gates: gates.collect(),
        explanation: site_search::explain(&job.criteria, judged),
        unmapped,
    })
}

#[derive(QueryableByName)]
struct Batch {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Date>)]
    source_date: Option<NaiveDate>,
}

async fn data(conn: &mut AsyncPgConnection, found: &Found) -> QueryResult<Vec<SearchData>> {
    let counties = &found.facts.counties;
    let ids: Vec<i64> = counties
        .values()
        .filter_map(|county| county.batch_id)
        .collect();
    let batches: Vec<Batch> = diesel::sql_query(
        "SELECT batch_id AS id, source, source_date FROM parcel_batches WHERE batch_id = ANY($1)",
    )
    .bind::<Array<BigInt>, _>(ids)
    .load(conn)
    .await?;
    let of = |id: Option<i64>| batches.iter().find(|batch| Some(batch.id) == id);
    let data = counties.iter().map(|(county, data)| SearchData {
        county_fips: format!("{county:05}"),
        batch_id: data.batch_id,
        source: of(data.batch_id).map(|batch| batch.source.clone()),
        source_date: of(data.batch_id).and_then(|batch| batch.source_date),
        parcels: data.parcels,
    });
    Ok(data.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_list_the_first_are_kept_and_those_of_the_project_after_them() {
        let rows = [9, 4, 7, 1, 3];
        let kept = |first, own: &[u32]| kept_rows(&rows, first, |row| own.contains(&row));
        assert_eq!(kept(2, &[4, 3]), [(0, 9), (1, 4), (4, 3)]);
        assert_eq!(kept(2, &[]), [(0, 9), (1, 4)]);
        assert_eq!(kept(8, &[3]).len(), 5);
        let many: Vec<u32> = (0..3_000).collect();
        assert_eq!(kept_rows(&many, 10, |_| true).len(), 10 + OWN);
    }
}
